#pragma once

#include "evaluation/feature.h"
#include "games/othello/landmarks.h"
#include "games/othello/position.h"

namespace gamegrove::othello {

/// The discs in the corners, which nobody can turn over.
template <class B>
Balance corners(const Position<B>& position) {
    return {(position.mover() & corner_cells<B>).count(), (position.opponent() & corner_cells<B>).count()};
}

}  // namespace gamegrove::othello
