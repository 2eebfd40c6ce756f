#pragma once

#include "algorithms/node.h"

namespace gamegrove {

template <class N>
Found nega_scout(const N& node, Window window = everything);

/// The value of a later move: by a null window, and again with an open one if it is better after all.
template <class N>
Value scout(const N& child, Window asked) {
    const Value value = -nega_scout(child, asked.null().seen_by_opponent()).value;
    if (value <= asked.alpha || value >= asked.beta) return value;
    child.setting().observer.searched_again();
    return -nega_scout(child, Window{value, asked.beta}.seen_by_opponent()).value;
}

/// NegaScout: believe in the first move, and only ask of the others whether they are better. Fail-soft, with the bounds
/// of alpha_beta(); with and without memory.
template <class N>
Found nega_scout(const N& node, Window window) {
    node.enter(window);
    const Bounds known = node.recall(window);
    if (known.settle(window)) {
        const Found found = known.answer(window);
        node.leave(found);
        return found;
    }
    if (node.is_leaf()) {
        const Found found = node.remember(node.evaluate(), everything);
        node.leave(found);
        return found;
    }
    window = known.narrow(window);
    Found best{-infinity, known.move};
    bool first = true;
    for (const Move move : node.moves(known.move)) {
        const N child = node.after(move);
        const Window asked = window.above(best.value);
        const Value value = first ? -nega_scout(child, asked.seen_by_opponent()).value : scout(child, asked);
        first = false;
        if (value > best.value) best = {value, value > window.alpha ? move : best.move};
        if (best.value >= window.beta) {
            node.cut_off(move);
            break;
        }
    }
    node.remember(best, window);
    node.leave(best);
    return best;
}

}  // namespace gamegrove
