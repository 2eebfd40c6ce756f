#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "evaluation/feature.h"
#include "games/othello/landmarks.h"
#include "games/othello/position.h"

/// What the edges are worth, four ways: a value for every state of an edge, one weight for each of its squares, a
/// table for the corners with weights for the squares between them, and a value for every state of the edge with both
/// X squares. Each is made for one edge and used for all four. Values are tenths of a disc.
///
/// No value is typed in; all come from playing on a lone edge. Its state is what stands on its squares, written in
/// base 3 (0 empty, 1 mine, 2 theirs), the first square as the lowest digit; the X squares, if they belong to it, come
/// last, the first square's first. The method, from full edges to emptier ones:
///
///     as it stands   discs are worth 1, corners 4, X squares 0: mine minus theirs. A full edge is worth that.
///     my turn        I may play on any empty square or elsewhere. A play that flips discs along the edge is always
///                    possible; one that does not is possible with the chance below, because lines from the inside
///                    are needed. I play the best of the possible plays, and elsewhere if none is better than the
///                    edge as it stands. The expected value of that is what my turn is worth.
///     the value      nobody knows whose turn it will be: half of what my turn is worth, less half of what theirs is.
///
/// A chance of 1/2 for every square but the corners; for a corner 1/2 if the opponent stands on its X square, else
/// 1/10, and 1/5 if the state does not say what is on the X square.
///
/// The smaller tables are the best approximations of the large ones, by least squares over all states, each taken as
/// often as any other. As squares are then independent, that is an average: the weight of a square is the mean of
/// value times owner (1, 0, -1) divided by 2/3, the worth of a corner's state is the mean of all edges that have it.
namespace gamegrove::othello {

/// A value for every state of an edge.
struct StateTable {
    int squares = 0;  ///< how many squares a state has
    std::vector<std::int16_t> value;
};

/// A table for every state of corner, both C squares and X square, in this order of digits; and a weight for each of
/// the squares between the C squares of an edge.
struct CornerTable {
    std::vector<std::int16_t> corner;
    std::vector<std::int16_t> middle;
};

/// The tables for edges of a length; made once and kept.
const StateTable& edge_states(int size);
const StateTable& wide_edge_states(int size);
const std::vector<std::int16_t>& edge_squares(int size);
const CornerTable& edge_corners(int size);

/// The cells of the four edges: the squares from one end to the other, then the X squares.
template <class B>
inline constexpr auto edge_lines = [] {
    constexpr int n = B::size;
    std::array<std::array<int, n + 2>, 4> lines{};
    for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        lines[0][at] = B::cell_at(i, 0);
        lines[1][at] = B::cell_at(n - 1, i);
        lines[2][at] = B::cell_at(n - 1 - i, n - 1);
        lines[3][at] = B::cell_at(0, n - 1 - i);
    }
    const std::array x_squares = {B::cell_at(1, 1), B::cell_at(n - 2, 1), B::cell_at(n - 2, n - 2),
                                  B::cell_at(1, n - 2)};
    for (std::size_t edge = 0; edge < 4; ++edge) {
        lines[edge][n] = x_squares[edge];
        lines[edge][n + 1] = x_squares[(edge + 1) % 4];
    }
    return lines;
}();

/// 0, 1 or 2 for an empty cell, one of the mover's and one of the opponent's.
template <class B>
int digit(const Position<B>& position, int cell) {
    return static_cast<int>(position.mover().test(cell)) + 2 * static_cast<int>(position.opponent().test(cell));
}

/// The state of the first `count` squares of a line.
template <class B, class Line>
int state_of(const Position<B>& position, const Line& line, int count) {
    int state = 0;
    for (int i = count - 1; i >= 0; --i) state = 3 * state + digit(position, line[static_cast<std::size_t>(i)]);
    return state;
}

/// 1, 0 or -1 for a cell of the mover's, an empty one and one of the opponent's.
template <class B>
int owner(const Position<B>& position, int cell) {
    return static_cast<int>(position.mover().test(cell)) - static_cast<int>(position.opponent().test(cell));
}

/// Adds up the values of the edges: those in the mover's favour are its own.
inline void add_edge(Balance& balance, Value value) { (value > 0 ? balance.mine : balance.theirs) += std::abs(value); }

template <class B>
Balance by_states(const Position<B>& position, const StateTable& table) {
    Balance balance;
    for (const auto& line : edge_lines<B>)
        add_edge(balance, table.value[static_cast<std::size_t>(state_of(position, line, table.squares))]);
    return balance;
}

template <class B>
Balance by_squares(const Position<B>& position, const std::vector<std::int16_t>& weights) {
    Balance balance;
    for (const auto& line : edge_lines<B>) {
        Value value = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) value += weights[i] * owner(position, line[i]);
        add_edge(balance, value);
    }
    return balance;
}

/// Corners and the squares between them count by themselves, so that no corner belongs to one of its edges only.
template <class B>
Balance by_corners(const Position<B>& position, const CornerTable& table) {
    Balance balance;
    for (std::size_t edge = 0; edge < 4; ++edge) {
        const auto& line = edge_lines<B>[edge];
        const auto& before = edge_lines<B>[(edge + 3) % 4];
        const std::array corner = {line[0], line[1], before[B::size - 2], line[B::size]};
        add_edge(balance, table.corner[static_cast<std::size_t>(state_of(position, corner, 4))]);
        Value middle = 0;
        for (std::size_t i = 0; i < table.middle.size(); ++i) middle += table.middle[i] * owner(position, line[i + 2]);
        add_edge(balance, middle);
    }
    return balance;
}

}  // namespace gamegrove::othello
