#include "text/frame.h"

namespace gamegrove {
namespace {

char letter_of(int column, Columns columns) {
    const char letter = static_cast<char>('a' + column);
    return columns == Columns::letters_without_i && letter >= 'i' ? static_cast<char>(letter + 1) : letter;
}

/// The column that a letter names, or -1.
int column_of_letter(char letter, const Frame& frame) {
    for (int column = 0; column < frame.width; ++column)
        if (letter_of(column, frame.columns) == lower(letter)) return column;
    return -1;
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

Move take_cell(Scanner& scanner, const Frame& frame) {
    const Place place = scanner.place();
    const std::string_view letter = scanner.take_while(is_letter);
    const std::string_view digits = scanner.take_while(is_digit);
    std::string word = std::string(letter) + std::string(digits);
    if (word.empty()) word = scanner.take_while([](char c) { return !is_space(c); });
    const auto fail = [&](const std::string& why) -> Move {
        throw InvalidText(quoted(word) + " is no cell: " + why, place);
    };

    if (letter.size() != 1 || digits.empty()) return fail("a cell is a letter and a number, as in a1");
    const int column = column_of_letter(letter[0], frame);
    if (column < 0 && lower(letter[0]) == 'i' && frame.columns == Columns::letters_without_i)
        return fail("this board's columns skip the letter i");
    Scanner number(digits);
    const int row_number = number.take_number(frame.height).value_or(0);
    if (column < 0 || row_number < 1) return fail("this board's cells are " + extent(frame));
    const int row = frame.from_bottom ? frame.height - row_number : row_number - 1;
    return Move{static_cast<std::int16_t>(frame.cell_at(column, row))};
}

bool says_pass(std::string_view word) {
    std::string small;
    for (const char c : word) small += lower(c);
    return small == "pass" || small == "pa" || small == "ps" || small == "--";
}

}  // namespace gamegrove
