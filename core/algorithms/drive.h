#pragma once

#include "algorithms/alpha_beta.h"

/// The driver: null-window searches that close two bounds around the value (Plaat, Schaeffer, Pijls, de Bruin 1996).
/// One loop, and four answers to the question where to ask next.
namespace gamegrove {

/// Closes the bounds, beginning with the question `beta`: is the value at least so much? `next_question` finds the next
/// one from the lower bound, the upper bound and the value found last. The move is that of the last pass that failed
/// high.
template <class N, class NextQuestion>
Found drive(const N& node, Value beta, NextQuestion next_question) {
    Value lower = -infinity;
    Value upper = infinity;
    Found best;
    while (lower < upper) {
        node.setting().sweep();
        const Found found = alpha_beta(node, null_window_below(beta));
        if (found.value < beta) {
            upper = found.value;
        } else {
            lower = found.value;
            best = found;
        }
        beta = next_question(lower, upper, found.value);
    }
    return {upper, best.move};
}

/// SSS*: at the upper bound, from +infinity down.
template <class N>
Found sss(const N& node) {
    return drive(node, infinity, [](Value, Value upper, Value) { return upper; });
}

/// DUAL*: just above the lower bound, from -infinity up.
template <class N>
Found dual(const N& node) {
    return drive(node, 1 - infinity, [](Value lower, Value, Value) { return lower + 1; });
}

/// MTD(f): at the last value found, from the setting's guess.
template <class N>
Found mtd_f(const N& node) {
    return drive(node, node.setting().guess,
                 [](Value lower, Value, Value value) { return value == lower ? value + 1 : value; });
}

/// MTD(bi): in the middle between the bounds, rounded up.
template <class N>
Found mtd_bi(const N& node) {
    return drive(node, node.setting().guess, [](Value lower, Value upper, Value) {
        const std::int64_t sum = std::int64_t{lower} + upper + 1;
        return static_cast<Value>(sum >> 1);
    });
}

}  // namespace gamegrove
