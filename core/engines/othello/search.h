#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "clock/budget.h"
#include "engines/othello/doubt.h"
#include "engines/othello/last_cells.h"
#include "engines/othello/nearby_table.h"
#include "engines/othello/stable_bound.h"
#include "engines/othello/table.h"
#include "engines/othello/team.h"
#include "engines/othello/weights.h"

namespace gamegrove::othello {

/// A position as the search sees it.
template <class B>
struct Node {
    using Bits = typename B::Bits;

    Bits mover;
    Bits opponent;
    Bits moves;
    States<B> states;
    int empties;

    static Node of(const Bits& mover, const Bits& opponent) {
        return {mover, opponent, B::moves(mover, opponent), States<B>(mover, opponent),
                empty_cells<B>(mover, opponent).count()};
    }

    Node after_pass() const { return {opponent, mover, B::moves(opponent, mover), states.after_pass(), empties}; }

    Node after(int cell) const {
        Node next;
        put_after(cell, next);
        return next;
    }

    /// The same into a node that is there: nodes are large.
    void put_after(int cell, Node& next) const {
        const Bits flipped = B::flips(mover, opponent, cell);
        next.mover = opponent ^ flipped;
        next.opponent = mover | flipped | Bits::of(cell);
        next.moves = B::moves(next.mover, next.opponent);
        next.states = states.after(cell, flipped);
        next.empties = empties - 1;
    }

    bool is_over() const { return !moves.any() && !B::moves(opponent, mover).any(); }

    std::uint64_t key() const { return key_of(mover, opponent); }

    static std::uint64_t key_of(const Bits& mover, const Bits& opponent) {
        std::uint64_t key = 0;
        for (std::size_t i = 0; i < mover.word.size(); ++i) {
            // Turned by half a word: else the colour of the last cell, which only the highest bit knows, would be lost.
            key ^= mover.word[i] * 0x9e3779b97f4a7c15U ^ std::rotl(opponent.word[i] * 0xc2b2ae3d27d4eb4fU, 32);
            key = (key ^ key >> 29) * 0xd6e8feb86659fd93U;
        }
        return key ^ key >> 32;
    }
};

/// What all threads of a search share.
template <class B>
struct Common {
    const Weights<B>& weights;
    const Doubt& doubt;
    Table& table;
    Empties empties;
    std::atomic<std::uint64_t>* nodes_of_helpers = nullptr;
};

/// The search of one thread: principal variation search with a table and Multi-ProbCut, to a depth or to the end of
/// the game. Its one important method is value().
///
/// Values are discs. All searches are asked with a window; what they give
///   is at most alpha: then the value is at most that;
///   is between alpha and beta: then it is the value;
///   is at least beta: then the value is at least that.
template <class B>
class Search {
public:
    using Bits = typename B::Bits;

    /// The first thread of a search has its budget, and helpers have none. A search that does not count the nodes of
    /// helpers is alone, and without limits.
    Search(const Common<B>& common, Budget* budget) : common_(common), budget_(budget), last_(common.empties) {
        for (auto& children : children_) children.reserve(32);
        if (common.nodes_of_helpers != nullptr) next_look_ = 0;
    }

    /// Lets it share its work from now on.
    void enter(Team* team, int thread) {
        team_ = team;
        thread_ = thread;
    }

    /// With which of the confidences to search from now on.
    void set_confidence(int confidence) { confidence_ = confidence; }

    std::uint64_t nodes() const { return nodes_ + last_.nodes; }

    /// Throws if the budget is spent, or somebody wants the search to end.
    void look_at_budget() {
        if (budget_ == nullptr) {
            common_.nodes_of_helpers->fetch_add(nodes() - std::exchange(nodes_told_, nodes()),
                                                std::memory_order_relaxed);
            next_look_ = nodes() + Budget::most_nodes_unseen;
        } else {  // the leader keeps the limits for all, and so is told what the others do
            const std::uint64_t others = common_.nodes_of_helpers->load(std::memory_order_relaxed);
            next_look_ = budget_->look(nodes() + others) - others;
        }
    }

    /// Begins with nothing in its own memory.
    void forget() { nearby_.forget(); }

