#pragma once

#include <algorithm>
#include <span>

#include "algorithms/values.h"
#include "memory/zero_pages.h"

namespace gamegrove {

/// Which entry of a full table makes room for a new one: the one that is there; that one unless it comes from a deeper
/// search; or, of two entries a bucket, the first keeps the deeper search and the second the latest.
enum class Replacement { always, deeper, two_tier };

/// A table of 2^bits entries, found by the low bits of a position's key. A bound answers for its own depth only; of an
/// entry for another depth only the move is told.
class TranspositionTable {
public:
    /// An empty entry is all zeros, so that a fresh table costs nothing but what is touched.
    struct Entry {
        std::uint64_t key;
        Value lower;
        Value upper;
        Move move;
        std::int16_t plies;  ///< the depth and one more

        bool is_empty() const { return plies == 0; }
        int depth() const { return plies - 1; }
        Bounds bounds() const { return {lower, upper, move}; }
    };

    explicit TranspositionTable(int bits = 20, Replacement replacement = Replacement::two_tier)
        : replacement_(replacement),
          size_(std::size_t{1} << bits),
          entries_(size_),
          bucket_mask_((std::uint64_t{1} << (bits - (has_two() ? 1 : 0))) - 1) {}

    template <class P>
    Bounds recall(const P& position, int depth) const {
        const std::uint64_t key = position.key();
        Bounds hint;
        for (const Entry& entry : bucket(key)) {
            if (entry.is_empty() || entry.key != key) continue;
            if (entry.depth() == depth) return entry.bounds();
            if (hint.move == Move::none()) hint.move = entry.move;
        }
        return hint;
    }

    template <class P>
    void remember(const P& position, int depth, Bounds bounds) {
        const std::uint64_t key = position.key();
        const Bounds known = merged(recall(position, depth), bounds);
        const Entry fresh{key, known.lower, known.upper, known.move, static_cast<std::int16_t>(depth + 1)};
        const std::span<Entry> places = bucket(key);
        for (Entry& old : places) {
            if (old.key != key || old.depth() != depth) continue;
            old = fresh;
            return;
        }
        Entry& first = places.front();
        if (first.is_empty()) {
            first = fresh;
        } else if (depth >= first.depth() || replacement_ == Replacement::always) {
            if (has_two()) places[1] = first;
            first = fresh;
        } else if (has_two()) {
            places[1] = fresh;
        }
    }

    static constexpr bool is_careless() { return false; }
    void forget() { entries_ = ZeroPages<Entry>(size_); }
    std::size_t bytes() const { return size_ * sizeof(Entry); }
    std::span<const Entry> entries() const { return {entries_.get(), size_}; }

private:
    bool has_two() const { return replacement_ == Replacement::two_tier; }
    std::size_t first_of(std::uint64_t key) const { return (key & bucket_mask_) * width(); }
    std::size_t width() const { return has_two() ? 2 : 1; }
    std::span<Entry> bucket(std::uint64_t key) { return {entries_.get() + first_of(key), width()}; }
    std::span<const Entry> bucket(std::uint64_t key) const { return {entries_.get() + first_of(key), width()}; }

    Replacement replacement_;
    std::size_t size_;
    ZeroPages<Entry> entries_;
    std::uint64_t bucket_mask_;
};

static_assert(sizeof(TranspositionTable::Entry) == 24);

}  // namespace gamegrove
