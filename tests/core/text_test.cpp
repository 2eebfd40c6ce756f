#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"
#include "games/connect_four/text.h"
#include "games/othello/text.h"
#include "games/pente/text.h"
#include "games/tree/text.h"
#include "pictures.h"
#include "refusal.h"
#include "text/frame.h"
#include "text/grid.h"
#include "text/scanner.h"

namespace gamegrove {
namespace {

constexpr Alphabet alphabet{.first = "Xx", .second = "Oo", .empty = ".-"};
constexpr Alphabet digits{.first = "X1", .second = "O2", .empty = ".0"};

constexpr std::string_view snowman = "\xE2\x98\x83";  // three bytes

std::string shown(Place place) { return std::to_string(place.line) + ":" + std::to_string(place.column); }

std::string rows_of(const Grid& grid) {
    std::string text;
    for (const std::string& row : grid.rows()) text += (text.empty() ? "" : "/") + row;
    return text;
}

std::string drawing_refused(std::string_view text) {
    return refusal<InvalidText>([&] { read_drawing(text, alphabet, Frame{}); });
}

std::string compact_refused(std::string_view text) {
    return refusal<InvalidText>([&] { read_compact(text, alphabet); });
}

Move cell(std::string_view text, const Frame& frame) {
    Scanner scanner(text);
    return take_cell(scanner, frame);
}

/// A text as its characters, so that a change never cuts one in two.
using Characters = std::vector<std::string>;

Characters characters_of(std::string_view text) {
    Characters characters;
    for (Scanner scanner(text); !scanner.at_end();) characters.emplace_back(scanner.take_character());
    return characters;
}

std::string joined(const Characters& characters) {
    std::string text;
    for (const std::string& character : characters) text += character;
    return text;
}

/// A text with up to five of its characters removed, replaced or followed by something else.
std::string damaged(std::string_view text, std::mt19937_64& random) {
    static const Characters scraps{"X",  "O", ".", "#", "/", "\n", " ", "1",    "9", "0",  "a",
                                   "h8", "-", ";", "@", "(", "]",  ",", "\x7F", "?", "--", std::string(snowman)};
    Characters characters = characters_of(text);
    for (auto changes = 1 + random() % 5; changes > 0 && !characters.empty(); --changes) {
        const auto at = characters.begin() + static_cast<std::ptrdiff_t>(random() % characters.size());
        const std::string& scrap = scraps[random() % scraps.size()];
        switch (random() % 3) {
            case 0: characters.erase(at); break;
            case 1: *at = scrap; break;
            default: characters.insert(at, scrap); break;
        }
    }
    return joined(characters);
}

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
        if (length == 0 || i + length > text.size()) return false;
        for (std::size_t rest = 1; rest < length; ++rest)
            if ((static_cast<unsigned char>(text[i + rest]) & 0xC0U) != 0x80U) return false;
        i += length;
    }
    return true;
}

/// Whether a place is none, or that of a character of the text or of its end.
bool lies_in(Place place, std::string_view text) {
    Scanner scanner(text);
    const auto is_here = [&] { return scanner.place().line == place.line && scanner.place().column == place.column; };
    while (!scanner.at_end() && !is_here()) scanner.take_character();
    return place.line == 0 || is_here();
}

/// Damages texts that a game reads. It must accept what is left and write a text that reads back, or refuse it with a
/// short message that has no half characters and, if it names a place, one that is there.
template <class ReadAndWrite>
void check_damaged_texts(ReadAndWrite read_and_write, const std::vector<std::string_view>& texts) {
    std::mt19937_64 random(100);
    for (int n = 0; n < 3000; ++n) {
        const std::string text = damaged(texts[random() % texts.size()], random);
        CAPTURE(text);
        try {
            const std::string written = read_and_write(text);
            REQUIRE(read_and_write(written) == written);
        } catch (const TextError& error) {
            REQUIRE(is_utf8(error.what()));
            REQUIRE(std::string_view(error.what()).size() < 300);
            REQUIRE(lies_in(error.place(), text));
        } catch (const InvalidRules& error) {
            REQUIRE(is_utf8(error.what()));
        }
    }
}

