#include "games/tree/text.h"

#include <algorithm>

namespace gamegrove::tree {
namespace {

/// The children that bear a name.
std::vector<Move> children_named(const Position& position, std::string_view name) {
    std::vector<Move> found;
    for (const Move move : position.moves())
        if (position.after(move).here().name == name) found.push_back(move);
    return found;
}

/// The numbers of some moves, the first few of them.
std::string numbers(const std::vector<Move>& moves) {
    constexpr std::size_t enough = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(moves.size(), enough); ++i)
        text += (text.empty() ? "" : " or ") + std::to_string(moves[i].index + 1);
    return moves.size() > enough ? text + " or ..." : text;
}

}  // namespace

std::string notation(const Position& position, Move move) {
    const Tree::Node& child = position.after(move).here();
    return child.name.empty() || child.shares_name ? std::to_string(move.index + 1) : child.name;
}

Move read_move(const Position& position, std::string_view text, Place place) {
    const std::string_view word = trimmed(text);
    if (word.empty()) throw InvalidText("an empty text is no move; write a child's name or number", place);
    const std::vector<Move> named = children_named(position, word);
    if (named.size() == 1) return named[0];
    if (named.size() > 1)
        throw AmbiguousMove(std::to_string(named.size()) + " children are called " + quoted(word) + "; say " +
                                numbers(named) + ", their number, instead",
                            place);
    const int count = position.moves().size();
    if (count == 0) throw IllegalMove(quoted(word) + " cannot be played: this node is a leaf", place);
    Scanner scanner(word);
    const bool is_number = is_digit(word[0]);
    const int number = scanner.take_number(count).value_or(0);
    if (is_number && scanner.at_end() && number >= 1) return Move{static_cast<std::int16_t>(number - 1)};
    throw IllegalMove(quoted(word) + " is no child of this node, which has " + std::to_string(count), place);
}

namespace {

Played<Position> play(const Position& start, Scanner& scanner) {
    Played<Position> played{start, {}};
    for (scanner.take_while(separates_moves); !scanner.at_end(); scanner.take_while(separates_moves)) {
        const Place place = scanner.place();
        const std::string_view word = scanner.take_while([](char c) { return !separates_moves(c); });
        played.play(read_move(played.position, word, place));
    }
    return played;
}

}  // namespace

Played<Position> play(const Position& start, std::string_view text) {
    Scanner scanner(text);
    return play(start, scanner);
}

AnyPosition read(std::string_view text) {
    Scanner scanner(text);
    const Position root(Tree::read(scanner));
    if (!scanner.at_end()) scanner.take();  // the @ that ends the tree
    return play(root, scanner).position;
}

std::string write(const Position& position) {
    std::string way;
    for (int node = position.node(); position.tree().node(node).parent >= 0; node = position.tree().node(node).parent) {
        const Position parent(position.shared_tree(), position.tree().node(node).parent);
        const auto& siblings = parent.here().children;
        const auto index = std::find(siblings.begin(), siblings.end(), node) - siblings.begin();
        way = " " + notation(parent, Move{static_cast<std::int16_t>(index)}) + way;
    }
    return position.tree().text() + (way.empty() ? "" : " @" + way);
}

}  // namespace gamegrove::tree
