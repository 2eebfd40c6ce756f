#pragma once

#include <array>
#include <cstdint>

#include "games/othello/landmarks.h"
#include "games/othello/position.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

/// What the last cells of a game are worth. All discs are counted as the rules of the position say.
namespace gamegrove::othello {

#if defined(__BMI2__)
/// How many discs a disc on 8x8 turns over along a line, by its place on the line and the mover's discs there, when
/// all other cells of the line are the opponent's.
inline constexpr auto flips_on_full_line = [] {
    std::array<std::array<std::uint8_t, 256>, 8> counts{};
    for (int place = 0; place < 8; ++place)
        for (int mine = 0; mine < 256; ++mine) {
            int flipped = 0;
            for (int above = place + 1; above < 8; ++above)
                if ((mine >> above & 1) != 0) {
                    flipped += above - place - 1;
                    break;
                }
            for (int below = place - 1; below >= 0; --below)
                if ((mine >> below & 1) != 0) {
                    flipped += place - below - 1;
                    break;
                }
            counts[static_cast<std::size_t>(place)][static_cast<std::size_t>(mine)] =
                static_cast<std::uint8_t>(flipped);
        }
    return counts;
}();

/// The four lines through a cell of 8x8, and the place of the cell on each of them.
struct LinesThrough {
    std::uint64_t line[4];
    std::uint8_t place[4];
};

inline constexpr auto lines_through = [] {
    std::array<LinesThrough, 64> all{};
    for (int cell = 0; cell < 64; ++cell) {
        constexpr int across[4] = {1, 0, 1, -1};
        constexpr int down[4] = {0, 1, 1, 1};
        for (int axis = 0; axis < 4; ++axis) {
            int column = cell % 8;
            int row = cell / 8;
            const auto is_inside = [](int c, int r) { return c >= 0 && c < 8 && r >= 0 && r < 8; };
            while (is_inside(column - across[axis], row - down[axis])) {
                column -= across[axis];
                row -= down[axis];
            }
            LinesThrough& through = all[static_cast<std::size_t>(cell)];
            for (; is_inside(column, row); column += across[axis], row += down[axis]) {
                const int each = 8 * row + column;
                if (each < cell) ++through.place[axis];
                through.line[axis] |= std::uint64_t{1} << each;
            }
        }
    }
    return all;
}();
#endif

/// How many discs the mover would turn over on the last empty cell of the board.
template <class B>
int flips_on_last_cell(const typename B::Bits& mover, int cell) {
#if defined(__BMI2__)
    if constexpr (B::size == 8) {
        const LinesThrough& through = lines_through[static_cast<std::size_t>(cell)];
        int flipped = 0;
        for (int axis = 0; axis < 4; ++axis)
            flipped += flips_on_full_line[through.place[axis]][_pext_u64(mover.word[0], through.line[axis])];
        return flipped;
    }
#endif
    return B::flips(mover, B::cells & ~(mover | B::Bits::of(cell)), cell).count();
}

/// The quarters of a board: a side likes to play where an odd number of cells is left, since it then plays last there.
template <class B>
inline constexpr auto quarters = [] {
    std::array<typename B::Bits, 4> cells{};
    for (int row = 0; row < B::size; ++row)
        for (int column = 0; column < B::size; ++column) {
            const int quarter = 2 * (2 * row / B::size) + 2 * column / B::size;
            if (B::is_cell(column, row))
                cells[static_cast<std::size_t>(quarter)] |= B::Bits::of(B::cell_at(column, row));
        }
    return cells;
}();

/// The number of the quarter that a cell is in.
template <class B>
inline constexpr auto quarter_of = [] {
    std::array<std::uint8_t, B::Bits::capacity> numbers{};
    for (std::size_t i = 0; i < 4; ++i)
        for_each_bit(quarters<B>[i],
                     [&](int cell) { numbers[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(i); });
    return numbers;
}();

/// All cells of the quarters in which the number of empty cells is odd.
template <class B>
typename B::Bits odd_quarters(const typename B::Bits& empty) {
    typename B::Bits odd;
    for (const auto& quarter : quarters<B>)
        if (((empty & quarter).count() & 1) != 0) odd |= quarter;
    return odd;
}

}  // namespace gamegrove::othello