template <class AnyPosition>
std::string written(const AnyPosition& any) {
    return std::visit([](const auto& position) { return line(position); }, any);
}

TEST_CASE("a scanner counts lines and columns from 1") {
    Scanner scanner("ab\nc\r\n\td");
    std::string places;
    while (!scanner.at_end()) {
        places += shown(scanner.place()) + " ";
        scanner.take();
    }
    CHECK(places == "1:1 1:2 1:3 2:1 2:2 2:3 3:1 3:2 ");
    CHECK(shown(scanner.place()) == "3:3");
}

TEST_CASE("a scanner counts characters of several bytes as one and takes them whole") {
    const std::string text = std::string(snowman) + "\xC3\xA9" + "x\n" + std::string(snowman) + "y";
    Scanner scanner(text);
    CHECK(scanner.take_character() == snowman);
    CHECK(shown(scanner.place()) == "1:2");
    CHECK(scanner.take_character() == "\xC3\xA9");
    CHECK(shown(scanner.place()) == "1:3");
    CHECK(scanner.take_character() == "x");
    CHECK(scanner.take_character() == "\n");
    CHECK(shown(scanner.place()) == "2:1");
    CHECK(scanner.take_character() == snowman);
    CHECK(scanner.peek() == 'y');
    CHECK(shown(scanner.place()) == "2:2");
}

TEST_CASE("a scanner at its end sees nothing") {
    Scanner scanner("");
    CHECK(scanner.at_end());
    CHECK(scanner.peek() == '\0');
    CHECK(scanner.take_while([](char) { return true; }).empty());
    CHECK(!scanner.take_number(10));
    scanner.skip_spaces();
    CHECK(shown(scanner.place()) == "1:1");
}

TEST_CASE("a number is read up to its limit") {
    const auto number = [](std::string_view text, int limit) { return Scanner(text).take_number(limit).value_or(-1); };
    CHECK(number("0", 10) == 0);
    CHECK(number("10", 10) == 10);
    CHECK(number("11", 10) == -1);
    CHECK(number("007x", 10) == 7);
    CHECK(number("x", 10) == -1);
    CHECK(number("-1", 10) == -1);
    CHECK(number("1000000000", 1000000000) == 1000000000);
    CHECK(number("1000000001", 1000000000) == -1);
    CHECK(number(std::string(100000, '9'), 1000) == -1);
}

TEST_CASE("a number that does not fit into a machine word is larger than any limit") {
    for (const std::string_view text : {"3000000000", "4294967297", "9999999999", "18446744073709551617"}) {
        CAPTURE(text);
        CHECK(!Scanner(text).take_number(1000000000));
    }
}

TEST_CASE("the digits of a number that is too large are taken, too") {
    Scanner scanner("12345 x");
    CHECK(!scanner.take_number(10));
    CHECK(scanner.peek() == ' ');
}

TEST_CASE("white space around a text is cut off") {
    CHECK(trimmed(" \t\r\n a b \n") == "a b");
    CHECK(trimmed(" \n ").empty());
    CHECK(trimmed("").empty());
}

TEST_CASE("a text in a message is quoted with its control characters made visible") {
    CHECK(quoted("") == "''");
    CHECK(quoted("a b") == "'a b'");
    CHECK(quoted("a\nb\tc\x7F") == "'a\\nb?c?'");
    CHECK(quoted(std::string_view("\0", 1)) == "'?'");
}

