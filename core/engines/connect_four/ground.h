#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "engines/connect_four/lanes.h"
#include "engines/connect_four/lines.h"
#include "games/connect_four/rules.h"

namespace gamegrove::connect_four {

/// What the solver knows of a board: masks, and questions about one position or about several side by side. The cells
/// are numbered as in Layout.
///
/// The follower is the side that makes the last move of a full board. When the other side, the leader, is to move, an
/// even number of cells is empty, so after his move there is a column with an odd number of empty cells, in which the
/// follower answers: the same column if it is one. Who gets a cell then depends on its row alone, counted from the top.
/// On 7x6 the second player follows, and F marks the rows that fall to him:
///
///      F F F F F F F
///      L L L L L L L
///      F F F F F F F
///      L L L L L L L
///      F F F F F F F
///      L L L L L L L
template <class BitsType>
struct Ground {
    using Bits = BitsType;

    Rules rules;
    Bits cells;          ///< all cells but the spare ones
    Bits bottom;         ///< the lowest cell of every column
    Bits spare;          ///< the spare cell on top of every column
    Bits leader_rows;    ///< the cells that fall to the leader
    Bits follower_rows;  ///< the cells that fall to the follower

    constexpr explicit Ground(const Rules& r) : rules(r) {
        const Layout<Bits> layout(r);
        cells = layout.cells;
        bottom = layout.bottom;
        spare = bottom << r.height;
        for (int row = 0; row < r.height; ++row) {
            (row % 2 == r.height % 2 ? leader_rows : follower_rows) |= bottom << row;
            low_rows_[row + 1] = low_rows_[row] | (bottom << row);
        }
    }

    constexpr int size() const { return rules.width * rules.height; }
    constexpr int stride() const { return rules.height + 1; }

    constexpr Bits column(int index) const { return (cells & ~(cells << stride())) << (index * stride()); }

    /// The cells of the lowest rows, so many of them.
    constexpr const Bits& low_rows(int count) const { return low_rows_[std::clamp(count, 0, rules.height)]; }

    /// Whether the side to move with so many stones on the board is the one that makes the last move.
    constexpr bool follower_moves(int stones) const { return stones % 2 != size() % 2; }

    /// The score of a side that wins at once with so many stones on the board: the stones it has left, the winning one
    /// included.
    constexpr int win_at(int stones) const { return (size() + 1 - stones) / 2; }

    [[gnu::always_inline]] Bits completing_cells(const Bits& side) const {
        return completing(Quad<Bits>::of(side), Steps(stride()), rules.in_a_row).folded();
    }

    template <int count>
    [[gnu::always_inline]] Lanes<Bits, count> completing_cells(const Lanes<Bits, count>& side) const {
        return in_all_directions([&](int step)
                                     __attribute__((always_inline)) { return completing(side, step, rules.in_a_row); });
    }

    /// The lines, told by their first cells, that a side could still complete and has begun.
    [[gnu::always_inline]] Quad<Bits> begun_lines(const Bits& side, const Bits& empty) const {
        const Steps steps(stride());
        return starts_of_lines(Quad<Bits>::of(side | empty), steps, rules.in_a_row) &
               starts_through(Quad<Bits>::of(side), steps, rules.in_a_row);
    }

    [[gnu::always_inline]] int count_through(const Bits& cell, const Quad<Bits>& lines) const {
        return (lines & starts_through(Quad<Bits>::of(cell), Steps(stride()), rules.in_a_row)).count();
    }

    template <int count>
    [[gnu::always_inline]] LaneSet having_lines(const Lanes<Bits, count>& side) const {
        return in_all_directions(
                   [&](int step) __attribute__((always_inline)) { return starts_of_lines(side, step, rules.in_a_row); })
            .occupied();
    }

    template <int count>
    [[gnu::always_inline]] Lanes<Bits, count> cells_on_lines(const Lanes<Bits, count>& set) const {
        return in_all_directions([&](int step)
                                     __attribute__((always_inline)) { return on_lines(set, step, rules.in_a_row); });
    }

    /// The lowest empty cell of every column that is not full, on a board or on several.
    template <class Set>
    [[gnu::always_inline]] constexpr Set playable(const Set& stones) const {
        return (stones + all<Set>(bottom)) & all<Set>(cells);
    }

    /// In every column the cells up to the lowest of `targets`, that one included; the whole column if there is none.
    template <class Set>
    [[gnu::always_inline]] Set up_to_lowest(const Set& targets) const {
        const Set marked = targets | all<Set>(spare);
        const Set less_one = ~(~marked + all<Set>(bottom));  // in every column
        return (marked ^ less_one) & all<Set>(cells);
    }

    /// The board, or several, seen in a mirror.
    template <class Set>
    [[gnu::always_inline]] Set mirrored(const Set& set) const {
        const Bits whole = cells | spare;
        const Bits first = whole & ~(whole << stride());
        Set image = set & all<Set>(rules.width % 2 != 0 ? first << (rules.width / 2 * stride()) : Bits{});
        for (int left = 0; left < rules.width / 2; ++left) {
            const int distance = (rules.width - 1 - 2 * left) * stride();
            const Set column = all<Set>(first << (left * stride()));
            image = image | ((set & column) << distance) | ((set >> distance) & column);
        }
        return image;
    }

    /// The same board in every lane, or the board itself.
    template <class Set>
    [[gnu::always_inline]] static constexpr Set all(const Bits& board) {
        if constexpr (std::is_same_v<Set, Bits>) {
            return board;
        } else {
            return Set::of(board);
        }
    }

private:
    std::array<Bits, Bits::capacity> low_rows_{};

    template <class Question>
    [[gnu::always_inline]] auto in_all_directions(Question question) const {
        return question(1) | question(stride()) | question(stride() + 1) | question(stride() - 1);
    }
};

/// The usual 7x6 board, known at compile time.
struct StandardGround {
    using Bits = gamegrove::Bits<1>;
    static constexpr int most_columns = 8;
    static constexpr Ground<Bits> ground{Rules{}};

    constexpr const Ground<Bits>& operator*() const { return ground; }
};

/// Any board of so many words with so many columns at most.
template <int words, int columns>
struct FlexibleGround {
    using Bits = gamegrove::Bits<words>;
    static constexpr int most_columns = columns;
    Ground<Bits> ground;

    const Ground<Bits>& operator*() const { return ground; }
};

}  // namespace gamegrove::connect_four
