#pragma once

#include "evaluation/othello/parity.h"
#include "evaluation/othello/regions.h"

namespace gamegrove::othello {

/// In how many per cent of the regions each side can expect to play last. With an even number of regions that is half
/// of them for both; with an odd number the side that plays last on the whole board has one more.
template <class B>
Balance local_parity(const Position<B>& position) {
    int regions = 0;
    for_each_region<B>(empty_cells<B>(position.mover(), position.opponent()), [&](const auto&) { ++regions; });
    if (regions == 0) return {};
    const Value more = 100 * ((regions + 1) / 2) / regions;
    const Value fewer = 100 * (regions / 2) / regions;
    return parity(position).mine == 1 ? Balance{more, fewer} : Balance{fewer, more};
}

}  // namespace gamegrove::othello
