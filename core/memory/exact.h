#pragma once

#include <unordered_map>

#include "algorithms/values.h"
#include "observation/watcher.h"

namespace gamegrove {

/// The memory that keeps everything, for proofs: it has no collisions and forgets nothing. A bound answers for its own
/// depth only; the move is told for any depth.
template <Position P>
class ExactMemory {
public:
    Bounds recall(const P& position, int depth) const {
        Bounds known;
        if (const auto at = bounds_.find({position, depth}); at != bounds_.end()) known = at->second;
        if (known.move != Move::none()) return known;
        if (const auto at = moves_.find(position); at != moves_.end()) known.move = at->second;
        return known;
    }

    void remember(const P& position, int depth, Bounds bounds) {
        Bounds& known = bounds_[{position, depth}];
        known = merged(known, bounds);
        if (bounds.move != Move::none()) moves_[position] = bounds.move;
    }

    static constexpr bool is_careless() { return false; }
    void forget() {
        bounds_.clear();
        moves_.clear();
    }

    std::size_t bytes() const {
        return bounds_.size() * (sizeof(std::pair<const Searched, Bounds>) + overhead) +
               moves_.size() * (sizeof(std::pair<const P, Move>) + overhead);
    }

private:
    /// What an entry of a node-based hash table takes besides: links, hash, the allocator's header and rounding, and
    /// its share of the buckets, which double when they are full.
    static constexpr std::size_t overhead = 64;

    struct Searched {
        P position;
        int depth;

        friend bool operator==(const Searched&, const Searched&) = default;
    };
    struct SearchedHash {
        std::size_t operator()(const Searched& searched) const {
            return mixed(searched.position.key() ^ static_cast<std::uint64_t>(searched.depth));
        }
    };

    std::unordered_map<Searched, Bounds, SearchedHash> bounds_;
    std::unordered_map<P, Move, KeyHash> moves_;
};

}  // namespace gamegrove
