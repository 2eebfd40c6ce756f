#pragma once

#include <array>

#include "games/othello/board.h"

/// The places of an Othello board that have names: corners, edges, and the cells beside them.
///
///     corner  C  A  B  B  A  C  corner        C: on the edge, beside a corner
///       C     X  .  .  .  .  X    C           X: diagonally beside a corner
///       A     .  .  .  .  .  .    A
namespace gamegrove::othello {

/// The cells for which `belongs` holds, asked with their distances from the nearest edges of both directions.
template <class B, class Predicate>
constexpr typename B::Bits cells_where(Predicate belongs) {
    typename B::Bits cells;
    for (int row = 0; row < B::size; ++row)
        for (int column = 0; column < B::size; ++column) {
            const int x = column < B::size - 1 - column ? column : B::size - 1 - column;
            const int y = row < B::size - 1 - row ? row : B::size - 1 - row;
            if (belongs(x, y)) cells |= B::Bits::of(B::cell_at(column, row));
        }
    return cells & B::cells;
}

template <class B>
inline constexpr auto corner_cells = cells_where<B>([](int x, int y) { return x + y == 0; });
/// All cells at the rim, the corners among them.
template <class B>
inline constexpr auto edge_cells = cells_where<B>([](int x, int y) { return x == 0 || y == 0; });

/// What stands around one corner.
template <class B>
struct CornerRegion {
    typename B::Bits corner;
    typename B::Bits x_square;
    typename B::Bits c_squares;
};

template <class B>
inline constexpr auto corner_regions = [] {
    std::array<CornerRegion<B>, 4> regions;
    constexpr int last = B::size - 1;
    for (int i = 0; i < 4; ++i) {
        const int column = i % 2 == 0 ? 0 : last;
        const int row = i / 2 == 0 ? 0 : last;
        const int inner_column = column == 0 ? 1 : last - 1;
        const int inner_row = row == 0 ? 1 : last - 1;
        regions[static_cast<std::size_t>(i)] = {
            B::Bits::of(B::cell_at(column, row)), B::Bits::of(B::cell_at(inner_column, inner_row)),
            B::Bits::of(B::cell_at(inner_column, row)) | B::Bits::of(B::cell_at(column, inner_row))};
    }
    return regions;
}();

/// Moves bits by one step along an axis; what would leave the board or wrap round its edge is lost.
template <class B, int step>
constexpr typename B::Bits stepped(const typename B::Bits& bits) {
    if constexpr (B::stride != B::size) {
        return bits.template shifted<step>() & B::cells;  // the guard column takes what wraps
    } else {
        constexpr int columns = ((step % B::stride) + B::stride + 1) % B::stride - 1;  // -1, 0 or 1
        constexpr auto column = [](int which) {
            typename B::Bits cells;
            for (int row = 0; row < B::size; ++row) cells |= B::Bits::of(B::cell_at(which, row));
            return cells;
        };
        constexpr auto landing = columns == 0 ? B::cells : B::cells & ~column(columns > 0 ? 0 : B::size - 1);
        return bits.template shifted<step>() & landing;
    }
}

/// The cells that touch one of `bits`, and those bits themselves.
template <class B>
constexpr typename B::Bits spread(const typename B::Bits& bits) {
    // The holes of the 96-cell board must not stop a step that only passes beside them, so all eight steps are taken.
    return bits | stepped<B, 1>(bits) | stepped<B, -1>(bits) | stepped<B, B::stride>(bits) |
           stepped<B, -B::stride>(bits) | stepped<B, B::stride + 1>(bits) | stepped<B, -B::stride - 1>(bits) |
           stepped<B, B::stride - 1>(bits) | stepped<B, 1 - B::stride>(bits);
}

template <class B>
constexpr typename B::Bits empty_cells(const typename B::Bits& mover, const typename B::Bits& opponent) {
    return B::cells & ~(mover | opponent);
}

}  // namespace gamegrove::othello