TEST_CASE("a long text in a message is shortened, but no character is cut") {
    CHECK(quoted(std::string(40, 'a')) == "'" + std::string(40, 'a') + "'");
    CHECK(quoted(std::string(41, 'a')) == "'" + std::string(40, 'a') + "...'");
    CHECK(quoted(std::string(1000000, 'a')) == "'" + std::string(40, 'a') + "...'");
    for (const std::size_t before : {37, 38, 39}) {
        const std::string head(before, 'a');
        const std::string whole = before == 37 ? std::string(snowman) : "";
        CHECK(quoted(head + std::string(snowman) + std::string(50, 'b')) == "'" + head + whole + "...'");
    }
}

TEST_CASE("a frame finds the column and row of every cell again") {
    for (const bool by_columns : {false, true})
        for (const bool from_bottom : {false, true}) {
            const Frame frame{
                .width = 5, .height = 4, .stride = 7, .by_columns = by_columns, .from_bottom = from_bottom};
            for (int row = 0; row < frame.height; ++row)
                for (int column = 0; column < frame.width; ++column) {
                    const int at = frame.cell_at(column, row);
                    CHECK(frame.column_of(at) == column);
                    CHECK(frame.row_of(at) == row);
                    const Move move{static_cast<std::int16_t>(at)};
                    CHECK(cell(frame.notation(move), frame) == move);
                }
        }
}

TEST_CASE("rows are named from the top or from the bottom") {
    const Frame from_top{.width = 8, .height = 8, .stride = 8};
    const Frame from_bottom{.width = 8, .height = 8, .stride = 8, .from_bottom = true};
    CHECK(from_top.notation(Move{0}) == "a1");
    CHECK(from_top.row_number(0) == 1);
    CHECK(from_bottom.notation(Move{0}) == "a1");
    CHECK(from_bottom.row_number(0) == 8);
    CHECK(from_top.notation(Move::pass()) == "pass");
}

TEST_CASE("columns are named by letters, by letters without i, or by numbers") {
    const Frame letters{.width = 10, .height = 10, .stride = 10};
    const Frame without_i{.width = 10, .height = 10, .stride = 10, .columns = Columns::letters_without_i};
    const Frame numbers{.width = 10, .height = 10, .stride = 11, .by_columns = true, .columns = Columns::numbers};
    CHECK(letters.column_name(8) == "i");
    CHECK(without_i.column_name(7) == "h");
    CHECK(without_i.column_name(8) == "j");
    CHECK(numbers.column_name(9) == "10");
    CHECK(numbers.notation(Move{9 * 11}) == "10");
    CHECK(cell("J3", without_i) == Move{28});
}

TEST_CASE("a word that is no cell is refused with its place") {
    const Frame frame{.width = 8, .height = 8, .stride = 8};
    const auto refused = [&](std::string_view text) { return refusal<InvalidText>([&] { cell(text, frame); }); };
    CHECK(refused("11") == "1:1 '11' is no cell: a cell is a letter and a number, as in a1");
    CHECK(refused("aa1") == "1:1 'aa1' is no cell: a cell is a letter and a number, as in a1");
    CHECK(refused("a") == "1:1 'a' is no cell: a cell is a letter and a number, as in a1");
    CHECK(refused("a9") == "1:1 'a9' is no cell: this board's cells are a1 to h8");
    CHECK(refused("a0") == "1:1 'a0' is no cell: this board's cells are a1 to h8");
    CHECK(refused(std::string(snowman) + "1 a1") ==
          "1:1 '" + std::string(snowman) + "1' is no cell: a cell is a letter and a number, as in a1");
}

TEST_CASE("a pass has several names") {
    for (const std::string_view word : {"pass", "PASS", "Pa", "ps", "--"}) CHECK(says_pass(word));
    for (const std::string_view word : {"", "-", "---", "p", "passs", "a1"}) CHECK(!says_pass(word));
}

