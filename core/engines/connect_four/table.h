#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "bits/bits.h"
#include "memory/zero_pages.h"

namespace gamegrove::connect_four {

/// What is known of a score.
struct Known {
    int lower;
    int upper;
};

/// The solver's memory: two bounds for a key, eight bytes an entry, shared by threads without locks. Its two methods
/// are recall() and remember().
///
/// Keys of up to 64 bits are mixed one to one, so that the place of an entry tells a part of its key and the tag the
/// rest: an entry is never taken for another's. (Boards of two words are hashed to 64 bits before they come here.)
///
///     63                       18 17   14 13    7 6     0
///     [ generation, rest of key ] [ work ] [ lower ] [ upper ]
///
/// A bucket has two entries: the first keeps what took the most work, and loses it with time; the second the newest.
class Table {
public:
    explicit Table(std::size_t bytes)
        : bucket_bits_(static_cast<int>(std::bit_width(bytes / sizeof(Bucket) | fewest_buckets)) - 1),
          buckets_(std::size_t{1} << bucket_bits_, Pages::huge) {}

    std::size_t bytes() const { return sizeof(Bucket) << bucket_bits_; }

    /// Forgets everything, and from now on keeps keys of so many bits.
    void begin(int key_bits) {
        key_bits_ = key_bits;
        rest_bits_ = std::max(key_bits - bucket_bits_, 0);
        clear();
    }

    void forget() {
        // The generation stands above the rest of the key, so that entries of another one do not match.
        if (++generation_ >> (tag_bits - rest_bits_) != 0) clear();
    }

    /// A key as the table wants it: mixed, its upper bits most of all.
    std::uint64_t code(std::uint64_t key) const {
        return (key * 0x9e3779b97f4a7c15U) & (~std::uint64_t{0} >> (64 - key_bits_));
    }

    void prefetch(std::uint64_t code) const { __builtin_prefetch(&bucket(code)); }

    [[gnu::always_inline]] std::optional<Known> recall(std::uint64_t code) const {
        const std::uint64_t wanted = tag(code);
        for (const auto& entry : bucket(code).entry) {
            const std::uint64_t word = entry.load(std::memory_order_relaxed);
            if (word >> data_bits == wanted && word != 0) return known(word);
        }
        return std::nullopt;
    }

    /// `work`, from 0 to 15, says how much it took to find the bounds.
    void remember(std::uint64_t code, Known bounds, int work) {
        const std::uint64_t word = packed(tag(code), bounds, work);
        auto& [kept, newest] = bucket(code).entry;
        const std::uint64_t old = kept.load(std::memory_order_relaxed);
        const bool same = old >> data_bits == tag(code);
        if (same || is_stale(old) || work >= work_of(old)) {
            if (!same) newest.store(old, std::memory_order_relaxed);
            kept.store(word, std::memory_order_relaxed);
        } else {
            kept.store(old - (std::uint64_t{1} << work_shift), std::memory_order_relaxed);  // it ages
            newest.store(word, std::memory_order_relaxed);
        }
    }

private:
    struct Bucket {
        std::atomic<std::uint64_t> entry[2];
    };

    static constexpr std::size_t fewest_buckets = std::size_t{1} << 18;  // so that a tag has room for 64-bit keys
    static constexpr int data_bits = 18;
    static constexpr int tag_bits = 64 - data_bits;
    static constexpr int work_shift = 14;
    static constexpr int offset = 64;  // scores are kept as numbers from 0 to 127

    std::uint64_t tag(std::uint64_t code) const {
        return generation_ << rest_bits_ | (code & ((std::uint64_t{1} << rest_bits_) - 1));
    }

    Bucket& bucket(std::uint64_t code) const { return buckets_.get()[code >> rest_bits_]; }

    /// Whether an entry is of an earlier generation.
    bool is_stale(std::uint64_t word) const { return word >> data_bits >> rest_bits_ != generation_; }

    static int work_of(std::uint64_t word) { return static_cast<int>(word >> work_shift & 15); }

    static Known known(std::uint64_t word) {
        return {static_cast<int>(word >> 7 & 127) - offset, static_cast<int>(word & 127) - offset};
    }

    static std::uint64_t packed(std::uint64_t tag, Known bounds, int work) {
        return tag << data_bits | static_cast<std::uint64_t>(work) << work_shift |
               static_cast<std::uint64_t>(bounds.lower + offset) << 7 |
               static_cast<std::uint64_t>(bounds.upper + offset);
    }

    void clear() {
        buckets_ = ZeroPages<Bucket>(std::size_t{1} << bucket_bits_, Pages::huge);
        generation_ = 0;
    }

    int bucket_bits_;
    int key_bits_ = 64;
    int rest_bits_ = 64 - bucket_bits_;  ///< how much of a code its bucket does not tell
    std::uint64_t generation_ = 0;
    ZeroPages<Bucket> buckets_;
};

}  // namespace gamegrove::connect_four
