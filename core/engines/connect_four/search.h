#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "clock/budget.h"
#include "engines/connect_four/ground.h"
#include "engines/connect_four/table.h"
#include "engines/connect_four/team.h"
#include "engines/connect_four/zugzwang.h"

namespace gamegrove::connect_four {

/// How well a move has done lately, wherever it was tried: a number that forgets.
class Merit {
public:
    static constexpr int unit = 64;

    int value() const { return sum_ / 16; }

    /// Another move was better.
    void lower() { sum_ -= 32 + sum_ / 128; }

    /// It was the best move after so many others had been tried.
    void raise(int others) { sum_ += others * 32 - others * sum_ / 128; }

private:
    int sum_ = 0;
};

/// Null-window alpha-beta on one board. Its one important method is bound().
///
/// All moves of a position are made at once, a lane each. Before any of them is searched the static rules decide what
/// they can: double threats, moves that are forced, zugzwang, and what the table knows of the positions they lead to.
template <class GroundType>
class Search {
public:
    using Bits = typename GroundType::Bits;

    /// With a budget for the leader of the team, without one for the others: they end when he does.
    Search(const GroundType& ground, Table& table, Team& team, Budget* budget)
        : ground_(ground),
          table_(table),
          team_(team),
          budget_(budget),
          children_(static_cast<std::size_t>(this->ground().size())) {}
    Search(const Search&) = delete;
    ~Search() {
        if (budget_ == nullptr) team_.count_for_helper(nodes_ - nodes_told_);
    }

    std::uint64_t nodes() const { return nodes_; }

    /// The side to move has won if it completes a line at once; this answers for all other positions:
    /// result > alpha: the score is at least the result;
    /// result <= alpha: the score is at most the result.
    int bound(const Bits& mover, const Bits& other, int alpha) {
        question_ = alpha;
        const Bits stones = mover | other;
        Node node{mover, other, wins(mover, stones), wins(other, stones), {}, stones.count(), 0};
        const Bits playable = ground().playable(stones);
        node.moves = defences(node.other_wins, playable);
        if (!playable.any()) return 0;
        if (!node.moves.any()) return -ground().win_at(node.stones + 1);
        const int before = node.stones;
        if (const auto value = follow(node, alpha)) return *value;
        const Codes codes = codes_of(Boards::of(node.mover), Boards::of(node.other));
        node.code = codes[0];
        const bool same = (node.stones - before) % 2 == 0;
        const int value = remembered_or_searched(node, same ? alpha : -alpha - 1);
        return same ? value : -value;
    }

private:
    static constexpr int columns = GroundType::most_columns;
    /// With fewer empty cells the table costs more than it saves.
    static constexpr int fewest_empty_for_table = 12;
    static constexpr std::uint64_t no_code = ~std::uint64_t{0};
    using Boards = Lanes<Bits, columns>;
    using Codes = std::array<std::uint64_t, columns>;

    /// A position in which the side to move cannot win at once and has at least one move that does not lose at once.
    struct Node {
        Bits mover;
        Bits other;
        Bits mover_wins;  ///< empty cells with which the mover would complete a line
        Bits other_wins;  ///< ... the other
        Bits moves;       ///< the moves that do not lose at once
        int stones;
        std::uint64_t code;  ///< for the table, or none
    };

    /// The positions after all moves of a node, one a lane; a lane whose next moves are forced stands behind them.
    struct Children {
        std::array<Bits, columns> mover, other, mover_wins, other_wins, moves, threats, move;
        std::array<int, columns> stones;
        Codes code;
        LaneSet left;       ///< those that are not decided yet
        LaneSet same_side;  ///< those in which the side that moves is the node's

        [[gnu::always_inline]] Node node(int i) const {
            return {mover[i], other[i], mover_wins[i], other_wins[i], moves[i], stones[i], code[i]};
        }
        [[gnu::always_inline]] void put(int i, const Node& node) {
            mover[i] = node.mover;
            other[i] = node.other;
            mover_wins[i] = node.mover_wins;
            other_wins[i] = node.other_wins;
            moves[i] = node.moves;
            stones[i] = node.stones;
        }
    };

    constexpr const Ground<Bits>& ground() const { return *ground_; }

    [[gnu::always_inline]] Bits wins(const Bits& side, const Bits& stones) const {
        return ground().completing_cells(side) & ground().cells & ~stones;
    }

    /// The moves that do not lose at once: block a threat, and play below none.
    [[gnu::always_inline]] static Bits defences(const Bits& wins, const Bits& playable) {
        const Bits threats = wins & playable;
        const Bits safe = playable & ~(wins >> 1);
        if (!threats.any()) return safe;
        return threats.without_lowest().any() ? Bits{} : safe & threats;
    }

