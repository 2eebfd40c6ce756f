#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "observation/silent.h"
#include "trial.h"

namespace gamegrove {
namespace {

/// What is wrong with an answer, or nothing.
std::string objection_to(Trial& trial, NamedAlgorithm named, int depth, const RandomRules& rules) {
    const Found found = trial.run(named.algorithm, depth);
    const std::string where = std::string(named.name) + " to depth " + std::to_string(depth) + " with " + rules.text();
    if (!trial.seen.reference.agrees(trial.start, depth, found))
        return where + ": " + std::to_string(found.value) + " by move " + std::to_string(found.move.index) +
               ", but the value is " + std::to_string(trial.seen.reference.value(trial.start, depth));
    if (trial.seen.empty_windows != 0) return where + ": a window is empty";
    return "";
}

Conditions random_conditions(std::mt19937_64& random, const RandomRules& rules) {
    const auto heads = [&] { return random() % 2 == 0; };
    Conditions conditions{.order = {heads(), heads(), heads(), heads()},
                          .wins = std::array{Wins::plain, Wins::sooner, Wins::larger}[random() % 3],
                          .free_passes = heads()};
    const auto one_of = static_cast<unsigned>(2 * rules.spread + 5);
    conditions.guess = static_cast<Value>(random() % one_of) - rules.spread - 2;
    conditions.options.margin = 1 + static_cast<Value>(random() % 10);
    for (int cell = 0; cell < rules.most_moves; ++cell) conditions.priorities.push_back(static_cast<int>(random() % 4));
    return conditions;
}

TEST_CASE("every exact algorithm finds the value of a game, and a move that has it, with any memory and order") {
    std::mt19937_64 random(1979);
    std::string wrong;
    for (std::size_t game = 0; game < 10'000 && wrong.empty(); ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions = random_conditions(random, rules);
        const int depth = static_cast<int>(random() % static_cast<unsigned>(rules.length + 1));
        const int to_depth = game % 3 == 0 ? depth : rules.length;
        for (std::size_t i = 0; i < exact_algorithms.size() && wrong.empty(); ++i) {
            conditions.memory = all_memories()[(game + i) % all_memories().size()];
            Trial trial(rules, conditions);
            wrong = objection_to(trial, exact_algorithms[i], to_depth, rules);
        }
    }
    CHECK(wrong == "");
}

TEST_CASE("every exact algorithm finds the value with every memory") {
    std::mt19937_64 random(1996);
    std::string wrong;
    for (int game = 0; game < 40 && wrong.empty(); ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions{.order = {.memory = game % 2 == 0}};
        for (const NamedAlgorithm named : exact_algorithms)
            for (const MakeMemory& memory : all_memories()) {
                conditions.memory = memory;
                Trial trial(rules, conditions);
                if (wrong.empty()) wrong = objection_to(trial, named, rules.length, rules);
            }
    }
    CHECK(wrong == "");
}

TEST_CASE("what one search remembers misleads no other, at any depth") {
    std::mt19937_64 random(5);
    std::string wrong;
    for (std::size_t game = 0; game < 600 && wrong.empty(); ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions = random_conditions(random, rules);
        conditions.memory = all_memories()[game % all_memories().size()];
        if (game % 2 == 0) conditions.guess = Reference<Estimate>().value(RandomGame(rules), rules.length);
        Trial trial(rules, conditions);
        for (int search = 0; search < 12 && wrong.empty(); ++search) {
            const int depth = static_cast<int>(random() % static_cast<unsigned>(rules.length + 1));
            if (search % 2 == 0) trial.run(Algorithm::null_window, depth);
            wrong = objection_to(trial, exact_algorithms[random() % exact_algorithms.size()], depth, rules);
        }
    }
    CHECK(wrong == "");
}

TEST_CASE("at every node a value below the window is an upper bound, one above it a lower bound, one inside exact") {
    constexpr std::array promising = {Algorithm::minimax,    Algorithm::negamax,    Algorithm::alpha_beta,
                                      Algorithm::nega_scout, Algorithm::aspiration, Algorithm::alpha_beta_fail_hard,
                                      Algorithm::sss,        Algorithm::dual,       Algorithm::mtd_f,
                                      Algorithm::mtd_bi};
    std::mt19937_64 random(1982);
    int broken = 0;
    for (std::size_t game = 0; game < 200; ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions = random_conditions(random, rules);
        for (std::size_t i = 0; i < promising.size(); ++i) {
            conditions.memory = all_memories()[(game + i) % all_memories().size()];
            Trial trial(rules, conditions);
            trial.seen.checks_promises = true;
            trial.run(promising[i], std::min(rules.length, 5));
            broken += trial.seen.broken_promises;
        }
    }
    CHECK(broken == 0);
}

TEST_CASE("a search with a window keeps its promise at the root") {
    std::mt19937_64 random(1975);
    int broken = 0;
    int inside = 0;
    for (int game = 0; game < 500; ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions = random_conditions(random, rules);
        conditions.memory = all_memories()[random() % all_memories().size()];
        conditions.window = {conditions.guess, conditions.guess + 1 + static_cast<Value>(random() % 10)};
        for (const Algorithm algorithm :
             {Algorithm::alpha_beta, Algorithm::nega_scout, Algorithm::alpha_beta_fail_hard}) {
            Trial trial(rules, conditions);
            trial.seen.checks_promises = true;
            const Found found = trial.run(algorithm, std::min(rules.length, 4));
            broken += trial.seen.broken_promises;
            inside += found.value > conditions.window.alpha && found.value < conditions.window.beta;
        }
    }
    CHECK(broken == 0);
    CHECK(inside > 100);
}

TEST_CASE("fail-hard alpha-beta lets no value of an inner node leave its window") {
    std::mt19937_64 random(8);
    for (int game = 0; game < 200; ++game) {
        const RandomRules rules = random_rules(random);
        const Conditions conditions{.window = {-1, 2}};
        Trial trial(rules, conditions);
        const Found found = trial.run(Algorithm::alpha_beta_fail_hard, rules.length);
        if (trial.start.moves().empty()) continue;
        CHECK(found.value >= -1);
        CHECK(found.value <= 2);
    }
}

TEST_CASE(
    "the three outcomes of a null window: below the guess an upper bound, else a lower one, and both when they meet") {
    std::mt19937_64 random(3);
    int met = 0;
    for (int game = 0; game < 300; ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions{.memory = exact_memory};
        const Value truth = Reference<Estimate>().value(RandomGame(rules), rules.length);
        conditions.guess = truth + game % 3 - 1;
        Trial trial(rules, conditions);
        const Found found = trial.run(Algorithm::null_window, rules.length);
        REQUIRE(trial.seen.passes == 1);
        if (found.value < conditions.guess)
            REQUIRE(found.value >= truth);
        else
            REQUIRE(found.value <= truth);
        met += found.value == truth;
    }
    CHECK(met >= 200);
}

TEST_CASE("a leaf has no move, whatever the algorithm") {
    const RandomRules rules{.seed = 7, .length = 3};
    const RandomRules ended{.seed = 7, .length = 0};
    for (const NamedAlgorithm named : exact_algorithms) {
        CAPTURE(named.name);
        CHECK(Trial(rules).run(named.algorithm, 0) == Found{RandomGame(rules).estimate(), Move::none()});
        CHECK(Trial(ended).run(named.algorithm, 4) == Found{RandomGame(ended).final_value(), Move::none()});
    }
}

TEST_CASE("a position with one move has its value, and the move is found") {
    const RandomRules rules{.seed = 3, .fewest_moves = 1, .most_moves = 1, .length = 5};
    for (const NamedAlgorithm named : exact_algorithms) {
        CAPTURE(named.name);
        CHECK(Trial(rules).run(named.algorithm, 5).move == Move{0});
    }
}

TEST_CASE("a search that begins with a known lower bound keeps the move that has it") {
    std::mt19937_64 random(19);
    std::string wrong;
    for (std::size_t game = 0; game < 1000 && wrong.empty(); ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions{.memory = all_memories()[1 + game % (all_memories().size() - 1)]};
        conditions.guess = Reference<Estimate>().value(RandomGame(rules), rules.length);
        for (const NamedAlgorithm named : exact_algorithms) {
            Trial trial(rules, conditions);
            trial.run(Algorithm::null_window, rules.length);
            if (wrong.empty()) wrong = objection_to(trial, named, rules.length, rules);
        }
    }
    CHECK(wrong == "");
}

/// Sees the windows in which the moves of the root are searched.
struct Windows : Silent {
    int below_root = 0;
    std::vector<Window> seen;

