#pragma once

#include "evaluation/cell_weights.h"
#include "games/othello/text.h"

namespace gamegrove::othello {

/// A static weight for every square of a board of this size, from its distances x and y to the nearest edges. The
/// larger the board, the more a corner is worth, as more discs hang on it. On 8x8:
///
///     100 -20  10   5
///     -20 -50  -2  -2
///      10  -2   1   1
///       5  -2   1   1
constexpr Value square_weight(int size, int x, int y) {
    if (x + y == 0) return 12 * size + 4;
    if (x + y == 1) return -20;
    if (x == 1 && y == 1) return size == 4 ? 0 : -50;  // on 4x4 the game begins there
    if (x == 0 || y == 0) return x + y == 2 ? 10 : 5;
    return x == 1 || y == 1 ? -2 : 1;
}

template <class B>
CellWeights<typename B::Bits> square_weights(const Position<B>& position) {
    return {frame(position), [](int column, int row) {
                return square_weight(B::size, std::min(column, B::size - 1 - column), std::min(row, B::size - 1 - row));
            }};
}

}  // namespace gamegrove::othello