    /// As long as there is only one move that does not lose at once it is played. A value when that decides the node,
    /// seen by the side that moved at first.
    [[gnu::always_inline]] std::optional<int> follow(Node& node, int alpha) {
        for (int sign = 1;; sign = -sign) {
            if (node.stones >= ground().size() - 1) return 0;
            const int seen_alpha = sign > 0 ? alpha : -alpha - 1;
            const int least = -ground().win_at(node.stones + 3);
            const int most = ground().win_at(node.stones + 2);
            if (least > seen_alpha) return sign * least;
            if (most <= seen_alpha) return sign * most;
            if (node.moves.without_lowest().any()) return std::nullopt;
            ++nodes_;
            const Bits moved = node.mover | node.moves;
            const Bits stones = moved | node.other;
            const Bits playable = ground().playable(stones);
            const Bits threats = wins(moved, stones);
            const Bits replies = defences(threats, playable);
            if (!replies.any() && playable.any()) return sign * most;
            node = {node.other, moved, node.other_wins & ~node.moves, threats, replies, node.stones + 1, 0};
        }
    }

    int remembered_or_searched(const Node& node, int alpha) {
        if (const auto known = table_.recall(node.code)) {
            if (known->lower > alpha) return known->lower;
            if (known->upper <= alpha) return known->upper;
        }
        return searched(node, alpha);
    }

    /// The same as bound(), for a node with two moves or more.
    int searched(const Node& node, int alpha) {
        look();
        Children& children = children_[static_cast<std::size_t>(node.stones)];
        if (!make_children(node, children)) return ground().win_at(node.stones + 2);
        const int most = ground().win_at(node.stones + 4);
        if (most <= alpha) return most;

        int best = -ground().win_at(node.stones + 3);
        if (follow_forced(node, children, alpha, best) || children.left == 0) return best;
        const bool by_table = ground().size() - node.stones >= fewest_empty_for_table;
        if (by_table) look_up(children);
        if (decide_by_zugzwang(node, children, alpha, best) || children.left == 0) return best;
        if (by_table && (decide_by_table(children, alpha, best) || children.left == 0)) return best;

        const std::uint64_t before = nodes_;
        search_children(node, children, by_table, alpha, best);
        best = std::min(best, most);
        if (node.code != no_code) remember(node, alpha, best, nodes_ - before);
        return best;
    }

    /// Plays all moves at once; says no when one of them wins by a double threat.
    [[gnu::always_inline]] bool make_children(const Node& node, Children& children) const {
        std::array<Bits, columns> in_lane{};
        for (int i = 0; i < ground().rules.width; ++i) in_lane[i] = ground().column(i);
        const Boards move = Boards::of(node.moves) & Boards::from(in_lane);
        const Boards moved = Boards::of(node.mover) | move;
        const Boards stones = moved | Boards::of(node.other);
        const Boards playable = ground().playable(stones);
        const Boards threats = ground().completing_cells(moved) & Boards::of(ground().cells) & ~stones;
        const Boards immediate = threats & playable;
        const Boards safe = playable & ~(threats >> 1);
        const Boards replies = Boards::choose(immediate.occupied(), safe & immediate, safe);
        children.left = move.occupied();
        children.same_side = 0;
        const LaneSet lost = immediate.without_lowest().occupied() | (~replies.occupied() & playable.occupied());
        if ((lost & children.left) != 0) return false;
        children.mover.fill(node.other);
        moved.put_into(children.other);
        (Boards::of(node.other_wins) & ~move).put_into(children.mover_wins);
        threats.put_into(children.other_wins);
        threats.put_into(children.threats);
        move.put_into(children.move);
        replies.put_into(children.moves);
        children.stones.fill(node.stones + 1);
        children.code.fill(no_code);
        return true;
    }

    /// Takes notice of what a lane is worth: yes when that is enough for the node.
    [[gnu::always_inline]] static bool decided(Children& children, int lane, int value, int alpha, int& best) {
        children.left &= ~(LaneSet{1} << lane);
        best = std::max(best, value);
        return value > alpha;
    }

