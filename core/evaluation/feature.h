#pragma once

#include <cstdlib>
#include <functional>
#include <string_view>

#include "games/position.h"

namespace gamegrove {

/// What a feature counts for the side to move, and for the other side.
struct Balance {
    Value mine = 0;
    Value theirs = 0;

    constexpr Value difference() const { return mine - theirs; }

    /// The difference as a share of both, from -100 to 100; 0 when there is nothing to share.
    constexpr double percent() const {
        const Value both = std::abs(mine) + std::abs(theirs);
        return both == 0 ? 0.0 : 100.0 * difference() / both;
    }

    constexpr Balance seen_by_opponent() const { return {theirs, mine}; }

    friend constexpr bool operator==(Balance, Balance) = default;
};

/// Counts one thing in the positions of one game. What depends on the board alone is worked out when it is made.
template <class P>
using Feature = std::function<Balance(const P&)>;

/// A feature that can be asked for by name.
template <class P>
struct NamedFeature {
    std::string_view name;
    std::string_view summary;
    Feature<P> (*make)(const P& start);
};

}  // namespace gamegrove
