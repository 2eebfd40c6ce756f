#include "text/grid.h"

#include <algorithm>

namespace gamegrove {
namespace {

constexpr int most_columns = 128;

/// X, O, '.' or '#' for a character of the alphabet; nothing for any other.
std::optional<char> cell_of(char c, const Alphabet& alphabet) {
    if (alphabet.first.find(c) != std::string_view::npos) return 'X';
    if (alphabet.second.find(c) != std::string_view::npos) return 'O';
    if (alphabet.empty.find(c) != std::string_view::npos) return '.';
    if (c == '#') return '#';
    return std::nullopt;
}

[[noreturn]] void fail_at(Scanner& scanner, const std::string& expected) {
    const Place place = scanner.place();
    if (scanner.at_end()) throw InvalidText("the text ends here, but " + expected + " should follow", place);
    const std::string_view word = scanner.take_while([](char c) { return !is_space(c); });
    throw InvalidText(quoted(word.empty() ? " " : word) + " stands where " + expected + " should be", place);
}

std::optional<Side> side_of(char c, const Alphabet& alphabet) {
    const std::optional<char> cell = cell_of(c, alphabet);
    if (cell == 'X') return Side::first;
    if (cell == 'O') return Side::second;
    return std::nullopt;
}

Side take_side(Scanner& scanner, const Alphabet& alphabet) {
    if (const std::optional<Side> side = side_of(scanner.peek(), alphabet)) {
        scanner.take();
        if (scanner.at_end() || is_space(scanner.peek())) return *side;
    }
    fail_at(scanner, "the side to move, X or O,");
}

void take_end(Scanner& scanner) {
    scanner.skip_spaces();
    if (!scanner.at_end()) fail_at(scanner, "the end of the text");
}

void add_cells(Grid& grid, int count, char cell, Place place) {
    grid.cells.insert(grid.cells.end(), static_cast<std::size_t>(count), cell);
    grid.places.insert(grid.places.end(), static_cast<std::size_t>(count), place);
}

/// Ends the row that has just been read: the first one sets the width, the others must agree.
void close_row(Grid& grid, Place end) {
    const int length = static_cast<int>(grid.cells.size()) - grid.width * grid.height;
    if (grid.height == 0) grid.width = length;
    ++grid.height;
    if (length == grid.width && length > 0 && length <= most_columns && grid.height <= most_columns) return;
    if (length == 0) throw InvalidText("row " + std::to_string(grid.height) + " of the board is empty", end);
    if (length == grid.width) throw InvalidText("the board is too large", end);
    throw InvalidText("row " + std::to_string(grid.height) + " has " + std::to_string(length) + " cells, row 1 has " +
                          std::to_string(grid.width),
                      end);
}

void take_compact_row(Scanner& scanner, Grid& grid, const Alphabet& alphabet) {
    while (!scanner.at_end() && scanner.peek() != '/' && !is_space(scanner.peek())) {
        const Place place = scanner.place();
        if (is_digit(scanner.peek())) {
            const int run = scanner.take_number(most_columns).value_or(0);
            if (run == 0) throw InvalidText("a run of empty cells is a number from 1 to 128", place);
            add_cells(grid, run, '.', place);
        } else if (const std::optional<char> cell = cell_of(scanner.peek(), alphabet)) {
            scanner.take();
            add_cells(grid, 1, *cell, place);
        } else {
            fail_at(scanner, "a cell (X, O, # or a number of empty cells)");
        }
        if (grid.cells.size() > most_columns * most_columns) throw InvalidText("the board is too large", place);
    }
    close_row(grid, scanner.place());
}

int take_count(Scanner& scanner) {
    const Place place = scanner.place();
    if (const std::optional<int> count = scanner.take_number(1000)) return *count;
    throw InvalidText("a number of captured stones should stand here", place);
}

bool is_cells_only(std::string_view text, const Alphabet& alphabet) {
    return std::all_of(text.begin(), text.end(), [&](char c) { return is_space(c) || cell_of(c, alphabet); });
}

/// Whether the line is `a b c ...`, the names of the columns, or `1 2 3 ...` below a board of Connect Four.
bool names_columns(std::string_view line, const Alphabet& alphabet) {
    if (is_cells_only(line, alphabet)) return false;
    Scanner scanner(line);
    scanner.skip_spaces();
    const bool letters = lower(scanner.peek()) == 'a';
    for (int expected = 1; !scanner.at_end(); ++expected, scanner.skip_spaces()) {
        const std::string_view word = scanner.take_while([](char c) { return !is_space(c); });
        const bool fits = letters ? word.size() == 1 && is_letter(word[0]) : word == std::to_string(expected);
        if (!fits) return false;
    }
    return true;
}

/// Whether a cell's name, as in f5, stands in the line.
bool has_cell_name(std::string_view line) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        if (is_letter(line[i]) && is_digit(line[i + 1])) return true;
    return false;
}

struct Line {
    std::string_view text;
    int number;
};

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (!trimmed(text.substr(0, end)).empty()) lines.push_back({text.substr(0, end), number});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// A scanner's place inside one line, as a place in the whole text.
Place in_text(Place place, const Line& line) { return {line.number, place.column}; }

void read_row(const Line& line, Grid& grid, const Alphabet& alphabet, std::optional<int> number) {
    Scanner scanner(line.text);
    scanner.skip_spaces();
    if (number) {
        const Place place = in_text(scanner.place(), line);
        if (scanner.take_while(is_digit) != std::to_string(*number))
            throw InvalidText(
                "the columns are named, so this row should begin with its number, " + std::to_string(*number), place);
        scanner.skip_spaces();
    }
    while (!scanner.at_end()) {
        const Place place = in_text(scanner.place(), line);
        const std::string_view character = scanner.take_character();
        const std::optional<char> cell = cell_of(character[0], alphabet);
        if (!cell) throw InvalidText(quoted(character) + " is no cell; a cell is X, O, . or #", place);
        add_cells(grid, 1, *cell, place);
        scanner.skip_spaces();
    }
    close_row(grid, {line.number, 1});
}

bool starts_with(std::string_view text, std::string_view head) { return text.substr(0, head.size()) == head; }

/// `X to move`, `X to move; anything`, or a lone `X` under rows that are wider than that. False for any other line.
bool read_turn(const Line& line, const Line& first_row, Grid& grid, const Alphabet& alphabet) {
    const std::string_view text = trimmed(line.text);
    const std::optional<Side> side = side_of(text[0], alphabet);
    if (!side) return false;
    const std::string_view rest = text.substr(1);
    const bool alone = rest.empty() && trimmed(first_row.text).size() > 1;
    if (!alone && rest != " to move" && !starts_with(rest, " to move;")) return false;
    if (grid.turn) throw InvalidText("the side to move is given twice", {line.number, 1});
    grid.turn = *side;
    return true;
}

/// `captured: X 2, O 0`. False when the line is something else.
bool read_captures(const Line& line, Grid& grid) {
    const std::string_view head = "captured: X ";
    const std::string_view text = trimmed(line.text);
    if (!starts_with(text, head)) return false;
    if (grid.captured) throw InvalidText("the captures are given twice", {line.number, 1});
    Scanner scanner(text.substr(head.size()));
    try {
        const int first = take_count(scanner);
        for (const char expected : std::string_view(", O "))
            if (scanner.at_end() || scanner.take() != expected) throw InvalidText("");
        grid.captured = {first, take_count(scanner)};
        take_end(scanner);
    } catch (const InvalidText&) {
        throw InvalidText("captures are written as 'captured: X 2, O 0'", {line.number, 1});
    }
    return true;
}

}  // namespace

