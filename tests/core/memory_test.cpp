#include <map>
#include <random>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "games/connect_four/text.h"
#include "games/othello/text.h"
#include "games/pente/text.h"
#include "pictures.h"
#include "trial.h"

namespace gamegrove {
namespace {

/// All that a table wants to know of a position.
struct Keyed {
    std::uint64_t number = 0;

    std::uint64_t key() const { return number; }
};

Bounds between(Value lower, Value upper, Move move = Move::none()) { return {lower, upper, move}; }

/// Whether a table still knows the bounds of a key at a depth.
bool knows(const TranspositionTable& table, std::uint64_t key, int depth) {
    const Bounds known = table.recall(Keyed{key}, depth);
    return known.lower != -infinity || known.upper != infinity;
}

/// A place of a made-up game with many places.
RandomGame place(int number) {
    static const RandomRules rules{.fewest_moves = 60, .most_moves = 60, .length = 9};
    RandomGame game(rules);
    for (; number > 0; number /= 60) game = game.after(Move{static_cast<std::int16_t>(number % 60)});
    return game;
}

Bounds random_bounds(std::mt19937_64& random) {
    const Found found{static_cast<Value>(random() % 21) - 10,
                      Move{static_cast<std::int16_t>(static_cast<int>(random() % 3) - 2)}};
    const Value alpha = static_cast<Value>(random() % 21) - 10;
    return Bounds::proven_by(found, {alpha, alpha + 1 + static_cast<Value>(random() % 9)});
}

TEST_CASE("no memory knows anything") {
    NoMemory memory;
    memory.remember(Keyed{1}, 3, between(1, 1, Move{4}));
    CHECK(memory.recall(Keyed{1}, 3) == Bounds{});
    CHECK(memory.bytes() == 0);
}

TEST_CASE("a table has the size that it was given, and keeps it") {
    for (const Replacement replacement : replacements)
        for (const int bits : {1, 2, 7, 12}) {
            TranspositionTable table(bits, replacement);
            const std::size_t bytes = 24 * (std::size_t{1} << bits);
            CHECK(table.bytes() == bytes);
            std::mt19937_64 random(1);
            for (int n = 0; n < 20'000; ++n)
                table.remember(Keyed{random()}, static_cast<int>(random() % 60), random_bounds(random));
            CHECK(table.bytes() == bytes);
            CHECK(table.entries().size_bytes() == bytes);
        }
    CHECK(TranspositionTable().entries().size() == 1 << 20);
}

TEST_CASE("every entry of a table can be used") {
    for (const Replacement replacement : replacements) {
        TranspositionTable table(4, replacement);
        for (const int depth : {9, 8})
            for (std::uint64_t key = 0; key < 16; ++key)
                table.remember(Keyed{key + 16 * static_cast<unsigned>(depth)}, depth, between(1, 2));
        for (const auto& entry : table.entries()) CHECK_FALSE(entry.is_empty());
    }
}

TEST_CASE("the bounds of an entry never cross, even if those that are stored contradict each other") {
    for (const Replacement replacement : replacements) {
        TranspositionTable table(3, replacement);
        std::mt19937_64 random(2);
        int crossed = 0;
        for (int n = 0; n < 50'000; ++n) {
            table.remember(Keyed{random() % 20}, static_cast<int>(random() % 3), random_bounds(random));
            for (const auto& entry : table.entries()) crossed += entry.lower > entry.upper;
        }
        CHECK(crossed == 0);
    }
}

TEST_CASE("a table knows the merged bounds of each depth as long as it has room") {
    for (const Replacement replacement : replacements) {
        TranspositionTable table(12, replacement);
        std::map<std::uint64_t, std::pair<int, Bounds>> model;
        std::mt19937_64 random(3);
        for (int n = 0; n < 5000; ++n) {
            const std::uint64_t key = random() % 1000;
            const int depth = static_cast<int>(key % 7);
            const Bounds fresh = random_bounds(random);
            table.remember(Keyed{key}, depth, fresh);
            model[key] = {depth, merged(model[key].second, fresh)};
        }
        for (const auto& [key, known] : model) REQUIRE(table.recall(Keyed{key}, known.first) == known.second);
        CHECK(table.recall(Keyed{1001}, 0) == Bounds{});
    }
}

TEST_CASE("in a table a bound answers for its own depth only, the move for any") {
    for (const Replacement replacement : replacements) {
        TranspositionTable table(8, replacement);
        table.remember(Keyed{77}, 5, between(3, 4, Move{12}));
        CHECK(table.recall(Keyed{77}, 5) == between(3, 4, Move{12}));
        for (const int depth : {0, 4, 6, 60}) CHECK(table.recall(Keyed{77}, depth) == Bounds{.move = Move{12}});
        CHECK(table.recall(Keyed{76}, 5) == Bounds{});
        CHECK(table.recall(Keyed{77 + 256}, 5) == Bounds{});
    }
}

TEST_CASE("a table keeps the move of an entry that is deepened without finding one") {
    for (const Replacement replacement : replacements) {
        TranspositionTable table(8, replacement);
        table.remember(Keyed{77}, 5, between(3, infinity, Move{12}));
        table.remember(Keyed{77}, 6, between(-infinity, 2));
        CHECK(table.recall(Keyed{77}, 6) == between(-infinity, 2, Move{12}));
        table.remember(Keyed{77}, 6, between(2, infinity, Move{13}));
        table.remember(Keyed{77}, 6, between(-infinity, 2));
        CHECK(table.recall(Keyed{77}, 6) == between(2, 2, Move{13}));
    }
}

TEST_CASE("a table finds the position with the key 0") {
    TranspositionTable table(4);
    CHECK(table.recall(Keyed{0}, 0) == Bounds{});
    table.remember(Keyed{0}, 0, between(1, 1));
    CHECK(table.recall(Keyed{0}, 0) == between(1, 1));
}

TEST_CASE("always: the new entry takes the place of the old one") {
    TranspositionTable table(4, Replacement::always);
    table.remember(Keyed{5}, 9, between(1, 1));
    table.remember(Keyed{5 + 16}, 2, between(2, 2));
    CHECK_FALSE(knows(table, 5, 9));
    CHECK(knows(table, 5 + 16, 2));
    table.remember(Keyed{5 + 16}, 1, between(3, 3));
    CHECK_FALSE(knows(table, 5 + 16, 2));
    CHECK(knows(table, 5 + 16, 1));
}

TEST_CASE("deeper: the old entry stays if it comes from a deeper search, and goes if not") {
    TranspositionTable table(4, Replacement::deeper);
    table.remember(Keyed{5}, 9, between(1, 1));
    table.remember(Keyed{5 + 16}, 8, between(2, 2));
    CHECK(knows(table, 5, 9));
    CHECK_FALSE(knows(table, 5 + 16, 8));
    table.remember(Keyed{5 + 16}, 9, between(2, 2));
    CHECK_FALSE(knows(table, 5, 9));
    CHECK(knows(table, 5 + 16, 9));
    table.remember(Keyed{5 + 32}, 10, between(3, 3));
    CHECK(knows(table, 5 + 32, 10));
    table.remember(Keyed{6}, 0, between(4, 4));
    CHECK(knows(table, 6, 0));
}

TEST_CASE("two-tier: of two entries the first keeps the deeper search and the second the latest") {
    TranspositionTable table(5, Replacement::two_tier);
    table.remember(Keyed{5}, 9, between(1, 1));
    table.remember(Keyed{5 + 16}, 3, between(2, 2));
    CHECK(knows(table, 5, 9));
    CHECK(knows(table, 5 + 16, 3));
    table.remember(Keyed{5 + 32}, 1, between(3, 3));
    CHECK(knows(table, 5, 9));
    CHECK_FALSE(knows(table, 5 + 16, 3));
    CHECK(knows(table, 5 + 32, 1));
    table.remember(Keyed{5 + 48}, 12, between(4, 4));
    CHECK(knows(table, 5 + 48, 12));
    CHECK(knows(table, 5, 9));
    CHECK_FALSE(knows(table, 5 + 32, 1));
    table.remember(Keyed{5 + 48}, 12, between(4, 4, Move{1}));
    CHECK(knows(table, 5, 9));
}

TEST_CASE("two-tier: no position has two entries for one depth, and none stands before a deeper one") {
    TranspositionTable table(4, Replacement::two_tier);
    std::mt19937_64 random(4);
    int twice = 0;
    int behind = 0;
    for (int n = 0; n < 20'000; ++n) {
        table.remember(Keyed{random() % 30}, static_cast<int>(random() % 5), random_bounds(random));
        for (std::size_t first = 0; first < table.entries().size(); first += 2) {
            const auto& a = table.entries()[first];
            const auto& b = table.entries()[first + 1];
            twice += !a.is_empty() && a.key == b.key && a.depth() == b.depth();
            behind += b.depth() > a.depth();
        }
    }
    CHECK(twice == 0);
    CHECK(behind == 0);
}

TEST_CASE("the exact memory forgets nothing and mistakes nothing, even if all keys are equal") {
    for (const int key_bits : {64, 4, 0}) {
        const RandomRules rules{.fewest_moves = 9, .most_moves = 9, .length = 9, .key_bits = key_bits};
        const RandomGame start(rules);
        ExactMemory<RandomGame> memory;
        std::map<std::pair<RandomGame, int>, Bounds> model;
        std::mt19937_64 random(5);
        for (int n = 0; n < 3000; ++n) {
            const RandomGame game = random_position(start, 3, random);
            const int depth = static_cast<int>(random() % 4);
            Bounds fresh = random_bounds(random);
            fresh.move = Move{0};
            memory.remember(game, depth, fresh);
            Bounds& known = model[{game, depth}];
            known = merged(known, fresh);
        }
        for (const auto& [at, known] : model) REQUIRE(memory.recall(at.first, at.second) == known);
    }
}

TEST_CASE("in the exact memory a bound answers for its own depth only, the latest move for any") {
    ExactMemory<RandomGame> memory;
    memory.remember(place(77), 5, between(3, 4, Move{12}));
    CHECK(memory.recall(place(77), 5) == between(3, 4, Move{12}));
    for (const int depth : {0, 4, 6, 60}) CHECK(memory.recall(place(77), depth) == Bounds{.move = Move{12}});
    CHECK(memory.recall(place(78), 5) == Bounds{});
    memory.remember(place(77), 6, between(-infinity, 2));
    CHECK(memory.recall(place(77), 6) == between(-infinity, 2, Move{12}));
    memory.remember(place(77), 2, between(1, 1, Move{13}));
    CHECK(memory.recall(place(77), 6) == between(-infinity, 2, Move{13}));
    CHECK(memory.recall(place(77), 5) == between(3, 4, Move{12}));
}

TEST_CASE("the exact memory says how much it takes") {
    ExactMemory<RandomGame> memory;
    CHECK(memory.bytes() == 0);
    std::size_t last = 0;
    for (int n = 0; n < 100; ++n) {
        memory.remember(place(n), 1, between(0, 0, Move{1}));
        CHECK(memory.bytes() > last);
        last = memory.bytes();
    }
    memory.remember(place(5), 1, between(0, 0, Move{2}));
    CHECK(memory.bytes() == last);
    CHECK(last >= 100 * (sizeof(RandomGame) + sizeof(Bounds)));
}

TEST_CASE("a careless table answers for any depth, takes a bound for the value, and leaves the root to the search") {
    CarelessTable memory(8, place(1).key());
    memory.remember(place(77), 5, between(3, infinity, Move{12}));
    for (const int depth : {0, 5, 60}) CHECK(memory.recall(place(77), depth) == between(3, 3, Move{12}));
    memory.remember(place(77), 1, between(-infinity, 7));
    CHECK(memory.recall(place(77), 5) == between(7, 7, Move{12}));
    CHECK(memory.recall(place(78), 5) == Bounds{});
    memory.remember(place(1), 5, between(3, 4, Move{12}));
    CHECK(memory.recall(place(1), 5) == Bounds{.move = Move{12}});
    memory.forget();
    CHECK(memory.recall(place(77), 5) == Bounds{});
    CHECK(memory.bytes() == TranspositionTable(8).bytes());
}

TEST_CASE("a memory that forgets knows nothing, and can begin again") {
    for (const MakeMemory& make : all_memories()) {
        AnyMemory<RandomGame> memory(make());
        const AnyMemory<RandomGame> empty(make());
        for (int round = 0; round < 2; ++round) {
            for (int n = 0; n < 50; ++n) memory.remember(place(n), n % 4, between(n, n, Move{1}));
            memory.forget();
            for (int n = 0; n < 50; ++n) REQUIRE(memory.recall(place(n), n % 4) == Bounds{});
            CHECK(memory.bytes() == empty.bytes());
        }
    }
}

TEST_CASE("whatever the keys of positions have in common, a search ends and gives a legal move") {
    std::mt19937_64 random(6);
    int illegal = 0;
    for (std::size_t game = 0; game < 600; ++game) {
        RandomRules rules = random_rules(random);
        rules.key_bits = static_cast<int>(game % 5);
        Conditions conditions{.order = {.memory = game % 2 == 0, .killer = game % 3 == 0}};
        conditions.memory = all_memories()[2 + game % (all_memories().size() - 2)];
        for (const NamedAlgorithm named : exact_algorithms) {
            Trial trial(rules, conditions);
            const Found found = trial.run(named.algorithm, rules.length);
            const auto moves = trial.start.moves();
            illegal += moves.empty() ? found.move != Move::none() : !moves.contains(found.move);
        }
    }
    CHECK(illegal == 0);
}

TEST_CASE("what other searches have left under the same keys gives no illegal move either") {
    std::mt19937_64 random(9);
    int illegal = 0;
    for (std::size_t game = 0; game < 400; ++game) {
        RandomRules rules = random_rules(random);
        rules.fewest_moves = 1;
        rules.key_bits = static_cast<int>(game % 4);
        Conditions conditions{.order = {.memory = game % 2 == 0}, .free_passes = game % 3 == 0};
        conditions.memory = all_memories()[2 + game % (all_memories().size() - 2)];
        Trial trial(rules, conditions);
        for (int search = 0; search < 20; ++search) {
            const int depth = static_cast<int>(random() % static_cast<unsigned>(rules.length + 1));
            const Algorithm algorithm = search % 3 == 0
                                            ? Algorithm::null_window
                                            : exact_algorithms[random() % exact_algorithms.size()].algorithm;
            const Found found = trial.run(algorithm, depth);
            illegal += found.move != Move::none() && !trial.start.moves().contains(found.move);
        }
    }
    CHECK(illegal == 0);
}

TEST_CASE("equal keys do no harm to the exact memory") {
    std::mt19937_64 random(7);
    int wrong = 0;
    for (int game = 0; game < 100; ++game) {
        RandomRules rules = random_rules(random);
        rules.key_bits = game % 5;
        for (const NamedAlgorithm named : exact_algorithms) {
            Trial trial(rules, {.memory = exact_memory});
            const Found found = trial.run(named.algorithm, rules.length);
            wrong += !trial.seen.reference.agrees(trial.start, rules.length, found);
        }
    }
    CHECK(wrong == 0);
}

/// Whether a move of a position and a move of its image are the same thing seen from two sides.
template <class P>
bool are_images(const P& position, Move move, const P& turned, Move turned_move) {
    return turned.moves().contains(turned_move) &&
           canonical(position.after(move)) == canonical(turned.after(turned_move));
}

/// Whether what is remembered of a position is known of each of its images, with the move turned likewise.
template <class P>
bool is_known_from_every_side(const P& position, AnyMemory<P> memory) {
    const auto moves = position.moves();
    for (const Move move : moves) {
        memory.remember(position, 7, between(-3, 5, move));
        for (const Symmetry symmetry : symmetries(position)) {
            const P turned = transformed(position, symmetry);
            const Bounds known = memory.recall(turned, 7);
            if (known.lower != -3 || known.upper != 5) return false;
            if (!are_images(position, move, turned, known.move)) return false;
        }
        if (memory.recall(position, 7).move != move) return false;
    }
    return true;
}

template <class P>
void check_symmetric_memories(const P& start, int games, int plies) {
    std::mt19937_64 random(8);
    int wrong = 0;
    for (int game = 0; game < games; ++game) {
        const P position = random_position(start, static_cast<int>(random() % static_cast<unsigned>(plies)), random);
        wrong += !is_known_from_every_side(position, AnyMemory<P>(ExactMemory<P>(), true));
        wrong += !is_known_from_every_side(position, AnyMemory<P>(TranspositionTable(6), true));
    }
    CHECK(wrong == 0);
}

TEST_CASE("a symmetric memory knows a position from every side, and turns its moves") {
    SUBCASE("Othello") { check_symmetric_memories(othello::Position<othello::Board8>::start(), 60, 60); }
    SUBCASE("Connect Four") { check_symmetric_memories(connect_four::Position<connect_four::Standard>(), 100, 40); }
    SUBCASE("Pente") {
        const pente::Rules rules{.width = 6, .height = 5, .in_a_row = 4, .captures = pente::Captures::pairs};
        check_symmetric_memories(pente::Position<pente::SmallBoard>(pente::board_of<pente::SmallBoard>(rules)), 60, 25);
    }
}

TEST_CASE("the first move of Othello is told as the side that asks sees it") {
    using P = othello::Position<othello::Board8>;
    const auto read = [](const char* text) { return std::get<P>(othello::read(text, {})); };
    AnyMemory<P> memory(ExactMemory<P>(), true);
    memory.remember(read("d3"), 4, between(1, 1, read_move(read("d3"), "c3")));  // the diagonal answer
    for (const auto& [opening, answer] : {std::pair{"c4", "c3"}, {"f5", "f6"}, {"e6", "f6"}}) {
        const P turned = read(opening);
        CHECK(notation(turned, memory.recall(turned, 4).move) == answer);
    }
}

TEST_CASE("a memory that is not symmetric knows a position from one side") {
    using P = connect_four::Position<connect_four::Standard>;
    AnyMemory<P> memory{ExactMemory<P>()};
    const P left = P().after(Move{0});
    const P right = transformed(left, Symmetry::mirror);
    memory.remember(left, 3, between(1, 1, Move{1}));
    CHECK(memory.recall(left, 3) == between(1, 1, Move{1}));
    CHECK(memory.recall(right, 3) == Bounds{});
}

TEST_CASE("a symmetric memory turns no pass") {
    using P = othello::Position<othello::Board8>;
    AnyMemory<P> memory(TranspositionTable(8), true);
    memory.remember(P::start(), 3, between(1, 1, Move::pass()));
    CHECK(memory.recall(P::start(), 3).move == Move::pass());
    memory.remember(P::start(), 4, between(1, 1));
    CHECK(AnyMemory<P>(NoMemory(), true).recall(P::start(), 4).move == Move::none());
}

}  // namespace
}  // namespace gamegrove