    /// Follows every child in which a move is forced to where there is a choice again; yes when one decides the node.
    [[gnu::always_inline]] bool follow_forced(const Node& node, Children& children, int alpha, int& best) {
        for (LaneSet rest = children.left; rest != 0; rest &= rest - 1) {
            const int i = std::countr_zero(rest);
            if (children.moves[i].without_lowest().any()) continue;
            Node child = children.node(i);
            if (const auto value = follow(child, -alpha - 1)) {
                if (decided(children, i, -*value, alpha, best)) return true;
                continue;
            }
            children.put(i, child);
            if ((child.stones - node.stones) % 2 == 0) children.same_side |= LaneSet{1} << i;
        }
        return false;
    }

    [[gnu::always_inline]] bool decide_by_zugzwang(const Node& node, Children& children, int alpha, int& best) {
        const bool follower_at_node = ground().follower_moves(node.stones);
        const LaneSet follower_moves = follower_at_node ? children.same_side : ~children.same_side;
        const Boards mover = Boards::from(children.mover), other = Boards::from(children.other);
        const Boards mover_wins = Boards::from(children.mover_wins), other_wins = Boards::from(children.other_wins);
        const Sides<Boards> sides{.leader = Boards::choose(follower_moves, other, mover),
                                  .follower = Boards::choose(follower_moves, mover, other),
                                  .leader_wins = Boards::choose(follower_moves, other_wins, mover_wins),
                                  .follower_wins = Boards::choose(follower_moves, mover_wins, other_wins)};
        const int leader_alpha = follower_at_node ? -alpha - 1 : alpha;
        const LaneSet low = leader_scores_at_most(ground(), sides, leader_alpha) & children.left;
        if (follower_at_node ? settle_high(low, alpha, best) : settle_low(children, low, alpha, best)) return true;
        const LaneSet high = leader_scores_more_than(ground(), sides, leader_alpha) & children.left;
        return follower_at_node ? settle_low(children, high, alpha, best) : settle_high(high, alpha, best);
    }

    /// Moves that are proven to be worth more than alpha.
    [[gnu::always_inline]] static bool settle_high(LaneSet proven, int alpha, int& best) {
        if (proven == 0) return false;
        best = alpha + 1;
        return true;
    }

    /// Moves that are proven not to be worth more.
    [[gnu::always_inline]] static bool settle_low(Children& children, LaneSet proven, int alpha, int& best) {
        if (proven != 0) best = std::max(best, alpha);
        children.left &= ~proven;
        return false;
    }

    /// Sends for what the table knows of the children; it comes while other things are done.
    [[gnu::always_inline]] void look_up(Children& children) const {
        children.code = codes_of(Boards::from(children.mover), Boards::from(children.other));
        for (LaneSet rest = children.left; rest != 0; rest &= rest - 1)
            table_.prefetch(children.code[std::countr_zero(rest)]);
    }

    [[gnu::always_inline]] bool decide_by_table(Children& children, int alpha, int& best) {
        for (LaneSet rest = children.left; rest != 0; rest &= rest - 1)
            if (decide_by_table(children, std::countr_zero(rest), alpha, best)) return true;
        return false;
    }

    [[gnu::always_inline]] bool decide_by_table(Children& children, int lane, int alpha, int& best) {
        const auto known = table_.recall(children.code[lane]);
        if (!known) return false;
        const bool same = children.same_side >> lane & 1U;
        const int lower = same ? known->lower : -known->upper;
        const int upper = same ? known->upper : -known->lower;
        if (lower > alpha) return decided(children, lane, lower, alpha, best);
        if (upper <= alpha) decided(children, lane, upper, alpha, best);
        return false;
    }

    void search_children(const Node& node, Children& children, bool by_table, int alpha, int& best) {
        std::array<int, 2 * columns> queue;  // a child that another thread searches goes to the back
        const int count = ordered(node, children, queue);
        const bool shared = team_.shares(ground().size() - node.stones);
        std::array<int, columns> tried;
        int tries = 0, last = count;
        for (int next = 0; next < last; ++next) {
            const int i = queue[next];
            if (next > 0 && by_table && decide_by_table(children, i, alpha, best)) return;
            if ((children.left >> i & 1U) != 0) {
                const std::uint64_t mark = Team::mark(children.code[i], alpha_of_child(children, i, alpha));
                if (shared && next > 0 && next < count && team_.is_busy(mark)) {
                    queue[last++] = i;
                    continue;
                }
                const Team::Busy busy(team_, shared, mark);
                if (decided(children, i, searched_child(children, i, alpha), alpha, best)) {
                    for (int k = 0; k < tries; ++k) merit_of(node, children.move[tried[k]]).lower();
                    merit_of(node, children.move[i]).raise(tries);
                    return;
                }
            }
            tried[tries++] = i;
        }
    }

    static int alpha_of_child(const Children& children, int i, int alpha) {
        return children.same_side >> i & 1U ? alpha : -alpha - 1;
    }

