#pragma once

#include "algorithms/node.h"

namespace gamegrove {

/// The best of a node's moves, each searched in what the ones before it have left of the window.
template <class N, class Search>
[[gnu::always_inline]] inline Found best_of_moves(const N& node, Window window, Bounds known, Search search) {
    window = known.narrow(window);
    Found best{-infinity, known.move};
    for (const Move move : node.moves(known.move)) {
        const Window asked = window.above(best.value);
        const Value value = -search(node.after(move), asked.seen_by_opponent()).value;
        if (value > best.value) best = {value, value > window.alpha ? move : best.move};
        if (best.value >= window.beta) {
            node.cut_off(move);
            break;
        }
    }
    return node.remember(best, window);
}

/// Alpha-beta, fail-soft: a value outside the window is a bound, and as tight as the search could make it. With a
/// memory that remembers, the same text is alpha-beta with memory.
template <class N>
Found alpha_beta(const N& node, Window window = everything) {
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
    const Found found =
        best_of_moves(node, window, known, [](const N& child, Window asked) { return alpha_beta(child, asked); });
    node.leave(found);
    return found;
}

/// As the early papers print it: no value of an inner node leaves the window, and nothing is remembered.
template <class N>
Found alpha_beta_fail_hard(const N& node, Window window = everything) {
    node.enter(window);
    if (node.is_leaf()) {
        const Found found = node.evaluate();
        node.leave(found);
        return found;
    }
    Found best{window.alpha};
    for (const Move move : node.moves()) {
        const Window asked = window.above(best.value);
        const Value value = -alpha_beta_fail_hard(node.after(move), asked.seen_by_opponent()).value;
        if (value > best.value) best = {value, move};
        if (best.value >= window.beta) {
            node.cut_off(move);
            best.value = window.beta;
            break;
        }
    }
    node.leave(best);
    return best;
}

}  // namespace gamegrove
