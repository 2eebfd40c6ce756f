#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "games/position.h"
#include "text/frame.h"

namespace gamegrove {

/// The move if the rules allow it; else an IllegalMove that says why.
template <Position P>
Move checked(const P& position, Move move, Place place) {
    if (position.moves().contains(move)) return move;
    const std::string name = notation(position, move);
    if (position.moves().empty()) throw IllegalMove(name + " cannot be played: the game is over", place);
    throw IllegalMove(name + " is not legal: " + objection(position, move), place);
}

/// The moves of a record and the position they lead to.
template <Position P>
struct Played {
    P position;
    std::vector<Move> moves;

    void play(Move move) {
        position = position.after(move);
        moves.push_back(move);
    }
};

/// Where a move may be separated from the next one.
constexpr bool separates_moves(char c) { return is_space(c) || c == ',' || c == ';'; }

/// Two dashes, or as many letters as there are.
inline std::string_view take_word(Scanner& scanner) {
    int dashes = 0;
    if (scanner.peek() == '-') return scanner.take_while([&](char c) { return c == '-' && dashes++ < 2; });
    return scanner.take_while(is_letter);
}

/// Skips the number of a move, as in `12. f5`. Transcripts count moves, or pairs of them, so it says nothing more.
inline void skip_number(Scanner& scanner) {
    Scanner ahead = scanner;
    const std::string_view digits = ahead.take_while(is_digit);
    const std::string_view dots = ahead.take_while([](char c) { return c == '.'; });
    if (digits.empty() || dots.empty()) return;
    ahead.take_while(separates_moves);
    if (ahead.at_end()) throw InvalidText("no move follows the number " + quoted(digits), scanner.place());
    scanner = ahead;
}

/// Plays cells in the game's notation, with or without spaces between them and numbers before them. A pass that is
/// forced may be left out.
template <Position P>
Played<P> play_cells(const P& start, std::string_view text) {
    Played<P> played{start, {}};
    Scanner scanner(text);
    for (scanner.take_while(separates_moves); !scanner.at_end(); scanner.take_while(separates_moves)) {
        skip_number(scanner);
        Scanner ahead = scanner;
        const Place place = scanner.place();
        if (says_pass(take_word(ahead))) {
            scanner = ahead;
            played.play(checked(played.position, Move::pass(), place));
            continue;
        }
        if (!is_letter(scanner.peek()))
            throw InvalidText(quoted(scanner.take_character()) + " stands where a move should begin", place);
        const Move move = take_cell(scanner, frame(start));
        if (played.position.moves().contains(Move::pass())) played.play(Move::pass());
        played.play(checked(played.position, move, place));
    }
    return played;
}

/// Moves as a record, with spaces between them.
template <Position P>
std::string spaced_moves(P position, const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) {
        text += (text.empty() ? "" : " ") + notation(position, move);
        position = position.after(move);
    }
    return text;
}

/// The one move that a text names.
template <Position P>
Move read_cell_move(const P& position, std::string_view text) {
    const std::string_view word = trimmed(text);
    if (says_pass(word)) return checked(position, Move::pass(), {});
    Scanner scanner(word);
    const Move move = take_cell(scanner, frame(position));
    if (!scanner.at_end()) throw InvalidText(quoted(text) + " is more than one move");
    return checked(position, move, {});
}

}  // namespace gamegrove
