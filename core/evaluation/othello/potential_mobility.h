#pragma once

#include "evaluation/feature.h"
#include "games/othello/landmarks.h"
#include "games/othello/position.h"

namespace gamegrove::othello {

/// The empty cells that touch a disc of the other side: where moves may come to be.
template <class B>
Balance potential_mobility(const Position<B>& position) {
    const auto empty = empty_cells<B>(position.mover(), position.opponent());
    return {(spread<B>(position.opponent()) & empty).count(), (spread<B>(position.mover()) & empty).count()};
}

}  // namespace gamegrove::othello
