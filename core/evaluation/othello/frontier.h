#pragma once

#include "evaluation/feature.h"
#include "games/othello/landmarks.h"
#include "games/othello/position.h"

namespace gamegrove::othello {

/// The discs that touch an empty cell: the opponent may come to play beside them.
template <class B>
Balance frontier(const Position<B>& position) {
    const auto exposed = spread<B>(empty_cells<B>(position.mover(), position.opponent()));
    return {(position.mover() & exposed).count(), (position.opponent() & exposed).count()};
}

}  // namespace gamegrove::othello
