#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "doctest/doctest.h"
#include "trial.h"

/// What has been proven about the algorithms, on trees in their natural order.
namespace gamegrove {
namespace {

using Leaves = std::vector<std::uint64_t>;

Leaves leaves_of(Algorithm algorithm, const RandomRules& rules, const Conditions& conditions = {}) {
    Trial trial(rules, conditions);
    trial.run(algorithm, rules.length);
    return trial.seen.leaves;
}

const Conditions remembering{.memory = exact_memory};

RandomRules uniform(std::uint64_t seed, int width, int depth) {
    return {.seed = seed, .fewest_moves = width, .most_moves = width, .length = depth};
}

/// A random tree, its ends of any value or each of another.
RandomRules random_tree(std::mt19937_64& random, Ends ends) {
    RandomRules rules = random_rules(random);
    rules.crowd = 0;
    rules.circles = false;
    rules.ends = ends;
    return rules;
}

bool has_no_two_equal(Leaves leaves) {
    std::ranges::sort(leaves);
    return std::ranges::adjacent_find(leaves) == leaves.end();
}

bool is_subset(const Leaves& some, const Leaves& all) {
    const std::set<std::uint64_t> inside(some.begin(), some.end());
    const std::set<std::uint64_t> outside(all.begin(), all.end());
    return std::ranges::includes(outside, inside);
}

int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

/// Knuth and Moore: the fewest leaves that prove the value of a uniform tree.
int fewest_leaves(int width, int depth) { return power(width, (depth + 1) / 2) + power(width, depth / 2) - 1; }

TEST_CASE("the driver's SSS*, SSS-2 and Stockman's SSS* evaluate the same leaves in the same order, each once") {
    std::mt19937_64 random(1979);
    int differ = 0;
    for (int game = 0; game < 2000; ++game) {
        const RandomRules rules = random_tree(random, game % 2 == 0 ? Ends::any : Ends::different);
        const Leaves by_driver = leaves_of(Algorithm::sss, rules, remembering);
        differ += by_driver != leaves_of(Algorithm::sss2, rules);
        differ += by_driver != leaves_of(Algorithm::stockman, rules);
        differ += !has_no_two_equal(by_driver);
    }
    CHECK(differ == 0);
}

TEST_CASE("the driver and SSS-2 need the same number of passes") {
    std::mt19937_64 random(1990);
    for (int game = 0; game < 300; ++game) {
        const RandomRules rules = random_tree(random, Ends::any);
        Trial driver(rules, remembering);
        Trial sss2(rules);
        driver.run(Algorithm::sss, rules.length);
        sss2.run(Algorithm::sss2, rules.length);
        REQUIRE(driver.seen.passes == sss2.seen.passes);
    }
}

TEST_CASE("without equal leaves no algorithm evaluates a leaf that alpha-beta does not") {
    constexpr std::array rivals = {Algorithm::sss,  Algorithm::dual,     Algorithm::mtd_f,      Algorithm::mtd_bi,
                                   Algorithm::sss2, Algorithm::stockman, Algorithm::nega_scout, Algorithm::alpha_beta};
    std::mt19937_64 random(1996);
    int more = 0;
    for (int game = 0; game < 800; ++game) {
        const RandomRules rules = random_tree(random, Ends::different);
        Conditions conditions = remembering;
        conditions.guess = static_cast<Value>(random() % 1'000'000) - 500'000;
        const Leaves all = leaves_of(Algorithm::alpha_beta, rules);
        for (const Algorithm rival : rivals) more += !is_subset(leaves_of(rival, rules, conditions), all);
        more += !is_subset(leaves_of(Algorithm::nega_scout, rules), all);
    }
    CHECK(more == 0);
}

TEST_CASE("the trees without equal leaves have none") {
    std::mt19937_64 random(2);
    for (int game = 0; game < 100; ++game) {
        const RandomRules rules = random_tree(random, Ends::different);
        std::vector<Value> values;
        const auto collect = [&](auto self, const RandomGame& at) -> void {
            if (at.moves().empty()) values.push_back(at.turn() == Side::first ? at.final_value() : -at.final_value());
            for (const Move move : at.moves()) self(self, at.after(move));
        };
        collect(collect, RandomGame(rules));
        CHECK(std::set(values.begin(), values.end()).size() == values.size());
    }
}

TEST_CASE("minimax and negamax evaluate all leaves, as many as the branching factors multiplied") {
    for (const Algorithm algorithm : {Algorithm::minimax, Algorithm::negamax})
        for (int width = 1; width <= 5; ++width)
            for (int depth = 0; depth <= 5; ++depth) {
                const RandomRules rules = uniform(9, width, depth);
                Trial trial(rules);
                trial.run(algorithm, depth);
                int nodes = 0;
                for (int level = 0; level <= depth; ++level) nodes += power(width, level);
                CHECK(trial.seen.leaves.size() == static_cast<std::size_t>(power(width, depth)));
                CHECK(trial.seen.entered_nodes == static_cast<std::uint64_t>(nodes));
                CHECK(has_no_two_equal(trial.seen.leaves));
            }
}

TEST_CASE("minimax and negamax visit the same leaves in the same order, and no other algorithm more of them") {
    std::mt19937_64 random(6);
    for (int game = 0; game < 200; ++game) {
        const RandomRules rules = random_tree(random, Ends::any);
        const Leaves all = leaves_of(Algorithm::minimax, rules);
        REQUIRE(leaves_of(Algorithm::negamax, rules) == all);
        for (const NamedAlgorithm named : exact_algorithms)
            REQUIRE(is_subset(leaves_of(named.algorithm, rules, remembering), all));
    }
}

TEST_CASE("on perfectly ordered trees every algorithm evaluates Knuth and Moore's fewest leaves") {
    constexpr std::array without_memory = {Algorithm::alpha_beta, Algorithm::alpha_beta_fail_hard,
                                           Algorithm::nega_scout, Algorithm::sss2, Algorithm::stockman};
    constexpr std::array with_memory = {Algorithm::alpha_beta, Algorithm::nega_scout, Algorithm::sss,
                                        Algorithm::dual,       Algorithm::mtd_f,      Algorithm::mtd_bi,
                                        Algorithm::aspiration};
    for (int width = 1; width <= 6; ++width)
        for (int depth = 0; power(width, depth) <= 4096 && depth <= 8; ++depth)
            for (const Value spread : {0, 1, 1000}) {
                RandomRules rules = uniform(static_cast<std::uint64_t>(100 * width + depth), width, depth);
                rules.ends = Ends::best_first;
                rules.spread = spread;
                CAPTURE(width);
                CAPTURE(depth);
                const auto fewest = static_cast<std::size_t>(fewest_leaves(width, depth));
                for (const Algorithm algorithm : without_memory) CHECK(leaves_of(algorithm, rules).size() == fewest);
                for (const Algorithm algorithm : with_memory)
                    CHECK(leaves_of(algorithm, rules, remembering).size() == fewest);
            }
}

TEST_CASE("no algorithm evaluates fewer distinct leaves than Knuth and Moore's minimum") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const RandomRules rules = uniform(seed, 3, 5);
        for (const NamedAlgorithm named : exact_algorithms) {
            const Leaves leaves = leaves_of(named.algorithm, rules, remembering);
            REQUIRE(std::set(leaves.begin(), leaves.end()).size() >= static_cast<std::size_t>(fewest_leaves(3, 5)));
        }
    }
}