    void entered(const RandomGame&, int depth, Window window) {
        if (depth == below_root) seen.push_back(window);
    }
};

TEST_CASE("a search looks no further than the bounds that the memory knows") {
    using Narrowing = Setting<RandomGame, Estimate, ExactMemory<RandomGame>, NaturalOrder, NoPruning, Windows>;
    using NarrowNode = Node<Narrowing>;
    constexpr std::array searches = {alpha_beta<NarrowNode>, nega_scout<NarrowNode>};
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        for (const auto search : searches) {
            const RandomRules rules{.seed = seed, .fewest_moves = 3, .most_moves = 3, .length = 4};
            const RandomGame start(rules);
            const Value truth = Reference<Estimate>().value(start, rules.length);
            Windows windows{.below_root = rules.length - 1, .seen = {}};
            Narrowing setting{{}, {}, {}, {}, windows, Wins::plain};
            setting.memory.remember(start, rules.length, {truth - 2, truth + 2, Move{1}});
            REQUIRE(search(NarrowNode(setting, start, rules.length), everything).value == truth);
            for (const Window window : windows.seen) {
                REQUIRE(window.alpha >= -truth - 2);
                REQUIRE(window.beta <= -truth + 2);
            }
            REQUIRE(windows.seen.size() >= 3);
        }
}

TEST_CASE("aspiration needs one search when the guess is good and two when it is not") {
    std::mt19937_64 random(11);
    for (int game = 0; game < 100; ++game) {
        const RandomRules rules = random_rules(random);
        const Value truth = Reference<Estimate>().value(RandomGame(rules), rules.length);
        for (const Value error : {-50, -5, -4, 0, 4, 5, 50}) {
            Conditions conditions{.guess = truth + error};
            conditions.options.margin = 5;
            Trial trial(rules, conditions);
            REQUIRE(trial.run(Algorithm::aspiration, rules.length).value == truth);
            REQUIRE(trial.seen.passes == (std::abs(error) < 5 ? 1 : 2));
        }
    }
}

TEST_CASE("ProbCut without checks is alpha-beta") {
    std::mt19937_64 random(12);
    for (std::size_t game = 0; game < 300; ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions = random_conditions(random, rules);
        conditions.memory = all_memories()[game % all_memories().size()];
        Trial prob_cut(rules, conditions);
        Trial alpha_beta(rules, conditions);
        REQUIRE(prob_cut.run(Algorithm::prob_cut, rules.length) == alpha_beta.run(Algorithm::alpha_beta, rules.length));
        REQUIRE(prob_cut.seen.leaves == alpha_beta.seen.leaves);
    }
}

TEST_CASE("ProbCut with a hopeless regression never cuts, and finds the value with more work") {
    std::mt19937_64 random(13);
    std::uint64_t more = 0;
    for (int game = 0; game < 200; ++game) {
        const RandomRules rules = random_rules(random);
        Conditions conditions;
        conditions.options.checks = {
            {.first_stage = 0, .last_stage = 99, .depth = 3, .shallow = 1, .a = 1, .b = 0, .sigma = 1e7},
            {.first_stage = 0, .last_stage = 99, .depth = 2, .shallow = 1, .a = 1, .b = 0, .sigma = 1e7}};
        Trial trial(rules, conditions);
        const Found found = trial.run(Algorithm::prob_cut, rules.length);
        REQUIRE(trial.seen.reference.agrees(trial.start, rules.length, found));
        Trial alpha_beta(rules);
        alpha_beta.run(Algorithm::alpha_beta, rules.length);
        REQUIRE(trial.seen.entered_nodes >= alpha_beta.seen.entered_nodes);
        more += trial.seen.entered_nodes > alpha_beta.seen.entered_nodes;
    }
    CHECK(more > 50);
}

TEST_CASE("ProbCut that trusts its shallow searches saves nodes, and has a move all the same") {
    std::uint64_t with_checks = 0;
    std::uint64_t without = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const RandomRules rules{.seed = seed, .fewest_moves = 3, .most_moves = 3, .length = 7};
        Conditions conditions;
        conditions.options.checks = {
            {.first_stage = 0, .last_stage = 0, .depth = 5, .shallow = 1, .a = 1, .b = 0, .sigma = 0.1},
            {.first_stage = 0, .last_stage = 0, .depth = 3, .shallow = 1, .a = 1, .b = 0, .sigma = 0.1}};
        Trial trial(rules, conditions);
        REQUIRE(trial.start.moves().contains(trial.run(Algorithm::prob_cut, 7).move));
        with_checks += trial.seen.entered_nodes;
        conditions.options.checks = {};
        Trial plain(rules, conditions);
        plain.run(Algorithm::prob_cut, 7);
        without += plain.seen.entered_nodes;
    }
    CHECK(2 * with_checks < without);
}

/// ProbCut with one check, written down a second time: the shallow values by their definition.
struct SlowProbCut {
    Check check;
    double threshold;
    Reference<Estimate> reference;

