#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string_view>

namespace gamegrove::pente {

/// Which custodial captures there are: none, pairs (Pente), or pairs and triples (Keryo-Pente).
enum class Captures : unsigned char { none, pairs, triples };

constexpr std::string_view name_of(Captures captures) {
    switch (captures) {
        case Captures::pairs: return "pairs";
        case Captures::triples: return "triples";
        default: return "none";
    }
}

/// The smallest and the largest side of a board.
constexpr int smallest_side = 3;
constexpr int largest_side = 19;

/// The longest row that can be asked for. One that is longer than the board cannot be made: then only captures win.
constexpr int longest_row = 100;

/// Captured stones that win: five pairs in Pente, fifteen stones in Keryo-Pente.
constexpr int captures_that_win(Captures captures) { return captures == Captures::triples ? 15 : 10; }

/// The tournament rule: the first player's second stone at least three intersections from the centre.
constexpr int tournament_box = 2;

/// The rules of one game of the family of k in a row.
struct Rules {
    int width = 15;
    int height = 15;
    int in_a_row = 5;
    bool exactly = false;  ///< a longer row does not win
    Captures captures = Captures::none;
    /// The first player's first stone in the centre, his second more than so many cells away from it.
    std::optional<int> opening_box = std::nullopt;
    bool skips_i = false;  ///< columns ... h j k ..., as the Pente and Go worlds write them

    friend constexpr auto operator<=>(const Rules&, const Rules&) = default;
};

/// A set of rules that people know by a name.
struct Preset {
    std::string_view name;
    Rules rules;
};

inline constexpr std::array presets = {
    Preset{"pente", {19, 19, 5, false, Captures::pairs, tournament_box, true}},
    Preset{"keryo-pente", {19, 19, 5, false, Captures::triples, tournament_box, true}},
    Preset{"pente-2003", {13, 13, 5, false, Captures::none, tournament_box, true}},
    Preset{"gomoku", {15, 15, 5, false, Captures::none, std::nullopt, false}},
    Preset{"gomoku-standard", {15, 15, 5, true, Captures::none, std::nullopt, false}},
    Preset{"tic-tac-toe", {3, 3, 3, false, Captures::none, std::nullopt, false}},
    Preset{"mnk", {15, 15, 5, false, Captures::none, std::nullopt, false}},
};

/// Twice the distance of a cell from the middle of the board, so that boards of even size have one too.
constexpr int twice_distance_from_centre(const Rules& rules, int column, int row) {
    const auto magnitude = [](int n) { return n < 0 ? -n : n; };
    const int across = magnitude(2 * column - (rules.width - 1));
    const int along = magnitude(2 * row - (rules.height - 1));
    return across > along ? across : along;
}

}  // namespace gamegrove::pente
