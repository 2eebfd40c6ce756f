#pragma once

#include <algorithm>
#include <stdexcept>
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

/// Leaves each position once.
template <Position P>
void sort_out_duplicates(std::vector<P>& positions) {
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

/// The number of different positions after 0, 1, ... `plies` plies, or until no game goes on. A position in which the
/// game has ended is counted at its ply and not again. Throws std::length_error when they do not fit into some GB.
template <Position P, Pulse Beat>
std::vector<std::uint64_t> distinct_positions(const P& start, int plies, Beat& beat) {
    constexpr std::size_t most = (std::size_t{4} << 30) / sizeof(P);
    std::vector<std::uint64_t> counts{1};
    std::vector<P> level{start};
    while (static_cast<int>(counts.size()) <= plies) {
        std::vector<P> next;
        std::size_t full = std::size_t{1} << 20;  // sorting out now and then keeps the memory near what is needed
        for (const P& position : level) {
            beat();
            for (const Move move : position.moves()) next.push_back(position.after(move));
            if (next.size() < full) continue;
            sort_out_duplicates(next);
            full = std::max(full, 2 * next.size());
            if (next.size() > most) throw std::length_error("there are too many positions to keep them all in memory");
        }
        sort_out_duplicates(next);
        if (next.empty()) break;
        level = std::move(next);
        counts.push_back(level.size());
    }
    return counts;
}

}  // namespace gamegrove
