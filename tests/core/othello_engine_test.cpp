#include "doctest/doctest.h"

#include <atomic>
#include <random>
#include <stdexcept>
#include <thread>

#include "engines/othello/engine.h"
#include "engines/othello/search.h"
#include "engines/othello/training.h"

using namespace gamegrove;
using namespace gamegrove::othello;

namespace {

const Doubt some_doubt({1.0, 0.02, -0.04, 0.0}, {1.4, 0.02, -0.04, 0.0});

/// A position with so many empty cells after random moves; the mover can move.
template <class B>
Node<B> random_node(int empties, std::mt19937_64& random) {
    for (;;) {
        const auto start = othello::Position<B>::start();
        auto node = Node<B>::of(start.mover(), start.opponent());
        while (node.empties > empties && !node.is_over())
            node = node.moves.any() ? node.after(node.moves.nth(static_cast<int>(random() % node.moves.count())))
                                    : node.after_pass();
        if (node.empties == empties && node.moves.any()) return node;
    }
}

/// The score by the rules alone: alpha-beta without table, order or bounds.
template <class B>
int plain_score(const typename B::Bits& mover, const typename B::Bits& opponent, Empties empties, int alpha, int beta) {
    const auto moves = B::moves(mover, opponent);
    if (!moves.any()) {
        if (!B::moves(opponent, mover).any())
            return othello::Position<B>(mover, opponent, Side::first, empties).final_value();
        return -plain_score<B>(opponent, mover, empties, -beta, -alpha);
    }
    int best = -1000;
    for_each_bit(moves, [&](int cell) {
        if (best >= beta) return;
        const auto flipped = B::flips(mover, opponent, cell);
        const auto disc = B::Bits::of(cell);
        best = std::max(
            best, -plain_score<B>(opponent ^ flipped, mover | flipped | disc, empties, -beta, -std::max(alpha, best)));
    });
    return best;
}

template <class B>
int plain_score(const Node<B>& node, Empties empties) {
    return plain_score<B>(node.mover, node.opponent, empties, -1000, 1000);
}

/// Weights that mean nothing, but are no zeros: the search must give exact scores with any.
template <class B>
Weights<B> random_weights(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Weights<B> weights;
    std::vector<float> by_class(static_cast<std::size_t>(Weights<B>::class_count()));
    for (int stage = 0; stage < Weights<B>::stages; ++stage) {
        for (float& weight : by_class) weight = static_cast<float>(random() % 65) / 32 - 1;
        weights.set(stage, by_class);
    }
    return weights;
}

template <class B>
void check_scores(int fewest_empties, int most_empties, int positions) {
    CAPTURE(std::string(B::name()));
    std::mt19937_64 random(7);
    const Weights<B> weights = random_weights<B>(1);
    Table table(std::size_t{1} << 20);
    for (const Empties counting : {Empties::to_nobody, Empties::to_winner}) {
        table.forget();
        Search<B> search({weights, some_doubt, table, counting}, nullptr);
        for (int i = 0; i < positions; ++i) {
            const Node<B> node = random_node<B>(fewest_empties + i % (most_empties - fewest_empties + 1), random);
            const int score = plain_score(node, counting);
            CAPTURE(node.empties);
            REQUIRE(search.value(node, -1000, 1000, node.empties) == score);
            const int alpha = static_cast<int>(random() % 21) - 10 + score;
            const int bound = search.value(node, alpha, alpha + 1, node.empties);
            REQUIRE((bound > alpha) == (score > alpha));
            REQUIRE((bound > alpha ? bound <= score : bound >= score));
        }
    }
}

template <class B>
void check_states(int games) {
    CAPTURE(std::string(B::name()));
    std::mt19937_64 random(3);
    for (int game = 0; game < games; ++game) {
        const auto start = othello::Position<B>::start();
        auto node = Node<B>::of(start.mover(), start.opponent());
        while (!node.is_over()) {
            node = node.moves.any() ? node.after(node.moves.nth(static_cast<int>(random() % node.moves.count())))
                                    : node.after_pass();
            const States<B> anew(node.mover, node.opponent);
            for (int feature = 0; feature < States<B>::features; ++feature)
                REQUIRE(node.states[feature] == anew[feature]);
        }
    }
}

/// The evaluation of a position and of its images must agree, and of one with swapped colours nothing is said.
template <class B>
void check_symmetry() {
    CAPTURE(std::string(B::name()));
    std::mt19937_64 random(5);
    const Weights<B> weights = random_weights<B>(2);
    for (int i = 0; i < 20; ++i) {
        const Node<B> node = random_node<B>(B::cells.count() / 2, random);
        const othello::Position<B> position(node.mover, node.opponent, Side::first, Empties::to_nobody);
        const std::int16_t* const table = weights.table(Weights<B>::stage_of(B::cells.count() - node.empties));
        const int value = node.states.sum(table);
        for (const Symmetry symmetry : symmetries(position)) {
            const auto image = transformed(position, symmetry);
            REQUIRE(States<B>(image.mover(), image.opponent()).sum(table) == value);
        }
    }
}

template <class B>
void check_keys() {
    std::mt19937_64 random(11);
    for (int i = 0; i < 20; ++i) {
        const Node<B> node = random_node<B>(B::cells.count() / 3, random);
        for_each_bit(node.mover, [&](int cell) {
            const auto disc = B::Bits::of(cell);
            REQUIRE(Node<B>::key_of(node.mover ^ disc, node.opponent | disc) != node.key());
            REQUIRE(Node<B>::key_of(node.mover ^ disc, node.opponent) != node.key());
        });
    }
}

}  // namespace

