#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"
#include "games/pente/text.h"
#include "pictures.h"
#include "refusal.h"

namespace gamegrove::pente {
namespace {

#define ALL_BOARDS SmallBoard, MiddleBoard, LargeBoard

const Options pente_without_opening{.preset = "pente", .opening_box = std::optional<int>{}};
const Options keryo_without_opening{.preset = "keryo-pente", .opening_box = std::optional<int>{}};
const Options gomoku{.preset = "gomoku"};
const Options gomoku_standard{.preset = "gomoku-standard"};

/// A position of no more than 7x8.
Position<SmallBoard> on_small(std::string_view text, const Options& options = pente_without_opening) {
    return std::get<Position<SmallBoard>>(read(text, options));
}

template <class B>
Position<B> start(const Rules& rules) {
    return Position<B>(board_of<B>(rules));
}

template <class B>
Position<B> after(const Position<B>& position, std::string_view moves) {
    return play(position, moves).position;
}

template <class B>
Move random_move(const Position<B>& position, std::mt19937_64& random) {
    const auto moves = position.moves();
    return moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
}

/// The largest board of each type.
template <class B>
constexpr Rules largest = {};
template <>
constexpr Rules largest<SmallBoard> = {.width = 7, .height = 8};
template <>
constexpr Rules largest<MiddleBoard> = {.width = 15, .height = 16};
template <>
constexpr Rules largest<LargeBoard> = {.width = 19, .height = 19};

template <class B>
Rules largest_with(Captures captures, int in_a_row = 5, bool exactly = false) {
    Rules rules = largest<B>;
    rules.captures = captures;
    rules.in_a_row = in_a_row;
    rules.exactly = exactly;
    return rules;
}

/// The rules once more, cell by cell as one reads them in a book.
class ByHand {
public:
    ByHand(const Rules& rules, Grid grid) : rules_(rules), grid_(std::move(grid)) {}

    /// Plays a stone of the side to move.
    void play(int column, int row) {
        const char mine = symbol(*grid_.turn);
        put(column, row, mine);
        int taken = 0;
        for (const int down : {-1, 0, 1})
            for (const int right : {-1, 0, 1})
                if (right != 0 || down != 0) taken += take(column, row, right, down);
        if (grid_.captured) (mine == 'X' ? grid_.captured->first : grid_.captured->second) += taken;
        won_ = has_row(mine) || (grid_.captured && total(mine) >= captures_that_win(rules_.captures));
        grid_.turn = other(*grid_.turn);
    }

    const Grid& grid() const { return grid_; }
    bool won() const { return won_; }

private:
    char at(int column, int row) const {
        const bool inside = column >= 0 && column < grid_.width && row >= 0 && row < grid_.height;
        return inside ? grid_.at(column, row) : '#';
    }

    void put(int column, int row, char stone) {
        grid_.cells[static_cast<std::size_t>(row * grid_.width + column)] = stone;
    }

    int total(char side) const { return side == 'X' ? grid_.captured->first : grid_.captured->second; }

    /// How many stones of this kind follow a cell.
    int run(int column, int row, int right, int down, char stone) const {
        int length = 0;
        while (at(column + (length + 1) * right, row + (length + 1) * down) == stone) ++length;
        return length;
    }

    /// Takes what the stone on the cell flanks in one direction.
    int take(int column, int row, int right, int down) {
        const char mine = at(column, row);
        const int length = run(column, row, right, down, mine == 'X' ? 'O' : 'X');
        const bool is_prey =
            (length == 2 && rules_.captures != Captures::none) || (length == 3 && rules_.captures == Captures::triples);
        if (!is_prey || at(column + (length + 1) * right, row + (length + 1) * down) != mine) return 0;
        for (int i = 1; i <= length; ++i) put(column + i * right, row + i * down, '.');
        return length;
    }

    bool has_row(char mine) const {
        for (int row = 0; row < grid_.height; ++row)
            for (int column = 0; column < grid_.width; ++column)
                if (at(column, row) == mine && stands_in_a_row(column, row)) return true;
        return false;
    }

