#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "games/moves_text.h"
#include "games/pente/position.h"
#include "games/symmetry.h"
#include "text/grid.h"

namespace gamegrove::pente {

/// A position on a board of any size.
struct AnyPosition : std::variant<Position<SmallBoard>, Position<MiddleBoard>, Position<LargeBoard>> {
    using variant::variant;
};

/// What the caller asks for: a preset, and what is to differ from it. A size that is not given is taken from the text.
struct Options {
    std::string preset = "pente";
    std::optional<std::pair<int, int>> size;
    std::optional<int> in_a_row;
    std::optional<bool> exactly;
    std::optional<Captures> captures;
    std::optional<std::optional<int>> opening_box;
};

/// A position from any of its texts: moves from the start (`k10 l11`), the compact line, or a drawing or board file
/// (in which the first player moves if nothing else is said).
AnyPosition read(std::string_view text, const Options& options);

template <class B>
constexpr Frame frame(const Position<B>& position) {
    const Rules& rules = position.rules();
    return {.width = rules.width,
            .height = rules.height,
            .stride = B::stride,
            .from_bottom = true,
            .columns = rules.skips_i ? Columns::letters_without_i : Columns::letters};
}

template <class B>
std::string notation(const Position<B>& position, Move move) {
    return frame(position).notation(move);
}

/// Stones captured by the first and by the second player.
template <class B>
std::pair<int, int> captured_by_side(const Position<B>& position) {
    const Captured captured = position.captured();
    if (position.turn() == Side::first) return {captured.by_mover, captured.by_opponent};
    return {captured.by_opponent, captured.by_mover};
}

template <class B>
Grid grid(const Position<B>& position) {
    Grid grid = grid_of(frame(position), position.stones(Side::first), position.stones(Side::second), position.turn());
    if (position.rules().captures != Captures::none) grid.captured = captured_by_side(position);
    return grid;
}

/// The name of the rules: a preset, with the options that differ from it.
std::string spec(const Rules& rules);

template <class B>
std::string spec(const Position<B>& position) {
    return spec(position.rules());
}

/// What the two sides are called: the Pente of 2003 was played in red and green.
std::array<std::string_view, 2> players(const Rules& rules);

template <class B>
std::array<std::string_view, 2> players(const Position<B>& position) {
    return players(position.rules());
}

template <class B>
std::string objection(const Position<B>& position, Move move) {
    if (move == Move::pass()) return "there are no passes in this game";
    if ((position.mover() | position.opponent()).test(move.index)) return "the cell is taken";
    if (!position.mover().any()) return "the first stone goes to the centre";
    return "the first player's second stone must be more than " + std::to_string(*position.rules().opening_box) +
           " cells from the centre";
}

template <class B>
Played<Position<B>> play(const Position<B>& start, std::string_view text) {
    return play_cells(start, text);
}

template <class B>
std::string write_moves(const Position<B>& start, const std::vector<Move>& moves) {
    return spaced_moves(start, moves);
}

template <class B>
Move read_move(const Position<B>& position, std::string_view text) {
    return read_cell_move(position, text);
}

/// Why an ended game has ended.
template <class B>
std::string ending(const Position<B>& position) {
    if (!position.is_lost()) return "the board is full";
    if (position.has_won_by_captures()) return std::to_string(position.captured().by_opponent) + " captured stones";
    return std::to_string(position.rules().in_a_row) + " in a row";
}

template <class B>
constexpr std::span<const Symmetry> symmetries(const Position<B>& position) {
    if (position.rules().width == position.rules().height) return symmetries_of_square;
    return symmetries_of_rectangle;
}

template <class B>
Position<B> transformed(const Position<B>& position, Symmetry symmetry) {
    const Frame f = frame(position);
    return {&position.board(), image(position.mover(), f, symmetry), image(position.opponent(), f, symmetry),
            position.turn(), position.captured()};
}

}  // namespace gamegrove::pente
