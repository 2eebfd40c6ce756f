#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "games/moves_text.h"
#include "games/othello/position.h"
#include "games/symmetry.h"
#include "text/grid.h"

namespace gamegrove::othello {

/// A position on any of the boards.
struct AnyPosition : std::variant<Position<Board4>, Position<Board6>, Position<Board8>, Position<Board10>,
                                  Position<Board12>, Position<Board96>> {
    using variant::variant;

    /// For std::visit with a lambda that names the board.
    const variant& as_variant() const { return *this; }
};

/// What the caller asks for; a board that is not named is taken from the text, and is 8x8 when that does not tell.
struct Options {
    std::optional<std::string> board;
    Empties empties = Empties::to_nobody;
};

/// A position from any of its texts: moves from the start (`f5d6c3`, passes may be left out), the compact line, a
/// drawing, or all cells in one word with the side to move behind it. An empty text is the start position.
AnyPosition read(std::string_view text, const Options& options);

template <class B>
constexpr Frame frame(const Position<B>&) {
    return {.width = B::size, .height = B::size, .stride = B::stride};
}

template <class B>
std::string notation(const Position<B>& position, Move move) {
    return frame(position).notation(move);
}

template <class B>
Grid grid(const Position<B>& position) {
    Grid grid = grid_of(frame(position), position.discs(Side::first), position.discs(Side::second), position.turn());
    for (int row = 0; row < B::size; ++row)
        for (int column = 0; column < B::size; ++column)
            if (!B::is_cell(column, row)) grid.cells[static_cast<std::size_t>(row * B::size + column)] = '#';
    return grid;
}

/// All cells in one word and the side to move, as problem collections write positions.
template <class B>
std::string cell_line(const Position<B>& position) {
    std::string line;
    for (const char cell : grid(position).cells)
        if (cell != '#') line += cell == '.' ? '-' : cell;
    return line + ' ' + symbol(position.turn());
}

/// `othello` with the options that differ from the usual ones.
template <class B>
std::string spec(const Position<B>& position) {
    std::string options;
    if (B::name() == "96")
        options = "board=96";
    else if (B::size != 8)
        options = "size=" + std::string(B::name());
    if (position.empties() == Empties::to_winner)
        options += (options.empty() ? "" : ",") + std::string("empties-to-winner=true");
    return options.empty() ? "othello" : "othello:" + options;
}

/// What the two sides are called on this board; the 96-cell board is played in white and red.
template <class B>
constexpr std::array<std::string_view, 2> players(const Position<B>&) {
    if (B::name() == "96") return {"white", "red"};
    return {"black", "white"};
}

/// Why the rules forbid a move that moves() does not have.
template <class B>
std::string objection(const Position<B>& position, Move move) {
    if (move == Move::pass()) return "a side that can move may not pass";
    const Frame f = frame(position);
    if (!B::is_cell(f.column_of(move.index), f.row_of(move.index))) return "the board has no such cell";
    if ((position.mover() | position.opponent()).test(move.index)) return "the cell is taken";
    if (position.moves().contains(Move::pass()))
        return std::string(1, symbol(position.turn())) + " cannot move and must pass";
    return "it flips no disc";
}

template <class B>
Played<Position<B>> play(const Position<B>& start, std::string_view text) {
    return play_cells(start, text);
}

/// Moves as a record. Forced passes are left out as usual, but for one at the end.
template <class B>
std::string write_moves(const Position<B>& start, const std::vector<Move>& moves) {
    std::string text;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i] != Move::pass())
            text += notation(start, moves[i]);
        else if (i + 1 == moves.size())
            text += "--";
    }
    return text;
}

template <class B>
Move read_move(const Position<B>& position, std::string_view text) {
    return read_cell_move(position, text);
}

/// Why an ended game has ended.
template <class B>
std::string ending(const Position<B>& position) {
    const bool full = (position.mover() | position.opponent()) == B::cells;
    return full ? "the board is full" : "neither side can move";
}

template <class B>
constexpr std::span<const Symmetry> symmetries(const Position<B>&) {
    return symmetries_of_square;
}

template <class B>
Position<B> transformed(const Position<B>& position, Symmetry symmetry) {
    const Frame f = frame(position);
    return {image(position.mover(), f, symmetry), image(position.opponent(), f, symmetry), position.turn(),
            position.empties()};
}

}  // namespace gamegrove::othello
