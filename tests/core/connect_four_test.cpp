#include <random>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"
#include "games/connect_four/text.h"
#include "pictures.h"
#include "refusal.h"

namespace gamegrove::connect_four {
namespace {

Position<Standard> on_7x6(std::string_view text) { return std::get<Position<Standard>>(read(text, {})); }

Position<Flexible> on_other(std::string_view text, std::optional<int> in_a_row = {}) {
    return std::get<Position<Flexible>>(read(text, {.in_a_row = in_a_row}));
}

Position<Flexible> start(int width, int height, int in_a_row) {
    return Position<Flexible>(Flexible(Rules{width, height, in_a_row}));
}

template <class B>
Position<B> after(const Position<B>& position, std::string_view columns) {
    return play(position, columns).position;
}

template <class B>
Move random_move(const Position<B>& position, std::mt19937_64& random) {
    const auto moves = position.moves();
    return moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
}

/// Whether so many of a side's discs stand in a row, looked up cell by cell.
bool has_row(const Grid& grid, char disc, int in_a_row) {
    const auto runs = [&](int column, int row, int right, int down) {
        for (int i = 0; i < in_a_row; ++i, column += right, row += down) {
            const bool inside = column >= 0 && column < grid.width && row >= 0 && row < grid.height;
            if (!inside || grid.at(column, row) != disc) return false;
        }
        return true;
    };
    for (int row = 0; row < grid.height; ++row)
        for (int column = 0; column < grid.width; ++column)
            if (runs(column, row, 1, 0) || runs(column, row, 0, 1) || runs(column, row, 1, 1) ||
                runs(column, row, 1, -1))
                return true;
    return false;
}

int open_columns(const Grid& grid) {
    int open = 0;
    for (int column = 0; column < grid.width; ++column) open += grid.at(column, 0) == '.';
    return open;
}

/// All ways to cut a run of digits into columns, numbered from 0.
std::vector<std::vector<int>> all_cuts(const std::string& digits, int width) {
    if (digits.empty()) return {{}};
    std::vector<std::vector<int>> ways;
    for (std::size_t length = 1; length <= digits.size(); ++length) {
        const int column = std::stoi(digits.substr(0, length));
        if (digits[0] == '0' || column > width) break;
        for (std::vector<int> rest : all_cuts(digits.substr(length), width)) {
            rest.insert(rest.begin(), column - 1);
            ways.push_back(rest);
        }
    }
    return ways;
}

std::vector<int> columns_of(std::string_view record, int width) {
    std::vector<int> columns;
    for (const auto& [column, place] : read_columns(record, width)) columns.push_back(column);
    return columns;
}

TEST_CASE("the first player may drop a disc into every column") {
    CHECK(moves_of(Position<Standard>()) == "1 2 3 4 5 6 7");
    CHECK(Position<Standard>().turn() == Side::first);
}

TEST_CASE("a disc falls onto the one below it") {
    CHECK(line(on_7x6("44443")) == line(on_7x6(R"(
        . . . . . . .
        . . . . . . .
        . . . O . . .
        . . . X . . .
        . . . O . . .
        . . X X . . .)")));
}

TEST_CASE("four in a row win across, upright and on both diagonals") {
    const auto is_won = [](std::string_view text) {
        const auto position = on_7x6(text);
        return position.is_lost() && position.moves().empty() && position.final_value() == -1 &&
               ending(position) == "4 in a row";
    };
    CHECK(is_won(R"(
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . O O O .
        . . . X X X X)"));
    CHECK(is_won(R"(
        X . . . . . .
        X . . . . . .
        X O . . . . .
        X O . . . . .
        O X . . . . .
        O X O . . . .)"));
    CHECK(is_won(R"(
        . . . . . . .
        . . . . . . .
        . . . . . . X
        . . . . . X O
        . . . . X O O
        . . O X O X X)"));
    CHECK(is_won(R"(
        . . . O . . .
        . . . X O . .
        . . . O X O .
        . . . X X X O
        . . . O O X O
        . . . X O X X)"));
}

TEST_CASE("three in a row do not win, nor do four with a gap") {
    CHECK(!on_7x6(R"(
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O . . X . . .
        O . . X . . .
        O O . X X . X)")
               .is_lost());
}

TEST_CASE("no line runs from the top of a column into the next one") {
    CHECK(moves_of(on_7x6(R"(
        X . . . . . .
        X . . . . . .
        X . . . . . .
        O . . . . . .
        O . . . . . .
        O X . . . . .)")) == "2 3 4 5 6 7");
}

TEST_CASE("no diagonal runs over the top or the bottom of the board") {
    CHECK(!on_7x6(R"(
        . . X . . . .
        . X O . . . .
        X X O . . . .
        O O X . . . .
        O O X O . . .
        X X O X . . .)")
               .is_lost());
    CHECK(!on_7x6(R"(
        . . X X . . .
        . . X O . . .
        . . O O . . .
        X . X X . . .
        O X O O . . .
        O O X X . . .)")
               .is_lost());
}

TEST_CASE("a full column takes no more discs") {
    const auto position = on_7x6("444444");
    CHECK(moves_of(position) == "1 2 3 5 6 7");
    CHECK(refusal<IllegalMove>([&] { after(position, "4"); }) == "1:1 column 4 is not legal: it is full");
    CHECK(refusal<IllegalMove>([] { on_7x6("44444\n4 4"); }) == "2:3 column 4 is not legal: it is full");
}

TEST_CASE("a full board without a line is a draw") {
    const auto full = on_7x6(R"(
        O O X O O X O
        X X O X X O X
        O O X O O X O
        X X O X X O X
        O O X O O X O
        X X O X X O X)");
    CHECK(full.moves().empty());
    CHECK(full.final_value() == 0);
    CHECK(ending(full) == "the board is full");
}

TEST_CASE("the last disc on the board may win") {
    const auto one_left = on_other(R"(
        . X O
        X O O
        X O X)",
                                   3);
    REQUIRE(moves_of(one_left) == "1");
    CHECK(after(one_left, "1").final_value() == -1);
    CHECK(ending(after(one_left, "1")) == "3 in a row");
}

TEST_CASE("the board of 7x6 in one word and the flexible one play the same games") {
    std::mt19937_64 random(7);
    for (int game = 0; game < 500; ++game) {
        Position<Standard> standard;
        Position<Flexible> flexible;
        while (!standard.moves().empty()) {
            REQUIRE(line(standard) == line(flexible));
            REQUIRE(moves_of(standard) == moves_of(flexible));
            const Move move = random_move(standard, random);
            standard = standard.after(move);
            flexible = flexible.after(move);
        }
        CHECK(flexible.moves().empty());
        CHECK(standard.final_value() == flexible.final_value());
    }
}

TEST_CASE("lines and moves in random games on boards of any size are those found cell by cell") {
    std::mt19937_64 random(6);
    for (const Rules& rules :
         {Rules{}, Rules{4, 4, 3}, Rules{9, 7, 5}, Rules{6, 9, 4}, Rules{16, 7, 4}, Rules{7, 17, 6}, Rules{64, 1, 3},
          Rules{1, 127, 2}, Rules{42, 2, 4}, Rules{2, 63, 9}, Rules{3, 41, 41}}) {
        CAPTURE(spec(rules));
        int wrong = 0;
        for (int game = 0; game < 15; ++game) {
            Position<Flexible> position{Flexible(rules)};
            while (!position.moves().empty()) {
                const char last = symbol(other(position.turn()));
                const Grid shown = grid(position);
                wrong += has_row(shown, last, rules.in_a_row);
                wrong += position.moves().size() != open_columns(shown);
                position = position.after(random_move(position, random));
            }
            const bool won = has_row(grid(position), symbol(other(position.turn())), rules.in_a_row);
            wrong += won != position.is_lost();
            wrong += !won && open_columns(grid(position)) != 0;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("on a board of one row lines lie across only") {
    const auto position = start(5, 1, 3);
    CHECK(moves_of(position) == "1 2 3 4 5");
    CHECK(!after(position, "13245").is_lost());
    CHECK(after(position, "14253").final_value() == -1);
    CHECK(moves_of(after(position, "14")) == "2 3 5");
}

TEST_CASE("on a board of one column the discs take turns and nobody can make two in a row") {
    const auto position = start(1, 4, 2);
    const auto full = after(position, "1111");
    CHECK(line(full) == "O/X/O/X X");
    CHECK(full.moves().empty());
    CHECK(full.final_value() == 0);
}

TEST_CASE("on a board of one cell the only move ends the game") {
    const auto end = after(start(1, 1, 1), "1");
    CHECK(end.moves().empty());
    CHECK(end.final_value() == -1);
}

TEST_CASE("a board may use all of its 128 bits") {
    REQUIRE(cells_needed({16, 7, 4}) == Flexible::Bits::capacity);
    const auto position = start(16, 7, 4);
    CHECK(position.moves().size() == 16);
    CHECK(after(position, "16 15 16 15 16 15 16").final_value() == -1);
    const auto full_column = after(position, "16 16 16 16 16 16 16");
    CHECK(!full_column.is_lost());
    CHECK(full_column.moves().size() == 15);
    CHECK(after(position, "13 1 14 1 15 1 16").final_value() == -1);
}

TEST_CASE("a board that does not fit or a row that is too long is refused") {
    const auto refused = [](std::pair<int, int> size, std::optional<int> in_a_row = {}) {
        return refusal<InvalidRules>([&] { read("", {.size = size, .in_a_row = in_a_row}); });
    };
    const std::string limit = " does not fit: width times (height + 1) may be at most 128";
    CHECK(refused({17, 7}) == "a board of 17x7" + limit);
    CHECK(refused({0, 6}) == "a board of 0x6" + limit);
    CHECK(refused({7, 0}) == "a board of 7x0" + limit);
    CHECK(refused({-7, 6}) == "a board of -7x6" + limit);
    CHECK(refused({2147483647, 2147483647}) == "a board of 2147483647x2147483647" + limit);
    const std::string possible = " in a row is not possible: it must be 1 to 128";
    CHECK(refused({7, 6}, 129) == "129" + possible);
    CHECK(refused({7, 6}, 0) == "0" + possible);
    CHECK(refused({7, 6}, -1) == "-1" + possible);
}

TEST_CASE("a row longer than the board cannot be made, so every game is a draw") {
    std::mt19937_64 random(128);
    for (const int in_a_row : {5, 128}) {
        auto position = start(4, 4, in_a_row);
        while (!position.moves().empty()) position = position.after(random_move(position, random));
        CHECK(position.final_value() == 0);
        CHECK(position.turn() == Side::first);
    }
}

TEST_CASE("in a row is measured by the board that the text shows") {
    std::string rows = "9";
    for (int row = 1; row < 9; ++row) rows += "/9";
    CHECK(spec(on_other(rows + " X", 9)) == "connect-four:size=9x9,in-a-row=9");
}

TEST_CASE("a disc that floats is refused with its place") {
    CHECK(refusal<InvalidText>([] {
              on_7x6(R"(
. . . . . . .
. . . . . . .
. . . . . . .
. . . X . . .
. . . . . . .
. . . O . . .)");
          }) == "5:7 this disc floats: the cell below it is empty");
    CHECK(refusal<InvalidText>([] { on_7x6("7/7/7/7/3X3/7 O"); }) ==
          "1:10 this disc floats: the cell below it is empty");
}

TEST_CASE("numbers of discs that no game leads to are refused") {
    const auto refused = [](std::string_view text) { return refusal<InvalidText>([&] { on_7x6(text); }); };
    const std::string reason =
        "X moves first and the sides take turns, so X has as many discs as O or one more; here it has ";
    CHECK(refused("7/7/7/7/7/XX5 O") == reason + "2 more");
    CHECK(refused("7/7/7/7/7/O6 X") == reason + "1 fewer");
    CHECK(refused("7/7/7/7/7/X6 X") == "by the number of discs it is the turn of O, not of X");
    CHECK(refused("7/7/7/7/7/XO5 O") == "by the number of discs it is the turn of X, not of O");
}

TEST_CASE("a position in which the mover has already won is refused") {
    CHECK(refusal<InvalidText>([] { on_7x6("7/7/7/7/OOO4/XXXXO2 X"); }) == "X is to move but has already won");
}

TEST_CASE("a board with holes, with captures or of another size than asked for is refused") {
    const auto refused = [](std::string_view text) {
        return refusal<InvalidText>([&] { read(text, {.size = std::pair{7, 6}}); });
    };
    CHECK(refused("7/7/7/7/7/6# X") == "1:12 a board of Connect Four has no holes");
    CHECK(refused("7/7/7/7/7/7 X 2-0") == "Connect Four has no captures");
    CHECK(refused("4/4/4/4 X") == "the text shows a board of 4x4, but 7x6 was asked for");
}

TEST_CASE("a record is read with and without separators") {
    const std::string expected = line(on_7x6("4453"));
    CHECK(line(on_7x6("4 4 5 3")) == expected);
    CHECK(line(on_7x6("4,4;5\n3\n")) == expected);
    CHECK(line(on_7x6("44 53")) == expected);
    CHECK(line(on_7x6("")) == line(Position<Standard>()));
}

TEST_CASE("a record that is none is refused with the place where it goes wrong") {
    const auto refused = [](std::string_view text) { return refusal<InvalidText>([&] { on_7x6(text); }); };
    CHECK(refused("4480") == "1:3 '8' is no column; the columns are 1 to 7");
    CHECK(refused("44\n 0") == "2:2 '0' is no column; the columns are 1 to 7");
    CHECK(refused("44 d1") == "1:4 'd' stands where a column number should be");
    CHECK(refused("44 \xC3\xA9") == "1:4 '\xC3\xA9' stands where a column number should be");
    CHECK(refusal<IllegalMove>([] { on_7x6("12121212"); }) == "1:8 column 2 cannot be played: the game is over");
}

TEST_CASE("on a wide board a run of digits is read if it can be cut in one way only") {
    const auto position = start(12, 6, 4);
    CHECK(write_moves(position, play(position, "3456").moves) == "3 4 5 6");
    CHECK(write_moves(position, play(position, "10").moves) == "10,");
    CHECK(write_moves(position, play(position, "3103").moves) == "3 10 3");
    CHECK(write_moves(position, play(position, "1 2, 12").moves) == "1 2 12");
    CHECK(refusal<AmbiguousMove>([&] { play(position, "12"); }) ==
          "1:1 '12' can be read in more than one way on a board of 12 columns; put a space or comma behind every "
          "column");
    CHECK(refusal<InvalidText>([&] { play(position, "300"); }) ==
          "1:1 '300' names no columns of this board; they are 1 to 12");
    CHECK(refusal<InvalidText>([&] { play(position, "3 13"); }) == "1:3 '13' is no column; the columns are 1 to 12");
}

TEST_CASE("random runs of digits are cut as found by trying all ways") {
    std::mt19937_64 random(13);
    for (int n = 0; n < 2000; ++n) {
        const int width = 10 + static_cast<int>(random() % 55);
        std::string digits;
        for (auto length = 1 + random() % 8; length > 0; --length) digits += static_cast<char>('0' + random() % 10);
        CAPTURE(width);
        CAPTURE(digits);
        const std::vector<std::vector<int>> ways = all_cuts(digits, width);
        if (ways.size() == 1)
            CHECK(columns_of(digits, width) == ways[0]);
        else if (ways.empty())
            CHECK_THROWS_AS(columns_of(digits, width), InvalidText);
        else
            CHECK_THROWS_AS(columns_of(digits, width), AmbiguousMove);
    }
}

TEST_CASE("white space around a run of digits does not matter") {
    const auto position = start(12, 6, 4);
    CHECK(write_moves(position, play(position, " 3456\n").moves) == "3 4 5 6");
}

TEST_CASE("a long run of digits that can be cut in no way is refused at once" * doctest::timeout(1)) {
    const std::string digits = std::string(500, '1') + "00";
    CHECK(refusal<InvalidText>([&] { play(start(12, 6, 4), digits); }) ==
          "1:1 '1111111111111111111111111111111111111111...' names no columns of this board; they are 1 to 12");
}

TEST_CASE("a record of a single move on a wide board reads back") {
    const auto position = start(12, 6, 4);
    const std::vector<Move> moves = play(position, "12,").moves;
    REQUIRE(moves.size() == 1);
    CHECK(write_moves(position, moves) == "12,");
    CHECK(write_moves(position, {}).empty());
}

TEST_CASE("a single move is read by its column") {
    const auto position = on_7x6("44");
    CHECK(notation(position, read_move(position, " 4 ")) == "4");
    CHECK(read_move(position, "4") == Move{23});
    const auto refused = [&](std::string_view text) {
        return refusal<InvalidText>([&] { read_move(position, text); });
    };
    CHECK(refused("8") == "'8' is no column; the columns are 1 to 7");
    CHECK(refused("0") == "'0' is no column; the columns are 1 to 7");
    CHECK(refused("44") == "'44' is no column; the columns are 1 to 7");
    CHECK(refused("4 4") == "'4 4' is no column; the columns are 1 to 7");
    CHECK(refused("") == "'' is no column; the columns are 1 to 7");
    CHECK(refused("99999999999999999999") == "'99999999999999999999' is no column; the columns are 1 to 7");
    CHECK(refusal<IllegalMove>([] { read_move(on_7x6("444444"), "4"); }) == "column 4 is not legal: it is full");
}

TEST_CASE("positions of random games on boards of any size read back from compact line and drawing") {
    std::mt19937_64 random(42);
    for (const Rules& rules : {Rules{4, 4, 3}, Rules{9, 7, 5}, Rules{16, 7, 4}, Rules{1, 9, 3}, Rules{9, 1, 3}}) {
        const Options options{.in_a_row = rules.in_a_row};
        CAPTURE(spec(rules));
        Position<Flexible> position{Flexible(rules)};
        for (;;) {
            const std::string drawing = write_drawing(grid(position), frame(position), "");
            CHECK(std::get<Position<Flexible>>(read(drawing, options)) == position);
            CHECK(std::get<Position<Flexible>>(read(write_compact(grid(position)), options)) == position);
            if (position.moves().empty()) break;
            position = position.after(random_move(position, random));
        }
    }
}

TEST_CASE("records of random games read back to the same moves") {
    std::mt19937_64 random(12);
    for (const Rules& rules : {Rules{7, 6, 4}, Rules{9, 7, 5}, Rules{10, 7, 4}, Rules{64, 1, 9}}) {
        CAPTURE(spec(rules));
        const Position<Flexible> first{Flexible(rules)};
        Played<Position<Flexible>> played{first, {}};
        while (!played.position.moves().empty()) {
            played.play(random_move(played.position, random));
            CHECK(play(first, write_moves(first, played.moves)).moves == played.moves);
        }
    }
}

TEST_CASE("the drawing of a position names the columns below it") {
    const auto position = on_7x6("4435");
    CHECK(write_drawing(grid(position), frame(position), "") ==
          " . . . . . . .\n"
          " . . . . . . .\n"
          " . . . . . . .\n"
          " . . . . . . .\n"
          " . . . O . . .\n"
          " . . X X O . .\n"
          " 1 2 3 4 5 6 7\n"
          "X to move");
}

TEST_CASE("the name of the rules tells what differs from the usual ones") {
    CHECK(spec(Rules{}) == "connect-four");
    CHECK(spec(Rules{6, 5, 4}) == "connect-four:size=6x5");
    CHECK(spec(Rules{7, 6, 5}) == "connect-four:in-a-row=5");
    CHECK(spec(Rules{6, 5, 3}) == "connect-four:size=6x5,in-a-row=3");
    CHECK(players(Position<Standard>()) == std::array<std::string_view, 2>{"red", "yellow"});
}

TEST_CASE("positions that differ in the rules are not equal") {
    CHECK(start(4, 4, 3) != start(4, 4, 4));
    CHECK(start(4, 4, 3) == start(4, 4, 3));
    CHECK(on_7x6("12").key() != on_7x6("21").key());
    CHECK(on_7x6("1243").key() == on_7x6("4213").key());
}

TEST_CASE("keys are the same on every machine") { CHECK(on_7x6("44").key() == 0xda25960621743ae4U); }

}  // namespace
}  // namespace gamegrove::connect_four