std::vector<std::string> Grid::rows() const {
    std::vector<std::string> result;
    for (int row = 0; row < height; ++row)
        result.emplace_back(cells.begin() + row * width, cells.begin() + (row + 1) * width);
    return result;
}

Format format_of(std::string_view text, const Alphabet& alphabet) {
    if (text.find('/') != std::string_view::npos) return Format::compact;
    const std::vector<Line> lines = lines_of(text);
    if (lines.size() < 2) return Format::moves;
    const std::string_view first = lines[0].text;
    const bool board = is_cells_only(first, alphabet) ? !has_cell_name(first)
                                                      : names_columns(first, alphabet) && is_letter(trimmed(first)[0]);
    return board ? Format::drawing : Format::moves;
}

Grid read_compact(std::string_view text, const Alphabet& alphabet) {
    Grid grid;
    Scanner scanner(text);
    scanner.skip_spaces();
    take_compact_row(scanner, grid, alphabet);
    while (scanner.peek() == '/') {
        scanner.take();
        const bool ends_single_row = grid.height == 1 && (scanner.at_end() || is_space(scanner.peek()));
        if (!ends_single_row) take_compact_row(scanner, grid, alphabet);
    }
    scanner.skip_spaces();
    grid.turn = take_side(scanner, alphabet);
    scanner.skip_spaces();
    if (is_digit(scanner.peek())) {
        const int first = take_count(scanner);
        if (scanner.peek() != '-') fail_at(scanner, "captures as in 2-0");
        scanner.take();
        grid.captured = {first, take_count(scanner)};
    }
    take_end(scanner);
    return grid;
}