    Value value(const RandomGame& game, int depth, Value alpha, Value beta, bool is_root = true) const {
        const auto moves = game.moves();
        if (moves.empty() || depth == 0) return reference.value(game, depth);
        if (depth == check.depth && !is_root) {
            const double predicted = check.a * reference.value(game, check.shallow) + check.b;
            if (std::abs(beta) < win && predicted - threshold * check.sigma >= beta) return beta;
            if (std::abs(alpha) < win && predicted + threshold * check.sigma <= alpha) return alpha;
        }
        Value best = -infinity;
        for (const Move move : moves) {
            best = std::max(best, -value(game.after(move), depth - 1, -beta, -std::max(alpha, best), false));
            if (best >= beta) break;
        }
        return best;
    }
};

TEST_CASE("ProbCut cuts exactly where its formula says") {
    std::mt19937_64 random(18);
    int wrong = 0;
    int misled = 0;
    for (int game = 0; game < 1000; ++game) {
        RandomRules rules = random_rules(random);
        rules.spread = std::min(rules.spread, 10);
        const int depth = 1 + static_cast<int>(random() % static_cast<unsigned>(rules.length));
        const Check check{.first_stage = 0,
                          .last_stage = 0,
                          .depth = depth,
                          .shallow = static_cast<int>(random() % static_cast<unsigned>(depth)),
                          .a = 0.5 * static_cast<double>(1 + random() % 4),
                          .b = static_cast<double>(random() % 5) - 2,
                          .sigma = 0.5 * static_cast<double>(random() % 3)};
        Conditions conditions;
        conditions.options.checks = {check};
        conditions.options.threshold = 1;
        Trial trial(rules, conditions);
        const Value expected =
            SlowProbCut{check, 1, trial.seen.reference}.value(trial.start, rules.length, -infinity, infinity);
        wrong += trial.run(Algorithm::prob_cut, rules.length).value != expected;
        misled += expected != trial.seen.reference.value(trial.start, rules.length);
    }
    CHECK(wrong == 0);
    CHECK(misled > 50);
}

/// A node as a check sees it.
template <class P>
struct At {
    P here;
    int plies;

