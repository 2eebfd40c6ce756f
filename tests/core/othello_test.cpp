#include <random>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"
#include "games/othello/text.h"
#include "pictures.h"
#include "refusal.h"

namespace gamegrove::othello {
namespace {

#define ALL_BOARDS Board4, Board6, Board8, Board10, Board12, Board96

template <class B>
Position<B> on(std::string_view text, Empties empties = Empties::to_nobody) {
    return std::get<Position<B>>(read(text, {.board = std::string(B::name()), .empties = empties}));
}

Position<Board8> on_8x8(std::string_view text) { return on<Board8>(text); }

template <class B>
Position<B> after(const Position<B>& position, std::string_view moves) {
    return play(position, moves).position;
}

/// The rules once more, cell by cell as one reads them in a book.
template <class B>
class ByHand {
public:
    explicit ByHand(const Position<B>& position) : grid_(grid(position)), mover_(symbol(position.turn())) {}

    /// The discs that turn over when the mover plays on a cell: none if he may not play there.
    typename B::Bits flips(int column, int row) const {
        typename B::Bits flipped;
        if (at(column, row) != '.') return flipped;
        for (const int down : {-1, 0, 1})
            for (const int right : {-1, 0, 1})
                if (down != 0 || right != 0) flipped |= flips_along(column, row, right, down);
        return flipped;
    }

    typename B::Bits moves() const {
        typename B::Bits found;
        for (int row = 0; row < B::size; ++row)
            for (int column = 0; column < B::size; ++column)
                if (flips(column, row).any()) found |= B::Bits::of(B::cell_at(column, row));
        return found;
    }

private:
    char at(int column, int row) const {
        const bool inside = column >= 0 && column < B::size && row >= 0 && row < B::size;
        return inside ? grid_.at(column, row) : '#';
    }

    bool is_opponent(char cell) const { return cell != mover_ && (cell == 'X' || cell == 'O'); }

    typename B::Bits flips_along(int column, int row, int right, int down) const {
        typename B::Bits run;
        for (;;) {
            column += right;
            row += down;
            if (!is_opponent(at(column, row))) break;
            run |= B::Bits::of(B::cell_at(column, row));
        }
        return at(column, row) == mover_ ? run : typename B::Bits{};
    }

