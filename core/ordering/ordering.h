#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <vector>

#include "games/position.h"

namespace gamegrove {

/// The game's own order.
struct NaturalOrder {
    template <class P, class Moves>
    const Moves& sort(const P&, int, const Moves& moves, Move) const {
        return moves;
    }
    template <class P>
    void reward(const P&, int, Move) {}
};

/// The reasons to try a move early. Each can be switched on alone.
struct Reasons {
    bool memory = false;   ///< the move that the memory holds
    bool killer = false;   ///< a move that has just caused a cutoff elsewhere at the same depth
    bool history = false;  ///< moves that have caused many cutoffs, deep ones counted more
    bool fixed = false;    ///< a table of priorities for the cells

    bool any() const { return memory || killer || history || fixed; }
};

/// Sorts moves by the reasons that are switched on, in the order in which they are listed; else by the game's own
/// order.
class SortedOrder {
public:
    explicit SortedOrder(Reasons reasons = {}, std::vector<int> priorities = {})
        : reasons_(reasons), priorities_(std::move(priorities)) {}

    template <class P, class Moves>
    std::vector<Move> sort(const P& position, int depth, const Moves& moves, Move remembered) const {
        std::vector<Move> sorted(moves.begin(), moves.end());
        if (!reasons_.any() || sorted.size() < 2) return sorted;
        std::vector<std::pair<Rank, Move>> ranked;
        ranked.reserve(sorted.size());
        for (const Move move : sorted) ranked.emplace_back(rank(position.turn(), depth, move, remembered), move);
        std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        std::ranges::transform(ranked, sorted.begin(), [](const auto& each) { return each.second; });
        return sorted;
    }

    /// Learns from a move that caused a cutoff.
    template <class P>
    void reward(const P& position, int depth, Move move) {
        Killers& killers = at(killers_, depth);
        if (killers.first != move) killers = {move, killers.first};
        at(history_[static_cast<std::size_t>(position.turn())], move.index + 1) += std::int64_t{depth} * depth;
    }

private:
    struct Rank {
        bool remembered = false;
        int killer = 0;
        std::int64_t history = 0;
        int priority = 0;

        friend auto operator<=>(const Rank&, const Rank&) = default;
    };
    struct Killers {
        Move first = Move::none();
        Move second = Move::none();
    };

    Rank rank(Side side, int depth, Move move, Move remembered) const {
        Rank rank;
        if (reasons_.memory) rank.remembered = move == remembered;
        if (reasons_.killer) rank.killer = killer_rank(peek(killers_, depth), move);
        if (reasons_.history) rank.history = peek(history_[static_cast<std::size_t>(side)], move.index + 1);
        if (reasons_.fixed && move.index >= 0) rank.priority = peek(priorities_, move.index);
        return rank;
    }

    static int killer_rank(const Killers& killers, Move move) {
        if (killers.first == move) return 2;
        return killers.second == move ? 1 : 0;
    }

    template <class T>
    static T peek(const std::vector<T>& list, int index) {
        return static_cast<std::size_t>(index) < list.size() ? list[static_cast<std::size_t>(index)] : T{};
    }
    template <class T>
    static T& at(std::vector<T>& list, int index) {
        if (static_cast<std::size_t>(index) >= list.size()) list.resize(static_cast<std::size_t>(index) + 1);
        return list[static_cast<std::size_t>(index)];
    }

    Reasons reasons_;
    std::vector<int> priorities_;
    std::vector<Killers> killers_;
    std::array<std::vector<std::int64_t>, 2> history_;
};

}  // namespace gamegrove