TEST_CASE("the format of a text is told by its looks") {
    CHECK(format_of("", alphabet) == Format::moves);
    CHECK(format_of("f5d6", alphabet) == Format::moves);
    CHECK(format_of("f5\nd6\n", alphabet) == Format::moves);
    CHECK(format_of("4 4\n5 5", alphabet) == Format::moves);
    CHECK(format_of("1 2 3\n4", alphabet) == Format::moves);
    CHECK(format_of("XO.", alphabet) == Format::moves);
    CHECK(format_of("3/3/3 X", alphabet) == Format::compact);
    CHECK(format_of("\n . X\n O .\n", alphabet) == Format::drawing);
    CHECK(format_of("  a b\n1 . X\n2 O .\n", alphabet) == Format::drawing);
    CHECK(format_of("0 1\n2 0", digits) == Format::drawing);
    CHECK(format_of("o10 x11\no12", Alphabet{.first = "Xx1", .second = "Oo2", .empty = "0"}) == Format::moves);
}

TEST_CASE("a compact line is read with its places") {
    const Grid grid = read_compact(" 1X1/O#-\n O 2-10 ", alphabet);
    CHECK(grid.width == 3);
    CHECK(grid.height == 2);
    CHECK(rows_of(grid) == ".X./O#.");
    CHECK(grid.turn == Side::second);
    CHECK(grid.captured == std::pair{2, 10});
    CHECK(shown(grid.place(1, 0)) == "1:3");
    CHECK(shown(grid.place(2, 1)) == "1:8");
}

TEST_CASE("a compact line reads back") {
    for (const std::string_view text :
         {"3/3 X", "1X1/O#1 O", "128/128 X", "X/O/1 X", "10X1/12 O 0-0", "X1/1O X 12-3", "3X2/ O"}) {
        CAPTURE(text);
        CHECK(write_compact(read_compact(text, alphabet)) == text);
    }
}

TEST_CASE("a compact line that goes wrong is refused with the place") {
    const std::string cell = " stands where a cell (X, O, # or a number of empty cells) should be";
    CHECK(compact_refused("3/3/1Q1 X") == "1:6 'Q1'" + cell);
    CHECK(compact_refused("3/" + std::string(snowman) + "2 X") == "1:3 '" + std::string(snowman) + "2'" + cell);
    CHECK(compact_refused("3/2 X") == "1:4 row 2 has 2 cells, row 1 has 3");
    CHECK(compact_refused("3/3X X") == "1:5 row 2 has 4 cells, row 1 has 3");
    CHECK(compact_refused("3//3 X") == "1:3 row 2 of the board is empty");
    CHECK(compact_refused("/3 X") == "1:1 row 1 of the board is empty");
    CHECK(compact_refused("3/3/ X") == "1:5 row 3 of the board is empty");
    CHECK(compact_refused("3/0X2 X") == "1:3 a run of empty cells is a number from 1 to 128");
    CHECK(compact_refused("3/129 X") == "1:3 a run of empty cells is a number from 1 to 128");
    CHECK(compact_refused("99999999999/3 X") == "1:1 a run of empty cells is a number from 1 to 128");
}

TEST_CASE("a side to move that goes wrong is refused with the place") {
    const std::string side = "the side to move, X or O,";
    CHECK(compact_refused("3/3") == "1:4 the text ends here, but " + side + " should follow");
    CHECK(compact_refused("3/3 \n ") == "2:2 the text ends here, but " + side + " should follow");
    CHECK(compact_refused("3/3 white") == "1:5 'white' stands where " + side + " should be");
    CHECK(compact_refused("3/3 Xtra") == "1:6 'tra' stands where " + side + " should be");
    CHECK(compact_refused("3/3 " + std::string(snowman)) ==
          "1:5 '" + std::string(snowman) + "' stands where " + side + " should be");
}

