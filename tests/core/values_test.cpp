#include "algorithms/values.h"

#include <array>
#include <vector>

#include "doctest/doctest.h"

namespace gamegrove {
namespace {

constexpr std::array<Value, 13> some_values = {-infinity, -win - 7, -win, -65, -2,      -1,      0,
                                               1,         2,        65,   win, win + 7, infinity};

/// Every window whose sides are among the values.
std::vector<Window> some_windows() {
    std::vector<Window> windows;
    for (const Value alpha : some_values)
        for (const Value beta : some_values)
            if (alpha < beta) windows.push_back({alpha, beta});
    return windows;
}

/// Every pair of bounds that can both be true.
std::vector<Bounds> some_bounds(Move move) {
    std::vector<Bounds> all;
    for (const Value lower : some_values)
        for (const Value upper : some_values)
            if (lower <= upper) all.push_back({lower, upper, move});
    return all;
}

TEST_CASE("an ended game is worth its own value if wins are plain") {
    for (const Value final : {-64, -1, 0, 1, 64})
        for (const int depth : {0, 1, 60}) CHECK(worth(Wins::plain, final, depth) == final);
}

TEST_CASE("a drawn game is worth nothing whatever a win is worth") {
    for (const Wins wins : {Wins::plain, Wins::sooner, Wins::larger})
        for (const int depth : {0, 1, 60}) CHECK(worth(wins, 0, depth) == 0);
}

TEST_CASE("a win is worth more than any estimate and a loss less, as much to one side as to the other") {
    for (const Wins wins : {Wins::sooner, Wins::larger})
        for (Value final = 1; final <= 144; ++final)
            for (int depth = 0; depth <= 80; ++depth) {
                const Value value = worth(wins, final, depth);
                REQUIRE(value >= win);
                REQUIRE(value < infinity);
                REQUIRE(worth(wins, -final, depth) == -value);
            }
}

TEST_CASE("a sooner win is worth more, however small, and a later loss less bad") {
    for (int depth = 0; depth < 60; ++depth) {
        CHECK(worth(Wins::sooner, 1, depth + 1) > worth(Wins::sooner, 64, depth));
        CHECK(worth(Wins::sooner, -1, depth + 1) < worth(Wins::sooner, -64, depth));
    }
}

TEST_CASE("a larger win is worth more, however late, and a larger loss worse") {
    for (Value final = 1; final < 64; ++final) {
        CHECK(worth(Wins::larger, final + 1, 0) > worth(Wins::larger, final, 60));
        CHECK(worth(Wins::larger, -final - 1, 60) < worth(Wins::larger, -final, 0));
    }
}

TEST_CASE("a window seen twice by the opponent is the same again") {
    for (const Window window : some_windows()) {
        CHECK(window.seen_by_opponent().seen_by_opponent() == window);
        CHECK(window.seen_by_opponent().alpha == -window.beta);
    }
    CHECK(everything.seen_by_opponent() == everything);
}

TEST_CASE("the part of a window above a value begins there, or where the window began") {
    for (const Window window : some_windows())
        for (const Value value : some_values) {
            const Window above = window.above(value);
            CHECK(above.beta == window.beta);
            CHECK(above.alpha == (value > window.alpha ? value : window.alpha));
        }
}

TEST_CASE("no value lies inside a null window") {
    CHECK(Window{3, 9}.null() == Window{3, 4});
    CHECK(null_window_below(4) == Window{3, 4});
    CHECK(null_window_below(-3).seen_by_opponent() == null_window_below(4));
}

TEST_CASE("bounds settle a window exactly when all values between them answer alike") {
    for (const Bounds known : some_bounds(Move::none()))
        for (const Window window : some_windows()) {
            const bool all_above = known.lower >= window.beta;
            const bool all_below = known.upper <= window.alpha;
            REQUIRE(known.settle(window) == (all_above || all_below || known.lower == known.upper));
        }
    CHECK_FALSE(Bounds{}.settle(everything));
}

TEST_CASE("the answer of bounds is their bound on the right side, with their move") {
    for (const Bounds known : some_bounds(Move{5}))
        for (const Window window : some_windows()) {
            if (!known.settle(window)) continue;
            const Found answer = known.answer(window);
            REQUIRE(answer.move == Move{5});
            if (known.lower == known.upper)
                REQUIRE(answer.value == known.lower);
            else if (known.lower >= window.beta)
                REQUIRE(answer.value == known.lower);
            else
                REQUIRE(answer.value == known.upper);
        }
}

TEST_CASE("bounds that do not settle a window narrow it to one that is not empty") {
    for (const Bounds known : some_bounds(Move::none()))
        for (const Window window : some_windows()) {
            if (known.settle(window)) continue;
            const Window narrow = known.narrow(window);
            REQUIRE(narrow.alpha < narrow.beta);
            REQUIRE(narrow.alpha >= window.alpha);
            REQUIRE(narrow.beta <= window.beta);
            REQUIRE((narrow.alpha == window.alpha || narrow.alpha == known.lower));
            REQUIRE((narrow.beta == window.beta || narrow.beta == known.upper));
        }
}

TEST_CASE("a search proves an upper bound below its window, a lower bound above it, and both inside") {
    const Window window{-2, 3};
    CHECK(Bounds::proven_by({-5, Move{1}}, window) == Bounds{-infinity, -5, Move{1}});
    CHECK(Bounds::proven_by({-2, Move{1}}, window) == Bounds{-infinity, -2, Move{1}});
    CHECK(Bounds::proven_by({-1, Move{1}}, window) == Bounds{-1, -1, Move{1}});
    CHECK(Bounds::proven_by({2, Move{1}}, window) == Bounds{2, 2, Move{1}});
    CHECK(Bounds::proven_by({3, Move{1}}, window) == Bounds{3, infinity, Move{1}});
    CHECK(Bounds::proven_by({9, Move::none()}, window) == Bounds{9, infinity, Move::none()});
    CHECK(Bounds::proven_by({9}, everything) == Bounds{9, 9, Move::none()});
}

TEST_CASE("what a search has proven settles its own window, with the value found") {
    for (const Window window : some_windows())
        for (const Value value : some_values) {
            const Bounds proven = Bounds::proven_by({value, Move{3}}, window);
            REQUIRE(proven.lower <= proven.upper);
            REQUIRE(proven.settle(window));
            REQUIRE(proven.answer(window) == Found{value, Move{3}});
        }
}

TEST_CASE("merged bounds are the tighter of both, unless they cross: then the new ones count") {
    for (const Bounds old : some_bounds(Move{1}))
        for (const Bounds fresh : some_bounds(Move{2})) {
            const Bounds both = merged(old, fresh);
            REQUIRE(both.lower <= both.upper);
            const bool cross = old.lower > fresh.upper || fresh.lower > old.upper;
            REQUIRE(both.lower == (cross || fresh.lower > old.lower ? fresh.lower : old.lower));
            REQUIRE(both.upper == (cross || fresh.upper < old.upper ? fresh.upper : old.upper));
        }
}

TEST_CASE("a new move replaces an old one; no move replaces none") {
    const Bounds with_move{.move = Move{1}};
    CHECK(merged(with_move, Bounds{.move = Move{2}}).move == Move{2});
    CHECK(merged(with_move, Bounds{}).move == Move{1});
    CHECK(merged(with_move, Bounds{.move = Move::pass()}).move == Move::pass());
    CHECK(merged(Bounds{}, with_move).move == Move{1});
}

TEST_CASE("merging is idempotent, and merging with nothing changes nothing") {
    for (const Bounds known : some_bounds(Move{1})) {
        CHECK(merged(known, known) == known);
        CHECK(merged(known, Bounds{}) == known);
        CHECK(merged(Bounds{}, known) == known);
    }
}

}  // namespace
}  // namespace gamegrove