    /// The value of a position at a depth; at `empties` and beyond it is the end of the game.
    int value(const Node<B>& node, int alpha, int beta, int depth) {
        if (depth >= node.empties) {
            depth = node.empties;
            if (node.empties <= few_cells_known) return ending(node, alpha, beta);
        } else if (depth <= shallow_depth) {
            return shallow_value(node, alpha, beta, depth);
        }
        count_node();
        if (!node.moves.any()) return value_after_pass(node, alpha, beta, depth);
        if (const int most = stable_bound<B>(node.mover, node.opponent, alpha); most <= alpha) return most;

        const std::uint64_t key = node.key();
        Memo memo = memo_for(key);
        if (memo.answers(depth, confidence_)) {
            if (memo.lower >= beta || memo.lower == memo.upper) return memo.lower;
            if (memo.upper <= alpha) return memo.upper;
            alpha = std::max(alpha, memo.lower);
            beta = std::min(beta, memo.upper);
        }
        const bool is_null_window = beta - alpha == 1;
        if (is_null_window)
            if (const auto guessed = foreseen(node, alpha, depth)) return *guessed;

        std::vector<Child>& children = children_[static_cast<std::size_t>(node.empties)];
        expand(node, children);
        if (is_null_window && depth > (depth == node.empties ? few_cells_known + 1 : shallow_depth + 1))
            if (const int least = least_by_transposition(children, alpha, depth); least > alpha) return least;
        rate(node, children, memo, depth);

        const std::uint64_t before = nodes();
        const Found found = best_of(children, alpha, beta, depth, memo.move);
        remember(key, alpha, beta, depth, found, nodes() - before);
        return found.value;
    }

    /// Searches moves that another thread of the team shares with this one.
    void join(Split& split) {
        auto& shared = static_cast<SharedChildren&>(split);
        const int confidence = std::exchange(confidence_, shared.confidence);
        Split* const outer = split_;
        try {
            work_on(shared);
        } catch (const Abandoned&) {
        } catch (...) {
            split_ = outer;
            confidence_ = confidence;
            throw;
        }
        split_ = outer;
        confidence_ = confidence;
    }

    /// What the evaluation says, in its units.
    int evaluation(const Node<B>& node) const {
        return node.states.sum(common_.weights.table(Weights<B>::stage_of(all_cells - node.empties)));
    }

    static constexpr int all_cells = B::cells.count();
    static constexpr int infinite = NearbyTable::infinite;

private:
    static constexpr int unit = Weights<B>::unit;
    static constexpr int few_cells_known = 11;      ///< up to which the evaluation is not asked for an order
    static constexpr int fewest_to_look_after = 8;  ///< from which a look at the positions after all moves pays
    static constexpr int fewest_to_limit = 9;       ///< searches of fewer cells are over before a limit matters
    static constexpr int shallow_depth = 2;
    static constexpr int fewest_to_split = 8;
    static constexpr int promise = 2;  ///< a shallow search is tried only if the evaluation is so far off the window

    struct Child {
        Node<B> node;
        int cell;
        int merit;
    };

    /// Few cells are left, and moves are ordered by what is seen at once.
    struct Step {
        Bits mover;
        Bits opponent;
        Bits moves;
        int cell;
        int merit;
    };

    /// The moves of a position that several threads share.
    struct SharedChildren : Split {
        SharedChildren(const Split::Start& start, std::vector<Child>& some, int lower, int plies, int sureness)
            : Split(start), children(some), alpha(lower), depth(plies), confidence(sureness) {}

        std::vector<Child>& children;
        int alpha;
        int depth;
        int confidence;
    };

    /// The best value so far, and the cells that reached it, the best one first.
    struct Found {
        int value;
        std::array<int, 2> moves;
    };

