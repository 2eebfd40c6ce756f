#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "games/connect_four/position.h"

/// What the solver must find, written down a second time and slowly: the definition of a score.
namespace gamegrove::connect_four {

/// Numbers by the keys of positions, side by side in memory: millions of them are wanted.
class ScoreMap {
public:
    /// The place of a key, or the empty one where it belongs.
    std::size_t place(std::uint64_t key) const {
        std::size_t at = key & (keys_.size() - 1);  // the size is a power of two
        while (keys_[at] != key && keys_[at] != none) at = (at + 1) & (keys_.size() - 1);
        return at;
    }

    bool is_empty(std::size_t place) const { return keys_[place] == none; }
    int score(std::size_t place) const { return scores_[place]; }

    void add(std::uint64_t key, int score) {
        if (++count_ * 2 > keys_.size()) grow();
        const std::size_t at = place(key);
        keys_[at] = key;
        scores_[at] = static_cast<std::int8_t>(score);
    }

private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    void grow() {
        const auto keys = std::exchange(keys_, std::vector(2 * keys_.size(), none));
        const auto scores = std::exchange(scores_, std::vector<std::int8_t>(keys_.size()));
        for (std::size_t old = 0; old < keys.size(); ++old) {
            if (keys[old] == none) continue;
            const std::size_t at = place(keys[old]);
            keys_[at] = keys[old];
            scores_[at] = scores[old];
        }
    }

    std::size_t count_ = 0;
    std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(1024, none);
    std::vector<std::int8_t> scores_ = std::vector<std::int8_t>(1024);
};

template <class B>
int cells_left(const Position<B>& position) {
    return (position.layout().cells & ~position.discs()).count();
}

/// The lesser of a position and its mirror image: they have the same score.
template <class B>
Position<B> one_of_pair(const Position<B>& position) {
    using Bits = typename B::Bits;
    const Layout<Bits>& layout = position.layout();
    const int stride = layout.rules.height + 1;
    const Bits first = layout.cells & ~(layout.cells << stride);
    Bits mover, discs;
    for (int column = 0; column < layout.rules.width; ++column) {
        const int from = column * stride, to = (layout.rules.width - 1 - column) * stride;
        mover |= ((position.mover() >> from) & first) << to;
        discs |= ((position.discs() >> from) & first) << to;
    }
    return std::min(position, Position<B>(position.board(), mover, discs));
}

/// The exact scores of the positions of one board, by minimax. Its one important method is of().
class Scores {
public:
    template <class B>
    int of(const Position<B>& position) {
        const auto moves = position.moves();
        if (moves.empty()) return of_ended(position);
        for (const Move move : moves) {  // nothing is better than to win at once
            const Position<B> next = position.after(move);
            if (next.is_lost()) return -of_ended(next);
        }
        const std::uint64_t key = one_of_pair(position).key();
        if (const std::size_t place = known_.place(key); !known_.is_empty(place)) return known_.score(place);
        const int most = (cells_left(position) - 1) / 2;  // for a win with the next move but one
        int best = -128;
        for (const Move move : moves)
            if (best < most) best = std::max(best, -of(position.after(move)));
        known_.add(key, best);
        return best;
    }

private:
    /// Who has lost scores the stones that the winner had left, his last one included.
    template <class B>
    static int of_ended(const Position<B>& position) {
        return position.is_lost() ? -(cells_left(position) / 2 + 1) : 0;
    }

    ScoreMap known_;
};

/// A board of one word that is known at compile time, as the usual one is: minimax is ten times as fast on it.
template <int width, int height, int in_a_row>
struct Fixed {
    using Bits = gamegrove::Bits<1>;
    static constexpr Layout<Bits> layout{Rules{width, height, in_a_row}};

    constexpr const Layout<Bits>& operator*() const { return layout; }
    friend constexpr auto operator<=>(Fixed, Fixed) = default;
};

inline Position<Flexible> empty_board(const Rules& rules) { return Position<Flexible>(Flexible(rules)); }

/// A random game, with moves that do not win as long as there are any, until so many cells are empty.
template <class B>
Position<B> random_filling(Position<B> position, int empty, std::mt19937_64& random) {
    while (cells_left(position) > empty) {
        std::vector<Position<B>> quiet;
        for (const Move move : position.moves()) {
            const Position<B> next = position.after(move);
            if (!next.is_lost()) quiet.push_back(next);
        }
        if (quiet.empty()) break;
        position = quiet[random() % quiet.size()];
    }
    return position;
}

}  // namespace gamegrove::connect_four
