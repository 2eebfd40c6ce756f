#pragma once

#include "games/counting.h"
#include "games/position.h"

namespace gamegrove {

/// A small, fast, repeatable source of random numbers (splitmix64).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15U); }

    /// A number from 0 to n - 1 for n up to 2^32, by multiplication: its bias is below n / 2^32.
    int below(int n) { return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32); }

private:
    std::uint64_t state_;
};

/// How a number of random games ended, seen by the side that was to move at their start.
struct Tally {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t plies = 0;
};

/// Plays `games` games of uniformly random moves to the end.
template <Position P, Pulse Beat>
Tally playouts(const P& start, std::uint64_t games, std::uint64_t seed, Beat& beat) {
    Random random(seed);
    Tally tally;
    for (std::uint64_t game = 0; game < games; ++game) {
        if (game % 256 == 0) beat();
        P position = start;
        for (auto moves = position.moves(); !moves.empty(); moves = position.moves()) {
            position = position.after(moves[random.below(moves.size())]);
            ++tally.plies;
        }
        const Value value = position.turn() == start.turn() ? position.final_value() : -position.final_value();
        ++(value > 0 ? tally.wins : value < 0 ? tally.losses : tally.draws);
    }
    return tally;
}

}  // namespace gamegrove