    /// `favourites` are the best cells as far as is known before.
    Found best_of(std::vector<Child>& children, int alpha, int beta, int depth, const std::array<int, 2>& favourites) {
        Found found{-infinite, favourites};
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (i > 0 && depth >= fewest_to_split && i + 1 < children.size() && team_ != nullptr && team_->has_idle())
                return best_of_shared(children, i, alpha, beta, depth, found);
            const Child& child = bring_forward(children, i);
            const int lower = std::max(alpha, found.value);
            const int value_of_child =
                i == 0 ? -value(child.node, -beta, -lower, depth - 1) : value_of_brother(child, lower, beta, depth);
            if (value_of_child <= found.value) continue;
            found.value = value_of_child;
            if (found.moves[0] != child.cell) found.moves = {child.cell, found.moves[0]};
            if (found.value >= beta) break;
        }
        return found;
    }

    /// Most likely a later move is no better than the best, which a null window shows.
    int value_of_brother(const Child& child, int lower, int beta, int depth) {
        const int found = -value(child.node, -lower - 1, -lower, depth - 1);
        return found > lower && found < beta ? -value(child.node, -beta, -lower, depth - 1) : found;
    }

    /// The moves from a place on, together with other threads; `found` is the best of those before.
    Found best_of_shared(std::vector<Child>& children, std::size_t next, int alpha, int beta, int depth,
                         const Found& found) {
        for (std::size_t i = next; i < children.size(); ++i) bring_forward(children, i);
        SharedChildren shared({split_, found.value, beta, found.moves, next, children.size()}, children, alpha, depth,
                              confidence_);
        team_->offer(shared);
        std::exception_ptr failure;
        const auto guarded = [&](const auto& action) {
            try {
                action();
            } catch (const Abandoned&) {
            } catch (...) {
                failure = std::current_exception();
                shared.cut();
            }
        };
        const auto look = [&] {
            if (!failure) look_at_budget();
        };
        guarded([&] { work_on(shared); });
        for (bool is_alone = false; !is_alone;)
            guarded([&] {
                team_->await(thread_, shared, look);
                is_alone = true;
            });
        split_ = shared.parent();
        if (failure) std::rethrow_exception(failure);
        if (split_ != nullptr && split_->is_cut()) throw Abandoned{};
        return {shared.best, shared.moves};
    }

    /// Takes one move after the other, as long as there are any.
    void work_on(SharedChildren& shared) {
        split_ = &shared;
        std::unique_lock lock(shared.mutex);
        for (std::size_t place; shared.take(place);) {
            const Child& child = shared.children[place];
            const int lower = std::max(shared.alpha, shared.best);
            lock.unlock();
            const int found = value_of_brother(child, lower, shared.beta(), shared.depth);
            lock.lock();
            shared.note(found, child.cell);
        }
    }

    // ---- the last cells

    int ending(const Node<B>& node, int alpha, int beta) {
        if (beta - alpha == 1) return ending(node.mover, node.opponent, node.moves, alpha, node.empties);
        // A wide window is closed by narrow ones, from the side where the value is.
        int lower = alpha;
        int upper = beta;
        int guess = std::clamp((alpha + beta) / 2, alpha, beta - 1);
        while (lower < upper) {
            const int found = ending(node.mover, node.opponent, node.moves, guess, node.empties);
            if (found > guess)
                lower = found;
            else
                upper = found;
            if (found > guess ? found >= beta : found <= alpha) return found;
            guess = found > guess ? found : found - 1;
        }
        return lower;
    }

    int ending(const Bits& mover, const Bits& opponent, const Bits& moves, int alpha, int empties) {
        if (empties > 5) return ending_by_merit(mover, opponent, moves, alpha, empties);
        if (empties == 5) return ending_of_five(mover, opponent, moves, alpha);
        if (empties == 4) return last_.four(mover, opponent, alpha);
        const Bits empty = empty_cells<B>(mover, opponent);
        const int a = empty.lowest();
        const Bits rest = empty.without_lowest();
        const int b = rest.lowest();
        if (empties == 3) return last_.three(mover, opponent, {a, b, rest.without_lowest().lowest()}, alpha);
        if (empties == 2) return last_.two(mover, opponent, a, b, alpha);
        return empties == 1 ? last_.one(mover, a) : last_.ended(mover, opponent);
    }

