#pragma once

#include "evaluation/feature.h"
#include "games/othello/landmarks.h"
#include "games/othello/position.h"

namespace gamegrove::othello {

/// Who will play last if nobody passes and every cell is filled.
template <class B>
Balance parity(const Position<B>& position) {
    const bool mover_is_last = empty_cells<B>(position.mover(), position.opponent()).count() % 2 == 1;
    return {mover_is_last ? 1 : 0, mover_is_last ? 0 : 1};
}

}  // namespace gamegrove::othello