TEST_CASE("captures that go wrong are refused with the place") {
    CHECK(compact_refused("3/3 X 2") == "1:8 the text ends here, but captures as in 2-0 should follow");
    CHECK(compact_refused("3/3 X 2:0") == "1:8 ':0' stands where captures as in 2-0 should be");
    CHECK(compact_refused("3/3 X 2-") == "1:9 a number of captured stones should stand here");
    CHECK(compact_refused("3/3 X 2-1001") == "1:9 a number of captured stones should stand here");
    CHECK(compact_refused("3/3 X 2-0 rest") == "1:11 'rest' stands where the end of the text should be");
    CHECK(compact_refused("3/3 X rest") == "1:7 'rest' stands where the end of the text should be");
}

TEST_CASE("a board that is too large is refused") {
    CHECK(compact_refused("128X/128X X") == "1:5 the board is too large");
    std::string tall = "1";
    for (int row = 1; row < 129; ++row) tall += "/1";
    CHECK(compact_refused(tall + " X") == "1:258 the board is too large");
    CHECK(compact_refused(std::string(1000000, 'X') + "/ X") == "1:16385 the board is too large");
    CHECK(drawing_refused(std::string(129, 'X') + "\n" + std::string(129, 'O')) == "1:1 the board is too large");
    std::string lines;
    for (int row = 0; row < 100000; ++row) lines += "X.\n";
    CHECK(drawing_refused(lines) == "129:1 the board is too large");
}

TEST_CASE("a drawing is read with its places") {
    const Grid grid = read_drawing("\n  X . O\n  . # x\n O to move; a remark\n", alphabet, Frame{});
    CHECK(rows_of(grid) == "X.O/.#X");
    CHECK(grid.turn == Side::second);
    CHECK(!grid.captured);
    CHECK(shown(grid.place(2, 0)) == "2:7");
    CHECK(shown(grid.place(1, 1)) == "3:5");
}

TEST_CASE("a drawing may name its columns and rows, above, below or both") {
    const Frame numbered{.columns = Columns::numbers};
    CHECK(rows_of(read_drawing("  a b c\n1 X . .\n2 . O .\n", alphabet, Frame{})) == "X../.O.");
    CHECK(rows_of(read_drawing("  A B C\n1 X . .\n2 . O .\n  A B C\nX to move", alphabet, Frame{})) == "X../.O.");
    CHECK(rows_of(read_drawing(" X . .\n . O .\n 1 2 3\nX to move", alphabet, numbered)) == "X../.O.");
    CHECK(rows_of(read_drawing("X..\r\n.O.\r\n\r\nO\r\n", alphabet, Frame{})) == "X../.O.");
}

TEST_CASE("a drawing with other names than the board's is refused: it may be the other way up") {
    const Frame upwards{.from_bottom = true, .columns = Columns::letters_without_i};
    CHECK(rows_of(read_drawing("  a b\n2 X .\n1 . O\n", alphabet, upwards)) == "X./.O");
    const auto refused = [&](std::string_view text, const Frame& naming) {
        return refusal<InvalidText>([&] { read_drawing(text, alphabet, naming); });
    };
    CHECK(refused("  a b\n2 X .\n1 . O\n", Frame{}) ==
          "2:1 the columns are named, so this row should begin with its number, 1");
    CHECK(refused("  a c\n1 X .\n2 . O\n", Frame{}) == "1:5 the name of a column, b, should stand here");
    CHECK(refused("  a b c\n1 X .\n2 . O\n", Frame{}) == "1:7 more columns are named than there are");
    CHECK(refused("  a\n1 X .\n2 . O\n", Frame{}) == "1:4 the name of a column, b, should stand here");
}

TEST_CASE("a drawing says only once who is to move and what was captured") {
    CHECK(drawing_refused("X.\n.O\nX to move\nO to move") == "3:1 the side to move is given twice");
    CHECK(drawing_refused("X.\n.O\ncaptured: X 1, O 1\ncaptured: X 1, O 1") == "3:1 the captures are given twice");
}