    /// With five cells no order but parity pays.
    int ending_of_five(const Bits& mover, const Bits& opponent, const Bits& moves, int alpha) {
        ++nodes_;
        if (!moves.any()) return ending_after_pass(mover, opponent, alpha, 5);
        if (const int most = stable_bound<B>(mover, opponent, alpha); most <= alpha) return most;
        int best = -infinite;
        const Bits odd = moves & odd_quarters<B>(empty_cells<B>(mover, opponent));
        for (Bits some : {odd, moves & ~odd})
            for (; some.any(); some = some.without_lowest()) {
                const int cell = some.lowest();
                const Bits flipped = B::flips(mover, opponent, cell);
                const int found = -last_.four(opponent ^ flipped, mover | flipped | Bits::of(cell), -alpha - 1);
                if (found > best) {
                    best = found;
                    if (best > alpha) return best;
                }
            }
        return best;
    }

    int ending_by_merit(const Bits& mover, const Bits& opponent, const Bits& moves, int alpha, int empties) {
        ++nodes_;
        if (empties >= fewest_to_limit && nodes() >= next_look_) look_at_budget();
        if (!moves.any()) return ending_after_pass(mover, opponent, alpha, empties);
        if (const int most = stable_bound<B>(mover, opponent, alpha); most <= alpha) return most;
        const std::uint64_t key = Node<B>::key_of(mover, opponent);
        const NearbyTable::Entry& known = nearby_.entry(key);
        const bool is_known = known.key == key;
        if (is_known && known.lower > alpha) return known.lower;
        if (is_known && known.upper <= alpha) return known.upper;
        const int favourite = is_known ? known.cell : no_cell;

        std::array<Step, most_steps> steps;
        int count = 0;
        const Bits odd = odd_quarters<B>(empty_cells<B>(mover, opponent));
        for_each_bit(moves, [&](int cell) {
            const Bits flipped = B::flips(mover, opponent, cell);
            Step& step = steps[static_cast<std::size_t>(count++)];
            step.mover = opponent ^ flipped;
            step.opponent = mover | flipped | Bits::of(cell);
            step.moves = B::moves(step.mover, step.opponent);
            step.cell = cell;
            step.merit = cell == favourite ? 1000 : merit_at_sight(step, odd);
        });
        if (empties >= fewest_to_look_after)
            for (int i = 0; i < count; ++i)
                if (const int least = least_nearby(steps[static_cast<std::size_t>(i)]); least > alpha) return least;
        int best = -infinite;
        int best_cell = no_cell;
        for (int i = 0; i < count; ++i) {
            int first = i;
            for (int j = i + 1; j < count; ++j)
                if (steps[static_cast<std::size_t>(j)].merit > steps[static_cast<std::size_t>(first)].merit) first = j;
            std::swap(steps[static_cast<std::size_t>(i)], steps[static_cast<std::size_t>(first)]);
            const Step& step = steps[static_cast<std::size_t>(i)];
            const int found = -ending(step.mover, step.opponent, step.moves, -alpha - 1, empties - 1);
            if (found > best) {
                best = found;
                best_cell = step.cell;
                if (best > alpha) break;
            }
        }
        nearby_.remember(key, best, best > alpha, best_cell);
        return best;
    }

    int ending_after_pass(const Bits& mover, const Bits& opponent, int alpha, int empties) {
        const Bits replies = B::moves(opponent, mover);
        if (!replies.any()) return last_.ended(mover, opponent);
        return -ending(opponent, mover, replies, -alpha - 1, empties);
    }

    /// What a move is known to be worth at least.
    int least_nearby(const Step& step) const {
        const std::uint64_t key = Node<B>::key_of(step.mover, step.opponent);
        const NearbyTable::Entry& known = nearby_.entry(key);
        return known.key == key ? -known.upper : -NearbyTable::infinite;
    }

    /// Few replies are good, none to a corner above all, and so is the last word in a quarter.
    static int merit_at_sight(const Step& step, const Bits& odd) {
        const int replies = step.moves.count() + (step.moves & corner_cells<B>).count();
        return -4 * replies + (odd.test(step.cell) ? 1 : 0) + (corner_cells<B>.test(step.cell) ? 2 : 0);
    }

    // ---- shallow searches, by the evaluation

