#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "engines/othello/counting.h"

namespace gamegrove::othello {

/// The end of a game when one to four cells are empty, each number written out: half of all nodes of a solver are here.
/// Its one important method is four().
///
/// All of them are asked whether the score, seen by the mover, is above alpha. What they give
///   is at most alpha: then the score is at most that;
///   is above alpha: then the score is at least that.
template <class B>
class LastCells {
public:
    using Bits = typename B::Bits;

    explicit LastCells(Empties empties) : empties_(empties) {}

    /// How many positions with two empty cells or more were looked at.
    std::uint64_t nodes = 0;

    /// The score itself when one cell is left.
    int one(const Bits& mover, int cell) const {
        const int mine = mover.count();
        if (const int flipped = flips_on_last_cell<B>(mover, cell)) return 2 * (mine + flipped + 1) - all_cells;
        const Bits opponent = B::cells & ~(mover | Bits::of(cell));
        if (const int flipped = flips_on_last_cell<B>(opponent, cell)) return 2 * (mine - flipped) - all_cells;
        return final_score<B>(mine, all_cells - 1 - mine, empties_);
    }

    int two(const Bits& mover, const Bits& opponent, int a, int b, int alpha) {
        ++nodes;
        int best = unknown;
        if (const Bits flipped = flips(mover, opponent, a); flipped.any()) {
            best = -one(opponent ^ flipped, b);
            if (best > alpha) return best;
        }
        if (const Bits flipped = flips(mover, opponent, b); flipped.any())
            return std::max(best, -one(opponent ^ flipped, a));
        if (best != unknown) return best;
        // The mover passes, and the opponent chooses the least.
        if (const Bits flipped = flips(opponent, mover, a); flipped.any()) {
            best = one(mover ^ flipped, b);
            if (best <= alpha) return best;
        }
        if (const Bits flipped = flips(opponent, mover, b); flipped.any()) {
            const int other = one(mover ^ flipped, a);
            return best == unknown ? other : std::min(best, other);
        }
        return best != unknown ? best : ended(mover, opponent);
    }

    /// The cells are tried in the order in which they are given.
    int three(const Bits& mover, const Bits& opponent, const std::array<int, 3>& cells, int alpha) {
        ++nodes;
        const auto [a, b, c] = cells;
        int best = unknown;
        const auto fails_high = [&](int cell, int first, int second) {
            const Bits flipped = flips(mover, opponent, cell);
            if (!flipped.any()) return false;
            const auto [next, waiting] = after(mover, opponent, flipped, cell);
            best = std::max(best, -two(next, waiting, first, second, -alpha - 1));
            return best > alpha;
        };
        if (fails_high(a, b, c) || fails_high(b, a, c) || fails_high(c, a, b) || best != unknown) return best;
        if (!flips_any(opponent, mover, cells)) return ended(mover, opponent);
        return -three(opponent, mover, cells, -alpha - 1);
    }

    /// Finds out which cells are empty; those that are alone in their quarter are tried first.
    int four(const Bits& mover, const Bits& opponent, int alpha) {
        return four(mover, opponent, Plan(empty_cells<B>(mover, opponent)), alpha);
    }

    int ended(const Bits& mover, const Bits& opponent) const {
        return final_score<B>(mover.count(), opponent.count(), empties_);
    }

    /// Less than any score.
    static constexpr int unknown = -1000;

private:
    static constexpr int all_cells = B::cells.count();

    /// In which order to try four cells, and the three that are left after each.
    ///
    /// By how many are in one quarter: with 1 and 3 the single one leads, and with 1, 1 and 2 the single ones; the
    /// order of the rest then stays good. With 2 and 2 the partner of a cell that was played leads.
    struct Plan {
        explicit Plan(Bits empty) {
            for (int& each : cell) {
                each = empty.lowest();
                empty = empty.without_lowest();
            }
            auto& [a, b, c, d] = cell;
            const auto bit = [](int each) { return 1U << quarter_of<B>[static_cast<std::size_t>(each)]; };
            const unsigned odd = bit(a) ^ bit(b) ^ bit(c) ^ bit(d);
            const auto is_odd = [&](int each) { return (odd & bit(each)) != 0; };
            if (odd == 0) {
                if (bit(c) == bit(a)) std::swap(b, c);
                if (bit(d) == bit(a)) std::swap(b, d);
            } else if (std::popcount(odd) == 2 && is_odd(a) && is_odd(b) && is_odd(c) && is_odd(d)) {
                partner_leads = false;
                const unsigned single = bit(a) == bit(b) || bit(a) == bit(c) ? odd ^ bit(a) : bit(a);
                for (std::size_t i = 1; i < 4; ++i)
                    if (bit(cell[i]) == single) std::swap(a, cell[i]);
            } else {
                if (!is_odd(a)) std::swap(a, is_odd(b) ? b : is_odd(c) ? c : d);
                if (!is_odd(b)) std::swap(b, is_odd(c) ? c : d);
            }
        }

        std::array<int, 4> cell{};
        bool partner_leads = true;
    };

    int four(const Bits& mover, const Bits& opponent, const Plan& plan, int alpha) {
        ++nodes;
        const auto [a, b, c, d] = plan.cell;
        int best = unknown;
        const auto fails_high = [&](int cell, const std::array<int, 3>& rest) {
            const Bits flipped = flips(mover, opponent, cell);
            if (!flipped.any()) return false;
            const auto [next, waiting] = after(mover, opponent, flipped, cell);
            best = std::max(best, -three(next, waiting, rest, -alpha - 1));
            return best > alpha;
        };
        const bool swap = plan.partner_leads;
        if (fails_high(a, {b, c, d}) || fails_high(b, {a, c, d}) ||
            fails_high(c, swap ? std::array{d, a, b} : std::array{a, b, d}) ||
            fails_high(d, swap ? std::array{c, a, b} : std::array{a, b, c}) || best != unknown)
            return best;
        if (!flips_any(opponent, mover, plan.cell)) return ended(mover, opponent);
        return -four(opponent, mover, plan, -alpha - 1);
    }

    static Bits flips(const Bits& mover, const Bits& opponent, int cell) {
        return (neighbours[static_cast<std::size_t>(cell)] & opponent).any() ? B::flips(mover, opponent, cell) : Bits{};
    }

    template <std::size_t count>
    static bool flips_any(const Bits& mover, const Bits& opponent, const std::array<int, count>& cells) {
        return std::ranges::any_of(cells, [&](int cell) { return flips(mover, opponent, cell).any(); });
    }

    static std::pair<Bits, Bits> after(const Bits& mover, const Bits& opponent, const Bits& flipped, int cell) {
        return {opponent ^ flipped, mover | flipped | Bits::of(cell)};
    }

    static constexpr auto neighbours = [] {
        std::array<Bits, Bits::capacity> around{};
        for_each_bit(B::cells, [&](int cell) {
            around[static_cast<std::size_t>(cell)] = spread<B>(Bits::of(cell)) & ~Bits::of(cell);
        });
        return around;
    }();

    Empties empties_;
};

}  // namespace gamegrove::othello