    Grid grid_;
    char mover_;
};

/// Whether moves and flips on every cell are those found by hand.
template <class B>
bool agrees(const Position<B>& position) {
    const ByHand<B> by_hand(position);
    const typename B::Bits moves = B::moves(position.mover(), position.opponent());
    if (moves != by_hand.moves()) return false;
    bool equal = true;
    for_each_bit(B::cells & ~(position.mover() | position.opponent()), [&](int cell) {
        const auto expected = by_hand.flips(frame(position).column_of(cell), frame(position).row_of(cell));
        equal = equal && B::flips(position.mover(), position.opponent(), cell) == expected;
    });
    return equal;
}

/// Discs strewn over the board, `emptiness` cells of ten left empty.
template <class B>
Position<B> strewn(std::mt19937_64& random, unsigned emptiness) {
    typename B::Bits mover;
    typename B::Bits opponent;
    for_each_bit(B::cells, [&](int cell) {
        if (random() % 10 < emptiness) return;
        (random() % 2 == 0 ? mover : opponent) |= B::Bits::of(cell);
    });
    return Position<B>(mover, opponent, Side::first, Empties::to_nobody);
}

TEST_CASE("the first player starts with four moves, each the image of the others") {
    CHECK(moves_of(Position<Board8>::start()) == "d3 c4 f5 e6");
    CHECK(moves_of(Position<Board4>::start()) == "b1 a2 d3 c4");
    CHECK(moves_of(Position<Board6>::start()) == "c2 b3 e4 d5");
    CHECK(moves_of(Position<Board10>::start()) == "e4 d5 g6 f7");
    CHECK(moves_of(Position<Board12>::start()) == "f5 e6 h7 g8");
    CHECK(moves_of(Position<Board96>::start()) == "e4 d5 g6 f7");
}

TEST_CASE("the start position has the first player's discs on the diagonal that rises to the right") {
    CHECK(line(Position<Board8>::start()) == line(on_8x8(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . O X . . .
        . . . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X to move)")));
}

TEST_CASE("a move flips the lines that it closes in all eight directions") {
    const auto before = on_8x8(R"(
        X . . X . . X .
        . O . O . O . .
        . . O O O . . .
        X O O . O O O X
        . . O O O . . .
        . O . O . O . .
        X . . O . . X .
        . . . X . . . .
        X to move)");
    CHECK(line(after(before, "d4")) == line(on_8x8(R"(
        X . . X . . X .
        . X . X . X . .
        . . X X X . . .
        X X X X X X X X
        . . X X X . . .
        . X . X . X . .
        X . . X . . X .
        . . . X . . . .
        O to move)")));
}

TEST_CASE("a line that runs to the edge or to an empty cell is not flipped") {
    const auto before = on_8x8(R"(
        . . . . . . . .
        . O . . . . . .
        . . O . . . . .
        O O O . O O . .
        . . . O . . . .
        . . . O . . . .
        . . . O . . . .
        . . . X . . . .
        X to move)");
    CHECK(line(after(before, "d4")) == line(on_8x8(R"(
        . . . . . . . .
        . O . . . . . .
        . . O . . . . .
        O O O X O O . .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        O to move)")));
}

TEST_CASE("a disc that is flipped closes no further lines") {
    const auto before = on_8x8(R"(
        . . . X . . . .
        . . . O . . . .
        . X O O . . . .
        . . . O . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X to move)");
    CHECK(line(after(before, "d5")) == line(on_8x8(R"(
        . . . X . . . .
        . . . X . . . .
        . X O X . . . .
        . . . X . . . .
        . . . X . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        O to move)")));
}

TEST_CASE_TEMPLATE("a line may run from edge to edge", B, ALL_BOARDS) {
    typename B::Bits run;
    for (int column = 1; column < B::size - 1; ++column) run |= B::Bits::of(B::cell_at(column, 0));
    const auto first = B::Bits::of(B::cell_at(0, 0));
    const int last = B::cell_at(B::size - 1, 0);
    CHECK(B::moves(first, run) == B::Bits::of(last));
    CHECK(B::flips(first, run, last) == run);
}

TEST_CASE_TEMPLATE("no line runs round an edge", B, ALL_BOARDS) {
    constexpr int last = B::size - 1;
    for (int row = 0; row < B::size; ++row)
        for (int other_row = 0; other_row < B::size; ++other_row) {
            const auto left = B::Bits::of(B::cell_at(0, row));
            const auto right = B::Bits::of(B::cell_at(last, other_row));
            const auto top = B::Bits::of(B::cell_at(row, 0));
            const auto bottom = B::Bits::of(B::cell_at(other_row, last));
            CAPTURE(row);
            CAPTURE(other_row);
            CHECK(!B::moves(left, right).any());
            CHECK(!B::moves(right, left).any());
            CHECK(!B::moves(top, bottom).any());
            CHECK(!B::moves(bottom, top).any());
        }
}

TEST_CASE("discs on both sides of an edge have nothing to do with each other") {
    CHECK(moves_of(on_8x8(R"(
        . . . . . . X O
        O . . . . . . .
        . . . . . . X O
        . . . . . . . .
        O X . . . . . .
        O . . . . . . .
        . . . . . . . X
        O . . . . . . .
        X to move)")) == "pass");
}

TEST_CASE("a hole of the 96-cell board ends a line as the edge does") {
    const auto holes = on<Board96>(R"(
        . . . . . . . . . .
        . . . . . . . . . .
        X O # . . . O # . .
        . . O . . . . . . .
        . . O . . . . . . .
        . . X . . . . . . .
        . . . . . . . . . .
        . . # . . . . # . .
        . . . . . O . . . .
        . . . . X . . . . .
        X to move)");
    CHECK(moves_of(holes) == "g8");
    CHECK(line(after(holes, "g8")) == line(on<Board96>(R"(
        . . . . . . . . . .
        . . . . . . . . . .
        X O # . . . O # . .
        . . O . . . . . . .
        . . O . . . . . . .
        . . X . . . . . . .
        . . . . . . . . . .
        . . # . . . X # . .
        . . . . . X . . . .
        . . . . X . . . . .
        O to move)")));
}

TEST_CASE("no line leads over a hole") {
    CHECK(moves_of(on<Board96>(R"(
        . . X . . . . . . .
        . . O . . . . . . .
        X O # O X . . # . .
        . . O . . . . . . .
        . . X . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . # . . . . # . .
        . . . . . . . . . .
        . . . . . . . . . .
        X to move)")) == "pass");
}

TEST_CASE("the boards have as many cells as they should") {
    CHECK(Board4::cells.count() == 16);
    CHECK(Board6::cells.count() == 36);
    CHECK(Board8::cells.count() == 64);
    CHECK(Board10::cells.count() == 100);
    CHECK(Board12::cells.count() == 144);
    CHECK(Board96::cells.count() == 96);
}

TEST_CASE_TEMPLATE("moves and flips of strewn discs are those found cell by cell", B, ALL_BOARDS) {
    std::mt19937_64 random(8);
    int wrong = 0;
    for (unsigned n = 0; n < 1200; ++n) wrong += !agrees(strewn<B>(random, 1 + n % 9));
    CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("moves and flips in random games are those found cell by cell", B, ALL_BOARDS) {
    std::mt19937_64 random(64);
    int wrong = 0;
    for (int game = 0; game < 20; ++game) {
        auto position = Position<B>::start();
        for (auto moves = position.moves(); !moves.empty(); moves = position.moves()) {
            wrong += !agrees(position);
            position = position.after(moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("a side that cannot move passes, and only the turn changes") {
    const auto stuck = on<Board4>(R"(
        X O . .
        X . . .
        X . . .
        X . . .
        O to move)");
    REQUIRE(stuck.moves().size() == 1);
    CHECK(stuck.moves()[0] == Move::pass());
    CHECK(moves_of(stuck) == "pass");
    CHECK(line(stuck.after(Move::pass())) == line(on<Board4>(R"(
        X O . .
        X . . .
        X . . .
        X . . .
        X to move)")));
    CHECK(moves_of(stuck.after(Move::pass())) == "c1");
}

TEST_CASE("a side that can move may not pass") {
    CHECK(!Position<Board8>::start().moves().contains(Move::pass()));
    CHECK(refusal<IllegalMove>([] { read_move(Position<Board8>::start(), "pass"); }) ==
          "pass is not legal: a side that can move may not pass");
}

TEST_CASE("the game is over when neither side can move, though cells are empty") {
    const auto stuck = on<Board4>(R"(
        X X X .
        . . . .
        . O . .
        O . . .
        O to move)");
    CHECK(stuck.moves().empty());
    CHECK(stuck.moves().size() == 0);
    CHECK(ending(stuck) == "neither side can move");
    CHECK(stuck.final_value() == -1);
}

TEST_CASE("the game is over when the board is full") {
    const auto full = on<Board4>(R"(
        X X X X
        O O O O
        X X X X
        X O O O
        O to move)");
    CHECK(full.moves().empty());
    CHECK(ending(full) == "the board is full");
    CHECK(full.final_value() == -2);
}

TEST_CASE("the shortest game ends with the ninth move and no disc of the second player") {
    const auto end = on_8x8("e6f4e3f6g5d6e7f5c5");
    CHECK(line(end) == line(on_8x8(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . X . . .
        . . . X X X . .
        . . X X X X X .
        . . . X X X . .
        . . . . X . . .
        . . . . . . . .
        O to move)")));
    CHECK(end.moves().empty());
    CHECK(end.final_value() == -13);
}

TEST_CASE("the empty cells of an ended game go to nobody or to the winner") {
    constexpr std::string_view won_by_two = R"(
        X X X .
        . . . .
        . . . .
        O . . .
        )";
    const std::string first = std::string(won_by_two) + "X to move";
    const std::string second = std::string(won_by_two) + "O to move";
    CHECK(on<Board4>(first).final_value() == 2);
    CHECK(on<Board4>(second).final_value() == -2);
    CHECK(on<Board4>(first, Empties::to_winner).final_value() == 2 + 12);
    CHECK(on<Board4>(second, Empties::to_winner).final_value() == -2 - 12);
}

TEST_CASE("the empty cells of a drawn game go to nobody") {
    CHECK(on<Board4>("X3/4/4/3O X", Empties::to_winner).final_value() == 0);
}

TEST_CASE("the holes of the 96-cell board are no empty cells") {
    CHECK(on<Board96>("X9/10/2#4#2/10/10/10/10/2#4#2/10/10 O", Empties::to_winner).final_value() == -96);
}

TEST_CASE("keys see the discs as the mover does; equality sees colours and rules, too") {
    const auto first = on<Board4>("1XO1/4/4/4 X");
    const auto swapped = on<Board4>("1OX1/4/4/4 O");
    CHECK(first.key() == swapped.key());
    CHECK(first != swapped);
    CHECK(first.key() != on<Board4>("1XO1/4/4/4 O").key());
    CHECK(first != on<Board4>("1XO1/4/4/4 X", Empties::to_winner));
    CHECK(first == on<Board4>("1XO1/4/4/4 X"));
}

TEST_CASE("keys are the same on every machine") {
    CHECK(Position<Board8>::start().key() == 0x35ba98706d3bb525U);
    CHECK(Position<Board96>::start().key() == 0x66c4faa8552f6ec5U);
}

TEST_CASE("a position is not changed by what is played from it") {
    const auto start = Position<Board8>::start();
    const auto next = start.after(start.moves()[0]);
    CHECK(start == Position<Board8>::start());
    CHECK(next != start);
    CHECK(next.turn() == Side::second);
}

TEST_CASE("a record is read with and without separators, in capitals and small letters") {
    const std::string expected = line(on_8x8("f5d6c3"));
    CHECK(line(on_8x8("f5 d6 c3")) == expected);
    CHECK(line(on_8x8(" F5,D6;\n c3\n")) == expected);
    CHECK(line(on_8x8("")) == line(Position<Board8>::start()));
}

TEST_CASE("the numbers of a transcript are read over, whether they count moves or pairs") {
    const std::string expected = line(on_8x8("f5d6c3d3"));
    for (const std::string_view record : {"1. f5 d6 2. c3 d3", "1.f5 2.d6 3.c3 4.d3", "1.f5d6 2.c3d3",
                                          "1. f5 1... d6\n2. c3 2... d3", "7. f5, 8. d6;c3 d3"}) {
        CAPTURE(record);
        CHECK(line(on_8x8(record)) == expected);
    }
    const auto position = on<Board4>("XO2/X3/X3/X3 O");
    CHECK(line(after(position, "1. pass 2. c1")) == line(after(position, "c1")));
    CHECK(line(after(position, "1. -- c1")) == line(after(position, "c1")));
}

TEST_CASE("a number in a transcript has a dot behind it, and then a move") {
    const auto in_record = [](std::string_view record) { return refusal<InvalidText>([&] { on_8x8(record); }); };
    CHECK(in_record("1. f5 d6 2.") == "1:10 no move follows the number '2'");
    CHECK(in_record("1.\n") == "1:1 no move follows the number '1'");
    CHECK(in_record("1 f5") == "1:1 '1' stands where a move should begin");
    CHECK(in_record("1. 2. f5") == "1:4 '2' stands where a move should begin");
    CHECK(in_record("1. f5.d6") == "1:6 '.' stands where a move should begin");
    CHECK(in_record("1.f52.d6") == "1:3 'f52' is no cell: this board's cells are a1 to h8");
}

TEST_CASE("a forced pass may be written in many ways or left out") {
    const auto position = on<Board4>("XO2/X3/X3/X3 O");
    const std::string expected = line(after(position, "c1"));
    for (const std::string_view record : {"pass c1", "-- c1", "PA c1", "ps;c1", "Pass,c1"}) {
        CAPTURE(record);
        CHECK(line(after(position, record)) == expected);
    }
    CHECK(play(position, "c1").moves == play(position, "pass c1").moves);
    CHECK(play(position, "c1").moves.size() == 2);
}

TEST_CASE("a pass of two dashes needs no space behind it") {
    const auto position = on<Board4>("XO2/X3/X3/X3 O");
    CHECK(line(after(position, "--c1")) == line(after(position, "-- c1")));
}

TEST_CASE("a written record leaves passes out, but for one at its end") {
    const auto position = on<Board4>("XO2/X3/X3/X3 O");
    const std::vector<Move> pass{Move::pass()};
    CHECK(write_moves(position, play(position, "pass c1").moves) == "c1");
    CHECK(write_moves(position, pass) == "--");
    CHECK(play(position, write_moves(position, pass)).moves == pass);
}

TEST_CASE_TEMPLATE("records of random games read back to the same moves", B, ALL_BOARDS) {
    std::mt19937_64 random(5);
    for (int game = 0; game < 20; ++game) {
        Played<Position<B>> played{Position<B>::start(), {}};
        for (auto moves = played.position.moves(); !moves.empty(); moves = played.position.moves())
            played.play(moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
        const auto again = play(Position<B>::start(), write_moves(Position<B>::start(), played.moves));
        CHECK(again.moves == played.moves);
        CHECK(again.position == played.position);
    }
}

TEST_CASE("an illegal move is refused with its reason and its place in the record") {
    const auto in_record = [](std::string_view record) { return refusal<IllegalMove>([&] { on_8x8(record); }); };
    CHECK(in_record("f5 d6 d4") == "1:7 d4 is not legal: the cell is taken");
    CHECK(in_record("f5\nd6\n  a1") == "3:3 a1 is not legal: it flips no disc");
    CHECK(in_record("f5 pass") == "1:4 pass is not legal: a side that can move may not pass");
    CHECK(in_record("e6f4e3f6g5d6e7f5c5a1") == "1:19 a1 cannot be played: the game is over");
    CHECK(in_record("e6f4e3f6g5d6e7f5c5--") == "1:19 pass cannot be played: the game is over");
    CHECK(refusal<IllegalMove>([] { after(Position<Board96>::start(), "c3"); }) ==
          "1:1 c3 is not legal: the board has no such cell");
    CHECK(refusal<IllegalMove>([] { read_move(on<Board4>("XO2/X3/X3/X3 O"), "c1"); }) ==
          "c1 is not legal: O cannot move and must pass");
}

TEST_CASE("a record that is none is refused with the place where it goes wrong") {
    const auto in_record = [](std::string_view record) { return refusal<InvalidText>([&] { on_8x8(record); }); };
    CHECK(in_record("f5 d6 55") == "1:7 '5' stands where a move should begin");
    CHECK(in_record("f5 i1") == "1:4 'i1' is no cell: this board's cells are a1 to h8");
    CHECK(in_record("f5 a9") == "1:4 'a9' is no cell: this board's cells are a1 to h8");
    CHECK(in_record("f5 a0") == "1:4 'a0' is no cell: this board's cells are a1 to h8");
    CHECK(in_record("f5 a99999999999999999999") ==
          "1:4 'a99999999999999999999' is no cell: this board's cells are a1 to h8");
    CHECK(in_record("f5 hello") == "1:4 'hello' is no cell: a cell is a letter and a number, as in a1");
    CHECK(in_record("f5 d") == "1:4 'd' is no cell: a cell is a letter and a number, as in a1");
    CHECK(in_record("f5 \xE2\x98\x83") == "1:4 '\xE2\x98\x83' stands where a move should begin");
}

TEST_CASE("a single move is read by its name") {
    const auto start = Position<Board8>::start();
    CHECK(read_move(start, "f5") == Move{37});
    CHECK(read_move(start, " F5 ") == Move{37});
    CHECK(refusal<InvalidText>([&] { read_move(start, "f5d6"); }) == "'f5d6' is more than one move");
    CHECK(refusal<InvalidText>([&] { read_move(start, ""); }) ==
          "1:1 '' is no cell: a cell is a letter and a number, as in a1");
    CHECK(refusal<IllegalMove>([&] { read_move(start, "a1"); }) == "a1 is not legal: it flips no disc");
}

TEST_CASE_TEMPLATE("every text of a position reads back to it", B, ALL_BOARDS) {
    std::mt19937_64 random(3);
    for (unsigned n = 0; n < 50; ++n) {
        const Position<B> drawn = strewn<B>(random, 1 + n % 9);
        const Position<B> position = n % 2 == 0 ? drawn : drawn.after(Move::pass());
        CHECK(on<B>(write_compact(grid(position))) == position);
        CHECK(on<B>(write_drawing(grid(position), frame(position), "")) == position);
        CHECK(on<B>(write_drawing(grid(position), frame(position), "a remark")) == position);
        CHECK(on<B>(cell_line(position)) == position);
    }
}

TEST_CASE("the board is told by the size of what is shown, and 8x8 by a record") {
    const auto board_shown = [](std::string_view text) {
        return std::visit([](const auto& position) { return spec(position); }, read(text, {}));
    };
    CHECK(board_shown("f5") == "othello");
    CHECK(board_shown("4/1OX1/1XO1/4 X") == "othello:size=4");
    CHECK(board_shown("6/6/6/6/6/6 X") == "othello:size=6");
    CHECK(board_shown("10/10/10/10/10/10/10/10/10/10 X") == "othello:size=10");
    CHECK(board_shown("10/10/2#4#2/10/10/10/10/2#4#2/10/10 X") == "othello:board=96");
    CHECK(board_shown(std::string(96, '-')) == "othello:board=96");
    CHECK(board_shown(std::string(144, '-') + " O") == "othello:size=12");
    CHECK(spec(Position<Board6>::start(Empties::to_winner)) == "othello:size=6,empties-to-winner=true");
    CHECK(spec(Position<Board8>::start(Empties::to_winner)) == "othello:empties-to-winner=true");
}

TEST_CASE("a board that is not Othello's is refused") {
    const auto refused = [](std::string_view text, std::optional<std::string> board = {}) {
        return refusal<InvalidText>([&] { read(text, {.board = board}); });
    };
    CHECK(refused("4/4/4 X") == "an Othello board is square; this one has 4 columns and 3 rows");
    CHECK(refused("5/5/5/5/5 X") == "the board has 5 rows; Othello has 4, 6, 8, 10 or 12");
    CHECK(refused("2/2 X") == "the board has 2 rows; Othello has 4, 6, 8, 10 or 12");
    CHECK(refused("4/4/4/4 X", "8") == "the text shows board 4, but board 8 was asked for");
    CHECK(refused(std::string(100, '-'), "96") == "the text shows board 10, but board 96 was asked for");
    CHECK(refused("4/4/4/4 X 2-0") == "Othello has no captures");
    CHECK(refused("4/1#2/4/4 X") == "1:4 there is a cell here on this board, not a hole");
    CHECK(refused("10/10/2#4#2/10/10/10/10/7#2/10/10 X") == "1:25 the board has no cell here; write #");
    CHECK(refusal<InvalidRules>([] { read("", {.board = "7"}); }) ==
          "there is no Othello board '7'; the boards are 4, 6, 8, 10, 12 and 96");
}

TEST_CASE("a cell in a word of cells that is none is refused with its place") {
    const auto refused = [](const std::string& text) { return refusal<InvalidText>([&] { read(text, {}); }); };
    const std::string empty(16, '-');
    CHECK(refused("--#-------------") == "1:3 '#-------------' stands where a cell (X, O or -) should be");
    CHECK(refused("-------Q--------") == "1:8 'Q--------' stands where a cell (X, O or -) should be");
    CHECK(refused(empty + " Y") == "1:18 'Y' stands where the side to move, X or O, should be");
    CHECK(refused(empty + " X O") == "1:20 'O' stands where the end of the text should be");
}

TEST_CASE("the sides are called black and white, on the 96-cell board white and red") {
    CHECK(players(Position<Board8>::start()) == std::array<std::string_view, 2>{"black", "white"});
    CHECK(players(Position<Board96>::start()) == std::array<std::string_view, 2>{"white", "red"});
}

}  // namespace
}  // namespace gamegrove::othello
