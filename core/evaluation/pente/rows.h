#pragma once

#include <algorithm>
#include <array>

#include "evaluation/feature.h"
#include "games/pente/text.h"

namespace gamegrove::pente {

/// The rows of each side, along all four axes: unbroken runs of stones that could still grow. A row is worth ten times
/// as much with one stone more, and ten times as much with two open ends as with one; closed at both ends it is worth
/// nothing. With five in a row to win:
///
///     length          1     2      3       4
///     one end open    1    10    100   1,000
///     both open      10   100  1,000  10,000
///
/// Values can be carried from move to move: a stone changes only the rows that meet in its cell.
template <class B>
class Rows {
public:
    using Bits = typename B::Bits;

    explicit Rows(const Position<B>& start) : in_a_row_(start.rules().in_a_row) {}

    Balance operator()(const Position<B>& position) const {
        const Stones stones{position.mover(), position.opponent(), position.board().cells};
        Balance balance;
        for_each_bit(position.mover(), [&](int cell) { balance.mine += beginning_at(stones, cell); });
        const Stones others = stones.seen_by_opponent();
        for_each_bit(position.opponent(), [&](int cell) { balance.theirs += beginning_at(others, cell); });
        return balance;
    }

    /// The balance after a move, seen by the next side, from that before it.
    Balance after(Balance balance, const Position<B>& position, Move move, const Position<B>& next) const {
        Stones stones{position.mover(), position.opponent(), position.board().cells};
        add(balance, change(stones, move.index), 1);
        stones.mine |= Bits::of(move.index);
        balance = balance.seen_by_opponent();
        stones = stones.seen_by_opponent();
        for_each_bit(stones.mine & ~next.mover(), [&](int captured) {
            stones.mine = stones.mine ^ Bits::of(captured);
            add(balance, change(stones, captured), -1);
        });
        return balance;
    }

private:
    static constexpr std::array axes = {1, B::stride - 1, B::stride, B::stride + 1};

    struct Stones {
        Bits mine;
        Bits theirs;
        Bits cells;

        Stones seen_by_opponent() const { return {theirs, mine, cells}; }
        static bool has(const Bits& bits, int cell) { return cell >= 0 && cell < Bits::capacity && bits.test(cell); }
        bool is_mine(int cell) const { return has(mine, cell); }
        bool is_theirs(int cell) const { return has(theirs, cell); }
        bool is_empty(int cell) const { return has(cells, cell) && !is_mine(cell) && !is_theirs(cell); }
    };

    /// Stones of one side in a run that begins beside a cell and leads away from it.
    struct Run {
        int length = 0;
        bool is_mine = false;
        bool open = false;  ///< at its far end; without stones: whether the cell beside is empty
    };

    static Run run_from(const Stones& stones, int cell, int step) {
        Run run;
        int next = cell + step;
        run.is_mine = stones.is_mine(next);
        if (run.is_mine)
            for (; stones.is_mine(next); next += step) ++run.length;
        else
            for (; stones.is_theirs(next); next += step) ++run.length;
        run.open = stones.is_empty(next);
        return run;
    }

    Value worth(int length, int open_ends) const {
        if (open_ends == 0 || length == 0 || length >= in_a_row_) return 0;
        Value worth = 1;
        for (int power = 3 + open_ends - (in_a_row_ - length); power > 0; --power) worth *= 10;
        return worth;
    }

    /// My rows whose first stone is on this cell.
    Value beginning_at(const Stones& stones, int cell) const {
        Value sum = 0;
        for (const int axis : axes) {
            if (stones.is_mine(cell - axis)) continue;
            const Run rest = run_from(stones, cell, axis);
            const int length = 1 + (rest.is_mine ? rest.length : 0);
            const bool open_above = rest.is_mine || rest.length == 0 ? rest.open : false;
            sum += worth(length, static_cast<int>(open_above) + static_cast<int>(stones.is_empty(cell - axis)));
        }
        return sum;
    }

    /// What it would change if a stone of mine stood on an empty cell.
    Balance change(const Stones& stones, int cell) const {
        Balance change;
        for (const int axis : axes) {
            int length = 1;
            int open_ends = 0;
            for (const int step : {axis, -axis}) {
                const Run run = run_from(stones, cell, step);
                const int open = static_cast<int>(run.open);
                if (run.length == 0) {
                    open_ends += open;
                } else if (run.is_mine) {
                    change.mine -= worth(run.length, open + 1);
                    length += run.length;
                    open_ends += open;
                } else {
                    change.theirs += worth(run.length, open) - worth(run.length, open + 1);
                }
            }
            change.mine += worth(length, open_ends);
        }
        return change;
    }

    static void add(Balance& balance, Balance change, int times) {
        balance.mine += times * change.mine;
        balance.theirs += times * change.theirs;
    }

    int in_a_row_;
};

}  // namespace gamegrove::pente
