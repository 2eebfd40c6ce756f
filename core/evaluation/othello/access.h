#pragma once

#include "evaluation/feature.h"
#include "evaluation/othello/regions.h"
#include "games/othello/position.h"

namespace gamegrove::othello {

/// The regions of empty cells into which each side can play.
template <class B>
Balance access(const Position<B>& position) {
    const auto own = B::moves(position.mover(), position.opponent());
    const auto others = B::moves(position.opponent(), position.mover());
    Balance balance;
    for_each_region<B>(empty_cells<B>(position.mover(), position.opponent()), [&](const auto& region) {
        balance.mine += (own & region).any() ? 1 : 0;
        balance.theirs += (others & region).any() ? 1 : 0;
    });
    return balance;
}

}  // namespace gamegrove::othello
