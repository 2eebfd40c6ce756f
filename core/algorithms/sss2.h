#pragma once

#include <memory>
#include <vector>

#include "algorithms/node.h"

/// SSS-2 (Pijls, de Bruin 1990): SSS* without the OPEN list, on a solution tree that is improved until it cannot be.
namespace gamegrove {

/// A max solution tree holds all moves of MAX and one move of MIN; its value is an upper bound of the game's. All
/// values are seen by MAX, the side to move at the root. Its important methods are expand() and diminish().
template <class N>
class SolutionTree {
public:
    SolutionTree(N node, bool maximising, std::size_t& bytes, Move move = Move::none())
        : node_(std::move(node)), maximising_(maximising), bytes_(&bytes), move_(move) {}

    Value value() const { return value_; }

    /// The move of the first child that has the tree's own value.
    Move best_move() const {
        for (const Child& child : children_)
            if (child->value_ == value_) return child->move_;
        return Move::none();
    }

    /// Grows a solution tree with a value below the limit, if there is one; else the value says that there is none.
    void expand(Value limit) {
        const Window asked = null_window_below(limit);
        node_.enter(maximising_ ? asked : asked.seen_by_opponent());
        check_memory();
        if (node_.is_leaf()) {
            value_ = seen_by_root(node_.evaluate().value);
        } else {
            const auto moves = node_.moves();
            untried_.assign(moves.begin(), moves.end());
            value_ = maximising_ ? -infinity : infinity;
            maximising_ ? expand_all(limit) : expand_one(limit);
        }
        node_.leave({seen_by_root(value_)});
    }

    /// Lowers the value of a solution tree that is exactly `limit`; false if that is impossible.
    bool diminish(Value limit) {
        if (node_.is_leaf()) return false;
        if (maximising_) return diminish_all(limit);
        if (children_.front()->diminish(limit)) {
            value_ = children_.front()->value_;
            return true;
        }
        expand_one(limit);
        return value_ < limit;
    }

private:
    using Child = std::unique_ptr<SolutionTree>;

    Value seen_by_root(Value value) const { return maximising_ ? value : -value; }

    Child child_after(Move move) const {
        return std::make_unique<SolutionTree>(node_.after(move), !maximising_, *bytes_, move);
    }

    /// As if all nodes of this search were still in the tree: what has been cut away is not counted off.
    void check_memory() const {
        constexpr std::size_t overhead = 64;  // the pointer to the node, and the allocator's headers
        const int moves = node_.is_leaf() ? 0 : node_.legal().size();
        *bytes_ += sizeof(SolutionTree) + overhead + sizeof(Move) * static_cast<std::size_t>(moves);
        node_.setting().observer.check_memory(*bytes_);
    }

    /// MAX needs all her moves below the limit; the first that is not refutes the tree.
    void expand_all(Value limit) {
        for (const Move move : untried_) {
            children_.push_back(child_after(move));
            children_.back()->expand(limit);
            value_ = std::max(value_, children_.back()->value_);
            if (children_.back()->value_ < limit) continue;
            node_.cut_off(move);
            break;
        }
        untried_.clear();
    }

    /// MIN needs one move below the limit: the first among those not tried yet.
    void expand_one(Value limit) {
        while (next_ < untried_.size()) {
            const Move move = untried_[next_++];
            Child child = child_after(move);
            child->expand(limit);
            value_ = std::min(value_, child->value_);
            if (child->value_ >= limit) continue;
            children_.clear();
            children_.push_back(std::move(child));
            if (next_ < untried_.size()) node_.cut_off(move);
            break;
        }
    }

    bool diminish_all(Value limit) {
        for (const Child& child : children_)
            if (child->value_ == limit && !child->diminish(limit)) return false;
        value_ = -infinity;
        for (const Child& child : children_) value_ = std::max(value_, child->value_);
        return true;
    }

    N node_;
    bool maximising_;
    std::size_t* bytes_;  ///< what the nodes of this search have taken
    Move move_;
    Value value_ = 0;
    std::vector<Child> children_;
    std::vector<Move> untried_;
    std::size_t next_ = 0;  ///< the first move that MIN has not tried
};

/// The exact value: the tree's value when it cannot be diminished.
template <class N>
Found sss2(const N& node) {
    std::size_t bytes = 0;
    SolutionTree<N> tree(node, true, bytes);
    node.setting().sweep();
    tree.expand(infinity);
    do node.setting().sweep();
    while (tree.diminish(tree.value()));
    return {tree.value(), tree.best_move()};
}

}  // namespace gamegrove
