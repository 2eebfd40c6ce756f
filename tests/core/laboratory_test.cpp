#include "algorithms/laboratory.h"

#include <random>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "random_game.h"
#include "reference.h"

namespace gamegrove {
namespace {

constexpr std::array exact = {Algorithm::minimax,    Algorithm::negamax,  Algorithm::alpha_beta,
                              Algorithm::nega_scout, Algorithm::sss,      Algorithm::alpha_beta_fail_hard,
                              Algorithm::dual,       Algorithm::mtd_f,    Algorithm::mtd_bi,
                              Algorithm::sss2,       Algorithm::stockman, Algorithm::aspiration};

Found search(Laboratory& laboratory, Algorithm algorithm, int depth, Value guess = 0) {
    return laboratory.run(algorithm, depth, guess, everything, {});
}

/// Options of all kinds, one after the other.
LaboratoryOptions some_options(std::string_view evaluation, unsigned n) {
    LaboratoryOptions options{
        .evaluation = evaluation,
        .memory = std::array{MemoryKind::none, MemoryKind::exact, MemoryKind::table}[n % 3],
        .table_bits = 1 + static_cast<int>(n % 9),
        .replacement = std::array{Replacement::always, Replacement::deeper, Replacement::two_tier}[n / 3 % 3],
        .symmetry = n % 2 == 0};
    options.order = {n / 2 % 2 == 0, n / 4 % 2 == 0, n / 8 % 2 == 0, n / 16 % 2 == 0};
    options.wins = std::array{Wins::plain, Wins::sooner, Wins::larger}[n % 5 % 3];
    options.free_passes = n / 5 % 2 == 0;
    return options;
}

/// Whether all algorithms agree with the definition on random positions, each under other options.
template <class Any, class P>
void check_random_positions(const P& start, std::string_view name, int games, int plies, int depth) {
    std::mt19937_64 random(1);
    int wrong = 0;
    for (int game = 0; game < games; ++game) {
        const P position = random_position(start, game % plies, random);
        for (unsigned i = 0; i < exact.size(); ++i) {
            const LaboratoryOptions options = some_options(name, static_cast<unsigned>(game) + 7 * i);
            const Reference<Evaluation<P>> reference{Evaluation<P>(position, name), options.wins, options.free_passes};
            const auto laboratory = laboratory_for(Any(position), options);
            wrong += !reference.agrees(position, depth, search(*laboratory, exact[i], depth, game % 9 - 4));
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("all algorithms find the value of random positions of each game, with any options") {
    SUBCASE("Othello 4x4") {
        check_random_positions<othello::AnyPosition>(othello::Position<othello::Board4>::start(), "score", 120, 12, 4);
    }
    SUBCASE("Othello 8x8") {
        check_random_positions<othello::AnyPosition>(othello::Position<othello::Board8>::start(), "squares", 60, 60, 3);
    }
    SUBCASE("Connect Four") {
        check_random_positions<connect_four::AnyPosition>(connect_four::Position<connect_four::Standard>(), "columns",
                                                          60, 36, 3);
    }
    SUBCASE("Connect Four 4x4") {
        check_random_positions<connect_four::AnyPosition>(
            connect_four::Position<connect_four::Flexible>(connect_four::Flexible({4, 4, 4})), "columns", 60, 15, 5);
    }
    SUBCASE("tic-tac-toe") {
        check_random_positions<pente::AnyPosition>(pente::Position<pente::SmallBoard>(), "centre", 60, 9, 4);
    }
    SUBCASE("Pente 5x5") {
        const pente::Rules rules{.width = 5, .height = 5, .in_a_row = 4, .captures = pente::Captures::pairs};
        check_random_positions<pente::AnyPosition>(
            pente::Position<pente::SmallBoard>(pente::board_of<pente::SmallBoard>(rules)), "centre", 60, 24, 2);
    }
}

/// A made-up game as the text of a tree.
std::string tree_text(const RandomGame& game) {
    if (game.moves().empty())
        return std::to_string(game.turn() == Side::first ? game.final_value() : -game.final_value());
    std::string text;
    for (const Move move : game.moves()) text += (text.empty() ? "(" : " ") + tree_text(game.after(move));
    return text + ")";
}

TEST_CASE("all algorithms find the value of trees that are read from text") {
    std::mt19937_64 random(2);
    int wrong = 0;
    for (unsigned game = 0; game < 100; ++game) {
        RandomRules rules = random_rules(random);
        rules.crowd = 0;
        rules.circles = false;
        rules.passes = 0;
        const RandomGame start(rules);
        const tree::AnyPosition root = tree::read(tree_text(start));
        for (unsigned i = 0; i < exact.size(); ++i) {
            const LaboratoryOptions options = some_options("zero", game + 5 * i);
            const Reference<Zero> reference{{}, options.wins};
            const auto laboratory = laboratory_for(root, options);
            const int depth = i % 2 == 0 ? rules.length : static_cast<int>(random() % 6);
            wrong += !reference.agrees(std::get<tree::Position>(root), depth, search(*laboratory, exact[i], depth));
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("a laboratory counts what plain alpha-beta visits") {
    const auto connect_four = laboratory_for(connect_four::read("", {}), {.evaluation = "columns"});
    CHECK(search(*connect_four, Algorithm::alpha_beta, 8) == Found{1, Move{21}});
    CHECK(connect_four->counts().nodes == 302010);
    const auto othello = laboratory_for(othello::read("", {}), {.evaluation = "squares"});
    CHECK(search(*othello, Algorithm::alpha_beta, 9).value == 5);
    CHECK(othello->counts().nodes == 41874);
}

TEST_CASE("the plain form of an algorithm does what the full form does") {
    const auto any = othello::read("f5d6c3", {});
    for (const Algorithm algorithm :
         {Algorithm::minimax, Algorithm::negamax, Algorithm::alpha_beta, Algorithm::nega_scout}) {
        LaboratoryOptions options{.evaluation = "squares"};
        REQUIRE(options.is_plain());
        const auto plain = laboratory_for(any, options);
        options.rules.wins = true;  // does nothing in Othello, but is not plain
        REQUIRE_FALSE(options.is_plain());
        const auto full = laboratory_for(any, options);
        CHECK(search(*plain, algorithm, 5) == search(*full, algorithm, 5));
        CHECK(plain->counts().nodes == full->counts().nodes);
        CHECK(plain->counts().leaves == full->counts().leaves);
        CHECK(plain->counts().cutoffs == full->counts().cutoffs);
        CHECK(plain->counts().researches == full->counts().researches);
    }
}

TEST_CASE("symmetric keys change no value and save nodes") {
    std::mt19937_64 random(3);
    std::uint64_t with = 0;
    std::uint64_t without = 0;
    int wrong = 0;
    const auto compare = [&](const auto& any, std::string_view name, int depth) {
        for (const MemoryKind memory : {MemoryKind::exact, MemoryKind::table}) {
            LaboratoryOptions options{.evaluation = name, .memory = memory, .table_bits = 14, .symmetry = true};
            options.order.memory = true;
            const auto symmetric = laboratory_for(any, options);
            options.symmetry = false;
            const auto usual = laboratory_for(any, options);
            for (const Algorithm algorithm : {Algorithm::alpha_beta, Algorithm::mtd_f, Algorithm::nega_scout}) {
                const Found found = search(*symmetric, algorithm, depth);
                const Found expected = search(*usual, algorithm, depth);
                wrong += found.value != expected.value;
                std::visit(
                    [&](const auto& position) {
                        wrong += !position.moves().empty() && !position.moves().contains(found.move);
                    },
                    any);
            }
            with += symmetric->counts().nodes;
            without += usual->counts().nodes;
        }
    };
    for (int game = 0; game < 40; ++game) {
        compare(othello::AnyPosition(random_position(othello::Position<othello::Board8>::start(), game % 10, random)),
                "squares", 4);
        compare(connect_four::AnyPosition(
                    random_position(connect_four::Position<connect_four::Standard>(), game % 6, random)),
                "columns", 5);
    }
    CHECK(wrong == 0);
    CHECK(with < without);
}

TEST_CASE("the bounds in the memory meet in the value of the position") {
    for (const MemoryKind memory : {MemoryKind::exact, MemoryKind::table}) {
        const auto laboratory = laboratory_for(othello::read("", {}), {.evaluation = "squares", .memory = memory});
        CHECK(laboratory->bounds(7) == Bounds{});
        const Found found = search(*laboratory, Algorithm::mtd_f, 7);
        CHECK(laboratory->bounds(7) == Bounds{5, 5, found.move});
        CHECK(laboratory->bounds(6).lower == -infinity);
        CHECK(laboratory->bounds(6).upper == infinity);
    }
    const auto forgetful = laboratory_for(othello::read("", {}), {.evaluation = "squares"});
    search(*forgetful, Algorithm::alpha_beta, 5);
    CHECK(forgetful->bounds(5) == Bounds{});
}

TEST_CASE("a null window leaves one bound in the memory") {
    LaboratoryOptions options{.evaluation = "squares", .memory = MemoryKind::exact};
    const auto laboratory = laboratory_for(othello::read("", {}), options);
    search(*laboratory, Algorithm::null_window, 7, 5);
    CHECK(laboratory->bounds(7).lower == 5);
    CHECK(laboratory->bounds(7).upper == infinity);
    search(*laboratory, Algorithm::null_window, 7, 6);
    CHECK(laboratory->bounds(7).lower == 5);
    CHECK(laboratory->bounds(7).upper == 5);
}

TEST_CASE("what is remembered makes the next search shorter") {
    const auto laboratory = laboratory_for(
        othello::read("", {}), {.evaluation = "squares", .memory = MemoryKind::table, .order = {.memory = true}});
    const Found found = search(*laboratory, Algorithm::alpha_beta, 8);
    const std::uint64_t nodes = laboratory->counts().nodes;
    CHECK(search(*laboratory, Algorithm::alpha_beta, 8) == found);
    CHECK(laboratory->counts().nodes == nodes + 1);
    CHECK(laboratory->counts().hits > 0);
}

TEST_CASE("a laboratory that forgets searches as it did at first") {
    for (const MemoryKind memory : {MemoryKind::none, MemoryKind::exact, MemoryKind::table}) {
        const auto laboratory = laboratory_for(othello::read("", {}), {.evaluation = "squares", .memory = memory});
        const Found found = search(*laboratory, Algorithm::mtd_f, 6);
        const std::uint64_t nodes = laboratory->counts().nodes;
        laboratory->forget();
        CHECK(laboratory->bounds(6) == Bounds{});
        CHECK(search(*laboratory, Algorithm::mtd_f, 6) == found);
        CHECK(laboratory->counts().nodes == 2 * nodes);
    }
}

TEST_CASE("the line of best play on a tree is the way to its value") {
    const auto root = tree::read("(A (B (D 3 17) (E 2 12)) (C (F 15 25) (G 0 2)))");
    for (const Algorithm algorithm : {Algorithm::alpha_beta, Algorithm::nega_scout}) {
        const auto laboratory = laboratory_for(root, {.memory = MemoryKind::exact, .wins = Wins::plain});
        const Found found = search(*laboratory, algorithm, 3);
        CHECK(found.value == 12);
        CHECK(laboratory->line(3, found.move) == std::vector<std::string>{"B", "E", "2"});
        CHECK(laboratory->line(1, found.move) == std::vector<std::string>{"B"});
        CHECK(laboratory->line(0, found.move).empty());
        CHECK(laboratory->line(3, Move::none()).empty());
    }
    const auto forgetful = laboratory_for(root, {.wins = Wins::plain});
    CHECK(forgetful->line(3, search(*forgetful, Algorithm::alpha_beta, 3).move) == std::vector<std::string>{"B"});
}

TEST_CASE("the line of best play is legal, and not longer than the search was deep") {
    std::mt19937_64 random(4);
    for (unsigned game = 0; game < 60; ++game) {
        const auto start =
            random_position(othello::Position<othello::Board4>::start(), static_cast<int>(game) % 8, random);
        LaboratoryOptions options = some_options("score", game);
        options.memory = game % 2 == 0 ? MemoryKind::exact : MemoryKind::table;
        const auto laboratory = laboratory_for(othello::AnyPosition(start), options);
        const Found found = search(*laboratory, exact[game % exact.size()], 5);
        auto position = start;
        int plies = 0;
        for (const std::string& name : laboratory->line(5, found.move)) {
            const Move move = read_move(position, name);
            REQUIRE(position.moves().contains(move));
            plies += !(options.free_passes && move == Move::pass());
            position = position.after(move);
        }
        REQUIRE(plies <= 5);
        if (!start.moves().empty()) REQUIRE(plies + options.free_passes >= 1);
    }
}

TEST_CASE("a pass costs a ply, or not") {
    const auto position = std::get<othello::Position<othello::Board4>>(othello::read(R"(
        . X O O
        X X O O
        . O X X
        . O X X
        X to move)",
                                                                                     {}));
    std::mt19937_64 random(5);
    int different = 0;
    for (int game = 0; game < 300; ++game) {
        const auto start = random_position(position, game % 3, random);
        LaboratoryOptions options{.evaluation = "score", .wins = Wins::plain};
        const auto costly = laboratory_for(othello::AnyPosition(start), options);
        options.free_passes = true;
        const auto free = laboratory_for(othello::AnyPosition(start), options);
        search(*costly, Algorithm::minimax, 2);
        search(*free, Algorithm::minimax, 2);
        REQUIRE(free->counts().nodes >= costly->counts().nodes);
        different += free->counts().nodes > costly->counts().nodes;
    }
    CHECK(different > 0);
}

TEST_CASE("moves are written and read as the game writes them") {
    const auto othello = laboratory_for(othello::read("", {}), {});
    CHECK(othello->write(othello->read("f5")) == "f5");
    const auto connect_four = laboratory_for(connect_four::read("", {}), {});
    CHECK(connect_four->read("4") == Move{21});
    CHECK(connect_four->write(Move{21}) == "4");
    const auto tree = laboratory_for(tree::read("(A (B 1 2) 3)"), {});
    CHECK(tree->write(tree->read("B")) == "B");
}

TEST_CASE("rules prune before a search sees the moves") {
    LaboratoryOptions options;
    options.rules.wins = true;
    const auto attack = laboratory_for(pente::read("XX1/OO1/3 X", {.preset = "tic-tac-toe"}), options);
    CHECK(attack->write(search(*attack, Algorithm::minimax, 9).move) == "c3");
    CHECK(attack->counts().nodes == 2);
}

TEST_CASE("a search with memory, order, rules or a watcher is more than plain") {
    CHECK(LaboratoryOptions{}.is_plain());
    CHECK(LaboratoryOptions{.evaluation = "squares", .wins = Wins::larger, .free_passes = true}.is_plain());
    CHECK_FALSE(LaboratoryOptions{.watch = true}.is_plain());
    CHECK_FALSE(LaboratoryOptions{.memory = MemoryKind::exact}.is_plain());
    CHECK_FALSE(LaboratoryOptions{.order = {.killer = true}}.is_plain());
    for (const auto rule : {&Rules::corners, &Rules::guard, &Rules::edges, &Rules::edge_guard, &Rules::wins,
                            &Rules::safe, &Rules::near}) {
        LaboratoryOptions options;
        options.rules.*rule = true;
        CHECK_FALSE(options.is_plain());
    }
}

TEST_CASE("a window at the root is kept to") {
    for (const bool plain : {true, false}) {
        LaboratoryOptions options{.evaluation = "squares"};
        options.order.fixed = !plain;
        const auto laboratory = laboratory_for(othello::read("", {}), options);
        for (const Algorithm algorithm : {Algorithm::alpha_beta, Algorithm::nega_scout}) {
            CHECK(laboratory->run(algorithm, 7, 0, {4, 6}, {}).value == 5);
            CHECK(laboratory->run(algorithm, 7, 0, {6, 9}, {}).value <= 6);
            CHECK(laboratory->run(algorithm, 7, 0, {-9, 2}, {}).value >= 2);
        }
    }
}

}  // namespace
}  // namespace gamegrove