TEST_CASE("Othello engine: the states of patterns follow the moves of a game") {
    check_states<Board4>(20);
    check_states<Board6>(20);
    check_states<Board8>(20);
    check_states<Board10>(5);
    check_states<Board12>(5);
    check_states<Board96>(5);
}

TEST_CASE("Othello engine: an evaluation sees images of a position alike") {
    check_symmetry<Board4>();
    check_symmetry<Board6>();
    check_symmetry<Board8>();
    check_symmetry<Board10>();
    check_symmetry<Board12>();
    check_symmetry<Board96>();
}

TEST_CASE("Othello engine: weights go round as bytes") {
    const Weights<Board6> weights = random_weights<Board6>(4);
    const std::string bytes = weights.bytes();
    const Weights<Board6> read(bytes);
    CHECK(read.bytes() == bytes);
    for (int stage = 0; stage < Weights<Board6>::stages; ++stage)
        REQUIRE(std::equal(weights.table(stage), weights.table(stage) + Weights<Board6>::per_stage, read.table(stage)));
    CHECK_THROWS_AS(Weights<Board6>(std::string_view(bytes).substr(1)), std::invalid_argument);
    CHECK_THROWS_AS(Weights<Board8>{bytes}, std::invalid_argument);
}

TEST_CASE("Othello engine: a key knows the colour of every cell") {
    check_keys<Board4>();
    check_keys<Board6>();
    check_keys<Board8>();
    check_keys<Board10>();
    check_keys<Board12>();
    check_keys<Board96>();
}

TEST_CASE("Othello engine: the end of a game is worth what plain alpha-beta says") {
    check_scores<Board4>(1, 9, 300);
    check_scores<Board6>(1, 10, 300);
    check_scores<Board8>(1, 10, 600);
    check_scores<Board10>(1, 8, 100);
    check_scores<Board12>(1, 7, 100);
    check_scores<Board96>(1, 8, 100);
}

TEST_CASE("Othello engine: weights, table and cuts above the last cells change no score") {
    check_scores<Board6>(12, 13, 20);
    check_scores<Board8>(12, 13, 20);
    check_scores<Board10>(12, 12, 4);
    check_scores<Board12>(12, 12, 4);
    check_scores<Board96>(12, 13, 20);
}

TEST_CASE("Othello engine: searches to a depth are minimax of the evaluation") {
    std::mt19937_64 random(17);
    const Weights<Board8> weights = random_weights<Board8>(6);
    constexpr int unit = Weights<Board8>::unit;
    // What the search gives is minimax over evaluations that are rounded to discs, since all windows are in discs.
    const auto minimax = [&](const auto& self, const Node<Board8>& node, int depth) -> int {
        if (depth == 0) {
            const int units = node.states.sum(weights.table(Weights<Board8>::stage_of(64 - node.empties)));
            return std::clamp(units, -63 * unit, 63 * unit);
        }
        if (!node.moves.any()) {
            const Node<Board8> next = node.after_pass();
            if (!next.moves.any())
                return unit * final_score<Board8>(node.mover.count(), node.opponent.count(), Empties::to_nobody);
            return -self(self, next, depth);
        }
        int best = -100000;
        for_each_bit(node.moves, [&](int cell) { best = std::max(best, -self(self, node.after(cell), depth - 1)); });
        return best;
    };
    for (int i = 0; i < 60; ++i) {
        Table table(std::size_t{1} << 20);
        Search<Board8> search({weights, some_doubt, table, Empties::to_nobody}, nullptr);
        const Node<Board8> node = random_node<Board8>(14 + i % 40, random);
        const int depth = 1 + i % 5;
        const double discs = static_cast<double>(minimax(minimax, node, depth)) / unit;
        const int found = search.value(node, -1000, 1000, depth);
        REQUIRE(std::abs(found - discs) <= 0.5);
    }
}

