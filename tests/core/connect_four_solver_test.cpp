#include "engines/connect_four/solver.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "connect_four_scores.h"
#include "doctest/doctest.h"
#include "engines/connect_four/team.h"
#include "pictures.h"

namespace gamegrove::connect_four {
namespace {

constexpr std::size_t small_table = std::size_t{4} << 20;

Solver small_solver(int threads = 1) { return Solver({.table_bytes = small_table, .threads = threads}); }

Verdict solve(Solver& solver, const AnyPosition& position, const std::optional<Window>& window = {}) {
    Budget budget;
    return solver.solve(position, window, budget, nullptr);
}

/// The score of a position, as text: with its bounds when a solver does not know it.
std::string score_of(Solver& solver, const AnyPosition& position) {
    const Verdict verdict = solve(solver, position);
    if (verdict.lower == verdict.upper && verdict.stopped.empty()) return std::to_string(verdict.lower);
    return std::to_string(verdict.lower) + ".." + std::to_string(verdict.upper) + " " + verdict.stopped;
}

std::string score_of(const AnyPosition& position) {
    Solver solver = small_solver();
    return score_of(solver, position);
}

/// A position that takes a while, of 7x6: no side wins at once.
Position<Standard> middle_game(int stones, std::mt19937_64& random) {
    for (;;) {
        const auto position = random_filling(Position<Standard>(), 42 - stones, random);
        bool wins = cells_left(position) > 42 - stones;
        for (const Move move : position.moves()) wins |= position.after(move).is_lost();
        if (!wins) return position;
    }
}

/// Whether what a search says is true, and enough for a window.
bool answers(const Verdict& verdict, const Window& window, int score) {
    if (!verdict.stopped.empty() || verdict.lower > score || verdict.upper < score) return false;
    if (score <= window.lower) return verdict.upper <= window.lower;
    if (score >= window.upper) return verdict.lower >= window.upper;
    return verdict.lower == verdict.upper;
}

TEST_CASE("a side that wins at once scores the stones it has left") {
    CHECK(score_of(read("121212", {})) == "18");
    CHECK(score_of(read("1212121", {})) == "-18");  // the game is over
    CHECK(score_of(read("1 2 1 2 1 2", {.size = std::pair{9, 7}})) == "29");
}

TEST_CASE("a side that cannot stop two threats loses with the next move") {
    const auto position = read(R"(
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . O O . .
        . . X X X . .)",
                               {});
    CHECK(score_of(position) == "-18");
}

TEST_CASE("a full board is a draw, and so is one on which no line fits") {
    CHECK(score_of(read(R"(
        O O X O O X O
        X X O X X O X
        O O X O O X O
        X X O X X O X
        O O X O O X O
        X X O X X O X)",
                        {})) == "0");
    for (const Rules& rules : {Rules{3, 3, 4}, Rules{1, 9, 2}, Rules{1, 61, 4}, Rules{1, 127, 4}, Rules{2, 2, 3}})
        CHECK(score_of(empty_board(rules)) == "0");
}

TEST_CASE("a board of one column whose bits fill a word is a draw") {
    for (const int height : {61, 62, 63, 64, 126})
        for (const int in_a_row : {2, 3, 4, 5}) {
            CAPTURE(height);
            CAPTURE(in_a_row);
            CHECK(score_of(empty_board({1, height, in_a_row})) == "0");
        }
}

TEST_CASE("with one in a row the first move wins") {
    for (const Rules& rules : {Rules{1, 1, 1}, Rules{7, 6, 1}, Rules{20, 5, 1}, Rules{64, 1, 1}}) {
        const int cells = rules.width * rules.height;
        CHECK(score_of(empty_board(rules)) == std::to_string((cells + 1) / 2));
    }
}

/// The same position on a board that the solver knows.
template <class B>
AnyPosition for_solver(const Position<B>& position) {
    return Position<Flexible>(Flexible(position.layout().rules), {{position.mover().word[0], 0}},
                              {{position.discs().word[0], 0}});
}

