#pragma once

#include "evaluation/othello/stability.h"

namespace gamegrove::othello {

/// The most that the mover can score, because discs of the opponent are stable; looked at only if it could matter,
/// that is when the score must be above a high alpha.
template <class B>
int stable_bound(const typename B::Bits& mover, const typename B::Bits& opponent, int alpha) {
    constexpr int all = B::cells.count();
    if (alpha < all / 5 || all - 2 * opponent.count() > alpha) return all;
    return all - 2 * StableDiscs<B>(empty_cells<B>(mover, opponent)).of(opponent).count();
}

}  // namespace gamegrove::othello
