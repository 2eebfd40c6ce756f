#include "clock/budget.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "algorithms/laboratory.h"
#include "doctest/doctest.h"

namespace gamegrove {
namespace {

/// Why a call was stopped, or nothing.
template <class Call>
std::string stopped(Call call) {
    try {
        call();
    } catch (const Stopped& limit) {
        return std::string(limit.reason);
    }
    return "";
}

std::unique_ptr<Laboratory> othello_laboratory(const LaboratoryOptions& options) {
    return laboratory_for(othello::read("", {}), options);
}

std::unique_ptr<Laboratory> othello_laboratory(const Budget& budget, MemoryKind memory = MemoryKind::none) {
    LaboratoryOptions options{.evaluation = "squares", .memory = memory, .table_bits = 12};
    options.budget = budget;
    return othello_laboratory(options);
}

/// All algorithms, each deep enough to spend any budget of a few thousand nodes.
constexpr int deep = 12;

AlgorithmOptions without_end() {
    AlgorithmOptions options;
    options.mcts.iterations = 0;
    options.mcts.solver = false;
    return options;
}

TEST_CASE("a budget without limits ends nothing, and wants to be looked at again after a thousand nodes at most") {
    Budget budget;
    for (const std::uint64_t entered : {std::uint64_t{0}, std::uint64_t{1'000'000'000'000}}) {
        const std::uint64_t next = budget.look(entered);
        CHECK(next > entered);
        CHECK(next <= entered + 1024);
    }
    CHECK_NOTHROW(budget.check_memory(std::size_t{1} << 60));
}

TEST_CASE("a budget of nodes is looked at again exactly when it is spent") {
    for (const std::uint64_t limit : {0U, 1U, 1023U, 1024U, 1500U, 100'000U}) {
        Budget budget;
        budget.nodes = limit;
        std::uint64_t entered = 0;
        CHECK(stopped([&] {
                  for (;;) entered = budget.look(entered);
              }) == "nodes");
        CHECK(entered == limit);
    }
}

TEST_CASE("fast nodes are looked at rarely, slow ones each") {
    Budget budget;
    std::uint64_t longest = 0;
    for (int look = 0; look < 1000; ++look) longest = std::max(longest, budget.look(0));
    CHECK(longest == 1024);
    for (int look = 0; look < 6; ++look) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        longest = budget.look(0);
    }
    CHECK(longest == 1);
}

TEST_CASE("a deadline in the past ends a search, one in the future does not") {
    Budget budget;
    budget.deadline = Budget::Clock::now() - std::chrono::milliseconds(1);
    CHECK(stopped([&] { budget.look(0); }) == "time");
    budget.deadline = Budget::Clock::now() + std::chrono::hours(1);
    CHECK(stopped([&] { budget.look(0); }) == "");
}

TEST_CASE("memory may be used up to the limit, and not above") {
    Budget budget;
    budget.memory = 1000;
    CHECK(stopped([&] { budget.check_memory(1000); }) == "");
    CHECK(stopped([&] { budget.check_memory(1001); }) == "memory");
}

TEST_CASE("every algorithm ends after exactly the nodes that it may visit") {
    for (const NamedAlgorithm& named : algorithms)
        for (const std::uint64_t limit : {0U, 1U, 2U, 1000U, 1023U, 1024U, 1025U, 3000U}) {
            CAPTURE(named.name);
            CAPTURE(limit);
            Budget budget;
            budget.nodes = limit;
            const auto laboratory = othello_laboratory(budget);
            const std::string reason =
                stopped([&] { laboratory->run(named.algorithm, deep, 0, everything, without_end()); });
            if (named.algorithm == Algorithm::mcts && limit > 1) {  // has an answer, and gives it
                CHECK(reason == "");
                CHECK(laboratory->counts().stopped == "nodes");
            } else {
                CHECK(reason == "nodes");
            }
            CHECK(laboratory->counts().nodes == limit);
        }
}

TEST_CASE("a search that needs no more than its budget is not stopped") {
    const auto unlimited = othello_laboratory(Budget());
    const Found found = unlimited->run(Algorithm::alpha_beta, 5, 0, everything, {});
    Budget budget;
    budget.nodes = unlimited->counts().nodes;
    CHECK(othello_laboratory(budget)->run(Algorithm::alpha_beta, 5, 0, everything, {}) == found);
    --budget.nodes;
    CHECK(stopped([&] { othello_laboratory(budget)->run(Algorithm::alpha_beta, 5, 0, everything, {}); }) == "nodes");
}

TEST_CASE("a budget is for all searches of a laboratory together") {
    Budget budget;
    budget.nodes = 2000;
    const auto laboratory = othello_laboratory(budget);
    laboratory->run(Algorithm::alpha_beta, 5, 0, everything, {});
    laboratory->run(Algorithm::alpha_beta, 6, 0, everything, {});
    CHECK(laboratory->counts().nodes == 426 + 1029);
    CHECK(stopped([&] { laboratory->run(Algorithm::alpha_beta, 6, 0, everything, {}); }) == "nodes");
    CHECK(laboratory->counts().nodes == 2000);
}

TEST_CASE("every algorithm ends soon after its deadline") {
    for (const NamedAlgorithm& named : algorithms) {
        CAPTURE(named.name);
        Budget budget;
        const auto begin = Budget::Clock::now();
        budget.deadline = begin + std::chrono::milliseconds(5);
        const auto laboratory = othello_laboratory(budget);
        const std::string reason = stopped([&] { laboratory->run(named.algorithm, 60, 0, everything, without_end()); });
        CHECK((named.algorithm == Algorithm::mcts ? laboratory->counts().stopped : reason) == "time");
        CHECK(Budget::Clock::now() - begin < std::chrono::seconds(2));
    }
}

TEST_CASE("the exact memory, both old SSS* and MCTS end when they need too much memory") {
    for (const Algorithm algorithm : {Algorithm::alpha_beta, Algorithm::nega_scout, Algorithm::sss, Algorithm::dual,
                                      Algorithm::mtd_f, Algorithm::mtd_bi, Algorithm::aspiration, Algorithm::prob_cut,
                                      Algorithm::sss2, Algorithm::stockman, Algorithm::mcts}) {
        CAPTURE(static_cast<int>(algorithm));
        Budget budget;
        budget.memory = 200'000;
        const auto laboratory = othello_laboratory(budget, MemoryKind::exact);
        const std::string reason = stopped([&] { laboratory->run(algorithm, deep, 0, everything, without_end()); });
        CHECK((algorithm == Algorithm::mcts ? laboratory->counts().stopped : reason) == "memory");
        CHECK(laboratory->counts().nodes > 100);
        CHECK(laboratory->counts().nodes < 20'000);
    }
}

TEST_CASE("a table that is larger than the memory allowed is never used, a smaller one as long as one likes") {
    Budget budget;
    budget.memory = 24 << 12;
    CHECK(stopped([&] {
              othello_laboratory(budget, MemoryKind::table)->run(Algorithm::mtd_f, 8, 0, everything, {});
          }) == "");
    --budget.memory;
    CHECK(stopped([&] {
              othello_laboratory(budget, MemoryKind::table)->run(Algorithm::mtd_f, 8, 0, everything, {});
          }) == "memory");
}

TEST_CASE("the pulse beats at the start and then every thousand nodes at least, and what it throws ends the search") {
    std::uint64_t beats = 0;
    Budget budget;
    budget.pulse = [&] { ++beats; };
    const auto laboratory = othello_laboratory(budget);
    laboratory->run(Algorithm::alpha_beta, 8, 0, everything, {});
    CHECK(laboratory->counts().nodes == 14658);
    CHECK(beats >= 15);
    CHECK(beats < 14658);

    beats = 0;
    budget.pulse = [&] {
        if (++beats == 5) throw std::runtime_error("enough");
    };
    const auto other = othello_laboratory(budget);
    CHECK_THROWS_WITH(other->run(Algorithm::alpha_beta, 8, 0, everything, {}), "enough");
    CHECK(other->counts().nodes >= 4);
    CHECK(other->counts().nodes <= 4096);
}

TEST_CASE("a laboratory can go on after a search that was stopped") {
    Budget budget;
    int beats = 0;
    budget.pulse = [&] {
        if (++beats == 3) throw Stopped{"stop"};
    };
    const auto laboratory = othello_laboratory(budget, MemoryKind::table);
    CHECK(stopped([&] { laboratory->run(Algorithm::mtd_f, 9, 0, everything, {}); }) == "stop");
    CHECK(laboratory->run(Algorithm::mtd_f, 7, 0, everything, {}).value == 5);
}

}  // namespace
}  // namespace gamegrove
