#include <algorithm>
#include <set>

#include "algorithms/alpha_beta.h"
#include "algorithms/aspiration.h"
#include "algorithms/drive.h"
#include "algorithms/minimax.h"
#include "algorithms/negamax.h"
#include "algorithms/rule_pruning.h"
#include "algorithms/scout.h"
#include "algorithms/sss2.h"
#include "algorithms/stockman.h"
#include "doctest/doctest.h"
#include "memory/exact.h"
#include "observation/silent.h"
#include "observation/watcher.h"
#include "ordering/ordering.h"
#include "random_game.h"
#include "reference.h"

namespace gamegrove {
namespace {

template <class Observer>
using Watched = Setting<RandomGame, Estimate, ExactMemory<RandomGame>, NaturalOrder, NoPruning, Observer>;

/// The answers of all algorithms to a game before one pair of eyes, each with a memory of its own.
template <class Observer>
std::vector<Found> answers(const RandomRules& rules, Observer& observer) {
    using Setting = Watched<Observer>;
    std::vector<Found> all;
    const auto ask = [&](auto algorithm) {
        Setting setting{{}, {}, {}, {}, observer, Wins::plain};
        all.push_back(algorithm(Node<Setting>(setting, RandomGame(rules), rules.length)));
    };
    ask([](const auto& node) { return minimax(node); });
    ask([](const auto& node) { return negamax(node); });
    ask([](const auto& node) { return alpha_beta(node); });
    ask([](const auto& node) { return alpha_beta_fail_hard(node); });
    ask([](const auto& node) { return nega_scout(node); });
    ask([](const auto& node) { return aspiration(node, 3); });
    ask([](const auto& node) { return sss(node); });
    ask([](const auto& node) { return dual(node); });
    ask([](const auto& node) { return mtd_f(node); });
    ask([](const auto& node) { return mtd_bi(node); });
    ask([](const auto& node) { return sss2(node); });
    ask([](const auto& node) { return stockman(node); });
    return all;
}

template <class Algorithm>
Counts counts_of(const RandomRules& rules, Algorithm algorithm) {
    Watcher<RandomGame> counters({}, true);
    using Setting = Watched<Watcher<RandomGame>>;
    Setting setting{{}, {}, {}, {}, counters, Wins::plain};
    algorithm(Node<Setting>(setting, RandomGame(rules), rules.length));
    return counters.counts();
}

constexpr auto by_minimax = [](const auto& node) { return minimax(node); };
constexpr auto by_negamax = [](const auto& node) { return negamax(node); };
constexpr auto by_alpha_beta = [](const auto& node) { return alpha_beta(node); };
constexpr auto by_scout = [](const auto& node) { return nega_scout(node); };
constexpr auto by_sss = [](const auto& node) { return sss(node); };

TEST_CASE("a search finds the same whether nobody looks, somebody counts, or everything is watched") {
    std::mt19937_64 random(1);
    for (int game = 0; game < 200; ++game) {
        const RandomRules rules = random_rules(random);
        Silent silent;
        Counters counting({});
        Watcher<RandomGame> not_watching({}, false);
        Watcher<RandomGame> watching({}, true);
        const std::vector<Found> unseen = answers(rules, silent);
        REQUIRE(answers(rules, counting) == unseen);
        REQUIRE(answers(rules, not_watching) == unseen);
        REQUIRE(answers(rules, watching) == unseen);
        REQUIRE(not_watching.counts().nodes == counting.counts().nodes);
        REQUIRE(not_watching.counts().visits == 0);
        const Counts counts = counting.counts();
        const Counts watched = watching.counts();
        REQUIRE(counts.nodes == watched.nodes);
        REQUIRE(counts.leaves == watched.leaves);
        REQUIRE(counts.hits == watched.hits);
        REQUIRE(counts.cutoffs == watched.cutoffs);
        REQUIRE(counts.researches == watched.researches);
        REQUIRE(counts.passes == watched.passes);
        REQUIRE(counts.estimates == watched.estimates);
        REQUIRE(counts.visits == 0);
        REQUIRE(counts.distinct_leaves == 0);
        REQUIRE(watched.visits != 0);
    }
}

TEST_CASE("the counts of minimax are those of the tree") {
    const RandomRules rules{.seed = 1, .fewest_moves = 3, .most_moves = 3, .length = 5};
    const Counts counts = counts_of(rules, by_minimax);
    CHECK(counts.nodes == 364);
    CHECK(counts.leaves == 243);
    CHECK(counts.distinct_leaves == 243);
    CHECK(counts.estimates == 0);
    CHECK(counts.hits == 0);
    CHECK(counts.cutoffs == 0);
    CHECK(counts.researches == 0);
    CHECK(counts.passes == 0);
    CHECK_FALSE(counts.proven);
    CHECK(counts.stopped == "");
}

TEST_CASE("positions that can be reached in two ways are one distinct leaf") {
    const RandomRules rules{.seed = 1, .fewest_moves = 3, .most_moves = 3, .length = 5, .crowd = 7};
    const Counts counts = counts_of(rules, by_minimax);
    CHECK(counts.leaves == 243);
    CHECK(counts.distinct_leaves > 1);
    CHECK(counts.distinct_leaves <= 7);
}

TEST_CASE("leaves at the horizon are estimates, ended games are not") {
    const RandomRules rules{.seed = 3, .fewest_moves = 3, .most_moves = 3, .length = 5, .early_ends = 30};
    Watcher<RandomGame> counters({}, true);
    Watched<Watcher<RandomGame>> setting{{}, {}, {}, {}, counters, Wins::plain};
    minimax(Node<Watched<Watcher<RandomGame>>>(setting, RandomGame(rules), 4));
    const Counts counts = counters.counts();
    std::uint64_t ended = 0;
    std::uint64_t at_horizon = 0;
    const auto count = [&](auto self, const RandomGame& game, int depth) -> void {
        const auto moves = game.moves();
        if (moves.empty())
            ++ended;
        else if (depth == 0)
            ++at_horizon;
        else
            for (const Move move : moves) self(self, game.after(move), depth - 1);
    };
    count(count, RandomGame(rules), 4);
    CHECK(ended > 0);
    CHECK(counts.estimates == at_horizon);
    CHECK(counts.leaves == ended + at_horizon);
}

TEST_CASE("a hit is something remembered that answers, not a move to try") {
    std::mt19937_64 random(3);
    for (int game = 0; game < 100; ++game) {
        const RandomRules rules{.seed = random(), .fewest_moves = 2, .most_moves = 3, .length = 5};
        CHECK(counts_of(rules, by_alpha_beta).hits == 0);
        CHECK(counts_of(rules, by_sss).hits > 0);
    }
}

TEST_CASE("a cutoff is counted where moves are left out") {
    const RandomRules rules{.fewest_moves = 3, .most_moves = 3, .length = 2, .ends = Ends::best_first};
    // The first reply to the second and to the third move refutes it; two others are left out each time.
    CHECK(counts_of(rules, by_alpha_beta).cutoffs == 2);
    CHECK(counts_of(rules, by_alpha_beta).leaves == 5);
    CHECK(counts_of(rules, by_minimax).cutoffs == 0);
    CHECK(counts_of(rules, [](const auto& node) { return sss2(node); }).cutoffs > 0);
}

TEST_CASE("the hash of visits tells two searches apart, and is the same for the same search") {
    std::mt19937_64 random(2);
    std::set<std::uint64_t> hashes;
    for (int game = 0; game < 50; ++game) {
        RandomRules rules{.seed = random(), .fewest_moves = 2, .most_moves = 3, .length = 5};
        const std::uint64_t visits = counts_of(rules, by_alpha_beta).visits;
        CHECK(counts_of(rules, by_alpha_beta).visits == visits);
        hashes.insert(visits);
        hashes.insert(counts_of(rules, by_scout).visits);
        hashes.insert(counts_of(rules, by_sss).visits);
        hashes.insert(counts_of(rules, by_minimax).visits);
        CHECK(counts_of(rules, by_negamax).visits == counts_of(rules, by_minimax).visits);
    }
    CHECK(hashes.size() == 200);
}

}  // namespace
}  // namespace gamegrove
