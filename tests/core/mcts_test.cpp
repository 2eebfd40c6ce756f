#include "algorithms/mcts.h"

#include <string>
#include <vector>

#include "algorithms/laboratory.h"
#include "doctest/doctest.h"
#include "trial.h"

namespace gamegrove {
namespace {

struct Answer {
    Value value;
    std::string move;
    Counts counts;
};

template <class Any>
Answer mcts(const Any& position, const MctsOptions& options, const LaboratoryOptions& conditions = {}) {
    AlgorithmOptions all;
    all.mcts = options;
    const auto laboratory = laboratory_for(position, conditions);
    const Found found = laboratory->run(Algorithm::mcts, 1, 0, everything, all);
    return {found.value, found.move == Move::none() ? "none" : laboratory->write(found.move), laboratory->counts()};
}

pente::AnyPosition tic_tac_toe(std::string_view text) { return pente::read(text, {.preset = "tic-tac-toe"}); }

connect_four::AnyPosition connect(int width, int height, std::string_view moves = "") {
    return connect_four::read(moves, {.size = std::pair{width, height}});
}

Value sign(Value value) { return (value > 0) - (value < 0); }

/// The true result of a game that is played to its end, by alpha-beta with memory.
template <class Any>
Value result(const Any& position) {
    const auto laboratory = laboratory_for(position, {.memory = MemoryKind::exact, .order = {.memory = true}});
    return sign(laboratory->run(Algorithm::alpha_beta, 60, 0, everything, {}).value);
}

template <class Any>
Any random_any(const Any& start, int plies, std::mt19937_64& random) {
    return std::visit([&](const auto& position) { return Any(random_position(position, plies, random)); }, start);
}

/// Whether the move that was found leads to the value that was found.
template <class Any>
bool move_keeps_value(const Any& position, const Answer& answer) {
    return std::visit(
        [&](const auto& p) {
            const Any next(p.after(read_move(p, answer.move)));
            return -result(next) == sign(answer.value);
        },
        position);
}

TEST_CASE("the solver proves that tic-tac-toe is a draw") {
    const Answer answer = mcts(tic_tac_toe(""), {.iterations = 0});
    CHECK(answer.counts.proven);
    CHECK(answer.value == 0);
    CHECK(answer.counts.stopped == "");
}

TEST_CASE("the solver sees a win in one move, and defends where there is one defence") {
    CHECK(mcts(tic_tac_toe("XX1/OO1/3 X"), {}).move == "c3");
    CHECK(mcts(tic_tac_toe("XX1/OO1/3 X"), {}).value == win);
    const Answer defence = mcts(tic_tac_toe("XX1/1O1/3 O"), {});
    CHECK(defence.move == "c3");
    CHECK(defence.counts.proven);
    CHECK(defence.value == 0);
}

TEST_CASE("where the solver claims a proof on random positions it is right, and so is its move") {
    std::mt19937_64 random(1);
    int proven = 0;
    int wrong = 0;
    const auto try_positions = [&](const auto& start, int games, int plies, std::uint64_t iterations) {
        for (int game = 0; game < games; ++game) {
            const auto position = random_any(start, plies + game % 4, random);
            if (std::visit([](const auto& p) { return p.moves().empty(); }, position)) continue;
            const Answer answer = mcts(position, {.iterations = iterations, .seed = random()});
            if (!answer.counts.proven) continue;
            ++proven;
            wrong += std::abs(answer.value) != win && answer.value != 0;
            wrong += sign(answer.value) != result(position);
            wrong += !move_keeps_value(position, answer);
        }
    };
    try_positions(tic_tac_toe(""), 60, 1, 2000);
    try_positions(connect(4, 4), 60, 6, 2000);
    try_positions(connect(5, 4), 40, 10, 2000);
    try_positions(othello::AnyPosition(othello::Position<othello::Board4>::start()), 60, 3, 2000);
    CHECK(wrong == 0);
    CHECK(proven > 120);
}

TEST_CASE("the solver proves margins where wins are plain") {
    std::mt19937_64 random(2);
    const othello::AnyPosition start(othello::Position<othello::Board4>::start());
    int proven = 0;
    for (int game = 0; game < 60; ++game) {
        const auto position = random_any(start, 5 + game % 4, random);
        if (std::visit([](const auto& p) { return p.moves().empty(); }, position)) continue;
        const LaboratoryOptions plain{.wins = Wins::plain};
        const Answer answer = mcts(position, {.iterations = 20'000, .seed = random()}, plain);
        if (!answer.counts.proven) continue;
        ++proven;
        REQUIRE(answer.value == laboratory_for(position, plain)->run(Algorithm::negamax, 20, 0, everything, {}).value);
    }
    CHECK(proven > 30);
}

TEST_CASE("the solver is right on made-up games, with any options") {
    std::mt19937_64 random(3);
    int proven = 0;
    int wrong = 0;
    for (int game = 0; game < 400; ++game) {
        RandomRules rules = random_rules(random);
        rules.circles = false;
        Conditions conditions{.wins = game % 2 == 0 ? Wins::plain : Wins::sooner};
        conditions.options.mcts = {.iterations = 2000,
                                   .exploration = 0.1 * static_cast<double>(random() % 30),
                                   .evaluates = random() % 2 == 0,
                                   .playouts = 1 + static_cast<int>(random() % 3),
                                   .by_value = random() % 2 == 0,
                                   .seed = random()};
        Trial trial(rules, conditions);
        if (trial.start.moves().empty()) continue;
        const Found found = trial.run(Algorithm::mcts, 1);
        wrong += !trial.start.moves().contains(found.move);
        if (!trial.seen.proven) continue;
        ++proven;
        const Reference<Estimate> truth{{}, Wins::plain};
        const Value value = truth.value(trial.start, 60);
        const Value of_move = truth.value_of(trial.start, found.move, 60);
        if (game % 2 == 0)
            wrong += found.value != value || of_move != value;
        else
            wrong += found.value != sign(value) * win || sign(of_move) != sign(value);
    }
    CHECK(wrong == 0);
    CHECK(proven > 300);
}

TEST_CASE("without the solver nothing is proven, and a forced win is found all the same") {
    const Answer answer = mcts(tic_tac_toe("XX1/OO1/3 X"), {.iterations = 2000, .solver = false});
    CHECK_FALSE(answer.counts.proven);
    CHECK(answer.move == "c3");
    CHECK(answer.value > 900);
    CHECK(answer.value <= 1000);
}

TEST_CASE("the same seed gives the same search, another one another") {
    const connect_four::AnyPosition start = connect(7, 6);
    const LaboratoryOptions watching{.watch = true};
    const Answer first = mcts(start, {.iterations = 2000, .seed = 1}, watching);
    const Answer again = mcts(start, {.iterations = 2000, .seed = 1}, watching);
    const Answer different = mcts(start, {.iterations = 2000, .seed = 2}, watching);
    CHECK(first.value == again.value);
    CHECK(first.move == again.move);
    CHECK(first.counts.visits == again.counts.visits);
    CHECK(first.counts.visits != different.counts.visits);
}

TEST_CASE("every iteration adds a node and values it, by as many random games as asked for") {
    const Answer one = mcts(connect(7, 6), {.iterations = 500});
    CHECK(one.counts.nodes == 501);  // with the root
    CHECK(one.counts.leaves == 500);
    const Answer three = mcts(connect(7, 6), {.iterations = 500, .playouts = 3});
    CHECK(three.counts.nodes == 501);
    CHECK(three.counts.leaves > 1400);
    CHECK(three.counts.leaves <= 1500);
}

TEST_CASE("the solver goes to no node again that it has proven") {
    std::mt19937_64 random(5);
    for (int game = 0; game < 100; ++game) {
        RandomRules rules = random_rules(random);
        rules.circles = false;
        Conditions conditions;
        conditions.options.mcts.iterations = 0;
        Trial trial(rules, conditions);
        if (trial.start.moves().empty()) continue;
        trial.run(Algorithm::mcts, 1);
        REQUIRE(trial.seen.proven);
        REQUIRE(trial.seen.leaves.size() + 1 == trial.seen.entered_nodes);
    }
}

TEST_CASE("the first move of Connect Four is in the middle") {
    CHECK(mcts(connect(7, 6), {.iterations = 20'000}).move == "4");
}

TEST_CASE("a mean is a number of thousandths between a loss and a win") {
    std::mt19937_64 random(4);
    for (int game = 0; game < 40; ++game) {
        const auto position = random_any(connect(7, 6), game % 12, random);
        if (std::visit([](const auto& p) { return p.moves().empty(); }, position)) continue;
        for (const bool evaluates : {false, true}) {
            const Answer answer = mcts(position, {.iterations = 50, .evaluates = evaluates}, {.evaluation = "columns"});
            if (!answer.counts.proven) CHECK(std::abs(answer.value) <= 1000);
        }
    }
}

TEST_CASE("the evaluation can take the place of random games: then the seed does not matter") {
    const LaboratoryOptions watching{.evaluation = "columns", .watch = true};
    const Answer answer = mcts(connect(7, 6), {.iterations = 2000, .evaluates = true, .seed = 1}, watching);
    const Answer again = mcts(connect(7, 6), {.iterations = 2000, .evaluates = true, .seed = 2}, watching);
    CHECK(answer.counts.leaves == 2000);
    CHECK(answer.counts.visits == again.counts.visits);
}

TEST_CASE("an ended game has its value and no move") {
    const Answer answer = mcts(tic_tac_toe("XXX/OO1/3 O"), {});
    CHECK(answer.move == "none");
    CHECK(answer.value == -win);
    CHECK(answer.counts.nodes == 1);
}

TEST_CASE("a lone pass is found") {
    const auto position = othello::read(R"(
        . X O O
        X X O O
        X X X X
        X X X X
        X to move)",
                                        {});
    const Answer answer = mcts(position, {});
    CHECK(answer.move == "pass");
    CHECK(answer.counts.proven);
    CHECK(answer.value == result(position) * win);
}

}  // namespace
}  // namespace gamegrove