    int searched_child(const Children& children, int i, int alpha) {
        const int value = searched(children.node(i), alpha_of_child(children, i, alpha));
        return children.same_side >> i & 1U ? value : -value;
    }

    /// Puts the lanes that are left into an order: the more threats a move makes the better; then central columns, more
    /// lines that the side has begun and could complete, rows that fall to the side, and moves that were good
    /// elsewhere.
    [[gnu::always_inline]] int ordered(const Node& node, const Children& children,
                                       std::array<int, 2 * columns>& queue) {
        const Bits own_rows = ground().follower_moves(node.stones) ? ground().follower_rows : ground().leader_rows;
        const auto begun = ground().begun_lines(node.mover, ground().cells & ~(node.mover | node.other));
        std::array<int, columns> values;
        int count = 0;
        for (LaneSet rest = children.left; rest != 0; rest &= rest - 1) {
            const int i = std::countr_zero(rest);
            const Bits& move = children.move[i];
            const int value =
                Merit::unit * (64 * children.threats[i].count() + 4 * std::min(i, ground().rules.width - 1 - i) +
                               2 * static_cast<int>((move & own_rows).any()) + ground().count_through(move, begun)) +
                merit_of(node, move).value();
            int place = count++;
            for (; place > 0 && values[place - 1] < value; --place) {
                values[place] = values[place - 1];
                queue[place] = queue[place - 1];
            }
            values[place] = value;
            queue[place] = i;
        }
        return count;
    }

    Merit& merit_of(const Node& node, const Bits& move) { return merits_[node.stones % 2][move.lowest()]; }

    void remember(const Node& node, int alpha, int value, std::uint64_t work) {
        Known known = table_.recall(node.code).value_or(
            Known{-ground().win_at(node.stones + 3), ground().win_at(node.stones + 4)});
        if (value > alpha) {  // another thread may know more by now
            known.lower = std::max(known.lower, value);
        } else {
            known.upper = std::min(known.upper, value);
        }
        table_.remember(node.code, known, std::min(static_cast<int>(std::bit_width(work)) / 2, 15));
    }

    /// The codes of positions, the same for those that must have the same score: mirror images, and positions that
    /// differ only in the colour of dead stones. A stone of the mover is dead, and counted as the other's, when it lies
    /// on no line that he could still complete, and would lie on none that the other could.
    [[gnu::always_inline]] Codes codes_of(const Boards& mover, const Boards& other) const {
        const Boards stones = mover | other;
        const Boards empty = Boards::of(ground().cells) & ~stones;
        Boards live = mover;
        const Boards useless = mover & ~ground().cells_on_lines(mover | empty);
        if (useless.occupied() != 0) live = mover & ~(useless & ~ground().cells_on_lines(other | useless | empty));
        const Boards key = live | (stones + Boards::of(ground().bottom));
        const Boards image = ground().mirrored(key);
        std::array<Bits, columns> least;
        Boards::choose(less(image, key), image, key).put_into(least);
        Codes codes;
        for (int i = 0; i < columns; ++i) codes[i] = table_.code(word_of(least[i]));
        return codes;
    }

    static std::uint64_t word_of(const Bits& key) {
        if constexpr (Bits::capacity == 64) {
            return key.word[0];
        } else {
            return key.hashed_into(0);
        }
    }

    /// Counts a node, and ends the search when somebody wants that.
    [[gnu::always_inline]] void look() {
        if (++nodes_ < next_look_) return;
        team_.leave_if_answered(question_);
        if (budget_ == nullptr) {
            team_.count_for_helper(nodes_ - std::exchange(nodes_told_, nodes_));
            team_.leave_if_spent();
            next_look_ = nodes_ + Budget::most_nodes_unseen;
        } else {
            team_.call_for_help(nodes_);
            const std::uint64_t of_helpers = team_.nodes_of_helpers();
            next_look_ = budget_->look(nodes_ + of_helpers) - of_helpers;
        }
    }

    [[no_unique_address]] GroundType ground_;
    Table& table_;
    Team& team_;
    Budget* budget_;
    std::uint64_t nodes_ = 0;
    std::uint64_t nodes_told_ = 0;  ///< how many of them the leader knows of
    std::uint64_t next_look_ = 0;
    int question_ = 0;  ///< the alpha of bound()
    std::array<std::array<Merit, Bits::capacity>, 2> merits_{};
    std::vector<Children> children_;  ///< by the stones on the board; not on the stack, which threads have little of
};

}  // namespace gamegrove::connect_four