    int shallow_value(const Node<B>& node, int alpha, int beta, int depth) {
        // In units a value is above alpha when it is rounded to more than alpha.
        const int found = shallow(node, alpha * unit + unit / 2 - 1, (beta - 1) * unit + unit / 2, depth);
        return rounded(found);
    }

    /// A value in discs.
    static int rounded(int units) {
        const int discs = units >= 0 ? (units + unit / 2) / unit : -((-units + unit / 2 - 1) / unit);
        return std::clamp(discs, -all_cells, all_cells);
    }

    int shallow(const Node<B>& node, int alpha, int beta, int depth) {
        ++nodes_;
        if (!node.mover.any()) return unit * last_.ended(node.mover, node.opponent);
        if (depth == 0) return within_limits(evaluation(node));
        if (!node.moves.any()) {
            const Node<B> next = node.after_pass();
            if (!next.moves.any()) return unit * last_.ended(node.mover, node.opponent);
            return -shallow(next, -beta, -alpha, depth);
        }
        if (depth == 1) return best_at_sight(node, beta);
        std::vector<Child>& children = children_[static_cast<std::size_t>(node.empties)];
        expand(node, children);
        for (Child& child : children) child.merit = -child.node.moves.count();
        int best = -infinite * unit;
        for (std::size_t i = 0; i < children.size() && best < beta; ++i)
            best = std::max(best, -shallow(bring_forward(children, i).node, -beta, -std::max(alpha, best), depth - 1));
        return best;
    }

    /// The best value after one move, or one that is at least beta. The positions themselves are not needed for it.
    int best_at_sight(const Node<B>& node, int beta) {
        const std::int16_t* const weights = common_.weights.table(Weights<B>::stage_of(all_cells - node.empties + 1));
        int best = -infinite * unit;
        for (Bits rest = node.moves; rest.any() && best < beta; rest = rest.without_lowest()) {
            ++nodes_;
            const int cell = rest.lowest();
            const Bits flipped = B::flips(node.mover, node.opponent, cell);
            const bool takes_all = flipped == node.opponent;
            best = std::max(best, takes_all ? unit * last_.ended(node.mover | flipped | Bits::of(cell), Bits{})
                                            : -within_limits(node.states.after(cell, flipped).sum(weights)));
        }
        return best;
    }

    /// What is not the end of a game is never as much as all discs.
    static int within_limits(int units) { return std::clamp(units, -(all_cells - 1) * unit, (all_cells - 1) * unit); }

    // ---- the parts of value()

    static constexpr int most_steps = few_cells_known;
    static constexpr int infinite_memo = 255;

    void count_node() {
        ++nodes_;
        if (split_ != nullptr && split_->is_cut()) throw Abandoned{};
        if (nodes() >= next_look_) look_at_budget();
    }

    int value_after_pass(const Node<B>& node, int alpha, int beta, int depth) {
        const Node<B> next = node.after_pass();
        if (!next.moves.any()) return last_.ended(node.mover, node.opponent);
        return -value(next, -beta, -alpha, depth);
    }

    Memo memo_for(std::uint64_t key) const {
        if (const auto memo = common_.table.recall(key)) return *memo;
        return {.lower = -infinite_memo, .upper = infinite_memo, .depth = -1, .confidence = -1};
    }

    void remember(std::uint64_t key, int alpha, int beta, int depth, const Found& found, std::uint64_t work) {
        Memo memo{.lower = found.value > alpha ? found.value : -infinite_memo,
                  .upper = found.value < beta ? found.value : infinite_memo,
                  .depth = depth,
                  .confidence = confidence_,
                  .move = found.moves};
        if (const auto old = common_.table.recall(key); old && old->answers(depth, confidence_)) {
            if (old->depth != depth || old->confidence != confidence_) return;  // it is worth more than this
            if (old->lower <= memo.upper) memo.lower = std::max(memo.lower, old->lower);
            if (old->upper >= memo.lower) memo.upper = std::min(memo.upper, old->upper);
        }
        common_.table.remember(key, memo, static_cast<int>(std::bit_width(work)));
    }