/// How many positions of a board up to so many plies have a wrong score, mirror images left out.
template <class B>
int wrong_scores(int plies) {
    Solver solver = small_solver();
    Scores scores;
    int wrong = 0;
    std::vector<Position<B>> now{Position<B>()};
    for (int ply = 0; ply <= plies; ++ply) {
        std::vector<Position<B>> next;
        std::unordered_set<std::uint64_t> seen;
        for (const Position<B>& position : now) {
            const Verdict verdict = solve(solver, for_solver(position));
            const int score = scores.of(position);
            wrong += verdict.lower != score || verdict.upper != score;
            for (const Move move : position.moves())
                if (const auto after = one_of_pair(position.after(move)); seen.insert(after.key()).second)
                    next.push_back(after);
        }
        now = std::move(next);
    }
    return wrong;
}

TEST_CASE("every position of 5x4 up to ply 12 has the score of its definition") {
    CHECK(wrong_scores<Fixed<5, 4, 4>>(12) == 0);
}

TEST_CASE("every position of 6x4 up to ply 12 has the score of its definition") {
    CHECK(wrong_scores<Fixed<6, 4, 4>>(12) == 0);
}

TEST_CASE("every position of small boards has the score of its definition, whatever the length of a line") {
    CHECK(wrong_scores<Fixed<4, 4, 3>>(16) == 0);
    CHECK(wrong_scores<Fixed<4, 4, 4>>(16) == 0);
    CHECK(wrong_scores<Fixed<3, 5, 3>>(15) == 0);
    CHECK(wrong_scores<Fixed<5, 3, 3>>(15) == 0);
    CHECK(wrong_scores<Fixed<4, 3, 2>>(12) == 0);
    CHECK(wrong_scores<Fixed<9, 1, 3>>(9) == 0);
}

TEST_CASE("positions of boards of any size have the score of their definition") {
    std::mt19937_64 random(5);
    Solver solver = small_solver();
    for (int board = 0; board < 400; ++board) {
        const Rules rules{1 + static_cast<int>(random() % 20), 1 + static_cast<int>(random() % 10),
                          1 + static_cast<int>(random() % 6)};
        if (cells_needed(rules) > 128) continue;
        Scores scores;
        for (int game = 0; game < 4; ++game) {
            const int empty = static_cast<int>(random() % 13);
            const auto position = random_filling(empty_board(rules), empty, random);
            CAPTURE(spec(rules));
            CAPTURE(line(position));
            if (cells_left(position) <= 13) CHECK(score_of(solver, position) == std::to_string(scores.of(position)));
        }
    }
}

TEST_CASE("wide boards with few cells have the scores of their definition") {
    std::mt19937_64 random(6);
    for (const Rules& rules : {Rules{9, 2, 4}, Rules{9, 2, 3}, Rules{10, 2, 4}, Rules{12, 2, 4}, Rules{9, 3, 4},
                               Rules{17, 1, 3}, Rules{18, 2, 4}, Rules{20, 3, 4}, Rules{16, 7, 4}}) {
        CAPTURE(spec(rules));
        Solver solver = small_solver();
        Scores scores;
        for (int game = 0; game < 30; ++game) {
            const auto position = random_filling(empty_board(rules), 12, random);
            CAPTURE(line(position));
            if (cells_left(position) <= 12) CHECK(score_of(solver, position) == std::to_string(scores.of(position)));
        }
    }
}