TEST_CASE("MTD(f) started at the true value needs exactly two passes") {
    std::mt19937_64 random(1995);
    for (int game = 0; game < 500; ++game) {
        const RandomRules rules = random_tree(random, game % 2 == 0 ? Ends::any : Ends::different);
        Conditions conditions = remembering;
        conditions.guess = Reference<Estimate>().value(RandomGame(rules), rules.length);
        Trial trial(rules, conditions);
        REQUIRE(trial.run(Algorithm::mtd_f, rules.length).value == conditions.guess);
        REQUIRE(trial.seen.passes == 2);
    }
}

TEST_CASE("MTD(f) started at infinity is SSS*, and just above minus infinity DUAL*") {
    std::mt19937_64 random(10);
    for (int game = 0; game < 200; ++game) {
        const RandomRules rules = random_tree(random, Ends::any);
        Conditions conditions = remembering;
        conditions.guess = infinity;
        REQUIRE(leaves_of(Algorithm::mtd_f, rules, conditions) == leaves_of(Algorithm::sss, rules, remembering));
        conditions.guess = 1 - infinity;
        REQUIRE(leaves_of(Algorithm::mtd_f, rules, conditions) == leaves_of(Algorithm::dual, rules, remembering));
    }
}

/// Whether every null window of a driver is the one that follows from the bounds and the value found before.
template <class NextQuestion>
bool asks_as_it_should(Algorithm algorithm, const RandomRules& rules, Value guess, Value question, NextQuestion next) {
    Conditions conditions = remembering;
    conditions.guess = guess;
    Trial trial(rules, conditions);
    trial.run(algorithm, rules.length);
    Value lower = -infinity;
    Value upper = infinity;
    for (const auto& [asked, value] : trial.seen.answered) {
        if (lower >= upper || asked != null_window_below(question)) return false;
        (value < question ? upper : lower) = value;
        question = next(lower, upper, value);
    }
    return lower == upper;
}

