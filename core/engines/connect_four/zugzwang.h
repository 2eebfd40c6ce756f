#pragma once

#include "engines/connect_four/ground.h"

/// Bounds that follow from who runs out of waiting moves, for several positions side by side. See Ground for what the
/// leader and the follower are.
namespace gamegrove::connect_four {

template <class Lanes>
struct Sides {
    Lanes leader;         ///< stones of the leader
    Lanes follower;       ///< stones of the follower
    Lanes leader_wins;    ///< empty cells that would complete a line of the leader
    Lanes follower_wins;  ///< ... of the follower
};

/// A side that wins on a cell, when all else is full but what lies above the cell, scores 1 + (rows above) / 2: the
/// number of the lowest rows on which it scores at least so much.
template <class Bits>
int rows_worth(const Ground<Bits>& ground, int score) {
    return ground.rules.height - 2 * (score - 1);
}

/// The lanes in which the leader can make no line as long as the follower only answers.
///
/// The follower answers in the column in which the leader has played, and so gets every cell of his rows that is not
/// playable now. Cells of his rows that are playable now (`shared`) stand in columns with an odd number of empty cells.
/// He keeps those in pairs: when the leader takes one of a pair he takes the other. When it is his turn there is an odd
/// number of them, and he begins with taking one. So the leader gets at most one cell of every pair and the cells of
/// his own rows, but none above a cell on which the follower wins (beyond `reach`).
template <class Bits, class Lanes>
[[gnu::always_inline]] inline LaneSet contained(const Ground<Bits>& ground, const Sides<Lanes>& sides,
                                                const Lanes& playable, const Lanes& reach) {
    const Lanes empty = ground.template all<Lanes>(ground.cells) & ~(sides.leader | sides.follower);
    const Lanes own = sides.leader | (empty & ground.template all<Lanes>(ground.leader_rows) & reach);
    const Lanes shared = playable & ground.template all<Lanes>(ground.follower_rows);
    const LaneSet open = ground.having_lines(own | shared);
    if (open == 0) return ~open;

    const Lanes second = shared.without_lowest();
    const Lanes third = second.without_lowest();
    const LaneSet two_or_more = second.occupied();
    const LaneSet three_or_more = third.occupied();
    const LaneSet at_most_three = ~third.without_lowest().occupied();
    const LaneSet own_line = ground.having_lines(own);
    const LaneSet hope = open & ~own_line & at_most_three;
    const LaneSet single = hope & ~two_or_more;  // it is the follower's turn, and he takes it
    if ((hope & two_or_more) == 0) return ~open | single;

    // With two cells the leader must make a line with neither; of three the follower takes the one that is dangerous.
    const LaneSet a = ground.having_lines(own | (shared ^ second));
    const LaneSet b = ground.having_lines(own | (second ^ third));
    const LaneSet c = ground.having_lines(own | third) & three_or_more;
    const LaneSet pair = hope & two_or_more & ~three_or_more & ~(a | b);
    const LaneSet triple = hope & three_or_more & ~((a & b) | (a & c) | (b & c));
    return ~open | single | pair | triple;
}

/// The lanes in which the leader is proven to score at most so much: not more than a draw where he is contained, and a
/// loss where besides the follower's answers complete a line.
template <class Bits, class Lanes>
[[gnu::always_inline]] inline LaneSet leader_scores_at_most(const Ground<Bits>& ground, const Sides<Lanes>& sides,
                                                            int score) {
    if (rows_worth(ground, -score) < 1) return 0;
    const Lanes stones = sides.leader | sides.follower;
    const Lanes playable = ground.playable(stones);
    const Lanes answers = ground.template all<Lanes>(ground.follower_rows) & ~(stones | playable);
    const Lanes targets = sides.follower_wins & answers;
    const LaneSet held = contained(ground, sides, playable, ground.up_to_lowest(targets));
    if (score >= 0 || held == 0) return held;
    const Bits& low = ground.low_rows(rows_worth(ground, -score));
    return held & ground.having_lines(sides.follower | (answers & ground.template all<Lanes>(low)));
}

/// The lanes in which the leader is proven to score more than so much. He does not lose where the follower has no line
/// left. With a winning cell in one of his own rows, not playable yet, he can answer, too: its column breaks the
/// parity, for in the end the follower must play the cell below it. There the leader gets his own rows and the follower
/// the others; in all other columns it is the other way round. Where the follower can make no line of what he gets the
/// leader wins, at the latest when all other columns are full.
template <class Bits, class Lanes>
[[gnu::always_inline]] inline LaneSet leader_scores_more_than(const Ground<Bits>& ground, const Sides<Lanes>& sides,
                                                              int score) {
    if (score >= 1 && rows_worth(ground, score + 1) < 1) return 0;
    const auto all = [](const Bits& board)
                         __attribute__((always_inline)) { return Ground<Bits>::template all<Lanes>(board); };
    const Bits low = score < 1 ? ground.cells : ground.low_rows(rows_worth(ground, score + 1));
    const Lanes stones = sides.leader | sides.follower;
    const Lanes playable = ground.playable(stones);
    const Lanes targets = sides.leader_wins & all(ground.leader_rows & low) & ~(stones | playable);
    const Lanes empty = all(ground.cells) & ~stones;
    LaneSet proven = score < 0 ? ~ground.having_lines(sides.follower | empty) : 0;
    if (targets.occupied() == 0) return proven;

    const Lanes elsewhere = (empty & all(ground.leader_rows)) | (playable & all(ground.follower_rows));
    for (int index = 0; index < ground.rules.width; ++index) {
        const Bits column = ground.column(index);
        const Lanes here = targets & all(column);
        const LaneSet tried = here.occupied();
        if (tried == 0) continue;
        const Lanes below = ground.up_to_lowest(here) & all(column);
        const Lanes gets =
            (elsewhere & ~all(column)) | (empty & all(ground.follower_rows) & below) | (playable & all(column));
        proven |= tried & ~ground.having_lines(sides.follower | gets);
    }
    return proven;
}

}  // namespace gamegrove::connect_four
