#pragma once

#include <algorithm>
#include <vector>

#include "games/position.h"

namespace gamegrove {

/// Whether a pass uses up one of the plies that are counted.
enum class Passes : bool { cost_a_ply, are_free };

/// Called now and then by long computations, so that the outside can look at the clock or throw to stop them.
template <class P>
concept Pulse = std::invocable<P&>;

/// The number of leaves of the tree of moves, `depth` plies deep. A game that has ended is one leaf.
/// At the last ply the moves are counted, not made.
template <Position P, Pulse Beat>
std::uint64_t perft(const P& position, int depth, Passes passes, Beat& beat) {
    if (depth == 0) return 1;
    const auto moves = position.moves();
    if (moves.empty()) return 1;
    if (passes == Passes::are_free && moves.contains(Move::pass()))
        return perft(position.after(Move::pass()), depth, passes, beat);
    if (depth == 1) return static_cast<std::uint64_t>(moves.size());
    if (depth == 3) beat();
    std::uint64_t leaves = 0;
    for (const Move move : moves) leaves += perft(position.after(move), depth - 1, passes, beat);
    return leaves;
}

/// The number of different positions after 0, 1, ... `plies` plies; games that ended earlier are not counted again.
template <Position P, Pulse Beat>
std::vector<std::uint64_t> distinct_positions(const P& start, int plies, Beat& beat) {
    std::vector<std::uint64_t> counts{1};
    std::vector<P> level{start};
    while (static_cast<int>(counts.size()) <= plies) {
        std::vector<P> next;
        for (const P& position : level) {
            if (next.size() % 4096 == 0) beat();
            for (const Move move : position.moves()) next.push_back(position.after(move));
        }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        level = std::move(next);
        counts.push_back(level.size());
    }
    return counts;
}

}  // namespace gamegrove