TEST_CASE("each driver asks where it should: at a bound, at the last value, or in the middle") {
    const auto at_last_value = [](Value lower, Value, Value value) { return value == lower ? value + 1 : value; };
    std::mt19937_64 random(14);
    for (int game = 0; game < 200; ++game) {
        const RandomRules rules = random_tree(random, game % 2 == 0 ? Ends::any : Ends::different);
        const Value guess = static_cast<Value>(random() % 41) - 20;
        REQUIRE(
            asks_as_it_should(Algorithm::sss, rules, guess, infinity, [](Value, Value upper, Value) { return upper; }));
        REQUIRE(asks_as_it_should(Algorithm::dual, rules, guess, 1 - infinity,
                                  [](Value lower, Value, Value) { return lower + 1; }));
        REQUIRE(asks_as_it_should(Algorithm::mtd_f, rules, guess, guess, at_last_value));
        REQUIRE(asks_as_it_should(Algorithm::mtd_bi, rules, guess, guess, [](Value lower, Value upper, Value) {
            return static_cast<Value>(std::ceil(lower / 2.0 + upper / 2.0));
        }));
    }
}

TEST_CASE("with memory the drivers evaluate no leaf twice") {
    std::mt19937_64 random(15);
    for (int game = 0; game < 300; ++game) {
        const RandomRules rules = random_tree(random, Ends::any);
        for (const Algorithm algorithm : {Algorithm::sss, Algorithm::dual, Algorithm::mtd_f, Algorithm::mtd_bi,
                                          Algorithm::nega_scout, Algorithm::aspiration, Algorithm::alpha_beta})
            REQUIRE(has_no_two_equal(leaves_of(algorithm, rules, remembering)));
    }
}

TEST_CASE("on a tree memory does not change what alpha-beta evaluates") {
    std::mt19937_64 random(16);
    for (int game = 0; game < 300; ++game) {
        const RandomRules rules = random_tree(random, Ends::any);
        REQUIRE(leaves_of(Algorithm::alpha_beta, rules) == leaves_of(Algorithm::alpha_beta, rules, remembering));
    }
}

TEST_CASE("fail-soft alpha-beta evaluates what fail-hard alpha-beta does") {
    std::mt19937_64 random(17);
    for (int game = 0; game < 300; ++game) {
        const RandomRules rules = random_tree(random, Ends::any);
        REQUIRE(leaves_of(Algorithm::alpha_beta, rules) == leaves_of(Algorithm::alpha_beta_fail_hard, rules));
    }
}

TEST_CASE("NegaScout searches again only what was better than expected, and may visit more than alpha-beta") {
    std::uint64_t again = 0;
    int more = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomRules rules = uniform(seed, 3, 6);
        rules.ends = Ends::different;
        Trial scout(rules);
        Trial alpha_beta(rules);
        scout.run(Algorithm::nega_scout, rules.length);
        alpha_beta.run(Algorithm::alpha_beta, rules.length);
        again += scout.seen.researches;
        more += scout.seen.leaves.size() > alpha_beta.seen.leaves.size();
        rules.ends = Ends::best_first;
        Trial ordered(rules);
        ordered.run(Algorithm::nega_scout, rules.length);
        REQUIRE(ordered.seen.researches == 0);
    }
    CHECK(again > 0);
    CHECK(more > 0);
}

}  // namespace
}  // namespace gamegrove