TEST_CASE("Othello engine: 4x4 is lost by eight discs") {
    const AnyPosition start = read("", {.board = "4"});
    const auto engine = make_engine(start, {});
    Budget budget;
    const Findings found = engine->analyse(start, {.lines = 60}, budget, {});
    CHECK(found.is_end);
    CHECK(found.confidence == certain);
    REQUIRE(found.moves.size() == 4);
    for (const MoveValue& each : found.moves) {
        CHECK(each.value == -8);
        CHECK(each.bound == MoveValue::Bound::exact);
        // The line leads to a finished game with that score.
        AnyPosition end = start;
        for (const Move move : each.line)
            end = std::visit([&](const auto& position) { return AnyPosition(position.after(move)); }, end);
        CHECK(std::visit([](const auto& p) { return p.moves().empty() && std::abs(p.final_value()) == 8; }, end));
    }
}

TEST_CASE("Othello engine: one thread repeats itself to the node, and several find the same scores" *
          doctest::test_suite("threads")) {
    std::mt19937_64 random(23);
    const std::string weights = random_weights<Board8>(8).bytes();
    for (int i = 0; i < 6; ++i) {
        const Node<Board8> node = random_node<Board8>(15, random);
        const AnyPosition position =
            othello::Position<Board8>(node.mover, node.opponent, Side::first, Empties::to_winner);
        Budget budget;
        const auto ask = [&](int threads) {
            const auto engine = make_engine(
                position,
                {.table_bytes = std::size_t{4} << 20, .threads = threads, .weights = weights, .doubt = some_doubt});
            return engine->analyse(position, {.lines = 3}, budget, {});
        };
        const Findings once = ask(1);
        const Findings again = ask(1);
        const Findings together = ask(3);
        CHECK(once.nodes == again.nodes);
        REQUIRE(once.moves.size() == again.moves.size());
        REQUIRE(once.moves.size() == together.moves.size());
        for (std::size_t m = 0; m < once.moves.size(); ++m) {
            CHECK(once.moves[m].value == again.moves[m].value);
            if (m < 3) CHECK(once.moves[m].value == together.moves[m].value);
        }
    }
}

TEST_CASE("Othello engine: what goes wrong in a helper is thrown in the thread that leads" *
          doctest::test_suite("threads")) {
    const Split::Start start{.parent = nullptr, .best = 0, .beta = 64, .moves = {0, 0}, .next = 0, .count = 1};
    Team team(2, [](int thread, Split&) {
        if (thread > 0) throw std::runtime_error("a helper has failed");
    });
    for (int i = 0; i < 3; ++i) {  // a helper that has failed serves again
        while (!team.has_idle()) std::this_thread::yield();
        Split split(start);
        team.offer(split);
        CHECK_THROWS_WITH_AS(team.await(0, split, {}), "a helper has failed", std::runtime_error);
        CHECK(split.is_cut());
        team.await(0, split, {});  // it is told once, and nobody is there any more
        CHECK(split.workers == 0);
    }
}

TEST_CASE("Othello engine: what goes wrong below a helper's own split climbs to the leader" *
          doctest::test_suite("threads")) {
    Team* team = nullptr;
    std::atomic<int> owners = 0;
    const auto join = [&](int thread, Split& split) {
        if (split.parent() != nullptr) throw std::runtime_error("far below");
        if (thread == 0 || owners.fetch_add(1) > 0) return;
        while (!team->has_idle()) std::this_thread::yield();
        Split below({.parent = &split, .best = 0, .beta = 64, .moves = {0, 0}, .next = 0, .count = 1});
        team->offer(below);
        team->await(thread, below, {});
    };
    Team three(3, join);
    team = &three;
    while (!three.has_idle()) std::this_thread::yield();
    Split split({.parent = nullptr, .best = 0, .beta = 64, .moves = {0, 0}, .next = 0, .count = 1});
    three.offer(split);
    CHECK_THROWS_WITH_AS(three.await(0, split, {}), "far below", std::runtime_error);
    try {
        three.await(0, split, {});
    } catch (const std::runtime_error&) {  // both helpers, or the leader and a helper, may have met it
        three.await(0, split, {});
    }
    CHECK(split.workers == 0);
}

