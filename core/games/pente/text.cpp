#include "games/pente/text.h"

#include <algorithm>

namespace gamegrove::pente {
namespace {

constexpr Alphabet alphabet{.first = "Xx*1", .second = "Oo2", .empty = ".-_+0"};

std::string dimensions(std::pair<int, int> size) {
    if (size.first == size.second) return std::to_string(size.first);
    return std::to_string(size.first) + "x" + std::to_string(size.second);
}

const Rules& rules_of_preset(std::string_view name) {
    std::string names;
    for (const Preset& preset : presets) {
        if (preset.name == name) return preset.rules;
        names += (names.empty() ? "" : ", ") + std::string(preset.name);
    }
    throw InvalidRules("there is no game " + quoted(name) + " in the Pente family; there are " + names);
}

void check(const Rules& rules) {
    const auto is_side = [](int side) { return side >= smallest_side && side <= largest_side; };
    if (!is_side(rules.width) || !is_side(rules.height))
        throw InvalidRules("a board of " + std::to_string(rules.width) + "x" + std::to_string(rules.height) +
                           " is not possible: sides are " + std::to_string(smallest_side) + " to " +
                           std::to_string(largest_side));
    if (rules.in_a_row < 1 || rules.in_a_row > longest_row)
        throw InvalidRules(std::to_string(rules.in_a_row) + " in a row is not possible: it must be 1 to " +
                           std::to_string(longest_row));
    if (!rules.opening_box) return;
    const int farthest = std::max(rules.width, rules.height) - 1;  // in half cells
    if (*rules.opening_box < 0 || 2 * *rules.opening_box >= farthest)
        throw InvalidRules("an opening box of " + std::to_string(*rules.opening_box) +
                           " leaves no cell on a board of " + dimensions({rules.width, rules.height}) +
                           "; choose a smaller one, or none");
}

Rules rules_of(const Options& options, std::optional<std::pair<int, int>> shown_size) {
    Rules rules = rules_of_preset(options.preset);
    if (options.size && shown_size && options.size != shown_size)
        throw InvalidText("the text shows a board of " + dimensions(*shown_size) + ", but " +
                          dimensions(*options.size) + " was asked for");
    const auto size = options.size ? options.size : shown_size;
    if (size) std::tie(rules.width, rules.height) = *size;
    rules.in_a_row = options.in_a_row.value_or(rules.in_a_row);
    rules.exactly = options.exactly.value_or(rules.exactly);
    rules.captures = options.captures.value_or(rules.captures);
    rules.opening_box = options.opening_box.value_or(rules.opening_box);
    check(rules);
    return rules;
}

/// How a drawing of the preset's board names its rows and columns.
Frame naming(const Options& options) {
    const bool skips_i = rules_of_preset(options.preset).skips_i;
    return {.from_bottom = true, .columns = skips_i ? Columns::letters_without_i : Columns::letters};
}

template <class Visit>
AnyPosition on_board(const Rules& rules, Visit visit) {
    if (SmallBoard::fits(rules)) return visit(Position<SmallBoard>(board_of<SmallBoard>(rules)));
    if (MiddleBoard::fits(rules)) return visit(Position<MiddleBoard>(board_of<MiddleBoard>(rules)));
    return visit(Position<LargeBoard>(board_of<LargeBoard>(rules)));
}

Captured captured_of(const Grid& grid, const Rules& rules, Side turn) {
    const auto [first, second] = grid.captured.value_or(std::pair{0, 0});
    if (rules.captures == Captures::none && (first != 0 || second != 0))
        throw InvalidText("there are no captures in this game");
    const auto small = [](int n) { return static_cast<std::int16_t>(n); };
    return turn == Side::first ? Captured{small(first), small(second)} : Captured{small(second), small(first)};
}

template <class B>
Position<B> from_grid(const Position<B>& start, const Grid& grid) {
    for (int row = 0; row < grid.height; ++row)
        for (int column = 0; column < grid.width; ++column)
            if (grid.at(column, row) == '#')
                throw InvalidText("a board of the Pente family has no holes", grid.place(column, row));
    const auto first = stones_of<typename B::Bits>(grid, frame(start), 'X');
    const auto second = stones_of<typename B::Bits>(grid, frame(start), 'O');
    const Side turn = grid.turn.value_or(Side::first);
    const Captured captured = captured_of(grid, start.rules(), turn);
    const bool first_moves = turn == Side::first;
    const Position<B> position(&start.board(), first_moves ? first : second, first_moves ? second : first, turn,
                               captured);
    if (position.is_won_already()) throw InvalidText(std::string(1, symbol(turn)) + " is to move but has already won");
    return position;
}

AnyPosition from_any_grid(const Grid& grid, const Options& options) {
    return on_board(rules_of(options, std::pair{grid.width, grid.height}),
                    [&](const auto& start) -> AnyPosition { return from_grid(start, grid); });
}

/// The options in which the rules differ from a preset's, as written behind its name.
std::vector<std::string> differences(const Rules& rules, const Rules& preset) {
    std::vector<std::string> found;
    if (rules.width != preset.width || rules.height != preset.height)
        found.push_back("size=" + dimensions({rules.width, rules.height}));
    if (rules.in_a_row != preset.in_a_row) found.push_back("in-a-row=" + std::to_string(rules.in_a_row));
    if (rules.exactly != preset.exactly) found.push_back(rules.exactly ? "exactly=true" : "exactly=false");
    if (rules.captures != preset.captures) found.push_back("captures=" + std::string(name_of(rules.captures)));
    if (rules.opening_box != preset.opening_box)
        found.push_back("opening-box=" + (rules.opening_box ? std::to_string(*rules.opening_box) : "none"));
    return found;
}

/// The preset that tells the rules with the fewest options, and those options.
struct Closest {
    const Preset* preset = nullptr;
    std::vector<std::string> options;
};

Closest closest_preset(const Rules& rules) {
    Closest closest;
    for (const Preset& preset : presets) {
        if (preset.rules.skips_i != rules.skips_i) continue;
        const std::vector<std::string> found = differences(rules, preset.rules);
        // Anything but a known game on another board is most clearly told as an m,n,k game.
        const bool is_known_game = found.empty() || (found.size() == 1 && found[0].starts_with("size="));
        if (!is_known_game && !rules.skips_i && preset.name != "mnk") continue;
        if (closest.preset == nullptr || found.size() < closest.options.size()) closest = {&preset, found};
    }
    return closest;
}

}  // namespace

std::string spec(const Rules& rules) {
    const auto [preset, options] = closest_preset(rules);
    std::string text(preset->name);
    for (std::size_t i = 0; i < options.size(); ++i) text += (i == 0 ? ":" : ",") + options[i];
    return text;
}

std::array<std::string_view, 2> players(const Rules& rules) {
    const std::string_view game = closest_preset(rules).preset->name;
    if (game == "pente-2003") return {"red", "green"};
    if (game == "tic-tac-toe") return {"crosses", "noughts"};
    if (game == "pente" || game == "keryo-pente") return {"white", "black"};
    return {"black", "white"};
}

AnyPosition read(std::string_view text, const Options& options) {
    switch (format_of(text, alphabet)) {
        case Format::compact: return from_any_grid(read_compact(text, alphabet), options);
        case Format::drawing: return from_any_grid(read_drawing(text, alphabet, naming(options)), options);
        case Format::moves: break;
    }
    return on_board(rules_of(options, std::nullopt),
                    [&](const auto& start) -> AnyPosition { return play_cells(start, text).position; });
}

}  // namespace gamegrove::pente
