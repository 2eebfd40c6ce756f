#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "games/connect_four/position.h"
#include "games/moves_text.h"
#include "games/symmetry.h"
#include "text/grid.h"

namespace gamegrove::connect_four {

/// A position on the usual board or on any other.
struct AnyPosition : std::variant<Position<Standard>, Position<Flexible>> {
    using variant::variant;
};

/// What the caller asks for; a size that is not given is taken from the text, and is 7x6 when that does not tell.
struct Options {
    std::optional<std::pair<int, int>> size;
    std::optional<int> in_a_row;
};

/// A position from any of its texts: columns from the start (`4455`), the compact line, or a drawing.
AnyPosition read(std::string_view text, const Options& options);

template <class B>
constexpr Frame frame(const Position<B>& position) {
    const Rules& rules = position.layout().rules;
    return {.width = rules.width,
            .height = rules.height,
            .stride = rules.height + 1,
            .by_columns = true,
            .from_bottom = true,
            .columns = Columns::numbers};
}

template <class B>
std::string notation(const Position<B>& position, Move move) {
    return frame(position).notation(move);
}

template <class B>
Grid grid(const Position<B>& position) {
    const bool first_moves = position.turn() == Side::first;
    return grid_of(frame(position), first_moves ? position.mover() : position.opponent(),
                   first_moves ? position.opponent() : position.mover(), position.turn());
}

/// `connect-four` with the options that differ from the usual ones.
std::string spec(const Rules& rules);

template <class B>
std::string spec(const Position<B>& position) {
    return spec(position.layout().rules);
}

template <class B>
constexpr std::array<std::string_view, 2> players(const Position<B>&) {
    return {"red", "yellow"};
}

/// The columns that a record names, numbered from 0, with their places in it.
std::vector<std::pair<int, Place>> read_columns(std::string_view text, int width);

/// The cell on which a disc dropped into a column comes to rest, if the game goes on and the column is not full.
template <class B>
Move drop(const Position<B>& position, int column, Place place) {
    for (const Move move : position.moves())
        if (frame(position).column_of(move.index) == column) return move;
    const std::string name = "column " + std::to_string(column + 1);
    if (position.moves().empty()) throw IllegalMove(name + " cannot be played: the game is over", place);
    throw IllegalMove(name + " is not legal: it is full", place);
}

template <class B>
Played<Position<B>> play(const Position<B>& start, std::string_view text) {
    Played<Position<B>> played{start, {}};
    for (const auto& [column, place] : read_columns(text, frame(start).width))
        played.play(drop(played.position, column, place));
    return played;
}

/// Moves as a record: digits, with spaces between them where a column may have two. A comma behind a lone move marks it
/// as one there: 11 could be read as 1 1.
template <class B>
std::string write_moves(const Position<B>& start, const std::vector<Move>& moves) {
    const bool digits = frame(start).width <= 9;
    std::string text;
    for (const Move move : moves) text += (digits || text.empty() ? "" : " ") + notation(start, move);
    return digits || moves.size() != 1 ? text : text + ",";
}

template <class B>
Move read_move(const Position<B>& position, std::string_view text) {
    const int width = frame(position).width;
    const std::string_view word = trimmed(text);
    Scanner scanner(word);
    const int number = scanner.take_number(width).value_or(0);
    if (number < 1 || !scanner.at_end())
        throw InvalidText(quoted(word) + " is no column; the columns are 1 to " + std::to_string(width));
    return drop(position, number - 1, {});
}

/// Why an ended game has ended.
template <class B>
std::string ending(const Position<B>& position) {
    if (!position.is_lost()) return "the board is full";
    return std::to_string(position.layout().rules.in_a_row) + " in a row";
}

template <class B>
constexpr std::span<const Symmetry> symmetries(const Position<B>&) {
    return symmetries_with_gravity;
}

template <class B>
Position<B> transformed(const Position<B>& position, Symmetry symmetry) {
    const Frame f = frame(position);
    return {position.board(), image(position.mover(), f, symmetry), image(position.discs(), f, symmetry)};
}

}  // namespace gamegrove::connect_four
