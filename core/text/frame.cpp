#include "text/frame.h"

#include <algorithm>

namespace gamegrove {
namespace {

char letter_of(int column, Columns columns) {
    const char letter = static_cast<char>('a' + column);
    return columns == Columns::letters_without_i && letter >= 'i' ? static_cast<char>(letter + 1) : letter;
}

/// The column that a letter names, or -1.
int column_of_letter(char letter, const Frame& frame) {
    const char small = lower(letter);
    const bool skips = frame.columns == Columns::letters_without_i && small >= 'i';
    const int column = small - 'a' - (skips ? 1 : 0);
    const bool is_named_so = column >= 0 && column < frame.width && letter_of(column, frame.columns) == small;
    return is_named_so ? column : -1;
}

std::string extent(const Frame& frame) {
    return frame.column_name(0) + "1 to " + frame.column_name(frame.width - 1) + std::to_string(frame.height);
}

}  // namespace

std::string Frame::column_name(int column) const {
    if (columns == Columns::numbers) return std::to_string(column + 1);
    return std::string(1, letter_of(column, columns));
}

std::string Frame::notation(Move move) const {
    if (move == Move::pass()) return "pass";
    std::string name = column_name(column_of(move.index));
    if (columns != Columns::numbers) name += std::to_string(row_number(row_of(move.index)));
    return name;
}

namespace {

[[noreturn]] void refuse_cell(std::string_view letter, std::string_view digits, Scanner& scanner, const Frame& frame,
                              Place place) {
    std::string word = std::string(letter) + std::string(digits);
    if (word.empty()) word = scanner.take_while([](char c) { return !is_space(c); });
    std::string why = "this board's cells are " + extent(frame);
    if (letter.size() != 1 || digits.empty())
        why = "a cell is a letter and a number, as in a1";
    else if (lower(letter[0]) == 'i' && frame.columns == Columns::letters_without_i)
        why = "this board's columns skip the letter i";
    throw InvalidText(quoted(word) + " is no cell: " + why, place);
}

}  // namespace

Move take_cell(Scanner& scanner, const Frame& frame) {
    const Place place = scanner.place();
    const std::string_view letter = scanner.take_while(is_letter);
    const std::string_view digits = scanner.take_while(is_digit);
    const int column = letter.size() == 1 ? column_of_letter(letter[0], frame) : -1;
    const int row_number = Scanner(digits).take_number(frame.height).value_or(0);
    if (column < 0 || row_number < 1) refuse_cell(letter, digits, scanner, frame, place);
    const int row = frame.from_bottom ? frame.height - row_number : row_number - 1;
    return Move{static_cast<std::int16_t>(frame.cell_at(column, row))};
}

bool says_pass(std::string_view word) {
    const auto is = [&](std::string_view other) {
        return std::equal(word.begin(), word.end(), other.begin(), other.end(),
                          [](char a, char b) { return lower(a) == b; });
    };
    return is("pass") || is("pa") || is("ps") || is("--");
}

}  // namespace gamegrove