TEST_CASE("Othello engine: a budget ends an analysis, with what is known by then" * doctest::test_suite("threads")) {
    const AnyPosition start = read("", {});
    for (const int threads : {1, 3}) {
        const auto engine = make_engine(start, {.threads = threads, .doubt = some_doubt});
        Budget budget;
        budget.nodes = 20'000;
        const Findings found = engine->analyse(start, {}, budget, {});
        CHECK(found.stopped == "nodes");
        CHECK(found.moves.size() == 4);
        CHECK(found.depth >= 1);
    }
}

TEST_CASE("Othello engine: what is said of moves in a window is true, whatever number of them is asked for") {
    std::mt19937_64 random(31);
    const Weights<Board6> weights = random_weights<Board6>(9);
    const std::string bytes = weights.bytes();
    for (int i = 0; i < 60; ++i) {
        const Node<Board6> node = random_node<Board6>(9, random);
        const AnyPosition position =
            othello::Position<Board6>(node.mover, node.opponent, Side::first, Empties::to_nobody);
        const auto engine = make_engine(position, {.weights = bytes, .doubt = some_doubt});
        Budget budget;
        const Findings found = engine->analyse(position, {.lines = 1 + i % 4, .alpha = -1, .beta = 1}, budget, {});
        REQUIRE(found.is_end);
        for (const MoveValue& each : found.moves) {
            const int truth = -plain_score(node.after(each.move.index), Empties::to_nobody);
            CAPTURE(each.value);
            CAPTURE(truth);
            if (each.bound == MoveValue::Bound::exact) CHECK(truth == each.value);
            if (each.bound == MoveValue::Bound::at_most) CHECK(truth <= each.value);
            if (each.bound == MoveValue::Bound::at_least) CHECK(truth >= each.value);
            CHECK(each.line.empty() != (each.bound == MoveValue::Bound::exact));
        }
    }
}

TEST_CASE("Othello engine: without weights nothing is said of the middle of a game") {
    const AnyPosition start = read("", {.board = "6"});
    const auto engine = make_engine(start, {});
    Budget budget;
    const Findings found = engine->analyse(start, {.depth = 4}, budget, {});
    CHECK(found.depth == 4);
    for (const MoveValue& each : found.moves) CHECK(each.bound == MoveValue::Bound::none);
}

TEST_CASE("Othello engine: one ply is enough to see a move that takes all discs") {
    const AnyPosition position = read("8/X7/1X1OOO2/1XXXO1X1/2XXOX2/1XXXXX2/6X1/8 X", {});
    const std::string weights = random_weights<Board8>(10).bytes();
    const auto engine = make_engine(position, {.weights = weights, .doubt = some_doubt});
    Budget budget;
    const Findings found = engine->analyse(position, {.depth = 1}, budget, {});
    const auto& any = std::get<othello::Position<Board8>>(position);
    CHECK(notation(any, found.moves.front().move) == "e2");
    CHECK(found.moves.front().value > 20);
}

TEST_CASE("Othello engine: moves that are images of each other are alike, whatever the memory holds") {
    const AnyPosition start = read("", {.board = "6"});
    const std::string weights = random_weights<Board6>(11).bytes();
    const auto engine = make_engine(start, {.weights = weights, .doubt = some_doubt});
    Budget budget;
    for (const char* const later : {"b3", "b3b2", "b3b2b1", "b3d2"})
        engine->analyse(read(later, {.board = "6"}), {.depth = 8}, budget, {});
    const Findings found = engine->analyse(start, {.depth = 8, .lines = 4}, budget, {});
    REQUIRE(found.moves.size() == 4);
    const auto& any = std::get<othello::Position<Board6>>(start);
    for (const MoveValue& each : found.moves) {
        CHECK(each.value == found.moves.front().value);
        CHECK(each.bound == MoveValue::Bound::exact);
        auto position = any;
        REQUIRE(each.line.front() == each.move);
        for (const Move move : each.line) {
            REQUIRE(position.moves().contains(move));
            position = position.after(move);
        }
        CHECK(each.line.size() == found.moves.front().line.size());
    }
}
