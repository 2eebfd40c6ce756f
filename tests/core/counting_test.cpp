#include "games/counting.h"

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "games/connect_four/text.h"
#include "games/othello/text.h"
#include "games/pente/text.h"
#include "games/playout.h"
#include "games/tree/text.h"

namespace gamegrove {
namespace {

using Othello4 = othello::Position<othello::Board4>;
using Othello6 = othello::Position<othello::Board6>;
using Othello8 = othello::Position<othello::Board8>;
using Othello10 = othello::Position<othello::Board10>;
using Othello12 = othello::Position<othello::Board12>;
using Othello96 = othello::Position<othello::Board96>;
using StandardFour = connect_four::Position<connect_four::Standard>;
using FlexibleFour = connect_four::Position<connect_four::Flexible>;
using SmallPente = pente::Position<pente::SmallBoard>;

std::string joined(const std::vector<std::uint64_t>& counts) {
    std::string text;
    for (const std::uint64_t count : counts) text += (text.empty() ? "" : " ") + std::to_string(count);
    return text;
}

/// Leaves at depths 1, 2, ... `deepest`.
template <class P>
std::string leaves(const P& position, int deepest, Passes passes = Passes::cost_a_ply) {
    auto no_pulse = [] {};
    std::vector<std::uint64_t> counts;
    for (int depth = 1; depth <= deepest; ++depth) counts.push_back(perft(position, depth, passes, no_pulse));
    return joined(counts);
}

template <class P>
std::string distinct(const P& position, int plies) {
    auto no_pulse = [] {};
    return joined(distinct_positions(position, plies, no_pulse));
}

/// Wins, draws, losses and plies of a thousand random games.
template <class P>
std::string tally_of(const P& position) {
    auto no_pulse = [] {};
    const Tally tally = playouts(position, 1000, 1, no_pulse);
    return joined({tally.wins, tally.draws, tally.losses, tally.plies});
}

SmallPente pente_5x5() {
    return std::get<SmallPente>(
        pente::read("", {.preset = "pente", .size = std::pair{5, 5}, .opening_box = std::optional<int>{}}));
}

std::string tally_of_preset(const std::string& name) {
    return std::visit([](const auto& position) { return tally_of(position); }, pente::read("", {.preset = name}));
}

TEST_CASE("Othello has the leaves that others count") {
    CHECK(leaves(Othello8::start(), 8) == "4 12 56 244 1396 8200 55092 390216");
    CHECK(leaves(Othello6::start(), 8) == "4 12 56 244 1364 7604 47740 308716");
    CHECK(leaves(Othello4::start(), 12) == "4 12 44 128 424 1256 3624 9116 20044 36540 50704 57436");
    CHECK(leaves(Othello10::start(), 7) == "4 12 56 244 1396 8200 55180");
    CHECK(leaves(Othello12::start(), 7) == "4 12 56 244 1396 8200 55180");
    CHECK(leaves(Othello96::start(), 7) == "4 12 56 240 1328 7448 47756");
}

TEST_CASE("the whole of Othello on 4x4 has 60060 games") {
    auto no_pulse = [] {};
    CHECK(perft(Othello4::start(), 18, Passes::cost_a_ply, no_pulse) == 60060);
    CHECK(perft(Othello4::start(), 12, Passes::are_free, no_pulse) == 60060);
}

TEST_CASE("passes that are free make room for more leaves") {
    auto no_pulse = [] {};
    CHECK(perft(Othello8::start(), 9, Passes::are_free, no_pulse) == 3005320);
    CHECK(leaves(Othello4::start(), 10, Passes::are_free) == "4 12 44 128 436 1296 3788 9768 22184 41636");
}

TEST_CASE("Connect Four has the leaves and the positions that others count") {
    const StandardFour standard;
    const FlexibleFour flexible;
    CHECK(leaves(standard, 8) == "7 49 343 2401 16807 117649 823536 5686266");
    CHECK(leaves(flexible, 7) == "7 49 343 2401 16807 117649 823536");
    CHECK(distinct(standard, 7) == "1 7 49 238 1120 4263 16422 54859");
    CHECK(distinct(flexible, 6) == "1 7 49 238 1120 4263 16422");
}

TEST_CASE("Connect Four on 4x4 has as many positions at each ply as others count, to the full board") {
    CHECK(distinct(FlexibleFour(connect_four::Flexible({4, 4, 4})), 17) ==
          "1 4 16 52 160 436 1128 2512 5084 9276 14788 21720 26698 28922 24912 18076 7244");
}

TEST_CASE("Pente has the leaves that others count") { CHECK(leaves(pente_5x5(), 5) == "25 600 13800 303600 6375824"); }

TEST_CASE("tic-tac-toe has 255168 games and 5478 positions") {
    auto no_pulse = [] {};
    const auto start = std::get<SmallPente>(pente::read("", {.preset = "tic-tac-toe"}));
    CHECK(perft(start, 9, Passes::cost_a_ply, no_pulse) == 255168);
    const std::vector<std::uint64_t> positions = distinct_positions(start, 9, no_pulse);
    CHECK(std::accumulate(positions.begin(), positions.end(), std::uint64_t{0}) == 5478);
}

TEST_CASE("a tree has as many leaves as are written") {
    const auto root = std::get<tree::Position>(tree::read("(A (B 1 2 3) 4 (C (D 5 6)))"));
    CHECK(leaves(root, 4) == "3 5 6 6");
    CHECK(distinct(root, 4) == "1 3 4 2");
}

TEST_CASE("a game that has ended is one leaf, and so is any position at depth 0") {
    auto no_pulse = [] {};
    const auto ended = std::get<Othello4>(othello::read("X3/4/4/4 O", {}));
    CHECK(leaves(ended, 3) == "1 1 1");
    CHECK(perft(Othello4::start(), 0, Passes::cost_a_ply, no_pulse) == 1);
    CHECK(distinct(ended, 2) == "1");
}

TEST_CASE("a pass costs a ply or is free") {
    const auto must_pass = std::get<Othello4>(othello::read(R"(
        X O . .
        X . . .
        X O . .
        X . . .
        O to move)",
                                                            {}));
    REQUIRE(must_pass.moves().contains(Move::pass()));
    CHECK(leaves(must_pass, 2) == "1 4");
    CHECK(leaves(must_pass, 1, Passes::are_free) == "4");
}

TEST_CASE("long counts give a pulse, and what it throws stops them") {
    int pulses = 0;
    auto third_stops = [&] {
        if (++pulses == 3) throw std::runtime_error("stop");
    };
    const auto start = Othello8::start();
    CHECK_THROWS_AS(perft(start, 6, Passes::cost_a_ply, third_stops), std::runtime_error);
    CHECK(pulses == 3);
    pulses = 0;
    CHECK_THROWS_AS(playouts(start, 1000, 1, third_stops), std::runtime_error);
    pulses = 0;
    CHECK_THROWS_AS(distinct_positions(start, 6, third_stops), std::runtime_error);
}

TEST_CASE("random numbers are those of splitmix64") {
    Random random(0);
    CHECK(random.next() == 0xe220a8397b1dcdafU);
    CHECK(random.next() == 0x6e789e6aa1b965f4U);
    CHECK(random.next() == 0x06c45d188009454fU);
}

TEST_CASE("random numbers below a bound reach all of them, and about equally often") {
    Random random(1);
    std::vector<int> seen(7);
    for (int i = 0; i < 7000; ++i) ++seen[static_cast<std::size_t>(random.below(7))];
    for (const int count : seen) {
        CHECK(count > 850);
        CHECK(count < 1150);
    }
    CHECK(random.below(1) == 0);
}

TEST_CASE("playouts of one seed are the same on every level of instruction set") {
    CHECK(tally_of(Othello4::start()) == "357 84 559 12505");
    CHECK(tally_of(Othello6::start()) == "407 69 524 32476");
    CHECK(tally_of(Othello8::start()) == "468 38 494 60442");
    CHECK(tally_of(Othello10::start()) == "432 48 520 96420");
    CHECK(tally_of(Othello12::start()) == "437 29 534 140302");
    CHECK(tally_of(Othello96::start()) == "490 27 483 92556");
    CHECK(tally_of(StandardFour()) == "552 2 446 21016");
    CHECK(tally_of(FlexibleFour()) == "552 2 446 21016");
    CHECK(tally_of(pente_5x5()) == "274 505 221 26919");
    CHECK(tally_of_preset("pente") == "477 0 523 154323");
    CHECK(tally_of_preset("keryo-pente") == "491 0 509 157357");
    CHECK(tally_of_preset("pente-2003") == "512 0 488 89300");
    CHECK(tally_of_preset("gomoku") == "511 0 489 109471");
    CHECK(tally_of_preset("gomoku-standard") == "525 0 475 113035");
    CHECK(tally_of_preset("tic-tac-toe") == "583 136 281 7643");
    CHECK(tally_of(std::get<tree::Position>(tree::read("(A (B 3 -12) (C 0 2 -1) 5)"))) == "618 137 245 1661");
}

TEST_CASE("playouts count the results for the side that was to move at their start") {
    const auto is_mate = std::get<StandardFour>(connect_four::read("7/7/7/7/OOO4/XXXX3 O", {}));
    CHECK(tally_of(is_mate) == "0 0 1000 0");
    const auto first = std::get<tree::Position>(tree::read("(A 3)"));
    CHECK(tally_of(first) == "1000 0 0 1000");
    const auto second = std::get<tree::Position>(tree::read("(A (B 3)) @ B"));
    CHECK(tally_of(second) == "0 0 1000 1000");
}

}  // namespace
}  // namespace gamegrove