    /// Multi-ProbCut: alpha + 1 if a shallow search says that the value is most likely above alpha, alpha if that it is
    /// not.
    std::optional<int> foreseen(const Node<B>& node, int alpha, int depth) {
        if (confidence_ == certain || depth < Doubt::first_depth || !common_.doubt.is_known()) return std::nullopt;
        const bool is_end = depth == node.empties;
        const int shallow_to = is_end ? Doubt::shallow_for_end(depth) : Doubt::shallow_for(depth);
        const double sigma = is_end ? common_.doubt.endgame(shallow_to, node.empties)
                                    : common_.doubt.midgame(depth, shallow_to, node.empties);
        const double wanted = std::ceil(confidences[static_cast<std::size_t>(confidence_)] * sigma);
        constexpr double most_margin = 2.0 * all_cells;
        const int margin = static_cast<int>(wanted < most_margin ? wanted : most_margin);  // a file may say anything
        const int high = alpha + 1 + margin;
        const int low = alpha - margin;
        const int now = rounded(evaluation(node));
        if (high < all_cells && now >= alpha + 1 + promise && value(node, high - 1, high, shallow_to) >= high)
            return alpha + 1;
        if (low > -all_cells && now <= alpha - promise && value(node, low, low + 1, shallow_to) <= low) return alpha;
        return std::nullopt;
    }

    static void expand(const Node<B>& node, std::vector<Child>& children) {
        children.resize(static_cast<std::size_t>(node.moves.count()));
        std::size_t place = 0;
        for_each_bit(node.moves, [&](int cell) {
            Child& child = children[place++];
            node.put_after(cell, child.node);
            child.cell = cell;
        });
    }

    /// What a move is known to be worth at least because its position was met before, if that is above alpha.
    int least_by_transposition(const std::vector<Child>& children, int alpha, int depth) const {
        for (const Child& child : children) common_.table.prefetch(child.node.key());
        for (const Child& child : children)
            if (const auto memo = common_.table.recall(child.node.key());
                memo && memo->answers(depth - 1, confidence_) && -memo->upper > alpha)
                return -memo->upper;
        return -infinite;
    }

    void rate(const Node<B>& node, std::vector<Child>& children, const Memo& memo, int depth) {
        const bool is_end = depth == node.empties;
        const int look = is_end ? std::clamp((depth - 14) / 3, 0, 3) : std::clamp((depth - 10) / 3, 0, 4);
        // To the end of the game what counts is how large the tree becomes.
        const int units_per_reply = (is_end ? 6 : 2) * unit;
        const Bits odd = odd_quarters<B>(empty_cells<B>(node.mover, node.opponent));
        for (Child& child : children) {
            if (child.cell == memo.move[0])
                child.merit = 1 << 24;
            else if (child.cell == memo.move[1])
                child.merit = 1 << 23;
            else
                child.merit = merit(child, odd, look, units_per_reply);
        }
    }

    int merit(const Child& child, const Bits& odd, int look, int units_per_reply) {
        const int seen = look == 0   ? -evaluation(child.node)
                         : look <= 2 ? -shallow(child.node, -infinite * unit, infinite * unit, look)
                                     : -unit * value(child.node, -all_cells, all_cells, look);
        const int replies = child.node.moves.count() + (child.node.moves & corner_cells<B>).count();
        return seen - units_per_reply * replies + (odd.test(child.cell) ? unit : 0);
    }

    static const Child& bring_forward(std::vector<Child>& children, std::size_t place) {
        std::size_t best = place;
        for (std::size_t i = place + 1; i < children.size(); ++i)
            if (children[i].merit > children[best].merit) best = i;
        if (best != place) std::swap(children[place], children[best]);
        return children[place];
    }

    Common<B> common_;
    Budget* budget_;
    NearbyTable nearby_;
    LastCells<B> last_;
    int confidence_ = certain;
    Team* team_ = nullptr;
    int thread_ = 0;          ///< its number in the team
    Split* split_ = nullptr;  ///< the innermost one that this thread works on
    std::uint64_t nodes_ = 0;
    std::uint64_t nodes_told_ = 0;  ///< how many of them the leader knows of
    std::uint64_t next_look_ = std::numeric_limits<std::uint64_t>::max();
    std::array<std::vector<Child>, static_cast<std::size_t>(all_cells) + 1> children_;
};

}  // namespace gamegrove::othello