std::string write_compact(const Grid& grid) {
    std::string text;
    for (const std::string& row : grid.rows()) {
        if (!text.empty()) text += '/';
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = std::min(row.find_first_not_of('.', i), row.size());
            text += end > i ? std::to_string(end - i) : std::string(1, row[i]);
            i = end > i ? end : i + 1;
        }
    }
    text += grid.height == 1 ? "/ " : " ";
    text += symbol(*grid.turn);
    if (grid.captured) text += " " + std::to_string(grid.captured->first) + "-" + std::to_string(grid.captured->second);
    return text;
}

namespace {

/// A line that names the columns must name those of the board.
void check_column_names(const Line& line, const Frame& naming) {
    Scanner scanner(line.text);
    scanner.skip_spaces();
    for (int column = 0; column < naming.width || !scanner.at_end(); ++column, scanner.skip_spaces()) {
        const Place place = in_text(scanner.place(), line);
        std::string word(scanner.take_while([](char c) { return !is_space(c); }));
        std::transform(word.begin(), word.end(), word.begin(), lower);
        if (column >= naming.width) throw InvalidText("more columns are named than there are", place);
        const std::string expected = naming.column_name(column);
        if (word != expected) throw InvalidText("the name of a column, " + expected + ", should stand here", place);
    }
}

}  // namespace

Grid read_drawing(std::string_view text, const Alphabet& alphabet, Frame naming) {
    std::vector<Line> lines = lines_of(text);
    std::vector<Line> names;
    Grid grid;
    const auto is_no_row = [&](const Line& line) {
        if (names_columns(line.text, alphabet)) {
            names.push_back(line);
            return true;
        }
        return read_captures(line, grid) || read_turn(line, lines.front(), grid, alphabet);
    };
    while (lines.size() > 1 && is_no_row(lines.back())) lines.pop_back();
    const bool rows_are_named = !lines.empty() && names_columns(lines.front().text, alphabet);
    if (rows_are_named) {
        names.push_back(lines.front());
        lines.erase(lines.begin());
    }
    naming.height = static_cast<int>(lines.size());
    for (int row = 0; row < naming.height; ++row)
        read_row(lines[static_cast<std::size_t>(row)], grid, alphabet,
                 rows_are_named ? std::optional(naming.row_number(row)) : std::nullopt);
    if (grid.height == 0) throw InvalidText("the text has no rows of a board");
    naming.width = grid.width;
    for (const Line& line : names) check_column_names(line, naming);
    return grid;
}

namespace {

/// The words of a line, each right-aligned in its column of the drawing.
std::string spaced(const std::vector<std::string>& words, std::size_t pitch) {
    std::string line;
    for (const std::string& word : words) line += std::string(pitch - word.size(), ' ') + word;
    return line;
}

/// The captures, if there are any in the game, and the side to move.
std::string below_board(const Grid& grid) {
    std::string text;
    if (grid.captured)
        text += "captured: X " + std::to_string(grid.captured->first) + ", O " + std::to_string(grid.captured->second) +
                "\n";
    return text + symbol(*grid.turn) + " to move";
}

}  // namespace

std::string write_drawing(const Grid& grid, const Frame& frame, const std::string& remark) {
    const bool rows_named = frame.columns != Columns::numbers;
    const std::size_t pitch = 1 + frame.column_name(grid.width - 1).size();
    const std::string margin = rows_named ? "   " : "";
    std::vector<std::string> names;
    for (int column = 0; column < grid.width; ++column) names.push_back(frame.column_name(column));

    std::string text = rows_named ? margin + spaced(names, pitch) + "\n" : "";
    for (int row = 0; row < grid.height; ++row) {
        std::vector<std::string> words;
        for (int column = 0; column < grid.width; ++column) words.emplace_back(1, grid.at(column, row));
        if (rows_named) text += spaced({std::to_string(frame.row_number(row))}, margin.size());
        text += spaced(words, pitch) + "\n";
    }
    if (!rows_named) text += spaced(names, pitch) + "\n";
    text += below_board(grid);
    return remark.empty() ? text : text + "; " + remark;
}

std::string write_board(const Grid& grid) {
    std::string text;
    for (const std::string& row : grid.rows()) text += row + "\n";
    return text + below_board(grid) + "\n";
}

Grid read_cell_line(std::string_view text, const Alphabet& alphabet, int width, int height,
                    const std::vector<bool>& is_cell) {
    Grid grid;
    grid.width = width;
    grid.height = height;
    Scanner scanner(text);
    scanner.skip_spaces();
    for (const bool cell : is_cell) {
        const Place place = scanner.place();
        const std::optional<char> found = cell ? cell_of(scanner.peek(), alphabet) : '#';
        if (!found || (cell && *found == '#')) fail_at(scanner, "a cell (X, O or -)");
        if (cell) scanner.take();
        add_cells(grid, 1, *found, place);
    }
    scanner.skip_spaces();
    grid.turn = scanner.at_end() ? Side::first : take_side(scanner, alphabet);
    take_end(scanner);
    return grid;
}

}  // namespace gamegrove