TEST_CASE("a lone letter below wider rows is the side to move, below narrow ones a row") {
    CHECK(read_drawing("X.\n.O\nO", alphabet, Frame{}).turn == Side::second);
    CHECK(rows_of(read_drawing("X\nO\nX", alphabet, Frame{})) == "X/O/X");
    CHECK(!read_drawing("X\nO\nX", alphabet, Frame{}).turn);
}

TEST_CASE("captures may follow a drawing in any order") {
    const std::string_view board = "X.\n.O\n";
    for (const std::string_view end : {"captured: X 2, O 4\nO to move", "O to move\ncaptured: X 2, O 4"}) {
        const Grid grid = read_drawing(std::string(board) + std::string(end), alphabet, Frame{});
        CHECK(grid.captured == std::pair{2, 4});
        CHECK(grid.turn == Side::second);
    }
}

TEST_CASE("captures of a drawing that go wrong are refused with their line") {
    for (const std::string_view end : {"captured: X 2", "captured: X two, O 0", "captured: X 2, O",
                                       "captured: X 2, O 0 more", "captured: X 2,O 0", "captured: X 1001, O 0"}) {
        CAPTURE(end);
        CHECK(drawing_refused("X.\n.O\n" + std::string(end)) == "3:1 captures are written as 'captured: X 2, O 0'");
    }
}

TEST_CASE("a drawing that goes wrong is refused with the place") {
    CHECK(drawing_refused("X . .\n . Q .\n") == "2:4 'Q' is no cell; a cell is X, O, . or #");
    CHECK(drawing_refused("X . .\n. " + std::string(snowman) + " .\n") ==
          "2:3 '" + std::string(snowman) + "' is no cell; a cell is X, O, . or #");
    CHECK(drawing_refused("X . .\n\n . .\n") == "3:1 row 2 has 2 cells, row 1 has 3");
    CHECK(drawing_refused("  a b\n1 X .\n. O\n") ==
          "3:1 the columns are named, so this row should begin with its number, 2");
    CHECK(drawing_refused("  a b\n1 X .\n2\n") == "3:1 row 2 of the board is empty");
    CHECK(drawing_refused("  a b\n  a b\n") == "the text has no rows of a board");
    CHECK(drawing_refused("") == "the text has no rows of a board");
    CHECK(drawing_refused("X .\n. O\nX to lose\n") == "3:3 't' is no cell; a cell is X, O, . or #");
}

TEST_CASE("a drawing with letters names its columns and rows") {
    const Frame frame{.width = 3, .height = 2, .stride = 3, .from_bottom = true};
    const Grid grid = read_compact("X1O/1#1 O 2-0", alphabet);
    CHECK(write_drawing(grid, frame, "") ==
          "    a b c\n"
          "  2 X . O\n"
          "  1 . # .\n"
          "captured: X 2, O 0\n"
          "O to move");
    CHECK(write_drawing(grid, frame, "three stones").ends_with("\nO to move; three stones"));
}

TEST_CASE("a drawing with more than nine numbered columns gives each two places") {
    const Frame frame{.width = 11, .height = 2, .stride = 3, .by_columns = true, .columns = Columns::numbers};
    CHECK(write_drawing(read_compact("11/X9O X", alphabet), frame, "") ==
          "  .  .  .  .  .  .  .  .  .  .  .\n"
          "  X  .  .  .  .  .  .  .  .  .  O\n"
          "  1  2  3  4  5  6  7  8  9 10 11\n"
          "X to move");
}

TEST_CASE("a drawing reads back") {
    const Frame frame{.width = 12, .height = 10, .stride = 12};
    const std::string compact = "X11/12/12/3#8/12/12/12/12/12/11O O 3-4";
    const Grid grid = read_compact(compact, alphabet);
    CHECK(write_compact(read_drawing(write_drawing(grid, frame, ""), alphabet, Frame{})) == compact);
}

