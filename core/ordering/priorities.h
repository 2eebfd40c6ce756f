#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "games/connect_four/text.h"
#include "games/othello/text.h"
#include "games/pente/text.h"
#include "games/tree/text.h"

/// The static order of each game: a priority for every cell, larger is earlier.
namespace gamegrove {

template <class PriorityAt>
std::vector<int> priorities_by_cell(const Frame& frame, PriorityAt priority_at) {
    std::vector<int> priorities(512);
    for (int row = 0; row < frame.height; ++row)
        for (int column = 0; column < frame.width; ++column)
            priorities[static_cast<std::size_t>(frame.cell_at(column, row))] = priority_at(column, row);
    return priorities;
}

namespace othello {

/// Corners first, then the edges, the inside, the ring next to the edge, and last the squares that give a corner away.
template <class B>
std::vector<int> priorities(const Position<B>& position) {
    return priorities_by_cell(frame(position), [](int column, int row) {
        const int x = std::min(column, B::size - 1 - column);  // distances from the nearest edges
        const int y = std::min(row, B::size - 1 - row);
        if (x + y == 0) return 5;
        if (x == 1 && y == 1) return 0;
        if (x + y == 1) return 1;
        if (x == 0 || y == 0) return 4;
        return x == 1 || y == 1 ? 2 : 3;
    });
}

}  // namespace othello

namespace connect_four {

/// From the middle outwards, the right one of two first: 3 4 2 5 1 6 0 on seven columns counted from 0.
template <class B>
std::vector<int> priorities(const Position<B>& position) {
    const int last = position.layout().rules.width - 1;
    return priorities_by_cell(frame(position), [last](int column, int) {
        const int aside = 2 * column - last;
        return -2 * std::abs(aside) + (aside > 0 ? 1 : 0);
    });
}

}  // namespace connect_four

namespace pente {

/// From the middle outwards.
template <class B>
std::vector<int> priorities(const Position<B>& position) {
    const Frame f = frame(position);
    return priorities_by_cell(f, [&](int column, int row) {
        return -std::max(std::abs(2 * column - f.width + 1), std::abs(2 * row - f.height + 1));
    });
}

}  // namespace pente

namespace tree {

inline std::vector<int> priorities(const Position&) { return {}; }

}  // namespace tree

}  // namespace gamegrove
