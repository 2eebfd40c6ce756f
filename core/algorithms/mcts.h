#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/node.h"
#include "clock/budget.h"
#include "games/playout.h"

/// Monte-Carlo tree search (UCT, Kocsis and Szepesvari 2006), with a solver for proven results (Winands 2008).
namespace gamegrove {

struct MctsOptions {
    std::uint64_t iterations = 10'000;  ///< how many nodes to add; 0 for as many as the other limits allow
    double exploration = 1.4;           ///< how much rarely tried moves are favoured
    bool evaluates = false;             ///< whether the evaluation values a new node, not random games
    int playouts = 1;                   ///< how many random games value a new node
    double scale = 10.0;                ///< a margin or an estimate v counts as v / (|v| + scale)
    bool by_value = false;              ///< play the move with the best mean, not the one tried most
    bool solver = true;                 ///< prove results and leave proven nodes alone
    std::uint64_t seed = 0;             ///< makes the playouts repeatable
};

/// One run of the algorithm. A tree grows by one node an iteration: walk down to a node with an untried move, add the
/// node behind it, value it, and count the result on the way back.
template <class N>
class Mcts {
public:
    Mcts(const N& node, const MctsOptions& options)
        : options_(options),
          random_(options.seed),
          by_margin_(node.setting().wins == Wins::plain),
          root_(node.shallower(no_horizon), Move::none()) {}

    /// A move, and its mean result in thousandths or, when proven, its exact one.
    Found search() {
        root_.node.enter(everything);
        if (root_.node.legal().empty()) return root_.node.shallower(0).evaluate();
        try {
            while (!root_.proven && (options_.iterations == 0 || root_.visits < options_.iterations)) iterate();
        } catch (const Stopped& stopped) {
            if (root_.children.empty()) throw;
            observer().stopped(stopped.reason);
        }
        return answer();
    }

private:
    static constexpr int no_horizon = 1000;  // no node is at one, so rules are asked at each

    /// A node of the tree that grows.
    struct Branch {
        Branch(N n, Move m) : node(std::move(n)), move(m) {}

        bool has_untried() const { return static_cast<int>(children.size()) < node.legal().size(); }
        /// The mean result, seen by the side that moved here.
        double mean() const { return -total / static_cast<double>(visits); }
        /// Whether the move to this node is proven to lose.
        bool is_loss() const { return proven && *proven > 0; }

        N node;
        Move move;
        std::vector<std::unique_ptr<Branch>> children;
        std::uint64_t visits = 0;
        double total = 0;             ///< the sum of the results, seen by the side to move here
        std::optional<Value> proven;  ///< the exact result, once it is known
    };

    /// The branch, the pointer to it in a vector that doubles, and the allocator's headers.
    static constexpr std::size_t bytes_per_branch = sizeof(Branch) + 2 * sizeof(void*) + 64;

    auto& observer() const { return root_.node.setting().observer; }

    void iterate() {
        std::vector<Branch*> path{&root_};
        while (!path.back()->has_untried() && !path.back()->children.empty()) path.push_back(&select(*path.back()));
        if (path.back()->has_untried())
            path.push_back(&grow(*path.back()));
        else
            path.back()->node.enter(everything);  // an ended game again: it must cost something, or limits are not seen
        double result = result_of(*path.back());
        for (auto at = path.rbegin(); at != path.rend(); ++at) {
            ++(*at)->visits;
            (*at)->total += result;
            result = -result;
            if (options_.solver) prove(**at);
        }
    }

    /// The child with the best upper confidence bound; proven ones have nothing more to tell.
    Branch& select(Branch& branch) const {
        const double log = std::log(static_cast<double>(branch.visits));
        Branch* best = nullptr;
        double best_score = -std::numeric_limits<double>::infinity();
        for (const auto& child : branch.children) {
            if (options_.solver && child->proven) continue;
            const double score =
                child->mean() + options_.exploration * std::sqrt(log / static_cast<double>(child->visits));
            if (score <= best_score) continue;
            best = child.get();
            best_score = score;
        }
        return *best;  // there is one, else the branch itself would be proven
    }

    Branch& grow(Branch& branch) {
        const Move move = branch.node.legal()[static_cast<int>(branch.children.size())];
        auto child =
            std::make_unique<Branch>(N(branch.node.setting(), branch.node.position().after(move), no_horizon), move);
        child->node.enter(everything);
        observer().check_memory(bytes_per_branch * ++branches_);
        branch.children.push_back(std::move(child));
        return *branch.children.back();
    }

    /// What a new or ended node is worth to its mover, from -1 to 1.
    double result_of(Branch& branch) {
        const N& node = branch.node;
        if (node.legal().empty()) {
            const Value value = worth_of(node.position().final_value());
            if (options_.solver) branch.proven = value;
            observer().evaluated(node.position(), value, false);
            return as_result(value);
        }
        if (options_.evaluates) return squashed(node.evaluate().value);
        double total = 0;
        for (int game = 0; game < options_.playouts; ++game) {
            const Value value = worth_of(playout(node.position()));
            observer().evaluated(node.position(), value, true);
            total += as_result(value);
        }
        return total / options_.playouts;
    }

    Value playout(typename N::Position position) {
        Value sign = 1;
        for (auto moves = position.moves(); !moves.empty(); moves = position.moves(), sign = -sign)
            position = position.after(moves[random_.below(moves.size())]);
        return sign * position.final_value();
    }

    Value worth_of(Value final) const { return by_margin_ ? final : (final > 0) - (final < 0); }
    double as_result(Value value) const { return by_margin_ ? squashed(value) : static_cast<double>(value); }
    double squashed(Value value) const { return value / (std::abs(value) + options_.scale); }

    void prove(Branch& branch) const {
        if (branch.proven) return;
        std::optional<Value> best;
        bool complete = !branch.has_untried();
        for (const auto& child : branch.children) {
            if (child->proven)
                best = std::max(best.value_or(-infinity), -*child->proven);
            else
                complete = false;
        }
        if (best && (complete || *best >= (by_margin_ ? infinity : 1))) branch.proven = best;
    }

    Found answer() const {
        const Branch& best = best_child();
        if (!root_.proven) return {static_cast<Value>(std::floor(best.mean() * 1000 + 0.5)), best.move};
        observer().proved();
        return {by_margin_ ? *root_.proven : *root_.proven * win, best.move};
    }

    const Branch& best_child() const {
        const Branch* best = nullptr;
        for (const auto& child : root_.children) {
            if (child->visits == 0) continue;
            if (root_.proven && child->proven && -*child->proven == *root_.proven) return *child;
            if (!best || is_better(*child, *best)) best = child.get();
        }
        return *best;
    }

    bool is_better(const Branch& a, const Branch& b) const {
        if (a.is_loss() != b.is_loss()) return b.is_loss();
        if (!options_.by_value && a.visits != b.visits) return a.visits > b.visits;
        return a.mean() > b.mean();
    }

    const MctsOptions& options_;
    Random random_;
    bool by_margin_;
    Branch root_;
    std::uint64_t branches_ = 1;
};

}  // namespace gamegrove
