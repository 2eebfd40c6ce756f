#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/position.h"
#include "text/scanner.h"

namespace gamegrove::tree {

/// An explicit game tree, as drawn in books: inner nodes with children, leaves with a value seen by the first player.
class Tree {
public:
    struct Node {
        std::string name;  ///< may be empty
        Value value = 0;   ///< of a leaf, seen by the first player
        int parent = -1;
        int depth = 0;
        bool shares_name = false;  ///< with another child of its parent
        std::vector<int> children;

        friend bool operator==(const Node&, const Node&) = default;
        friend auto operator<=>(const Node&, const Node&) = default;
    };

    /// Reads a tree from text. Groups in round or square brackets are inner nodes; the first word in a group, if it has
    /// no number, is its name. A word that ends in a number is a leaf. `#` begins a comment.
    ///
    ///     (A (B K3 L12) (C M8 N2))     [[3, 12], [8, 2]]
    ///
    /// Reads up to the end of the text, or up to an `@`, which is left to the caller.
    static std::shared_ptr<const Tree> read(Scanner& scanner);

    /// The whole tree on one line; read() gives it back.
    std::string text() const;

    const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }
    int size() const { return static_cast<int>(nodes_.size()); }

    friend bool operator==(const Tree&, const Tree&) = default;
    friend auto operator<=>(const Tree&, const Tree&) = default;

private:
    friend class Reader;
    std::vector<Node> nodes_;
};

/// The moves of a node: its children, numbered from 0.
class ChildMoves {
public:
    explicit ChildMoves(int count = 0) : count_(count) {}

    class Iterator {
    public:
        using value_type = Move;
        using difference_type = std::ptrdiff_t;

        explicit Iterator(std::int16_t index = 0) : index_(index) {}
        Move operator*() const { return Move{index_}; }
        Iterator& operator++() {
            ++index_;
            return *this;
        }
        Iterator operator++(int) { return Iterator(index_++); }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        std::int16_t index_;
    };

    int size() const { return count_; }
    bool empty() const { return count_ == 0; }
    Move operator[](int n) const { return Move{static_cast<std::int16_t>(n)}; }
    bool contains(Move move) const { return move.index >= 0 && move.index < count_; }
    Iterator begin() const { return Iterator(0); }
    Iterator end() const { return Iterator(static_cast<std::int16_t>(count_)); }

private:
    int count_;
};

/// A node of an explicit tree as a position. The first player is to move at the root and wants large values.
class Position {
public:
    Position();
    explicit Position(std::shared_ptr<const Tree> tree, int node = 0) : tree_(std::move(tree)), node_(node) {}

    ChildMoves moves() const { return ChildMoves(static_cast<int>(here().children.size())); }
    Position after(Move move) const { return Position(tree_, here().children[static_cast<std::size_t>(move.index)]); }
    Value final_value() const { return turn() == Side::first ? here().value : -here().value; }
    std::uint64_t key() const { return mixed(static_cast<std::uint64_t>(node_) + 1); }
    Side turn() const { return here().depth % 2 == 0 ? Side::first : Side::second; }

    const Tree& tree() const { return *tree_; }
    const std::shared_ptr<const Tree>& shared_tree() const { return tree_; }
    int node() const { return node_; }
    const Tree::Node& here() const { return tree_->node(node_); }

    friend std::strong_ordering operator<=>(const Position& a, const Position& b) {
        if (a.tree_ != b.tree_)
            if (const auto order = *a.tree_ <=> *b.tree_; order != 0) return order;
        return a.node_ <=> b.node_;
    }
    friend bool operator==(const Position& a, const Position& b) { return (a <=> b) == 0; }

private:
    std::shared_ptr<const Tree> tree_;
    int node_ = 0;
};

static_assert(gamegrove::Position<Position>);

}  // namespace gamegrove::tree
