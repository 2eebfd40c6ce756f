#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "algorithms/rule_pruning.h"
#include "doctest/doctest.h"
#include "pictures.h"
#include "reference.h"

namespace gamegrove {
namespace {

using Othello = othello::Position<othello::Board8>;
using ConnectFour = connect_four::Position<connect_four::Standard>;
using Pente = pente::Position<pente::SmallBoard>;

template <class P>
std::vector<Move> kept(const Rules& rules, const P& position) {
    const auto moves = RulePruning(rules)(position, position.moves(), 1);
    return {moves.begin(), moves.end()};
}

template <class P>
std::string kept_names(const Rules& rules, const P& position) {
    std::string names;
    for (const Move move : kept(rules, position)) names += (names.empty() ? "" : " ") + notation(position, move);
    return names;
}

/// The moves for which something holds, or all of them if it holds for none.
template <class Predicate>
std::vector<Move> those(const std::vector<Move>& moves, Predicate holds) {
    std::vector<Move> some;
    std::ranges::copy_if(moves, std::back_inserter(some), holds);
    return some.empty() ? moves : some;
}

template <class P>
std::vector<Move> all_moves(const P& position) {
    const auto moves = position.moves();
    return {moves.begin(), moves.end()};
}

Othello othello_of(std::string_view text) { return std::get<Othello>(othello::read(text, {})); }

Pente pente_of(std::string_view text, const pente::Rules& rules) {
    return std::get<Pente>(pente::read(text, {.preset = "mnk",
                                              .size = std::pair{rules.width, rules.height},
                                              .in_a_row = rules.in_a_row,
                                              .captures = rules.captures}));
}

/// Whether a name is that of a corner or of any cell on the rim.
bool is_corner(const std::string& name) { return name == "a1" || name == "a8" || name == "h1" || name == "h8"; }
bool is_edge(const std::string& name) {
    return name != "pass" && (name[0] == 'a' || name[0] == 'h' || name[1] == '1' || name[1] == '8');
}

TEST_CASE("Othello: who can take a corner takes one") {
    const Othello position = othello_of(R"(
        . O X . . . . .
        . O . . . . . .
        . . O . . . . .
        . . . O X . . .
        . . . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X to move)");
    REQUIRE(moves_of(position).size() > 2);
    CHECK(kept_names({.corners = true}, position) == "a1");
    CHECK(kept_names({.corners = true, .guard = true, .edges = true}, position) == "a1");
}

template <class Rule>
void check_on_random_othello(const Rules& rules, Rule rule) {
    std::mt19937_64 random(1);
    int wrong = 0;
    int pruned = 0;
    for (int game = 0; game < 600; ++game) {
        const Othello position = random_position(Othello::start(), game % 60, random);
        const std::vector<Move> expected = rule(position, all_moves(position));
        wrong += kept(rules, position) != expected;
        pruned += expected.size() < all_moves(position).size();
    }
    CHECK(wrong == 0);
    CHECK(pruned > 50);
}

bool gives_a_corner_away(const Othello& position, Move move) {
    const Othello next = position.after(move);
    return std::ranges::any_of(all_moves(next), [&](Move reply) { return is_corner(notation(next, reply)); });
}

/// Whether a move that is itself not on an edge lets the opponent take an edge right beside it.
bool gives_an_edge_away(const Othello& position, Move move) {
    const std::string played = notation(position, move);
    const Othello next = position.after(move);
    return !is_edge(played) && std::ranges::any_of(all_moves(next), [&](Move reply) {
        const std::string answer = notation(next, reply);
        return reply != Move::pass() && is_edge(answer) && std::abs(answer[0] - played[0]) <= 1 &&
               std::abs(answer[1] - played[1]) <= 1;
    });
}

TEST_CASE("Othello: each rule keeps what it says, on random positions") {
    const auto corner = [](const Othello& at) { return [&at](Move move) { return is_corner(notation(at, move)); }; };
    const auto edge = [](const Othello& at) { return [&at](Move move) { return is_edge(notation(at, move)); }; };
    const auto guard = [](const Othello& at) { return [&at](Move move) { return !gives_a_corner_away(at, move); }; };
    SUBCASE("corners") {
        check_on_random_othello({.corners = true},
                                [&](const Othello& at, auto moves) { return those(moves, corner(at)); });
    }
    SUBCASE("guard") {
        check_on_random_othello({.guard = true},
                                [&](const Othello& at, auto moves) { return those(moves, guard(at)); });
    }
    SUBCASE("edge-guard") {
        check_on_random_othello({.edge_guard = true}, [&](const Othello& at, auto moves) {
            return those(moves, [&at](Move move) { return !gives_an_edge_away(at, move); });
        });
    }
    SUBCASE("edges") {
        check_on_random_othello({.edges = true}, [&](const Othello& at, auto moves) { return those(moves, edge(at)); });
    }
    SUBCASE("all of them, a corner before all others") {
        check_on_random_othello({.corners = true, .guard = true, .edges = true}, [&](const Othello& at, auto moves) {
            if (std::ranges::any_of(moves, corner(at))) return those(moves, corner(at));
            return those(those(moves, guard(at)), edge(at));
        });
    }
}

template <class P>
bool wins_at_once(const P& position, Move move) {
    const P next = position.after(move);
    return next.moves().empty() && next.final_value() < 0;
}

template <class P>
bool lets_opponent_win(const P& position, Move move) {
    const P next = position.after(move);
    return std::ranges::any_of(all_moves(next), [&](Move reply) { return wins_at_once(next, reply); });
}

template <class P>
void check_wins_and_safe(const P& start, int plies) {
    std::mt19937_64 random(2);
    int wrong = 0;
    int wins = 0;
    int threats = 0;
    for (int game = 0; game < 500; ++game) {
        const P position = random_position(start, game % plies, random);
        const std::vector<Move> all = all_moves(position);
        const std::vector<Move> winning = those(all, [&](Move move) { return wins_at_once(position, move); });
        const std::vector<Move> safe = those(all, [&](Move move) { return !lets_opponent_win(position, move); });
        const bool can = std::ranges::any_of(all, [&](Move move) { return wins_at_once(position, move); });
        wrong += kept({.wins = true}, position) != winning;
        wrong += kept({.safe = true}, position) != safe;
        wrong += kept({.wins = true, .safe = true}, position) != (can ? winning : safe);
        wrong += can_win(position) != can;
        wins += can;
        threats += safe.size() < all.size();
    }
    CHECK(wrong == 0);
    CHECK(wins > 20);
    CHECK(threats > 20);
}

TEST_CASE("other games: who can win does, and nobody lets the opponent win, on random positions") {
    SUBCASE("Connect Four") { check_wins_and_safe(ConnectFour(), 36); }
    SUBCASE("tic-tac-toe") { check_wins_and_safe(pente_of("", {.width = 3, .height = 3, .in_a_row = 3}), 8); }
    SUBCASE("Pente") {
        check_wins_and_safe(pente_of("", {.width = 6, .height = 6, .in_a_row = 4, .captures = pente::Captures::pairs}),
                            24);
    }
}

TEST_CASE("a move that wins is kept alone, and a lone defence too") {
    const Pente attack = pente_of("XX1/OO1/3 X", {.width = 3, .height = 3, .in_a_row = 3});
    CHECK(kept_names({.wins = true}, attack) == "c3");
    CHECK(kept_names({.safe = true}, attack) == "c2 c3");  // a won game cannot be lost
    const Pente defence = pente_of("XX1/1O1/3 O", {.width = 3, .height = 3, .in_a_row = 3});
    CHECK(kept_names({.wins = true}, defence) == moves_of(defence));
    CHECK(kept_names({.safe = true}, defence) == "c3");
}

TEST_CASE("a position that cannot be defended keeps all its moves") {
    const Pente lost = pente_of("X1X/1X1/O1O O", {.width = 3, .height = 3, .in_a_row = 4});
    CHECK(kept_names({.safe = true}, lost) == moves_of(lost));
    const Pente two_threats = pente_of("XX1/X2/2O O", {.width = 3, .height = 3, .in_a_row = 3});
    CHECK(kept_names({.safe = true}, two_threats) == moves_of(two_threats));
}

TEST_CASE("Pente: stones stay within two cells of another one") {
    const pente::Rules rules{.width = 7, .height = 7, .in_a_row = 5};
    CHECK(kept_names({.near = true}, pente_of("7/7/7/7/7/7/X6 O", rules)) == "b1 c1 a2 b2 c2 a3 b3 c3");
    const Pente empty = pente_of("", rules);
    CHECK(kept_names({.near = true}, empty) == moves_of(empty));
    std::mt19937_64 random(3);
    int wrong = 0;
    for (int game = 0; game < 200; ++game) {
        const Pente position = random_position(empty, 1 + game % 16, random);
        const Frame f = frame(position);
        const auto stones = position.mover() | position.opponent();
        const auto is_near = [&](Move move) {
            for (int cell = 0; cell < 64; ++cell)
                if (stones.test(cell) && std::abs(f.column_of(cell) - f.column_of(move.index)) <= 2 &&
                    std::abs(f.row_of(cell) - f.row_of(move.index)) <= 2)
                    return true;
            return false;
        };
        const std::vector<Move> near = those(all_moves(position), is_near);
        wrong += kept({.near = true}, position) != near;
        const auto is_safe = [&](Move move) { return !lets_opponent_win(position, move); };
        wrong += kept({.near = true, .safe = true}, position) != those(near, is_safe);
    }
    CHECK(wrong == 0);
}

/// Whether every set of rules leaves some of the moves and adds none.
template <class P>
bool always_leaves_some(const P& position) {
    const std::vector<Move> all = all_moves(position);
    for (unsigned set = 0; set < 64; ++set) {
        const auto has = [&](unsigned rule) { return (set >> rule & 1U) != 0; };
        const std::vector<Move> some = kept({has(0), has(1), has(2), has(3), has(4), has(5)}, position);
        if (some.empty() != all.empty() || !std::ranges::includes(all, some)) return false;
        if (set == 0 && some != all) return false;
    }
    return true;
}

template <class P>
void check_leaves_some(const P& start, int plies) {
    std::mt19937_64 random(4);
    int wrong = 0;
    for (int game = 0; game < 60; ++game) wrong += !always_leaves_some(random_position(start, game % plies, random));
    CHECK(wrong == 0);
}

TEST_CASE("no set of rules leaves nothing, or adds a move") {
    check_leaves_some(Othello::start(), 60);
    check_leaves_some(othello::Position<othello::Board96>::start(), 60);
    check_leaves_some(ConnectFour(), 40);
    check_leaves_some(pente_of("", {.width = 5, .height = 5, .in_a_row = 4}), 25);
}

TEST_CASE("the rules of one game do nothing in another") {
    std::mt19937_64 random(5);
    for (int game = 0; game < 60; ++game) {
        const Othello disc = random_position(Othello::start(), game, random);
        CHECK(kept({.near = true, .wins = true, .safe = true}, disc) == all_moves(disc));
        const ConnectFour drop = random_position(ConnectFour(), game % 40, random);
        CHECK(kept({.corners = true, .guard = true, .edges = true, .near = true}, drop) == all_moves(drop));
    }
}

TEST_CASE("a tree keeps all its moves") {
    const auto root = std::get<tree::Position>(tree::read("(1 2 3)"));
    CHECK(kept({true, true, true, true, true, true}, root).size() == 3);
    CHECK(NoPruning()(root, root.moves(), 1).size() == 3);
}

}  // namespace
}  // namespace gamegrove
