#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "games/moves_text.h"
#include "games/symmetry.h"
#include "games/tree/tree.h"

namespace gamegrove::tree {

struct AnyPosition : std::variant<Position> {
    using variant::variant;
};

/// A tree's text, and optionally behind an `@` the moves that lead from its root to the position.
AnyPosition read(std::string_view text);

/// The tree on one line, and behind an `@` the way to this node.
std::string write(const Position& position);

/// A child's name, or its number counted from 1 where it has no name or shares it with a sibling.
std::string notation(const Position& position, Move move);

Move read_move(const Position& position, std::string_view text, Place place = {});
Played<Position> play(const Position& start, std::string_view text);

inline std::string write_moves(const Position& start, const std::vector<Move>& moves) {
    return spaced_moves(start, moves);
}

inline std::string ending(const Position&) { return "a leaf of the tree"; }

inline std::array<std::string_view, 2> players(const Position&) { return {"max", "min"}; }

inline std::span<const Symmetry> symmetries(const Position&) { return std::span(symmetries_of_square).first<1>(); }

inline Position transformed(const Position& position, Symmetry) { return position; }

}  // namespace gamegrove::tree
