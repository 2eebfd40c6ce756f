#pragma once

#include "algorithms/node.h"

namespace gamegrove {

/// A value of the side to move as MAX, the first player, sees it, or back.
constexpr Value seen_by_max(Side turn, Value value) { return turn == Side::first ? value : -value; }

/// Minimax: the definition of a game tree's value. All values are seen by MAX: she takes the largest, MIN the smallest.
template <class N>
Found minimax(const N& node, Window window = everything) {
    node.enter(window);
    if (node.is_leaf()) {
        const Found found = node.evaluate();
        node.leave(found);
        return found;
    }
    const Side turn = node.position().turn();
    Found best{turn == Side::first ? -infinity : infinity};
    for (const Move move : node.moves()) {
        const N child = node.after(move);
        const Value value = seen_by_max(child.position().turn(), minimax(child, window).value);
        if (turn == Side::first ? value > best.value : value < best.value) best = {value, move};
    }
    best.value = seen_by_max(turn, best.value);
    node.leave(best);
    return best;
}

}  // namespace gamegrove
