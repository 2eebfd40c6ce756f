#pragma once

#include "evaluation/feature.h"
#include "games/othello/landmarks.h"
#include "games/othello/position.h"

namespace gamegrove::othello {

/// The discs at the rim outside the corners.
template <class B>
Balance edge_discs(const Position<B>& position) {
    constexpr auto cells = edge_cells<B> & ~corner_cells<B>;
    return {(position.mover() & cells).count(), (position.opponent() & cells).count()};
}

}  // namespace gamegrove::othello
