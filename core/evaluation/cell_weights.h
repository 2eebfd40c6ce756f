#pragma once

#include <vector>

#include "evaluation/feature.h"
#include "text/frame.h"

namespace gamegrove {

/// The evaluation that knows nothing: every unfinished game is even.
struct Zero {
    template <class P>
    Value operator()(const P&) const {
        return 0;
    }
};

/// A weight for each cell: own stones minus the opponent's. Cells of equal weight are counted together, so that a board
/// with three different weights costs six counts of bits.
template <class Bits>
class CellWeights {
public:
    /// From the weight of the cell in a column and a row.
    template <class WeightAt>
    CellWeights(const Frame& frame, WeightAt weight_at) {
        for (int row = 0; row < frame.height; ++row)
            for (int column = 0; column < frame.width; ++column)
                add(frame.cell_at(column, row), weight_at(column, row));
    }

    template <class P>
    Balance balance(const P& position) const {
        Balance balance;
        for (const Group& group : groups_) {
            balance.mine += group.weight * (position.mover() & group.cells).count();
            balance.theirs += group.weight * (position.opponent() & group.cells).count();
        }
        return balance;
    }

    template <class P>
    Value operator()(const P& position) const {
        Value value = 0;
        for (const Group& group : groups_)
            value +=
                group.weight * ((position.mover() & group.cells).count() - (position.opponent() & group.cells).count());
        return value;
    }

private:
    struct Group {
        Bits cells;
        Value weight;
    };

    void add(int cell, Value weight) {
        if (weight == 0) return;
        for (Group& group : groups_)
            if (group.weight == weight) {
                group.cells |= Bits::of(cell);
                return;
            }
        groups_.push_back({Bits::of(cell), weight});
    }

    std::vector<Group> groups_;
};

}  // namespace gamegrove
