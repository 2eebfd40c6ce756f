#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "evaluation/evaluation.h"
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
    const auto evaluates = Evaluation<P>(start, name);
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
    for (const auto& known : features(position)) names += (names.empty() ? "" : " ") + std::string(known.name);
    return names;
}

TEST_CASE_TEMPLATE("Othello: squares count 9 in a corner, 3 on an edge, 1 inside; score counts 1", B, othello::Board4,
                   othello::Board8, othello::Board96) {
    const auto start = othello::Position<B>::start();
    const auto on_rim = [](int at) { return at == 0 || at == B::size - 1; };
    check_evaluation(start, "squares", [&](int column, int row) {
        if (on_rim(column) && on_rim(row)) return 9;
        return on_rim(column) || on_rim(row) ? 3 : 1;
    });
    check_evaluation(start, "score", [](int, int) { return 1; });
    check_evaluation(start, "zero", [](int, int) { return 0; });
    CHECK(names_of(start) ==
          "squares score weights mobility potential corners edge xsquares csquares frontier stable semistable unstable "
          "stability parity access local_parity edge_states edge_squares edge_corners edge_wide zero");
}

TEST_CASE("Connect Four: columns count 0 1 2 4 2 1 0") {
    const connect_four::Position<connect_four::Standard> start;
    check_evaluation(start, "columns",
                     [](int column, int) { return std::array{0, 1, 2, 4, 2, 1, 0}[static_cast<std::size_t>(column)]; });
    check_evaluation(start, "zero", [](int, int) { return 0; });
    CHECK(names_of(start) == "columns segments holes zero");
}

