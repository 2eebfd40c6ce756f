#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "evaluation/catalogue.h"
#include "reference.h"

namespace gamegrove {
namespace {

using WeightAt = std::function<Value(int column, int row)>;

/// The sum over the cells as they are drawn: own stones minus the opponent's.
template <class P>
Value drawn_value(const P& position, const WeightAt& weight_at) {
    const Grid cells = grid(position);
    const Frame f = frame(position);
    Value value = 0;
    for (int row = 0; row < f.height; ++row)
        for (int column = 0; column < f.width; ++column) {
            const char cell = cells.cells[static_cast<std::size_t>(row * f.width + column)];
            if (cell == symbol(position.turn())) value += weight_at(column, row);
            if (cell == symbol(other(position.turn()))) value -= weight_at(column, row);
        }
    return value;
}

template <class P>
void check_evaluation(const P& start, std::string_view name, const WeightAt& weight_at) {
    const auto evaluates = evaluation(start, name);
    std::mt19937_64 random(1);
    int wrong = 0;
    int uneven = 0;
    for (int plies = 0; plies < 60; ++plies) {
        const P position = random_position(start, plies, random);
        wrong += evaluates(position) != drawn_value(position, weight_at);
        uneven += evaluates(position) != 0;
        for (const Symmetry symmetry : symmetries(position))
            wrong += evaluates(position) != evaluates(transformed(position, symmetry));
    }
    CHECK(wrong == 0);
    CHECK((uneven > 10) == (name != "zero"));
}

template <class P>
std::string names_of(const P& position) {
    std::string names;
    for (const std::string_view name : evaluations(position)) names += (names.empty() ? "" : " ") + std::string(name);
    return names;
}

TEST_CASE_TEMPLATE("Othello: squares count 9 in a corner, 3 on an edge, 1 inside; discs count 1", B, othello::Board4,
                   othello::Board8, othello::Board96) {
    const auto start = othello::Position<B>::start();
    const auto on_rim = [](int at) { return at == 0 || at == B::size - 1; };
    check_evaluation(start, "squares", [&](int column, int row) {
        if (on_rim(column) && on_rim(row)) return 9;
        return on_rim(column) || on_rim(row) ? 3 : 1;
    });
    check_evaluation(start, "discs", [](int, int) { return 1; });
    check_evaluation(start, "zero", [](int, int) { return 0; });
    CHECK(names_of(start) == "squares discs zero");
}

TEST_CASE("Connect Four: columns count 0 1 2 4 2 1 0") {
    const connect_four::Position<connect_four::Standard> start;
    check_evaluation(start, "columns",
                     [](int column, int) { return std::array{0, 1, 2, 4, 2, 1, 0}[static_cast<std::size_t>(column)]; });
    check_evaluation(start, "zero", [](int, int) { return 0; });
    CHECK(names_of(start) == "columns zero");
}

TEST_CASE("Connect Four: the weights of columns double inwards on boards of any width") {
    const auto board = [](int width) {
        return connect_four::Position<connect_four::Flexible>(connect_four::Flexible({width, 4, 4}));
    };
    const auto weight = [](const auto& position, int column) {
        for (const Move move : position.moves())
            if (frame(position).column_of(move.index) == column)
                return -evaluation(position, "columns")(position.after(move));
        return -1;
    };
    std::vector<Value> of_eight;
    for (int column = 0; column < 8; ++column) of_eight.push_back(weight(board(8), column));
    CHECK(of_eight == std::vector<Value>{0, 1, 2, 4, 4, 2, 1, 0});
    CHECK(weight(board(25), 12) == 2048);
    CHECK(weight(board(25), 11) == 1024);
}

TEST_CASE("Pente: a stone counts its distance from the edge") {
    const pente::Rules rules{.width = 7, .height = 5, .in_a_row = 4, .captures = pente::Captures::pairs};
    const pente::Position<pente::SmallBoard> start(pente::board_of<pente::SmallBoard>(rules));
    check_evaluation(start, "centre", [](int column, int row) { return std::min({column, 6 - column, row, 4 - row}); });
    check_evaluation(start, "zero", [](int, int) { return 0; });
    CHECK(names_of(start) == "centre zero");
}

TEST_CASE("a tree knows no evaluation but zero") {
    const tree::Position root;
    CHECK(evaluation(root, "zero")(root) == 0);
    CHECK(names_of(root) == "zero");
}

TEST_CASE("no evaluation reaches the value of a win") {
    const connect_four::Position<connect_four::Flexible> widest(connect_four::Flexible({63, 1, 4}));
    const auto evaluates = evaluation(widest, "columns");
    auto position = widest;
    Value largest = 0;
    for (const Move move : widest.moves()) {
        position = position.after(move);
        largest = std::max(largest, std::abs(evaluates(position)));
        position =
            connect_four::Position<connect_four::Flexible>(position.board(), position.opponent(), position.discs());
    }
    CHECK(largest > 0);
    CHECK(largest < win);
}

}  // namespace
}  // namespace gamegrove
