#pragma once

#include "algorithms/alpha_beta.h"

namespace gamegrove {

/// Asks one question: is the value at least the setting's guess? A value below it is an upper bound, any other a lower
/// one; bounds that meet in the memory prove the exact value.
template <class N>
Found null_window(const N& node) {
    node.setting().sweep();
    return alpha_beta(node, null_window_below(node.setting().guess));
}

}  // namespace gamegrove
