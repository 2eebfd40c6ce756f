#pragma once

#include "evaluation/feature.h"
#include "games/othello/landmarks.h"
#include "games/othello/position.h"

/// Discs that give a corner away: bad to have as long as that corner is empty, harmless afterwards.
namespace gamegrove::othello {

/// The discs on the given squares of the corners that are still empty.
template <class B>
Balance beside_empty_corners(const Position<B>& position, typename B::Bits CornerRegion<B>::* squares) {
    const auto empty = empty_cells<B>(position.mover(), position.opponent());
    Balance balance;
    for (const CornerRegion<B>& region : corner_regions<B>) {
        if (!(region.corner & empty).any()) continue;
        balance.mine += (position.mover() & region.*squares).count();
        balance.theirs += (position.opponent() & region.*squares).count();
    }
    return balance;
}

template <class B>
Balance x_squares(const Position<B>& position) {
    return beside_empty_corners(position, &CornerRegion<B>::x_square);
}

template <class B>
Balance c_squares(const Position<B>& position) {
    return beside_empty_corners(position, &CornerRegion<B>::c_squares);
}

}  // namespace gamegrove::othello