TEST_CASE("Connect Four: the weights of columns double inwards on boards of any width") {
    const auto board = [](int width) {
        return connect_four::Position<connect_four::Flexible>(connect_four::Flexible({width, 4, 4}));
    };
    const auto weight = [](const auto& position, int column) {
        for (const Move move : position.moves())
            if (frame(position).column_of(move.index) == column)
                return -Evaluation(position, "columns")(position.after(move));
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
    CHECK(names_of(start) == "centre rows captured zero");
}

TEST_CASE("a tree knows no evaluation but zero") {
    const tree::Position root;
    CHECK(Evaluation(root, "zero")(root) == 0);
    CHECK(names_of(root) == "zero");
}

TEST_CASE("no evaluation reaches the value of a win") {
    const connect_four::Position<connect_four::Flexible> widest(connect_four::Flexible({63, 1, 4}));
    const auto evaluates = Evaluation(widest, "columns");
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

/// Whether the carried balance equals that from scratch, all along random games.
template <class P>
void check_carried(const P& start, std::string_view name, int games) {
    const Evaluation<P> evaluates(start, name);
    std::mt19937_64 random(3);
    int wrong = 0;
    int different = 0;
    for (int game = 0; game < games; ++game) {
        P position = start;
        Balance carried = evaluates.begin(position);
        for (auto moves = position.moves(); !moves.empty(); moves = position.moves()) {
            const Move move = moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
            const P next = position.after(move);
            carried = evaluates.next(carried, position, move, next);
            position = next;
            wrong += carried != feature(position, name)(position);
            wrong += evaluates(position, carried) != evaluates(position);
            different += carried.difference() != 0;
        }
    }
    CHECK(wrong == 0);
    CHECK(different > games);
}

TEST_CASE("Connect Four: segments carried from move to move are those counted from scratch") {
    check_carried(connect_four::Position<connect_four::Standard>(), "segments", 60);
    for (const connect_four::Rules rules : {connect_four::Rules{5, 4, 3}, {9, 7, 4}, {6, 8, 5}, {12, 3, 6}})
        check_carried(connect_four::Position<connect_four::Flexible>(connect_four::Flexible(rules)), "segments", 30);
}

TEST_CASE("Connect Four: 7x6 has 69 segments, 13 of them through the middle holes") {
    const connect_four::Position<connect_four::Standard> start;
    const connect_four::Segments<connect_four::Standard> segments(start);
    CHECK(segments.count() == 69);
    std::string drawn;
    for (int row = 5; row >= 0; --row) {
        for (int column = 0; column < 7; ++column) drawn += ' ' + std::to_string(segments.weight(7 * column + row));
        drawn += '\n';
    }
    CHECK(drawn ==
          " 3 4 5 7 5 4 3\n"
          " 4 6 8 10 8 6 4\n"
          " 5 8 11 13 11 8 5\n"
          " 5 8 11 13 11 8 5\n"
          " 4 6 8 10 8 6 4\n"
          " 3 4 5 7 5 4 3\n");
}

TEST_CASE("Pente: rows carried from move to move are those counted from scratch, captures among them") {
    for (const pente::Captures captures : {pente::Captures::none, pente::Captures::pairs, pente::Captures::triples})
        for (const bool exactly : {false, true}) {
            const pente::Rules small{.width = 7, .height = 6, .in_a_row = 4, .exactly = exactly, .captures = captures};
            const pente::Rules middle{
                .width = 13, .height = 9, .in_a_row = 5, .exactly = exactly, .captures = captures};
            const pente::Rules large{
                .width = 19, .height = 19, .in_a_row = 6, .exactly = exactly, .captures = captures};
            check_carried(pente::Position(pente::board_of<pente::SmallBoard>(small)), "rows", 60);
            check_carried(pente::Position(pente::board_of<pente::MiddleBoard>(middle)), "rows", 30);
            check_carried(pente::Position(pente::board_of<pente::LargeBoard>(large)), "rows", 5);
        }
}

TEST_CASE("a blend adds up weighted features by the number of stones") {
    const auto start = othello::Position<othello::Board8>::start();  // 4 stones, 4 moves each
    const auto after = start.after(start.moves()[0]);                // 5 stones: 1 against 4; 3 moves against 3
    const auto value = [&](std::vector<Term> terms) {
        return Evaluation<othello::Position<othello::Board8>>(start, std::move(terms))(after);
    };
    CHECK(value({{.feature = "score"}}) == -3);
    CHECK(value({{.feature = "score", .weight = 0.5, .last_weight = 0.5}}) == -2);  // half away from zero
    CHECK(value({{.feature = "score", .percent = true}}) == -60);
    CHECK(value({{.feature = "score", .percent = true}, {.feature = "score", .weight = 10, .last_weight = 10}}) == -90);
    CHECK(value({{.feature = "score", .last_stones = 4}}) == 0);
    CHECK(value({{.feature = "score", .first_stones = 5}}) == -3);
    CHECK(value({{.feature = "score", .weight = 100, .last_weight = 200}}) == -317);  // 100 * 2^(5/64)
    CHECK(value({{.feature = "score", .weight = 1e9, .last_weight = 1e9}}) == -(win - 1));
}

TEST_CASE("edge tables have a value for every state, and agree about images of an edge") {
    for (const int size : {4, 6, 8, 10}) {
        const auto mirrored = [size](int state, int squares) {
            std::vector<int> digits;
            for (int i = 0; i < squares; ++i, state /= 3) digits.push_back(state % 3);
            std::reverse(digits.begin(), digits.begin() + size);
            std::reverse(digits.begin() + size, digits.end());
            int image = 0;
            for (int i = squares - 1; i >= 0; --i) image = 3 * image + digits[static_cast<std::size_t>(i)];
            return static_cast<std::size_t>(image);
        };
        const auto swapped = [](int state, int squares) {
            int image = 0;
            for (int i = 0, power = 1; i < squares; ++i, power *= 3, state /= 3) image += (3 - state % 3) % 3 * power;
            return static_cast<std::size_t>(image);
        };
        for (const othello::StateTable* table : {&othello::edge_states(size), &othello::wide_edge_states(size)}) {
            int wrong = 0;
            for (int state = 0; state < static_cast<int>(table->value.size()); ++state) {
                const auto value = table->value[static_cast<std::size_t>(state)];
                wrong += value != table->value[mirrored(state, table->squares)];
                wrong += value != -table->value[swapped(state, table->squares)];
            }
            CHECK(wrong == 0);
        }
    }
    CHECK(othello::edge_states(8).value.size() == 6561);
    CHECK(othello::edge_squares(8).size() == 8);
    CHECK(othello::edge_corners(8).corner.size() == 81);
    CHECK(othello::edge_corners(8).middle.size() == 4);
    CHECK(othello::wide_edge_states(8).value.size() == 59049);
}

TEST_CASE("edge tables know that corners are good and X squares bad while the corner is empty") {
    const auto& wide = othello::wide_edge_states(8).value;
    CHECK(wide[1] > 40);     // a corner
    CHECK(wide[6561] < -5);  // an X square
    CHECK(wide[1 + 6561] > 40);
    CHECK(wide[3] < wide[9]);  // a C square is worth less than the one beside it
}

}  // namespace
}  // namespace gamegrove
