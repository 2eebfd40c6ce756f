#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "algorithms/values.h"

/// What every search must find, written down a second time and slowly: the definition of a game's value.
namespace gamegrove {

/// A position after up to so many random moves.
template <class P>
P random_position(P position, int plies, std::mt19937_64& random) {
    for (; plies > 0; --plies) {
        const auto moves = position.moves();
        if (moves.empty()) break;
        position = position.after(moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
    }
    return position;
}

/// The value of a game by its definition: the first player takes the largest value, the second the smallest.
template <class Evaluation>
struct Reference {
    Evaluation evaluation;
    Wins wins = Wins::plain;
    bool free_passes = false;

    template <class P>
    int depth_after(Move move, int depth, const P&) const {
        return free_passes && move == Move::pass() ? depth : depth - 1;
    }

    template <class P>
    Value of_ended(const P& position, int depth) const {
        const Value final = position.final_value();
        if (final == 0) return 0;
        const Value sign = final > 0 ? 1 : -1;
        switch (wins) {
            case Wins::plain: return final;
            case Wins::sooner: return sign * (1'000'000 + depth);
            case Wins::larger: return sign * (1'000'000 + sign * final);
        }
        return 0;
    }

    template <class P>
    Value for_first(const P& position, int depth) const {
        const bool is_first = position.turn() == Side::first;
        const auto moves = position.moves();
        if (moves.empty() || depth == 0) {
            const Value value = moves.empty() ? of_ended(position, depth) : evaluation(position);
            return is_first ? value : -value;
        }
        std::vector<Value> values;
        for (const Move move : moves)
            values.push_back(for_first(position.after(move), depth_after(move, depth, position)));
        return is_first ? *std::ranges::max_element(values) : *std::ranges::min_element(values);
    }

    /// What a position is worth to the side to move.
    template <class P>
    Value value(const P& position, int depth) const {
        const Value value = for_first(position, depth);
        return position.turn() == Side::first ? value : -value;
    }

    /// What a move is worth to the side that makes it.
    template <class P>
    Value value_of(const P& position, Move move, int depth) const {
        const Value value = for_first(position.after(move), depth_after(move, depth, position));
        return position.turn() == Side::first ? value : -value;
    }

    /// Whether a search has found the value, and a move that has it. At a leaf there is no move to find; what a memory
    /// tells there is a hint.
    template <class P>
    bool agrees(const P& position, int depth, Found found) const {
        if (found.value != value(position, depth)) return false;
        const auto moves = position.moves();
        if (moves.empty() || depth == 0) return found.move == Move::none() || moves.contains(found.move);
        return moves.contains(found.move) && value_of(position, found.move, depth) == found.value;
    }
};

}  // namespace gamegrove