    bool stands_in_a_row(int column, int row) const {
        const char mine = at(column, row);
        for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
            const int length = 1 + run(column, row, right, down, mine) + run(column, row, -right, -down, mine);
            if (rules_.exactly ? length == rules_.in_a_row : length >= rules_.in_a_row) return true;
        }
        return false;
    }

    Rules rules_;
    Grid grid_;
    bool won_ = false;
};

/// Plays one random game in both ways and counts the positions that differ.
template <class B>
int differences_in_a_game(const Rules& rules, std::mt19937_64& random) {
    Position<B> position = start<B>(rules);
    ByHand by_hand(rules, grid(position));
    int wrong = 0;
    while (!position.moves().empty()) {
        const Move move = random_move(position, random);
        position = position.after(move);
        by_hand.play(frame(position).column_of(move.index), frame(position).row_of(move.index));
        wrong += line(position) != write_compact(by_hand.grid()) || position.is_lost() != by_hand.won();
    }
    return wrong;
}

TEST_CASE("a stone that closes pairs in all eight directions takes them all") {
    const auto before = on_small(R"(
        X . . X . . X
        . O . O . O .
        . . O O O . .
        X O O . O O X
        . . O O O . .
        . O . O . O .
        X . . X . . X
        X to move)");
    CHECK(line(after(before, "d4")) == line(on_small(R"(
        X . . X . . X
        . . . . . . .
        . . . . . . .
        X . . X . . X
        . . . . . . .
        . . . . . . .
        X . . X . . X
        captured: X 16, O 0
        O to move)")));
}

TEST_CASE("a stone takes a pair in each single direction") {
    const auto taken = [](std::string_view before, std::string_view move) {
        return captured_by_side(after(on_small(before), move)).first;
    };
    CHECK(taken("7/7/7/4OOX/7/7/7 X", "d4") == 2);
    CHECK(taken("7/7/7/XOO4/7/7/7 X", "d4") == 2);
    CHECK(taken("3X3/3O3/3O3/7/7/7/7 X", "d4") == 2);
    CHECK(taken("7/7/7/7/3O3/3O3/3X3 X", "d4") == 2);
    CHECK(taken("6X/5O1/4O2/7/7/7/7 X", "d4") == 2);
    CHECK(taken("7/7/7/7/2O4/1O5/X6 X", "d4") == 2);
    CHECK(taken("X6/1O5/2O4/7/7/7/7 X", "d4") == 2);
    CHECK(taken("7/7/7/7/4O2/5O1/6X X", "d4") == 2);
}

TEST_CASE("a pair that moves between two stones of the other side is safe") {
    const auto before = on_small(R"(
        . . . . .
        . . . . .
        X O . X .
        . . . . .
        . . . . .
        O to move)");
    CHECK(line(after(before, "c3")) == line(on_small(R"(
        . . . . .
        . . . . .
        X O O X .
        . . . . .
        . . . . .
        captured: X 0, O 0
        X to move)")));
}

TEST_CASE("only exactly two stones are taken, in Keryo-Pente three, too") {
    const auto taken = [](std::string_view before, const Options& options) {
        return captured_by_side(after(on_small(before, options), "a3")).first;
    };
    const auto row = [](std::string_view stones) { return "7/7/7/7/" + std::string(stones) + "/7/7 X"; };
    CHECK(taken(row("1OX4"), pente_without_opening) == 0);
    CHECK(taken(row("1OOX3"), pente_without_opening) == 2);
    CHECK(taken(row("1OOOX2"), pente_without_opening) == 0);
    CHECK(taken(row("1OOOOX1"), pente_without_opening) == 0);
    CHECK(taken(row("1OX4"), keryo_without_opening) == 0);
    CHECK(taken(row("1OOX3"), keryo_without_opening) == 2);
    CHECK(taken(row("1OOOX2"), keryo_without_opening) == 3);
    CHECK(taken(row("1OOOOX1"), keryo_without_opening) == 0);
    CHECK(taken(row("1OO4"), pente_without_opening) == 0);
    CHECK(taken(row("1OO1X2"), pente_without_opening) == 0);
}

TEST_CASE("in gomoku nothing is taken") {
    const auto position = after(on_small("7/7/7/7/1OOX3/7/7 X", gomoku), "a3");
    CHECK(line(position) == "7/7/7/7/XOOX3/7/7 O");
}

TEST_CASE("a cell whose stone was taken may be played on again") {
    const auto position = after(on_small("7/7/7/7/1OOX3/7/7 X"), "a3");
    CHECK(position.moves().contains(read_move(position, "b3")));
    CHECK(position.moves().size() == 7 * 7 - 2);
}

TEST_CASE("the fifth pair wins, and in Keryo-Pente the fifteenth stone") {
    const std::string board = "7/7/7/7/1OOX3/7/7 X ";
    const auto value = [&](const std::string& captured, const Options& options) {
        return after(on_small(board + captured, options), "a3").final_value();
    };
    CHECK(value("6-0", pente_without_opening) == 0);
    CHECK(value("8-0", pente_without_opening) == -1);
    CHECK(value("9-0", pente_without_opening) == -1);
    CHECK(value("0-8", pente_without_opening) == 0);
    CHECK(value("12-0", keryo_without_opening) == 0);
    CHECK(value("13-0", keryo_without_opening) == -1);
    const auto won = after(on_small(board + "8-0"), "a3");
    CHECK(won.moves().empty());
    CHECK(ending(won) == "10 captured stones");
    CHECK(refusal<IllegalMove>([&] { after(won, "a1"); }) == "1:1 a1 cannot be played: the game is over");
}

TEST_CASE("captures are counted for the side that made them") {
    auto position = on_small("7/7/7/7/1OOX3/7/7 X 2-4");
    CHECK(captured_by_side(position) == std::pair{2, 4});
    position = after(position, "a3");
    CHECK(captured_by_side(position) == std::pair{4, 4});
    CHECK(position.captured() == Captured{4, 4});
    position = after(position, "g7");
    CHECK(captured_by_side(position) == std::pair{4, 4});
}

TEST_CASE("five in a row win in all four directions, at either end and in the middle") {
    const auto value = [](std::string_view before, std::string_view move) {
        return after(on_small(before, gomoku), move).final_value();
    };
    CHECK(value("7/7/7/7/7/7/XXXX3 X", "e1") == -1);
    CHECK(value("7/7/7/7/7/7/1XXXX2 X", "a1") == -1);
    CHECK(value("7/7/7/7/7/7/XX1XX2 X", "c1") == -1);
    CHECK(value("7/7/X6/X6/X6/X6/7 X", "a1") == -1);
    CHECK(value("7/4X2/3X3/2X4/1X5/7/7 X", "f7") == -1);
    CHECK(value("7/7/1X5/2X4/3X3/4X2/7 X", "f1") == -1);
    CHECK(value("7/7/7/7/7/7/XXX1X2 X", "f1") == 0);
    CHECK(value("7/7/7/7/7/7/XXXO3 X", "e1") == 0);
}

TEST_CASE("six in a row win in freestyle gomoku but not in the standard one") {
    const std::string_view before = R"(
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X . X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X to move)";
    CHECK(after(on_small(before, gomoku), "d4").final_value() == -1);
    const auto standard = after(on_small(before, gomoku_standard), "d4");
    CHECK(!standard.is_lost());
    CHECK(standard.moves().size() == 7 * 7 - 6);
    const std::string_view five = "7/7/7/XX1XX2/7/7/7 X";
    CHECK(after(on_small(five, gomoku_standard), "c4").final_value() == -1);
}

TEST_CASE("a row that is too long does not spoil one of the right length in another direction") {
    const auto before = on_small(R"(
        . . . X . . .
        . . . X . . .
        . . . X . . .
        X X X . X X .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        X to move)",
                                 gomoku_standard);
    CHECK(after(before, "d4").final_value() == -1);
}

TEST_CASE("a row that a capture has cut to the right length wins with its owner's next move") {
    const Options options{.preset = "pente", .exactly = true, .opening_box = std::optional<int>{}};
    const auto before = on_small(R"(
        . . . . . . .
        . . . . . . .
        . . . . . O .
        X X X X X X .
        . . . . . X .
        . . . . . . .
        . . . . . . .
        O to move)",
                                 options);
    const auto cut = after(before, "f2");
    REQUIRE(line(cut) == "7/7/5O1/XXXXX2/7/5O1/7 X 0-2");
    CHECK(!cut.is_lost());
    CHECK(on_small(line(cut), options) == cut);
    CHECK(after(cut, "a1").final_value() == -1);
    CHECK(after(cut, "f4").final_value() == 0);
}

TEST_CASE("a full board is a draw") {
    const auto full = on_small("XOX/XOO/OXX O", {.preset = "tic-tac-toe"});
    CHECK(full.moves().empty());
    CHECK(full.final_value() == 0);
    CHECK(ending(full) == "the board is full");
}

TEST_CASE("three in a row win at tic-tac-toe") {
    const auto won = std::get<Position<SmallBoard>>(read("b2 a1 a3 c1 c3 b1", {.preset = "tic-tac-toe"}));
    CHECK(won.turn() == Side::first);
    CHECK(won.final_value() == -1);
    CHECK(ending(won) == "3 in a row");
}

TEST_CASE("a row longer than the board cannot be made, so only captures win") {
    const auto position =
        on_small("1OOX/4/4/4 X 8-0", {.preset = "pente", .in_a_row = 100, .opening_box = std::optional<int>{}});
    CHECK(after(position, "a4").final_value() == -1);
    CHECK(after(position, "a1").final_value() == 0);
}

TEST_CASE_TEMPLATE("no row runs round an edge", B, ALL_BOARDS) {
    const Rules rules = largest_with<B>(Captures::none);
    const Frame f = frame(start<B>(rules));
    for (int row = 0; row < f.height; ++row)
        for (int other_row = 0; other_row < f.height; ++other_row) {
            typename B::Bits stones;
            for (const int column : {0, 1, 2}) stones |= B::Bits::of(f.cell_at(column, row));
            for (const int column : {1, 2, 3}) stones |= B::Bits::of(f.cell_at(f.width - column, other_row));
            CHECK(!Position<B>(board_of<B>(rules), {}, stones, Side::first, {}).is_lost());
        }
}

TEST_CASE_TEMPLATE("no capture reaches round an edge", B, ALL_BOARDS) {
    const Rules rules = largest_with<B>(Captures::pairs);
    const Frame f = frame(start<B>(rules));
    const auto taken = [&](int beyond, int far, int near, int played) {
        const Position<B> before(board_of<B>(rules), B::Bits::of(beyond), B::Bits::of(far) | B::Bits::of(near),
                                 Side::first, {});
        return before.after(Move{static_cast<std::int16_t>(played)}).captured().by_opponent;
    };
    const int right = f.width - 1;
    for (int row = 0; row < f.height; ++row)
        for (int other_row = 0; other_row < f.height; ++other_row) {
            const int left_end = f.cell_at(0, other_row);
            const int right_end = f.cell_at(right, other_row);
            CHECK(taken(right_end, f.cell_at(0, row), f.cell_at(1, row), f.cell_at(2, row)) == 0);
            CHECK(taken(left_end, f.cell_at(right, row), f.cell_at(right - 1, row), f.cell_at(right - 2, row)) == 0);
        }
}

TEST_CASE_TEMPLATE("random games on the largest boards go as found cell by cell", B, ALL_BOARDS) {
    std::mt19937_64 random(19);
    for (const Captures captures : {Captures::none, Captures::pairs, Captures::triples})
        for (const int in_a_row : {4, 5, longest_row})
            for (const bool exactly : {false, true}) {
                const Rules rules = largest_with<B>(captures, in_a_row, exactly);
                CAPTURE(spec(rules));
                int wrong = 0;
                for (int game = 0; game < 10; ++game) wrong += differences_in_a_game<B>(rules, random);
                CHECK(wrong == 0);
            }
}

TEST_CASE_TEMPLATE("random games on small and narrow boards go as found cell by cell", B, ALL_BOARDS) {
    std::mt19937_64 random(3);
    for (const Rules& rules : {Rules{3, 3, 3}, Rules{4, 5, 4, false, Captures::pairs},
                               Rules{5, 5, 5, true, Captures::triples}, Rules{3, 8, 4, false, Captures::pairs}}) {
        CAPTURE(spec(rules));
        int wrong = 0;
        for (int game = 0; game < 50; ++game) wrong += differences_in_a_game<B>(rules, random);
        CHECK(wrong == 0);
    }
}

TEST_CASE("every size of board goes onto the smallest type that holds it") {
    const auto type_of = [](int width, int height) {
        const AnyPosition position = read("", {.preset = "mnk", .size = std::pair{width, height}, .in_a_row = 3});
        return position.index();
    };
    CHECK(type_of(3, 3) == 0);
    CHECK(type_of(7, 8) == 0);
    CHECK(type_of(8, 7) == 1);
    CHECK(type_of(7, 9) == 1);
    CHECK(type_of(15, 16) == 1);
    CHECK(type_of(16, 15) == 2);
    CHECK(type_of(15, 17) == 2);
    CHECK(type_of(19, 19) == 2);
}

TEST_CASE("at Pente the first stone goes to the centre") {
    const auto position = std::get<Position<LargeBoard>>(read("", {}));
    CHECK(moves_of(position) == "k10");
    CHECK(refusal<IllegalMove>([&] { after(position, "a1"); }) ==
          "1:1 a1 is not legal: the first stone goes to the centre");
}

TEST_CASE("the first player's second stone stays away from the centre") {
    const auto position = std::get<Position<LargeBoard>>(read("k10 l11", {}));
    CHECK(position.moves().size() == 19 * 19 - 5 * 5);
    CHECK(refusal<IllegalMove>([&] { after(position, "m12"); }) ==
          "1:1 m12 is not legal: the first player's second stone must be more than 2 cells from the centre");
    CHECK(refusal<IllegalMove>([&] { after(position, "k10"); }) == "1:1 k10 is not legal: the cell is taken");
    CHECK(after(position, "n10").moves().size() == 19 * 19 - 3);
    CHECK(after(position, "k13").moves().size() == 19 * 19 - 3);
}

TEST_CASE("the second player is free, and the first one from his third stone on") {
    const auto position = std::get<Position<LargeBoard>>(read("k10", {}));
    CHECK(position.moves().size() == 19 * 19 - 1);
    CHECK(after(position, "l11 n10 a1").moves().size() == 19 * 19 - 4);
}

TEST_CASE("a stone that was taken counts as placed in the opening") {
    const auto position = on_small("7/7/7/7/7/7/O6 X 0-2", {.preset = "pente"});
    CHECK(position.moves().size() == 7 * 7 - 1);
}

TEST_CASE("a board of even size has four central cells, one that is even one way has two") {
    const auto opening = [](int width, int height) {
        return std::get<Position<SmallBoard>>(
            read("", {.preset = "pente", .size = std::pair{width, height}, .opening_box = {{1}}}));
    };
    CHECK(moves_of(opening(6, 6)) == "c3 d3 c4 d4");
    CHECK(moves_of(opening(6, 7)) == "c4 d4");
    CHECK(moves_of(opening(7, 6)) == "d3 d4");
    CHECK(moves_of(opening(7, 7)) == "d4");
}

TEST_CASE("on a board of even size the box is measured from the middle") {
    const auto second_stones = [](int box) {
        const Options options{.preset = "pente", .size = std::pair{6, 6}, .opening_box = {{box}}};
        return std::get<Position<SmallBoard>>(read("c3 d4", options)).moves().size();
    };
    CHECK(second_stones(0) == 34);
    CHECK(second_stones(1) == 36 - 4);
    CHECK(second_stones(2) == 36 - 16);
}

TEST_CASE("the opening rule gives way when a set-up leaves no cell that it allows") {
    const auto taken = on_small("7/7/7/3O3/7/7/7 X", {.preset = "pente"});
    CHECK(taken.moves().size() == 48);
}

TEST_CASE("an opening box that leaves no cell is refused") {
    const auto refused = [](int box) {
        return refusal<InvalidRules>(
            [&] { read("", {.preset = "pente", .size = std::pair{5, 5}, .opening_box = {{box}}}); });
    };
    CHECK(refused(1) == "not refused");
    CHECK(refused(2) == "an opening box of 2 leaves no cell on a board of 5; choose a smaller one, or none");
    CHECK(refused(-1) == "an opening box of -1 leaves no cell on a board of 5; choose a smaller one, or none");
}

TEST_CASE("sizes, rows and games that do not exist are refused") {
    const auto refused = [](const Options& options) { return refusal<InvalidRules>([&] { read("", options); }); };
    CHECK(refused({.preset = "mnk", .size = std::pair{2, 5}}) == "a board of 2x5 is not possible: sides are 3 to 19");
    CHECK(refused({.preset = "mnk", .size = std::pair{5, 20}}) == "a board of 5x20 is not possible: sides are 3 to 19");
    CHECK(refused({.preset = "mnk", .in_a_row = 0}) == "0 in a row is not possible: it must be 1 to 100");
    CHECK(refused({.preset = "mnk", .in_a_row = 101}) == "101 in a row is not possible: it must be 1 to 100");
    CHECK(refused({.preset = "renju"}) ==
          "there is no game 'renju' in the Pente family; there are pente, keryo-pente, pente-2003, gomoku, "
          "gomoku-standard, tic-tac-toe, mnk");
}

TEST_CASE("the columns of Pente skip the letter i, those of gomoku do not") {
    const auto refused = [](std::string_view text, const Options& options) {
        return refusal<InvalidText>([&] { read(text, options); });
    };
    CHECK(refused("k10 i1", {}) == "1:5 'i1' is no cell: this board's columns skip the letter i");
    CHECK(refused("k10 u1", {}) == "1:5 'u1' is no cell: this board's cells are a1 to t19");
    CHECK(refused("k10 t20", {}) == "1:5 't20' is no cell: this board's cells are a1 to t19");
    CHECK(refused("h8 p1", gomoku) == "1:4 'p1' is no cell: this board's cells are a1 to o15");
    const auto position = std::get<Position<LargeBoard>>(read("k10 t19 n1 a1 j9 h8", {}));
    CHECK(notation(position, Move{0}) == "a1");
    CHECK(line(position) == "18O/19/19/19/19/19/19/19/19/9X9/8X10/7O11/19/19/19/19/19/19/O11X6 X 0-0");
}

TEST_CASE("there are no passes") {
    CHECK(refusal<IllegalMove>([] { read("h8 pass", gomoku); }) ==
          "1:4 pass is not legal: there are no passes in this game");
}

TEST_CASE("a position in which the mover has already won is refused") {
    const auto refused = [](std::string_view text, const Options& options = pente_without_opening) {
        return refusal<InvalidText>([&] { read(text, options); });
    };
    CHECK(refused("5/5/XXXXX/5/5 X") == "X is to move but has already won");
    CHECK(refused("5/5/5/5/5 X 10-0") == "X is to move but has already won");
    CHECK(refused("5/5/5/5/5 O 0-10") == "O is to move but has already won");
    CHECK(refused("6/6/XXXXXX/6/6/6 X", gomoku_standard) == "not refused");
    CHECK(on_small("5/5/XXXXX/5/5 O").moves().empty());
    CHECK(on_small("5/5/5/5/5 O 10-0").final_value() == -1);
}

TEST_CASE("a text that does not fit the game is refused") {
    const auto refused = [](std::string_view text, const Options& options) {
        return refusal<InvalidText>([&] { read(text, options); });
    };
    CHECK(refused("5/5/2#2/5/5 X", gomoku) == "1:6 a board of the Pente family has no holes");
    CHECK(refused("5/5/5/5/5 X 2-0", gomoku) == "there are no captures in this game");
    CHECK(refused("5/5/5/5/5 X 0-0", gomoku) == "not refused");
    CHECK(refused("5/5/5/5/5 X", {.preset = "gomoku", .size = std::pair{15, 15}}) ==
          "the text shows a board of 5, but 15 was asked for");
    CHECK(refused("5/5/5/5 X", {.preset = "gomoku", .size = std::pair{5, 5}}) ==
          "the text shows a board of 5x4, but 5 was asked for");
}

TEST_CASE("a board file of digits is read, and the first player moves") {
    const auto position = on_small("0 0 1\n0 2 0\n1 0 0\n", {.preset = "tic-tac-toe"});
    CHECK(line(position) == "2X/1O1/X2 X");
}

TEST_CASE_TEMPLATE("positions of random games read back from compact line and drawing", B, ALL_BOARDS) {
    std::mt19937_64 random(33);
    for (const Captures captures : {Captures::none, Captures::triples}) {
        const Options options{.preset = "mnk", .captures = captures};
        Position<B> position = start<B>(largest_with<B>(captures));
        while (!position.moves().empty()) {
            position = position.after(random_move(position, random));
            const std::string drawing = write_drawing(grid(position), frame(position), "");
            REQUIRE(std::get<Position<B>>(read(line(position), options)) == position);
            REQUIRE(std::get<Position<B>>(read(drawing, options)) == position);
        }
    }
}

TEST_CASE("records of random games read back to the same moves") {
    std::mt19937_64 random(10);
    const auto first = std::get<Position<LargeBoard>>(read("", {}));
    Played<Position<LargeBoard>> played{first, {}};
    while (!played.position.moves().empty()) played.play(random_move(played.position, random));
    const std::string record = write_moves(first, played.moves);
    CHECK(play(first, record).moves == played.moves);
    std::string unspaced = record;
    unspaced.erase(std::remove(unspaced.begin(), unspaced.end(), ' '), unspaced.end());
    CHECK(play(first, unspaced).moves == played.moves);
}

TEST_CASE("the name of the rules is a game's where there is one") {
    for (const Preset& preset : presets)
        if (preset.name != "mnk") CHECK(spec(preset.rules) == preset.name);
    CHECK(spec(Rules{.width = 19, .height = 19}) == "gomoku:size=19");
    CHECK(spec(Rules{.width = 4, .height = 5, .in_a_row = 4}) == "mnk:size=4x5,in-a-row=4");
    CHECK(spec(Rules{.captures = Captures::pairs, .opening_box = 2}) == "mnk:captures=pairs,opening-box=2");
    CHECK(spec(Rules{.width = 19, .height = 19, .captures = Captures::pairs, .skips_i = true}) ==
          "pente:opening-box=none");
    CHECK(spec(Rules{.width = 5, .height = 5, .in_a_row = 3}) == "tic-tac-toe:size=5");
}

TEST_CASE("the sides are called as the game's players call them") {
    using Names = std::array<std::string_view, 2>;
    CHECK(players(std::get<Position<LargeBoard>>(read("", {}))) == Names{"white", "black"});
    CHECK(players(std::get<Position<MiddleBoard>>(read("", {.preset = "pente-2003"}))) == Names{"red", "green"});
    CHECK(players(std::get<Position<MiddleBoard>>(read("", gomoku))) == Names{"black", "white"});
    CHECK(players(std::get<Position<SmallBoard>>(read("", {.preset = "tic-tac-toe"}))) == Names{"crosses", "noughts"});
}

TEST_CASE("positions that differ in turn, captures or rules are not equal") {
    const auto position = on_small("5/5/2X2/5/5 O 0-0");
    CHECK(position == on_small("5/5/2X2/5/5 O"));
    CHECK(position != on_small("5/5/2X2/5/5 X"));
    CHECK(position != on_small("5/5/2X2/5/5 O 2-0"));
    CHECK(on_small("5/5/2X2/5/5 O 2-0").key() != on_small("5/5/2X2/5/5 O 0-2").key());
    CHECK(on_small("5/5/2X2/5/5 O", gomoku) != on_small("5/5/2X2/5/5 O", gomoku_standard));
}

TEST_CASE("keys are the same on every machine") {
    CHECK(std::get<Position<LargeBoard>>(read("k10", {})).key() == 0x7ab45c2ac11978a3U);
    CHECK(on_small("", {.preset = "tic-tac-toe"}).key() == 0x805821f2fa6849c4U);
}

}  // namespace
}  // namespace gamegrove::pente
