#pragma once

#include "evaluation/feature.h"
#include "games/othello/landmarks.h"
#include "games/othello/position.h"

/// How safe discs are. A stable disc can never be turned over; an unstable one can be by the other side's next move;
/// the others are semi-stable. What is called stable really is, on every board; some discs that are stable in truth,
/// for reasons that need a search to see, are called semi-stable.
namespace gamegrove::othello {

/// The cells that are `count` single steps from another cell of their line; holes and edges end a line.
template <class B, int step, int count>
inline constexpr auto reached_after = [] {
    auto cells = B::cells;
    for (int i = 0; i < count; ++i) cells = stepped<B, step>(cells);
    return cells;
}();

/// The cells behind which, against the direction of `step`, there is no empty cell on the line, themselves included.
template <class B, int step, int covered = 1>
constexpr typename B::Bits filled_behind(const typename B::Bits& filled) {
    if constexpr (covered >= B::size) {
        return filled;
    } else {
        constexpr auto ended = ~reached_after<B, step, covered>;
        return filled_behind<B, step, 2 * covered>(filled & (filled.template shifted<step * covered>() | ended));
    }
}

/// The cells on lines without an empty cell, along the axis of `step`. Holes and edges end a line.
template <class B, int step>
typename B::Bits on_full_lines(const typename B::Bits& empty) {
    const auto filled = B::cells & ~empty;
    return filled_behind<B, step>(filled) & filled_behind<B, -step>(filled);
}

/// The cells that are safe along the axis of `step` as far as the board itself says so: on a full line, or with a
/// neighbour on the axis that is no cell.
template <class B, int step>
typename B::Bits safe_by_board(const typename B::Bits& empty) {
    static constexpr auto at_an_end = B::cells & ~(stepped<B, step>(B::cells) & stepped<B, -step>(B::cells));
    return at_an_end | on_full_lines<B, step>(empty);
}

/// The discs of one side that can never be turned over: along each axis the line is full, or a neighbour is no cell
/// or is stable itself.
template <class B>
class StableDiscs {
public:
    using Bits = typename B::Bits;

    explicit StableDiscs(const Bits& empty)
        : rows_(safe_by_board<B, 1>(empty)),
          columns_(safe_by_board<B, B::stride>(empty)),
          falling_(safe_by_board<B, B::stride + 1>(empty)),
          rising_(safe_by_board<B, B::stride - 1>(empty)) {}

    Bits of(const Bits& discs) const {
        Bits stable;
        for (Bits before = ~stable; before != stable;) {
            before = stable;
            stable = discs & (rows_ | beside<1>(stable)) & (columns_ | beside<B::stride>(stable)) &
                     (falling_ | beside<B::stride + 1>(stable)) & (rising_ | beside<B::stride - 1>(stable));
        }
        return stable;
    }

private:
    template <int step>
    static Bits beside(const Bits& stable) {
        return stepped<B, step>(stable) | stepped<B, -step>(stable);
    }

    Bits rows_, columns_, falling_, rising_;
};

/// The discs of `discs` that `attacker` could turn over with one move.
template <class B>
typename B::Bits flippable(const typename B::Bits& attacker, const typename B::Bits& discs) {
    typename B::Bits flipped;
    for_each_bit(B::moves(attacker, discs), [&](int cell) { flipped |= B::flips(attacker, discs, cell); });
    return flipped;
}

template <class B>
Balance stable(const Position<B>& position) {
    const StableDiscs<B> discs(empty_cells<B>(position.mover(), position.opponent()));
    return {discs.of(position.mover()).count(), discs.of(position.opponent()).count()};
}

template <class B>
Balance unstable(const Position<B>& position) {
    return {flippable<B>(position.opponent(), position.mover()).count(),
            flippable<B>(position.mover(), position.opponent()).count()};
}

template <class B>
Balance semi_stable(const Position<B>& position) {
    const Balance safe = stable(position);
    const Balance exposed = unstable(position);
    return {position.mover().count() - safe.mine - exposed.mine,
            position.opponent().count() - safe.theirs - exposed.theirs};
}

/// Stable discs count for a side, unstable ones against it.
template <class B>
Balance stability(const Position<B>& position) {
    const Balance safe = stable(position);
    const Balance exposed = unstable(position);
    return {safe.mine - exposed.mine, safe.theirs - exposed.theirs};
}

}  // namespace gamegrove::othello
