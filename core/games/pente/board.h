#pragma once

#include "bits/bits.h"
#include "games/pente/rules.h"

namespace gamegrove::pente {

/// A game's rules with the masks that follow from them. Rows are numbered from the bottom, every row is followed by at
/// least one guard cell, so that a step off the board lands on a cell that is never occupied:
///
///     3  16 17 18 .. ..          3x3 on a stride of 8: a1 is 0, c3 is 18
///     2   8  9 10 .. ..
///     1   0  1  2 .. ..
///         a  b  c
template <int Stride, int Words>
class Board {
public:
    static constexpr int stride = Stride;
    using Bits = gamegrove::Bits<Words>;

    static constexpr bool fits(const Rules& rules) {
        return rules.width < stride && (rules.height - 1) * stride + rules.width <= Bits::capacity;
    }

    explicit Board(const Rules& r) : rules(r) {
        int nearest = 2 * largest_side;
        for_each_cell([&](int column, int row) {
            const int distance = twice_distance_from_centre(rules, column, row);
            if (distance < nearest) nearest = distance;
        });
        for_each_cell([&](int column, int row) {
            const Bits cell = Bits::of(cell_at(column, row));
            const int distance = twice_distance_from_centre(rules, column, row);
            cells |= cell;
            if (distance == nearest) centre |= cell;
            if (distance > 2 * rules.opening_box.value_or(0)) outside_box |= cell;
        });
    }

    static constexpr int cell_at(int column, int row) { return row * stride + column; }

    const Rules rules;
    Bits cells;
    Bits centre;
    Bits outside_box;

private:
    template <class Visit>
    void for_each_cell(Visit visit) const {
        for (int row = 0; row < rules.height; ++row)
            for (int column = 0; column < rules.width; ++column) visit(column, row);
    }
};

using SmallBoard = Board<8, 1>;    ///< up to 7x8, among them tic-tac-toe
using MiddleBoard = Board<16, 4>;  ///< up to 15x16, among them gomoku and the Pente of 2003
using LargeBoard = Board<20, 6>;   ///< up to 19x19

/// The board of these rules; made once and kept for ever.
template <class BoardType>
const BoardType* board_of(const Rules& rules);

extern template const SmallBoard* board_of<SmallBoard>(const Rules&);
extern template const MiddleBoard* board_of<MiddleBoard>(const Rules&);
extern template const LargeBoard* board_of<LargeBoard>(const Rules&);

}  // namespace gamegrove::pente
