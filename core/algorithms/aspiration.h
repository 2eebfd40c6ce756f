#pragma once

#include "algorithms/alpha_beta.h"

namespace gamegrove {

/// Alpha-beta in a narrow window around the setting's guess, and once more with an open side if the guess was wrong.
template <class N>
Found aspiration(const N& node, Value margin) {
    const Value guess = node.setting().guess;
    const auto sweep = [&](Window window) {
        node.setting().sweep();
        return alpha_beta(node, window);
    };
    const Found found = sweep({guess - margin, guess + margin});
    if (found.value <= guess - margin) return sweep({-infinity, found.value + 1});
    if (found.value >= guess + margin) return sweep({found.value - 1, infinity});
    return found;
}

}  // namespace gamegrove