TEST_CASE("all cells in one word are read with their places") {
    const std::vector<bool> is_cell{true, false, true, true};
    const Grid grid = read_cell_line(" X-O O ", alphabet, 2, 2, is_cell);
    CHECK(rows_of(grid) == "X#/.O");
    CHECK(grid.turn == Side::second);
    CHECK(shown(grid.place(0, 1)) == "1:3");
    CHECK(read_cell_line("X-O", alphabet, 2, 2, is_cell).turn == Side::first);
}

TEST_CASE("a word of cells that goes wrong is refused with the place") {
    const std::vector<bool> is_cell(4, true);
    const auto refused = [&](std::string_view text) {
        return refusal<InvalidText>([&] { read_cell_line(text, alphabet, 2, 2, is_cell); });
    };
    CHECK(refused("X-") == "1:3 the text ends here, but a cell (X, O or -) should follow");
    CHECK(refused("X-#O") == "1:3 '#O' stands where a cell (X, O or -) should be");
    CHECK(refused("X- O-") == "1:3 ' ' stands where a cell (X, O or -) should be");
    CHECK(refused("X-OO Q") == "1:6 'Q' stands where the side to move, X or O, should be");
    CHECK(refused("X-OO X O") == "1:8 'O' stands where the end of the text should be");
}

TEST_CASE("damaged texts of Othello are read or refused, never worse") {
    check_damaged_texts([](std::string_view text) { return written(othello::read(text, {})); },
                        {"f5d6c3d3c4", "f5 d6\nc3 --\nd3", "1. f5 d6 2. c3 d3", "8/8/8/3OX3/3XO3/8/8/8 X",
                         "----XO--OX------ O", "10/10/2#4#2/10/10/10/10/2#4#2/10/10 X", "4/1OX1/1XO1/4 X",
                         "    a b c d\n  1 . . . .\n  2 . O X .\n  3 . X O .\n  4 . . . .\nX to move; remark"});
}

TEST_CASE("damaged texts of Connect Four are read or refused, never worse") {
    check_damaged_texts([](std::string_view text) { return written(connect_four::read(text, {})); },
                        {"4455332", "4 4 5,5", "7/7/7/7/3O3/3X3 X", "4/4/4/X3 O", "7/ X",
                         " . . . .\n . O . .\n X X O .\n 1 2 3 4\nO to move", ".\nO\nX"});
}

TEST_CASE("damaged texts of Pente are read or refused, never worse") {
    check_damaged_texts(
        [](std::string_view text) { return written(pente::read(text, {.opening_box = std::optional<int>{}})); },
        {"k10 l11 n10", "k10l11n10a1", "5/1XO2/5/2X2/5 O 2-0", "0 0 1\n0 2 0\n1 0 0",
         "    a b c\n  3 . O .\n  2 . X .\n  1 X . .\ncaptured: X 2, O 0\nO to move"});
}

TEST_CASE("damaged texts of trees are read or refused, never worse") {
    check_damaged_texts([](std::string_view text) { return tree::write(std::get<tree::Position>(tree::read(text))); },
                        {"(A (B K3 L12) (C M8 N-2)) @ B K", "[[3, 12], [8, 2]] @ 2", "(A # comment\n (B 1 2)\n 3)"});
}

TEST_CASE("very long texts are refused with short messages") {
    const auto message_size = [](auto read) { return refusal<TextError>(read).size(); };
    for (const std::string_view scrap :
         std::vector<std::string_view>{"a", "1", "X", "-", " ", "\n", "X\n", "1/", "1.", "(", snowman, "h8 "}) {
        CAPTURE(scrap);
        std::string text;
        while (text.size() < 300000) text += scrap;
        text += "?";
        CHECK(message_size([&] { othello::read(text, {}); }) < 200);
        CHECK(message_size([&] { connect_four::read(text, {}); }) < 200);
        CHECK(message_size([&] { connect_four::read(text, {.size = std::pair{12, 6}}); }) < 200);
        CHECK(message_size([&] { pente::read(text, {}); }) < 200);
    }
}

}  // namespace
}  // namespace gamegrove
