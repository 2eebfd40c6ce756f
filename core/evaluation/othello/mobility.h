#pragma once

#include "evaluation/feature.h"
#include "games/othello/position.h"

namespace gamegrove::othello {

/// The cells on which each side could play if it were its turn.
template <class B>
Balance mobility(const Position<B>& position) {
    return {B::moves(position.mover(), position.opponent()).count(),
            B::moves(position.opponent(), position.mover()).count()};
}

}  // namespace gamegrove::othello
