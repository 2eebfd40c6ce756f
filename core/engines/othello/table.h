#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "memory/zero_pages.h"

namespace gamegrove::othello {

/// In place of a cell where there is none.
inline constexpr int no_cell = 255;

/// What is remembered of a position: two bounds of its value, how carefully they were found, and good moves.
struct Memo {
    int lower = 0;
    int upper = 0;
    int depth = 0;                              ///< to which depth was searched
    int confidence = 0;                         ///< how sure that search was, see confidences
    std::array<int, 2> move{no_cell, no_cell};  ///< the best cells so far, the best one first

    /// Whether the bounds are as good as those of a search to this depth and with this confidence.
    bool answers(int asked_depth, int asked_confidence) const {
        return depth >= asked_depth && confidence >= asked_confidence;
    }
};

/// The memory of a search: memos by the hash of a position, shared by threads without locks. Its two methods are
/// recall() and remember().
///
/// An entry has two words, its data and its key XOR its data: an entry of which two threads have each written one half
/// does not match any key (Hyatt). Four entries share a cache line; of those the least worth keeping makes room:
/// of earlier searches first, then the one that took the least work.
///
///     data:  63    56 55    48 47   42 41    39 38        32 31   26 25   18 17     9 8      0
///            [ move ] [ move ] [ gen ] [ conf ] [ (unused) ] [ work ] [ depth ] [ lower ] [ upper ]
class Table {
public:
    explicit Table(std::size_t bytes, Pages pages = Pages::huge)
        : bucket_bits_(static_cast<int>(std::bit_width(std::max(bytes / sizeof(Bucket), std::size_t{16}))) - 1),
          pages_(pages),
          buckets_(std::size_t{1} << bucket_bits_, pages) {}

    std::size_t bytes() const { return sizeof(Bucket) << bucket_bits_; }

    void forget() {
        if (pages_ == Pages::huge)
            buckets_ = ZeroPages<Bucket>(std::size_t{1} << bucket_bits_, pages_);
        else  // a small table is in use all over, and new pages cost more than clean ones
            std::memset(static_cast<void*>(buckets_.get()), 0, bytes());
        generation_ = 1;
    }

    /// What is there now may be overwritten before anything that comes.
    void age() { generation_ = generation_ % 63 + 1; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    std::optional<Memo> recall(std::uint64_t key) const {
        for (const Entry& entry : bucket(key).entry) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return memo_of(data);
        }
        return std::nullopt;
    }

    /// `work` says how much the search took, as a power of two: from 0 to 63.
    void remember(std::uint64_t key, const Memo& memo, int work) {
        Bucket& home = bucket(key);
        Entry* chosen = nullptr;
        int least = 1 << 20;
        for (Entry& entry : home.entry) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key) {
                chosen = &entry;
                break;
            }
            if (const int worth = worth_of(data); worth < least) {
                least = worth;
                chosen = &entry;
            }
        }
        const std::uint64_t data = data_of(memo, work);
        chosen->data.store(data, std::memory_order_relaxed);
        chosen->check.store(key ^ data, std::memory_order_relaxed);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> data;
        std::atomic<std::uint64_t> check;
    };
    struct alignas(64) Bucket {
        std::array<Entry, 4> entry;
    };

    static constexpr int offset = 256;  // values are kept as numbers from 0 to 511

    Bucket& bucket(std::uint64_t key) const { return buckets_.get()[key >> (64 - bucket_bits_)]; }

    int worth_of(std::uint64_t data) const {
        if (data == 0) return -1;
        const int work = static_cast<int>(data >> 26 & 63);
        return (data >> 42 & 63) == generation_ ? 64 + work : work;
    }

    static Memo memo_of(std::uint64_t data) {
        return {.lower = static_cast<int>(data >> 9 & 511) - offset,
                .upper = static_cast<int>(data & 511) - offset,
                .depth = static_cast<int>(data >> 18 & 255),
                .confidence = static_cast<int>(data >> 39 & 7),
                .move = {static_cast<int>(data >> 56), static_cast<int>(data >> 48 & 255)}};
    }

    std::uint64_t data_of(const Memo& memo, int work) const {
        const auto word = [](int number) { return static_cast<std::uint64_t>(number); };
        return word(memo.move[0]) << 56 | word(memo.move[1]) << 48 | generation_ << 42 | word(memo.confidence) << 39 |
               word(work) << 26 | word(memo.depth) << 18 | word(memo.lower + offset) << 9 | word(memo.upper + offset);
    }

    int bucket_bits_;
    Pages pages_;
    std::uint64_t generation_ = 1;
    ZeroPages<Bucket> buckets_;
};

}  // namespace gamegrove::othello
