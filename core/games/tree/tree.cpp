#include "games/tree/tree.h"

#include <algorithm>
#include <limits>
#include <map>

namespace gamegrove::tree {

namespace {

constexpr int deepest = 500;
constexpr int largest_value = 1'000'000'000;
constexpr std::size_t most_children = std::numeric_limits<std::int16_t>::max();

constexpr bool opens(char c) { return c == '(' || c == '['; }
constexpr bool closes(char c) { return c == ')' || c == ']'; }
constexpr bool is_gap(char c) { return is_space(c) || c == ','; }
constexpr bool is_word_character(char c) {
    return !opens(c) && !closes(c) && !is_gap(c) && c != '#' && c != '@' && c != ';';
}

/// Where the number at the end of a word begins; the word's size when it has none.
std::size_t number_start(std::string_view word) {
    std::size_t start = word.size();
    while (start > 0 && is_digit(word[start - 1])) --start;
    if (start < word.size() && start > 0 && word[start - 1] == '-') --start;
    return start;
}

}  // namespace

/// Builds a tree from its text with a stack of the groups that are still open.
class Reader {
public:
    explicit Reader(Scanner& scanner) : scanner_(scanner) {}

    std::shared_ptr<const Tree> read() {
        const auto ended = [&] { return scanner_.at_end() || (scanner_.peek() == '@' && open_.empty()); };
        for (skip_gaps(); !ended(); skip_gaps()) {
            const Place place = scanner_.place();
            if (open_.empty() && !tree_->nodes_.empty())
                throw InvalidText("the tree has ended; only one may stand in a text", place);
            if (opens(scanner_.peek()))
                open_group(place);
            else if (closes(scanner_.peek()))
                close_group(place);
            else
                read_word(place);
        }
        if (!open_.empty()) throw InvalidText("the bracket opened here is never closed", open_.back().place);
        if (tree_->nodes_.empty())
            throw InvalidText("the text holds no tree; write one as (A (B 3 12) (C 8 2))", {1, 1});
        return tree_;
    }

private:
    struct Group {
        int node;
        char bracket;
        Place place;
    };

    void skip_gaps() {
        for (;;) {
            scanner_.take_while(is_gap);
            if (scanner_.peek() != '#') return;
            scanner_.take_while([](char c) { return c != '\n'; });
        }
    }

    int add_node(Place place) {
        const int index = tree_->size();
        tree_->nodes_.emplace_back();
        if (open_.empty()) return index;
        Tree::Node& parent = tree_->nodes_[static_cast<std::size_t>(open_.back().node)];
        if (parent.children.size() == most_children) throw InvalidText("a node has too many children", place);
        parent.children.push_back(index);
        Tree::Node& node = tree_->nodes_.back();
        node.parent = open_.back().node;
        node.depth = tree_->nodes_[static_cast<std::size_t>(node.parent)].depth + 1;
        return index;
    }

    void open_group(Place place) {
        if (open_.size() == deepest)
            throw InvalidText("the tree is more than " + std::to_string(deepest) + " levels deep", place);
        const int node = add_node(place);
        open_.push_back({node, scanner_.take(), place});
    }

    void close_group(Place place) {
        const char bracket = scanner_.take();
        if (open_.empty()) throw InvalidText("a bracket is closed here that was never opened", place);
        const char expected = open_.back().bracket == '(' ? ')' : ']';
        if (bracket != expected)
            throw InvalidText(std::string("this should be ") + expected + ", for the bracket opened in line " +
                                  std::to_string(open_.back().place.line) + ", column " +
                                  std::to_string(open_.back().place.column),
                              place);
        if (tree_->node(open_.back().node).children.empty())
            throw InvalidText("an inner node needs at least one child", place);
        mark_shared_names(tree_->node(open_.back().node));
        open_.pop_back();
    }

    void mark_shared_names(const Tree::Node& parent) {
        std::map<std::string_view, int> count;
        for (const int child : parent.children) ++count[tree_->node(child).name];
        for (const int child : parent.children) {
            Tree::Node& node = tree_->nodes_[static_cast<std::size_t>(child)];
            node.shares_name = count[node.name] > 1;
        }
    }

    void read_word(Place place) {
        const std::string_view word = scanner_.take_while(is_word_character);
        if (word.empty()) throw InvalidText(quoted(scanner_.take_character()) + " has no meaning here", place);
        const std::size_t digits = number_start(word);
        const std::string_view name = word.substr(0, digits);
        check_name(name, word, place);
        if (digits == word.size())
            name_group(name, place);
        else
            add_leaf(name, word.substr(digits), place);
    }

    static void check_name(std::string_view name, std::string_view word, Place place) {
        for (const char c : name)
            if (is_digit(c) || c == '.' || static_cast<unsigned char>(c) < 0x20)
                throw InvalidText(
                    quoted(word) + " is neither a name (no digits) nor a leaf (a name and a whole number)", place);
    }

    void name_group(std::string_view name, Place place) {
        const bool is_first =
            !open_.empty() && tree_->size() == open_.back().node + 1 && tree_->nodes_.back().name.empty();
        if (!is_first)
            throw InvalidText(
                quoted(name) + " has no number, so it is an inner node: write it in brackets, in front of its children",
                place);
        tree_->nodes_.back().name = name;
    }

    void add_leaf(std::string_view name, std::string_view number, Place place) {
        const bool negative = number[0] == '-';
        Scanner digits(negative ? number.substr(1) : number);
        const std::optional<int> value = digits.take_number(largest_value);
        if (!value) throw InvalidText(quoted(number) + " is too large; a leaf's value is at most 1000000000", place);
        add_node(place);
        tree_->nodes_.back().name = name;
        tree_->nodes_.back().value = negative ? -*value : *value;
    }

    Scanner& scanner_;
    std::shared_ptr<Tree> tree_ = std::make_shared<Tree>();
    std::vector<Group> open_;
};

std::shared_ptr<const Tree> Tree::read(Scanner& scanner) { return Reader(scanner).read(); }

std::string Tree::text() const {
    // The nodes stand in the order of the text, so brackets follow from the change of depth alone.
    std::string result;
    int open = 0;
    const auto close_down_to = [&](int depth) {
        for (; open > depth; --open) result += ')';
    };
    for (const Node& node : nodes_) {
        close_down_to(node.depth);
        if (!result.empty() && result.back() != '(') result += ' ';
        if (node.children.empty()) {
            const bool needs_sign = node.value == 0 && node.name.ends_with('-');  // or the dash would be the sign
            result += node.name + (needs_sign ? "-0" : std::to_string(node.value));
        } else {
            result += '(' + node.name;
            ++open;
        }
    }
    close_down_to(0);
    return result;
}

Position::Position() {
    Scanner single_leaf("0");
    tree_ = Tree::read(single_leaf);
}

}  // namespace gamegrove::tree
