#pragma once

#include <algorithm>

#include "games/connect_four/text.h"
#include "games/othello/landmarks.h"
#include "games/othello/text.h"
#include "games/pente/text.h"
#include "games/tree/text.h"

/// Rule-based pruning: a rule takes moves away before the search sees them. A rule that leaves nothing is not applied.
namespace gamegrove {

/// Shows a search all moves.
struct NoPruning {
    template <class P, class Moves>
    const Moves& operator()(const P&, const Moves& moves, int) const {
        return moves;
    }
};

/// Which rules are switched on, in the order in which they are applied.
struct Rules {
    bool corners = false;     ///< Othello: who can take a corner takes one, and asks no other rule
    bool guard = false;       ///< Othello: do not let the opponent take a corner
    bool edges = false;       ///< Othello: who can take an edge takes one
    bool edge_guard = false;  ///< Othello: do not play beside an edge where the opponent can then take it
    bool near = false;        ///< Pente: stay within two cells of a stone
    bool wins = false;        ///< other games: who can win at once does, and asks no other rule
    bool safe = false;        ///< other games: do not let the opponent win at once

    bool any() const { return corners || guard || edges || edge_guard || near || wins || safe; }
};

template <class P>
bool ends_lost(const P& position) {
    return position.moves().empty() && position.final_value() < 0;
}

template <class P>
bool can_win(const P& position) {
    for (const Move move : position.moves())
        if (ends_lost(position.after(move))) return true;
    return false;
}

namespace pente {

/// The cells within two of a stone.
template <class B>
auto neighbourhood(const Position<B>& position) {
    auto cells = position.mover();
    const Frame f = frame(position);
    for_each_bit(position.mover() | position.opponent(), [&](int stone) {
        const int x = f.column_of(stone);
        const int y = f.row_of(stone);
        for (int row = std::max(0, y - 2); row <= std::min(f.height - 1, y + 2); ++row)
            for (int column = std::max(0, x - 2); column <= std::min(f.width - 1, x + 2); ++column)
                cells |= decltype(cells)::of(f.cell_at(column, row));
    });
    return cells;
}

}  // namespace pente

/// Shows a search the moves that the rules leave.
class RulePruning {
public:
    explicit RulePruning(Rules rules = {}) : rules_(rules) {}

    /// At the horizon nobody looks at the moves, and rules are dear.
    template <class P, int Words>
    CellMoves<Words> operator()(const P& position, CellMoves<Words> moves, int depth) const {
        if (depth == 0 || moves.size() < 2 || !rules_.any()) return moves;
        return apply(position, moves);
    }

    /// A tree's children are shown as they are.
    template <class P>
    tree::ChildMoves operator()(const P&, tree::ChildMoves moves, int) const {
        return moves;
    }

private:
    template <class B, class Moves>
    Moves apply(const othello::Position<B>& position, Moves moves) const {
        const auto takes = [](const auto& cells) { return [&](Move move) { return cells.test(move.index); }; };
        const auto allows = [&](Move move, const auto& cells) {
            const auto next = position.after(move);
            return (B::moves(next.mover(), next.opponent()) & cells).any();
        };
        const auto guards_corners = [&](Move move) { return !allows(move, othello::corner_cells<B>); };
        const auto guards_edges = [&](Move move) {
            const auto cell = B::Bits::of(move.index);
            return (cell & othello::edge_cells<B>).any() ||
                   !allows(move, othello::spread<B>(cell) & othello::edge_cells<B>);
        };
        if (rules_.corners && keep(moves, takes(othello::corner_cells<B>))) return moves;
        if (rules_.guard) keep(moves, guards_corners);
        if (rules_.edges) keep(moves, takes(othello::edge_cells<B>));
        if (rules_.edge_guard) keep(moves, guards_edges);
        return moves;
    }

    template <class P, class Moves>
    Moves apply(const P& position, Moves moves) const {
        if constexpr (requires { neighbourhood(position); })
            if (rules_.near)
                keep(moves, [cells = neighbourhood(position)](Move move) { return cells.test(move.index); });
        if (rules_.wins && keep(moves, [&](Move move) { return ends_lost(position.after(move)); })) return moves;
        if (rules_.safe) keep(moves, [&](Move move) { return !can_win(position.after(move)); });
        return moves;
    }

    /// Keeps the moves for which `belongs` holds, unless there are none; says whether there are any.
    template <int Words, class Predicate>
    static bool keep(CellMoves<Words>& moves, Predicate belongs) {
        Bits<Words> cells;
        for (const Move move : moves)
            if (belongs(move)) cells |= Bits<Words>::of(move.index);
        if (!cells.any()) return false;
        moves = CellMoves<Words>(cells);
        return true;
    }

    Rules rules_;
};

}  // namespace gamegrove
