#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "evaluation/feature.h"
#include "games/connect_four/text.h"

namespace gamegrove::connect_four {

/// All segments of a board: the places where a line that wins could stand, 69 of them on 7x6. A segment with discs of
/// one side only is worth 1, 10, 100 ... to that side for one, two, three discs; a mixed or empty one is worth nothing.
///
/// Values can be carried from move to move: a disc changes only the segments through its hole.
template <class B>
class Segments {
public:
    using Bits = typename B::Bits;

    explicit Segments(const Position<B>& start) : through_(Bits::capacity) {
        const Rules& rules = start.layout().rules;
        const int up = 1;
        const int right = rules.height + 1;
        for (int column = 0; column < rules.width; ++column)
            for (int row = 0; row < rules.height; ++row)
                for (const int step : {up, right, right + 1, right - 1})
                    add(start.layout(), column * (rules.height + 1) + row, step);
        for (int discs = 1; discs < static_cast<int>(worth_.size()); ++discs) {
            Value worth = 1;
            for (int i = 1; i < std::min(discs, largest_power); ++i) worth *= 10;
            worth_[static_cast<std::size_t>(discs)] = worth;
        }
    }

    Balance operator()(const Position<B>& position) const {
        Balance balance;
        for (const Bits& segment : all_) {
            const Discs discs = in(segment, position);
            if (discs.theirs == 0) balance.mine += worth(discs.mine);
            if (discs.mine == 0) balance.theirs += worth(discs.theirs);
        }
        return balance;
    }

    /// The balance after a move, seen by the next side, from that before it.
    Balance after(Balance balance, const Position<B>& position, Move move, const Position<B>&) const {
        for (const Bits& segment : through(move.index)) {
            const Discs discs = in(segment, position);
            if (discs.theirs == 0) balance.mine += worth(discs.mine + 1) - worth(discs.mine);
            if (discs.mine == 0) balance.theirs -= worth(discs.theirs);
        }
        return balance.seen_by_opponent();
    }

    /// The weight of a hole: the number of segments through it.
    Value weight(int cell) const { return static_cast<Value>(through(cell).size()); }
    int count() const { return static_cast<int>(all_.size()); }

private:
    static constexpr int largest_power = 6;  // larger worths would only drown what else an evaluation knows

    struct Discs {
        int mine;
        int theirs;
    };

    static Discs in(const Bits& segment, const Position<B>& position) {
        return {(segment & position.mover()).count(), (segment & position.opponent()).count()};
    }

    Value worth(int discs) const { return worth_[static_cast<std::size_t>(discs)]; }
    const std::vector<Bits>& through(int cell) const { return through_[static_cast<std::size_t>(cell)]; }

    void add(const Layout<Bits>& layout, int cell, int step) {
        Bits segment;
        for (int i = 0; i < layout.rules.in_a_row; ++i, cell += step) {
            if (cell < 0 || cell >= Bits::capacity || !layout.cells.test(cell)) return;
            segment |= Bits::of(cell);
        }
        all_.push_back(segment);
        for_each_bit(segment, [&](int each) { through_[static_cast<std::size_t>(each)].push_back(segment); });
    }

    std::vector<Bits> all_;
    std::vector<std::vector<Bits>> through_;
    std::array<Value, Bits::capacity + 1> worth_{};
};

}  // namespace gamegrove::connect_four
