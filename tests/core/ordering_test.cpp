#include "ordering/ordering.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "ordering/priorities.h"
#include "pictures.h"
#include "reference.h"

namespace gamegrove {
namespace {

using ConnectFour = connect_four::Position<connect_four::Standard>;
using Othello = othello::Position<othello::Board8>;

/// The columns of Connect Four in the order in which they are tried, counted from 1.
std::string columns(const SortedOrder& order, int depth = 5, Move remembered = Move::none(),
                    const ConnectFour& position = {}) {
    std::string text;
    for (const Move move : order.sort(position, depth, position.moves(), remembered)) text += notation(position, move);
    return text;
}

/// The move to the lowest cell of a column, counted from 1.
Move column(int number) { return Move{static_cast<std::int16_t>(7 * (number - 1))}; }

TEST_CASE("without reasons the order is the game's own") {
    CHECK(columns(SortedOrder()) == "1234567");
    const ConnectFour position;
    CHECK(std::ranges::equal(NaturalOrder().sort(position, 3, position.moves(), column(4)), position.moves()));
}

TEST_CASE("the move that the memory holds comes first, if it is there at all") {
    const SortedOrder order({.memory = true});
    CHECK(columns(order) == "1234567");
    CHECK(columns(order, 5, column(6)) == "6123457");
    CHECK(columns(order, 5, Move{1}) == "1234567");
    CHECK(columns(order, 5, Move::pass()) == "1234567");
}

TEST_CASE("killers come first at their own depth, the latest before the one before it, and older ones not at all") {
    SortedOrder order({.killer = true});
    order.reward(ConnectFour(), 5, column(6));
    CHECK(columns(order) == "6123457");
    order.reward(ConnectFour(), 5, column(3));
    CHECK(columns(order) == "3612457");
    order.reward(ConnectFour(), 5, column(3));
    CHECK(columns(order) == "3612457");
    order.reward(ConnectFour(), 5, column(7));
    CHECK(columns(order) == "7312456");
    CHECK(columns(order, 4) == "1234567");
    CHECK(columns(order, 60) == "1234567");
}

TEST_CASE("moves that have caused cutoffs come first, deep cutoffs counted more, for the side that made them") {
    SortedOrder order({.history = true});
    const ConnectFour first;
    for (int n = 0; n < 3; ++n) order.reward(first, 2, column(2));
    order.reward(first, 3, column(5));
    order.reward(first, 4, column(7));
    CHECK(columns(order) == "7251346");  // 16, 12 and 9
    CHECK(columns(order, 1) == "7251346");
    const ConnectFour second = first.after(column(1)).after(column(1)).after(column(1));
    CHECK(second.turn() == Side::second);
    CHECK(columns(order, 5, Move::none(), second) == "1234567");
}

TEST_CASE("cells with large priorities come first") {
    CHECK(columns(SortedOrder({.fixed = true}, priorities(ConnectFour()))) == "4536271");
    std::vector<int> last_first(512);
    for (std::size_t cell = 0; cell < last_first.size(); ++cell) last_first[cell] = static_cast<int>(cell);
    CHECK(columns(SortedOrder({.fixed = true}, last_first)) == "7654321");
    CHECK(columns(SortedOrder({.fixed = true}, {})) == "1234567");
}

TEST_CASE("reasons that are switched off are not asked") {
    SortedOrder order({}, priorities(ConnectFour()));
    order.reward(ConnectFour(), 5, column(6));
    CHECK(columns(order, 5, column(3)) == "1234567");
    SortedOrder only_memory({.memory = true}, priorities(ConnectFour()));
    only_memory.reward(ConnectFour(), 5, column(6));
    CHECK(columns(only_memory, 5, column(3)) == "3124567");
}

TEST_CASE("the reasons are asked in turn: memory, killers, history, priorities") {
    SortedOrder order({.memory = true, .killer = true, .history = true, .fixed = true}, priorities(ConnectFour()));
    order.reward(ConnectFour(), 9, column(7));
    order.reward(ConnectFour(), 5, column(6));
    order.reward(ConnectFour(), 5, column(2));
    CHECK(columns(order, 5, column(1)) == "1267453");
}

TEST_CASE("equal moves keep the game's order, and every move stays") {
    std::mt19937_64 random(1);
    int wrong = 0;
    for (int game = 0; game < 300; ++game) {
        const Othello position = random_position(Othello::start(), game % 60, random);
        const auto moves = position.moves();
        std::vector<int> table(64);
        for (int& priority : table) priority = static_cast<int>(random() % 3);
        const std::vector<Move> sorted = SortedOrder({.fixed = true}, table).sort(position, 3, moves, Move::none());
        wrong += !std::ranges::is_permutation(sorted, std::vector<Move>(moves.begin(), moves.end()));
        for (std::size_t i = 1; i < sorted.size(); ++i) {
            const int before = table[static_cast<std::size_t>(sorted[i - 1].index)];
            const int after = table[static_cast<std::size_t>(sorted[i].index)];
            wrong += before < after || (before == after && sorted[i - 1] > sorted[i]);
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("a lone pass is sorted and learnt from like any move") {
    const auto position = std::get<Othello>(othello::read(R"(
        . X O O O O O O
        X X O O O O O O
        X X O O O O O O
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X to move)",
                                                          {}));
    REQUIRE(moves_of(position) == "pass");
    SortedOrder order({.memory = true, .killer = true, .history = true, .fixed = true}, priorities(position));
    order.reward(position, 3, Move::pass());
    CHECK(order.sort(position, 3, position.moves(), Move::pass()) == std::vector{Move::pass()});
}

TEST_CASE("only reasons that are switched on make an order") {
    CHECK_FALSE(Reasons{}.any());
    CHECK(Reasons{.memory = true}.any());
    CHECK(Reasons{.killer = true}.any());
    CHECK(Reasons{.history = true}.any());
    CHECK(Reasons{.fixed = true}.any());
}

/// The priorities of a board as people see it.
template <class P>
std::string priorities_as_drawn(const P& position) {
    const std::vector<int> table = priorities(position);
    const Frame f = frame(position);
    std::string text;
    for (int row = 0; row < f.height; ++row, text += "\n")
        for (int column = 0; column < f.width; ++column)
            text += (column == 0 ? "" : " ") + std::to_string(table[static_cast<std::size_t>(f.cell_at(column, row))]);
    return text;
}

TEST_CASE("in Othello corners come first and the squares beside them last") {
    CHECK(priorities_as_drawn(Othello::start()) ==
          "5 1 4 4 4 4 1 5\n"
          "1 0 2 2 2 2 0 1\n"
          "4 2 3 3 3 3 2 4\n"
          "4 2 3 3 3 3 2 4\n"
          "4 2 3 3 3 3 2 4\n"
          "4 2 3 3 3 3 2 4\n"
          "1 0 2 2 2 2 0 1\n"
          "5 1 4 4 4 4 1 5\n");
    CHECK(priorities_as_drawn(othello::Position<othello::Board4>::start()) ==
          "5 1 1 5\n"
          "1 0 0 1\n"
          "1 0 0 1\n"
          "5 1 1 5\n");
}

TEST_CASE("in Connect Four the middle comes first, the right one of two columns before the left one") {
    CHECK(priorities_as_drawn(connect_four::Position<connect_four::Flexible>(connect_four::Flexible({5, 4, 4}))) ==
          "-8 -4 0 -3 -7\n-8 -4 0 -3 -7\n-8 -4 0 -3 -7\n-8 -4 0 -3 -7\n");
    const connect_four::Position<connect_four::Flexible> even(connect_four::Flexible({4, 4, 4}));
    std::string order;
    for (const Move move : SortedOrder({.fixed = true}, priorities(even)).sort(even, 3, even.moves(), Move::none()))
        order += notation(even, move);
    CHECK(order == "3241");
}

TEST_CASE("in Pente the middle comes first") {
    const pente::Rules rules{.width = 5, .height = 3, .in_a_row = 3};
    CHECK(priorities_as_drawn(pente::Position<pente::SmallBoard>(pente::board_of<pente::SmallBoard>(rules))) ==
          "-4 -2 -2 -2 -4\n"
          "-4 -2 0 -2 -4\n"
          "-4 -2 -2 -2 -4\n");
}

TEST_CASE("a tree has no order but its own") { CHECK(priorities(tree::Position()).empty()); }

}  // namespace
}  // namespace gamegrove
