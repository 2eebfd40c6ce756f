#pragma once

#include "algorithms/node.h"

namespace gamegrove {

/// Negamax: minimax with one rule for both sides. The same tree, visited in the same order.
template <class N>
Found negamax(const N& node, Window window = everything) {
    node.enter(window);
    if (node.is_leaf()) {
        const Found found = node.evaluate();
        node.leave(found);
        return found;
    }
    Found best;
    for (const Move move : node.moves()) {
        const Value value = -negamax(node.after(move), window).value;
        if (value > best.value) best = {value, move};
    }
    node.leave(best);
    return best;
}

}  // namespace gamegrove