TEST_CASE("every window is answered") {
    std::mt19937_64 random(8);
    for (const Rules& rules : {Rules{5, 4, 4}, Rules{4, 5, 4}, Rules{7, 6, 4}, Rules{9, 4, 4}, Rules{5, 5, 3}}) {
        CAPTURE(spec(rules));
        Scores scores;
        int wrong = 0;
        for (int game = 0; game < 12; ++game) {
            const auto position = random_filling(empty_board(rules), 8 + static_cast<int>(random() % 5), random);
            const int score = scores.of(position);
            const int most = cells_left(position) / 2 + 3;
            Solver solver = small_solver();
            for (int lower = -most; lower <= most; ++lower)
                for (int upper = lower + 1; upper <= most; ++upper) {
                    if (random() % 4 == 0) solver.forget();
                    wrong += !answers(solve(solver, position, Window{lower, upper}), {lower, upper}, score);
                }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("a solver tells what it knows after every step, and that is never less than before") {
    std::mt19937_64 random(9);
    const auto position = middle_game(16, random);
    Solver solver = small_solver();
    std::vector<Verdict> steps;
    Budget budget;
    const Verdict verdict = solver.solve(position, {}, budget, [&](const Verdict& step) { steps.push_back(step); });
    REQUIRE(!steps.empty());
    CHECK(steps.back().lower == verdict.lower);
    CHECK(steps.back().upper == verdict.upper);
    CHECK(steps.back().nodes == verdict.nodes);
    CHECK(verdict.nodes > 0);
    for (std::size_t i = 1; i < steps.size(); ++i) {
        CHECK(steps[i].lower >= steps[i - 1].lower);
        CHECK(steps[i].upper <= steps[i - 1].upper);
        CHECK(steps[i].nodes >= steps[i - 1].nodes);
    }
}

TEST_CASE("the first player's results on small boards are the known ones") {
    struct Row {
        int height;
        std::string results;  ///< for width 4 and up
    };
    for (const Row& row : {Row{4, "==-=-"}, Row{5, "===="}, Row{6, "==-"}, Row{7, "=="}, Row{8, "="}}) {
        std::string found;
        for (int width = 4; width < 4 + static_cast<int>(row.results.size()); ++width) {
            Solver solver({.table_bytes = std::size_t{32} << 20});
            const Verdict verdict = solve(solver, empty_board({width, row.height, 4}), Window{-1, 1});
            found += verdict.lower > 0 ? '+' : verdict.upper < 0 ? '-' : verdict.lower == verdict.upper ? '=' : '?';
        }
        CAPTURE(row.height);
        CHECK(found == row.results);
    }
}

TEST_CASE("a search that is stopped knows true bounds, and the same solver answers afterwards" *
          doctest::test_suite("threads")) {
    std::mt19937_64 random(10);
    for (const int threads : {1, 2}) {
        Solver solver = small_solver(threads);
        for (int game = 0; game < 10; ++game) {
            const auto position = middle_game(14 + game % 5, random);
            Solver fresh = small_solver();
            const Verdict truth = solve(fresh, position);
            REQUIRE(truth.lower == truth.upper);
            for (const std::uint64_t limit : {0U, 1U, 2U, 100U, 1000U, 30'000U}) {
                if (limit >= truth.nodes / 4) continue;
                solver.forget();
                Budget budget;
                budget.nodes = limit;
                const Verdict verdict = solver.solve(position, {}, budget, nullptr);
                if (threads == 1) CHECK(verdict.stopped == "nodes");
                if (verdict.stopped == "nodes") CHECK(verdict.nodes >= limit);
                CHECK(verdict.lower <= truth.lower);
                CHECK(verdict.upper >= truth.upper);
            }
            CHECK(score_of(solver, position) == std::to_string(truth.lower));
        }
    }
}

TEST_CASE("several threads together keep to a limit of nodes, but for those between two looks" *
          doctest::test_suite("threads")) {
    std::mt19937_64 random(17);
    const auto position = middle_game(8, random);
    for (const int threads : {2, 4})
        for (const std::uint64_t limit : {30'000U, 50'000U, 100'000U}) {
            Solver solver = small_solver(threads);
            Budget budget;
            budget.nodes = limit;
            const Verdict verdict = solver.solve(position, {}, budget, nullptr);
            CAPTURE(threads);
            CAPTURE(limit);
            CHECK(verdict.stopped == "nodes");
            CHECK(verdict.nodes >= limit);
            CHECK(verdict.nodes <= limit + static_cast<unsigned>(threads) * 2 * Budget::most_nodes_unseen);
        }
}

TEST_CASE("a deadline in the past and a stop sign end a search with their names" * doctest::test_suite("threads")) {
    std::mt19937_64 random(11);
    const auto position = middle_game(14, random);
    const std::string truth = score_of(position);
    for (const int threads : {1, 2}) {
        Solver solver = small_solver(threads);
        Budget late;
        late.deadline = Budget::Clock::now() - std::chrono::seconds(1);
        CHECK(solver.solve(position, {}, late, nullptr).stopped == "time");
        Budget stopped;
        int beats = 0;
        stopped.pulse = [&] {
            if (++beats == 20) throw Stopped{"stop"};
        };
        const Verdict verdict = solver.solve(position, {}, stopped, nullptr);
        CHECK(verdict.stopped == "stop");
        CHECK(verdict.lower < verdict.upper);
        CHECK(score_of(solver, position) == truth);
    }
}

TEST_CASE("what a pulse throws comes out, and the same solver answers afterwards" * doctest::test_suite("threads")) {
    std::mt19937_64 random(12);
    const auto position = middle_game(12, random);
    const std::string truth = score_of(position);
    for (const int threads : {1, 2, 4})
        for (const int last : {1, 5, 25}) {
            Solver solver = small_solver(threads);
            Budget budget;
            int beats = 0;
            budget.pulse = [&] {
                if (++beats == last) throw std::runtime_error("enough");
            };
            CHECK_THROWS_WITH(solver.solve(position, {}, budget, nullptr), "enough");
            CHECK(score_of(solver, position) == truth);
        }
}

TEST_CASE("one solver may be asked about one board and then another") {
    std::mt19937_64 random(13);
    Solver solver = small_solver();
    for (int n = 0; n < 60; ++n) {
        const std::vector<Rules> boards = {{5, 4, 4}, {4, 5, 4}, {7, 6, 4}, {7, 6, 3},
                                           {6, 6, 4}, {9, 4, 4}, {18, 5, 4}};
        const Rules& rules = boards[random() % boards.size()];
        Scores scores;
        const auto position = random_filling(empty_board(rules), 12, random);
        if (cells_left(position) > 12) continue;
        CAPTURE(spec(rules));
        CHECK(score_of(solver, position) == std::to_string(scores.of(position)));
        if (random() % 4 == 0) solver.forget();
    }
}

TEST_CASE("the usual board has the same scores in its own words and in those of any board") {
    std::mt19937_64 random(14);
    Solver solver = small_solver();
    for (int n = 0; n < 10; ++n) {
        const auto usual = middle_game(18, random);
        CHECK(score_of(solver, usual) == score_of(solver, for_solver(usual)));
    }
}

TEST_CASE("a solver that has forgotten needs the same nodes again, one that remembers fewer") {
    std::mt19937_64 random(15);
    const auto position = middle_game(14, random);
    Solver solver = small_solver();
    const Verdict first = solve(solver, position);
    CHECK(solve(solver, position).nodes < first.nodes);
    solver.forget();
    const Verdict again = solve(solver, position);
    CHECK(again.nodes == first.nodes);
    CHECK(again.lower == first.lower);
}

TEST_CASE("a solver believes its book") {
    const AnyPosition usual = Position<Standard>(), small = empty_board({4, 4, 4});
    const auto book = std::make_shared<const Book>(usual, 0, std::vector{std::pair{usual, 17}});
    Solver solver({.table_bytes = small_table, .book = book});
    CHECK(score_of(solver, usual) == "17");
    CHECK(solve(solver, usual).nodes == 0);
    CHECK(score_of(solver, small) == "0");  // a board that the book does not know
}

/// The most nodes that one question took.
std::uint64_t longest_question(const Position<Standard>& position) {
    Solver solver = small_solver();
    Budget budget;
    std::uint64_t longest = 0, before = 0;
    solver.solve(position, {}, budget, [&](const Verdict& step) {
        longest = std::max(longest, step.nodes - before);
        before = step.nodes;
    });
    return longest;
}

TEST_CASE("two and four threads find the same scores as one" * doctest::test_suite("threads")) {
    constexpr std::uint64_t patience = 20'000;  // before that many nodes the others do not join
    std::mt19937_64 random(16);
    int compared = 0;
    for (int stones = 14; compared < 36; stones = stones == 20 ? 14 : stones + 1) {
        const auto position = middle_game(stones, random);
        if (longest_question(position) < 3 * patience) continue;
        ++compared;
        CAPTURE(line(position));
        const std::string truth = score_of(position);
        for (const int threads : {2, 4}) {
            Solver solver = small_solver(threads);
            CHECK(score_of(solver, position) == truth);
        }
    }
}

const std::uint64_t no_limit = Budget().nodes;

/// A plan that asks about the least score that is open, and then about the next.
std::vector<int> from_below(const Known& open) {
    if (open.lower + 1 == open.upper) return {open.lower};
    return {open.lower, open.lower + 1};
}

/// Searches for a score that is known beforehand, and takes note of the questions.
struct PretendedSearch {
    int score;
    std::vector<int> asked = {};

    int operator()(int alpha) {
        asked.push_back(alpha);
        return score > alpha ? alpha + 1 : alpha;
    }
};

TEST_CASE("a team of one asks what it is to ask first until the score is known" * doctest::test_suite("threads")) {
    Team team(1, {-3, 3}, no_limit, from_below);
    PretendedSearch search{.score = 0};
    team.work(
        [&] {
            while (team.answer_a_question(std::ref(search))) {
            }
        },
        [] { FAIL("nobody called for help"); });
    CHECK(search.asked == std::vector{-3, -2, -1, 0});
    CHECK(team.known().lower == 0);
    CHECK(team.known().upper == 0);
}

TEST_CASE("a team has news after every answer" * doctest::test_suite("threads")) {
    Team team(1, {-3, 3}, no_limit, from_below);
    CHECK(!team.take_news());
    CHECK(team.answer_a_question(PretendedSearch{.score = 0}));
    CHECK(team.take_news());
    CHECK(!team.take_news());
}

TEST_CASE("helpers end when all have searched as many nodes as they may, the leader's included" *
          doctest::test_suite("threads")) {
    Team team(1, {-3, 3}, 100, from_below);
    team.call_for_help(60);
    team.count_for_helper(39);
    CHECK(!team.is_spent());
    team.leave_if_spent();
    team.count_for_helper(1);
    CHECK(team.is_spent());
    CHECK_THROWS_AS(team.leave_if_spent(), Team::Left);
}

TEST_CASE("two threads ask two questions" * doctest::test_suite("threads")) {
    Team team(2, {-3, 3}, no_limit, from_below);
    std::atomic<int> helpers_question = 99;
    const auto lead = [&] {
        team.answer_a_question([&](int alpha) {
            CHECK(alpha == -3);
            team.call_for_help(1'000'000);
            while (helpers_question == 99) std::this_thread::yield();
            return -2;
        });
    };
    team.work(lead, [&] {
        team.answer_a_question([&](int alpha) {
            helpers_question = alpha;
            return alpha + 1;
        });
    });
    CHECK(helpers_question == -2);
    CHECK(team.known().lower == -1);
}

/// Never finds an answer, but leaves when another does.
int search_in_vain(Team& team, int alpha, bool leads) {
    for (;;) {
        if (leads) team.call_for_help(1'000'000);
        team.leave_if_answered(alpha);
        std::this_thread::yield();
    }
}

TEST_CASE("an answer that makes another question needless ends its search" * doctest::test_suite("threads")) {
    for (int round = 0; round < 20; ++round) {
        Team team(3, {-1, 1}, no_limit, from_below);
        const auto lead = [&] {
            while (team.answer_a_question([&](int alpha) { return search_in_vain(team, alpha, true); })) {
            }
        };
        const auto help = [&] {
            while (team.answer_a_question([](int) { return 1; })) {
            }
        };
        team.work(lead, help);
        CHECK(team.known().lower == 1);
    }
}

TEST_CASE("when the leader is stopped the others end, too" * doctest::test_suite("threads")) {
    Team team(3, {-1, 1}, no_limit, from_below);
    const auto lead = [&] {
        team.answer_a_question([&](int) -> int {
            team.call_for_help(1'000'000);
            throw Stopped{"stop"};
        });
    };
    const auto help = [&] {
        while (team.answer_a_question([&](int alpha) { return search_in_vain(team, alpha, false); })) {
        }
    };
    CHECK_THROWS_AS(team.work(lead, help), Stopped);
    CHECK(team.known().lower == -1);
    CHECK(team.known().upper == 1);
}

TEST_CASE("what a helper throws ends the work, and comes out of it" * doctest::test_suite("threads")) {
    Team team(3, {-1, 1}, no_limit, from_below);
    const auto lead = [&] {
        while (team.answer_a_question([&](int alpha) { return search_in_vain(team, alpha, true); })) {
        }
    };
    CHECK_THROWS_WITH(team.work(lead, [] { throw std::runtime_error("no memory"); }), "no memory");
}

TEST_CASE("a position is busy as long as a thread asks the same about it" * doctest::test_suite("threads")) {
    Team team(2, {-1, 1}, no_limit, from_below);
    const std::uint64_t mark = Team::mark(77, 0), other_question = Team::mark(77, 1),
                        other_position = Team::mark(78, 0);
    CHECK(!team.is_busy(mark));
    {
        const Team::Busy busy(team, true, mark);
        CHECK(team.is_busy(mark));
        CHECK(!team.is_busy(other_question));
        CHECK(!team.is_busy(other_position));
        const Team::Busy not_shared(team, false, other_position);
        CHECK(!team.is_busy(other_position));
    }
    CHECK(!team.is_busy(mark));
}

}  // namespace
}  // namespace gamegrove::connect_four
