#pragma once

#include "algorithms/values.h"

namespace gamegrove {

/// The memory that knows nothing and keeps nothing.
struct NoMemory {
    template <class P>
    Bounds recall(const P&, int) const {
        return {};
    }
    template <class P>
    void remember(const P&, int, Bounds) {}
    void forget() {}
    std::size_t bytes() const { return 0; }
    static constexpr bool is_careless() { return false; }
};

}  // namespace gamegrove