    const P& position() const { return here; }
    int depth() const { return plies; }
};

TEST_CASE("a check is made at its own depth, and only while there are as many stones as it was fitted for") {
    using P = othello::Position<othello::Board8>;
    const P start = P::start();
    const P later = start.after(start.moves()[0]);
    const Check check{.first_stage = 5, .last_stage = 12, .depth = 6, .shallow = 2, .a = 1, .b = 0, .sigma = 1};
    const Check early{.first_stage = 0, .last_stage = 4, .depth = 6, .shallow = 2, .a = 1, .b = 0, .sigma = 1};
    CHECK(stage(start) == 4);
    CHECK(stage(later) == 5);
    CHECK(stage(tree::Position()) == 0);
    CHECK(check.fits(At<P>{later, 6}));
    CHECK_FALSE(check.fits(At<P>{later, 5}));
    CHECK_FALSE(check.fits(At<P>{later, 7}));
    CHECK_FALSE(check.fits(At<P>{start, 6}));
    CHECK(early.fits(At<P>{start, 6}));
    CHECK_FALSE(early.fits(At<P>{later, 6}));
}

TEST_CASE("a check cuts where the regression says that the deep value lies beyond the window") {
    // v = 2 v' + 3, sigma 4, threshold 1.5: v >= 20 needs 2 v' + 3 >= 26, v <= -20 needs 2 v' + 3 <= -26.
    const Check check{.first_stage = 0, .last_stage = 64, .depth = 6, .shallow = 2, .a = 2, .b = 3, .sigma = 4};
    CHECK(check.likely_high(20, 1.5) == 12);
    CHECK(check.likely_low(-20, 1.5) == -15);
    for (int shallow = -40; shallow <= 40; ++shallow) {
        CHECK((shallow >= check.likely_high(20, 1.5)) == (2 * shallow + 3 - 6 >= 20));
        CHECK((shallow <= check.likely_low(-20, 1.5)) == (2 * shallow + 3 + 6 <= -20));
    }
}

TEST_CASE("every algorithm has a name, and no other word is one") {
    std::set<std::string_view> names;
    for (const NamedAlgorithm& named : algorithms) {
        CHECK(algorithm_named(named.name) == named.algorithm);
        names.insert(named.name);
    }
    CHECK(names.size() == algorithms.size());
    CHECK(algorithm_named("tt") == Algorithm::alpha_beta);
    CHECK(algorithm_named("") == std::nullopt);
    CHECK(algorithm_named("Minimax") == std::nullopt);
    CHECK(algorithm_named("minimax ") == std::nullopt);
}

}  // namespace
}  // namespace gamegrove
