#pragma once

#include "games/othello/landmarks.h"

namespace gamegrove::othello {

/// Calls `visit(region)` for every region of empty cells: those that touch, in any of the eight directions.
template <class B, class Visit>
void for_each_region(typename B::Bits empty, Visit visit) {
    while (empty.any()) {
        auto region = B::Bits::of(empty.lowest());
        for (auto before = typename B::Bits{}; before != region;) {
            before = region;
            region = spread<B>(region) & empty;
        }
        empty &= ~region;
        visit(region);
    }
}

}  // namespace gamegrove::othello
