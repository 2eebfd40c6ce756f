#include "games/connect_four/text.h"

#include <algorithm>

namespace gamegrove::connect_four {
namespace {

constexpr Alphabet alphabet{.first = "XxRr*", .second = "OoYy", .empty = ".-_"};

std::string dimensions(const Rules& rules) { return std::to_string(rules.width) + "x" + std::to_string(rules.height); }

/// The rules that the options ask for on a board of this size.
Rules checked_rules(std::pair<int, int> size, const Options& options) {
    const Rules rules{size.first, size.second, options.in_a_row.value_or(4)};
    const int most = Flexible::Bits::capacity;
    if (rules.width < 1 || rules.height < 1 || rules.width > most || rules.height > most || cells_needed(rules) > most)
        throw InvalidRules("a board of " + dimensions(rules) +
                           " does not fit: width times (height + 1) may be at most " + std::to_string(most));
    if (rules.in_a_row < 1 || rules.in_a_row > most)
        throw InvalidRules(std::to_string(rules.in_a_row) + " in a row is not possible: it must be 1 to " +
                           std::to_string(most));
    return rules;
}

template <class Visit>
AnyPosition on_board(const Rules& rules, Visit visit) {
    if (rules == Rules{}) return visit(Position<Standard>());
    return visit(Position<Flexible>(Flexible(rules)));
}

/// No disc may float, nor may one side have moved too often.
void check_discs(const Grid& grid) {
    int lead = 0;
    for (int row = 0; row < grid.height; ++row)
        for (int column = 0; column < grid.width; ++column) {
            const char cell = grid.at(column, row);
            if (cell == '#') throw InvalidText("a board of Connect Four has no holes", grid.place(column, row));
            if (cell == '.') continue;
            lead += cell == 'X' ? 1 : -1;
            if (row + 1 < grid.height && grid.at(column, row + 1) == '.')
                throw InvalidText("this disc floats: the cell below it is empty", grid.place(column, row));
        }
    if (grid.captured) throw InvalidText("Connect Four has no captures");
    if (lead != 0 && lead != 1)
        throw InvalidText(
            "X moves first and the sides take turns, so X has as many discs as O or one more; here it has " +
            std::to_string(lead < 0 ? -lead : lead) + (lead < 0 ? " fewer" : " more"));
    const Side turn = lead == 0 ? Side::first : Side::second;
    if (grid.turn && *grid.turn != turn)
        throw InvalidText(std::string("by the number of discs it is the turn of ") + symbol(turn) + ", not of " +
                          symbol(*grid.turn));
}

template <class B>
Position<B> from_grid(const Position<B>& start, const Grid& grid) {
    const auto first = stones_of<typename B::Bits>(grid, frame(start), 'X');
    const auto second = stones_of<typename B::Bits>(grid, frame(start), 'O');
    const bool first_moves = first.count() == second.count();
    const Position<B> position(start.board(), first_moves ? first : second, first | second);
    if (position.layout().has_line(position.mover()))
        throw InvalidText(std::string(1, symbol(position.turn())) + " is to move but has already won");
    return position;
}

AnyPosition from_any_grid(const Grid& grid, const Options& options) {
    check_discs(grid);
    const std::pair size{grid.width, grid.height};
    if (options.size && *options.size != size)
        throw InvalidText("the text shows a board of " + dimensions({size.first, size.second}) + ", but " +
                          dimensions({options.size->first, options.size->second}) + " was asked for");
    return on_board(checked_rules(size, options),
                    [&](const auto& start) -> AnyPosition { return from_grid(start, grid); });
}

/// A number in the record as the column it names, counted from 0.
int column_of(std::string_view digits, int width, Place place) {
    Scanner scanner(digits);
    const int number = scanner.take_number(width).value_or(0);
    if (number >= 1) return number - 1;
    throw InvalidText(quoted(digits) + " is no column; the columns are 1 to " + std::to_string(width), place);
}

/// How a run of digits can be cut into columns of a board: from the end, in how many ways the rest behind each digit
/// can be cut (0, 1 or 2 for more), and how long the column is that begins there in the one way.
struct Cut {
    int ways = 0;
    std::size_t length = 0;
};

std::vector<Cut> cuts(std::string_view digits, int width) {
    std::vector<Cut> from(digits.size() + 1);
    from.back().ways = 1;
    for (std::size_t start = digits.size(); start-- > 0;) {
        int number = 0;
        for (std::size_t end = start; end < digits.size(); ++end) {
            number = 10 * number + (digits[end] - '0');
            if (number == 0 || number > width) break;
            if (from[end + 1].ways > 0) from[start].length = end + 1 - start;
            from[start].ways = std::min(2, from[start].ways + from[end + 1].ways);
        }
    }
    return from;
}

/// A run of digits without separators on a board of ten columns or more, if it can be read in one way only.
std::vector<int> only_cut(std::string_view digits, int width, Place place) {
    const std::vector<Cut> from = cuts(digits, width);
    if (from[0].ways == 0)
        throw InvalidText(quoted(digits) + " names no columns of this board; they are 1 to " + std::to_string(width),
                          place);
    if (from[0].ways > 1)
        throw AmbiguousMove(quoted(digits) + " can be read in more than one way on a board of " +
                                std::to_string(width) + " columns; put a space or comma behind every column",
                            place);
    std::vector<int> columns;
    for (std::size_t start = 0; start < digits.size(); start += from[start].length)
        columns.push_back(column_of(digits.substr(start, from[start].length), width, place));
    return columns;
}

}  // namespace

std::string spec(const Rules& rules) {
    std::string options;
    if (rules.width != 7 || rules.height != 6) options = "size=" + dimensions(rules);
    if (rules.in_a_row != 4) options += (options.empty() ? "" : ",") + ("in-a-row=" + std::to_string(rules.in_a_row));
    return options.empty() ? "connect-four" : "connect-four:" + options;
}

std::vector<std::pair<int, Place>> read_columns(std::string_view text, int width) {
    std::vector<std::pair<int, Place>> columns;
    const std::string_view inner = trimmed(text);
    const bool separated = std::any_of(inner.begin(), inner.end(), separates_moves);
    Scanner scanner(text);
    for (scanner.take_while(separates_moves); !scanner.at_end(); scanner.take_while(separates_moves)) {
        const Place place = scanner.place();
        const std::string_view digits = scanner.take_while(is_digit);
        if (digits.empty())
            throw InvalidText(quoted(scanner.take_character()) + " stands where a column number should be", place);
        if (width <= 9) {
            for (std::size_t i = 0; i < digits.size(); ++i) {
                const Place digit_place{place.line, place.column + static_cast<int>(i)};
                columns.emplace_back(column_of(digits.substr(i, 1), width, digit_place), digit_place);
            }
        } else if (separated) {
            columns.emplace_back(column_of(digits, width, place), place);
        } else {
            for (const int column : only_cut(digits, width, place)) columns.emplace_back(column, place);
        }
    }
    return columns;
}

AnyPosition read(std::string_view text, const Options& options) {
    const Rules rules = checked_rules(options.size.value_or(std::pair{7, 6}), options);
    switch (format_of(text, alphabet)) {
        case Format::compact: return from_any_grid(read_compact(text, alphabet), options);
        case Format::drawing: return from_any_grid(read_drawing(text, alphabet, frame(Position<Standard>())), options);
        case Format::moves: break;
    }
    return on_board(rules, [&](const auto& start) -> AnyPosition { return play(start, text).position; });
}

}  // namespace gamegrove::connect_four
