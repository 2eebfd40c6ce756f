#pragma once

#include <algorithm>

#include "games/position.h"

/// Values, windows and bounds: the few words in which every search speaks.
namespace gamegrove {

/// Larger than any value that a search can find.
inline constexpr Value infinity = 2'000'000'000;
/// From here on a value is a proven win, not an estimate; an evaluation must stay below.
inline constexpr Value win = 1'000'000;

/// What the end of a game is worth to a search: its own final value; more than any estimate and more the sooner it
/// comes; or more than any estimate and more the larger its margin is.
enum class Wins { plain, sooner, larger };

/// The value of an ended game, with `depth` plies of the search still to go. The distance is counted from the horizon:
/// a win with three plies to spare beats one with two. So the value depends on position and depth alone, never on the
/// way from the root, and memory may keep it.
constexpr Value worth(Wins wins, Value final, int depth) {
    if (wins == Wins::plain || final == 0) return final;
    const Value value = win + (wins == Wins::sooner ? depth : std::max(final, -final));
    return final > 0 ? value : -value;
}

/// What a search is asked about: values between alpha and beta, both excluded.
struct Window {
    Value alpha = -infinity;
    Value beta = infinity;

    constexpr Window seen_by_opponent() const { return {-beta, -alpha}; }
    /// The part above a value that the mover already has.
    constexpr Window above(Value value) const { return {std::max(alpha, value), beta}; }
    /// The null window just above alpha: is there anything better?
    constexpr Window null() const { return {alpha, alpha + 1}; }

    friend constexpr bool operator==(Window, Window) = default;
};

/// The window of a search that wants the exact value.
inline constexpr Window everything{};

/// The window that asks: is the value at least beta?
constexpr Window null_window_below(Value beta) { return {beta - 1, beta}; }

/// What a search returns. With a window (alpha, beta) and fail-soft search:
///
///     value <= alpha           an upper bound; a move, if there is one, is only a hint
///     alpha < value < beta     the exact value
///     value >= beta            a lower bound
struct Found {
    Value value = -infinity;
    Move move = Move::none();

    friend constexpr bool operator==(Found, Found) = default;
};

/// What a memory knows of a position at a depth: two bounds, and a move to try first.
struct Bounds {
    Value lower = -infinity;
    Value upper = infinity;
    Move move = Move::none();

    constexpr bool settle(Window window) const {
        return lower >= window.beta || upper <= window.alpha || lower == upper;
    }
    constexpr Found answer(Window window) const { return {lower >= window.beta ? lower : upper, move}; }
    /// The part of a window that the bounds leave open.
    constexpr Window narrow(Window window) const {
        return {std::max(window.alpha, lower), std::min(window.beta, upper)};
    }

    /// What a fail-soft search with this window has proven.
    static constexpr Bounds proven_by(Found found, Window window) {
        return {found.value > window.alpha ? found.value : -infinity,
                found.value < window.beta ? found.value : infinity, found.move};
    }

    friend constexpr bool operator==(Bounds, Bounds) = default;
};

/// Both together. Bounds that cross cannot both be true: then the new ones count.
constexpr Bounds merged(Bounds old, Bounds fresh) {
    Bounds both{std::max(old.lower, fresh.lower), std::min(old.upper, fresh.upper),
                fresh.move == Move::none() ? old.move : fresh.move};
    if (both.lower > both.upper) {
        both.lower = fresh.lower;
        both.upper = fresh.upper;
    }
    return both;
}

}  // namespace gamegrove
