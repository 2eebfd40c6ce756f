#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "games/othello/board.h"

/// Patterns: small groups of cells whose every state has a weight of its own. The weights of a position are those of
/// the states that its groups are in.
///
/// A state is a number in balanced ternary: of each cell +1 for a disc of the mover, -1 for one of the opponent, 0 for
/// nothing. So a group whose colours are swapped has the negative number, and a move changes a number by sums of
/// powers of three.
namespace gamegrove::othello {

inline constexpr int most_pattern_cells = 10;
inline constexpr int most_patterns = 24;
inline constexpr int most_features = 128;

constexpr int states_of(int cells) {
    int states = 1;
    for (int i = 0; i < cells; ++i) states *= 3;
    return states;
}

/// A group of cells, the first one the most significant.
struct CellGroup {
    std::array<int, most_pattern_cells> cell{};
    int count = 0;

    constexpr void add(int each) { cell[static_cast<std::size_t>(count++)] = each; }

    constexpr bool has(int wanted) const { return place_of(wanted) < count; }

    /// Where a cell stands in the group; `count` if it does not.
    constexpr int place_of(int wanted) const {
        int place = 0;
        while (place < count && cell[static_cast<std::size_t>(place)] != wanted) ++place;
        return place;
    }

    constexpr bool same_cells(const CellGroup& other) const {
        if (count != other.count) return false;
        for (int i = 0; i < count; ++i)
            if (!other.has(cell[static_cast<std::size_t>(i)])) return false;
        return true;
    }
};

/// The groups of one shape, one for each way to lay it on the board. All have the same weights.
struct Pattern {
    CellGroup shape;
    int first_weight = 0;  ///< in the weights of a stage: that of the state 0
    int self_images = 0;   ///< symmetries that map the shape onto itself, the identity not counted
    std::array<CellGroup, 7> self_image{};
};

/// The patterns of a board, and its features: all groups of all patterns.
template <class B>
class PatternSet {
public:
    struct Feature {
        CellGroup group;
        int pattern = 0;
    };

    constexpr PatternSet() {
        if constexpr (B::size == 8)
            add_shapes_of_8x8();
        else
            add_shapes_of_any_size();
    }

    int constexpr patterns() const { return patterns_; }
    int constexpr features() const { return features_; }
    int constexpr weights() const { return weights_; }
    constexpr const Pattern& pattern(int i) const { return pattern_[static_cast<std::size_t>(i)]; }
    constexpr const Feature& feature(int i) const { return feature_[static_cast<std::size_t>(i)]; }
    constexpr int first_weight(int feature) const { return pattern(this->feature(feature).pattern).first_weight; }

private:
    constexpr void add_shapes_of_any_size() {
        constexpr int size = B::size;
        constexpr int line = size <= 8 ? size : 8;  // longer lines are seen in pieces that begin at the rim
        if (size <= 8)
            add([](int x, int y) { return y == 0 || (y == 1 && (x == 1 || x == size - 2)); });
        else
            add([](int x, int y) { return y == 0 && x < 10; });
        if (size == 6)
            add([](int x, int y) {
                return (y < 2 && x >= 2 && x < size - 2) || (y == 0 && (x == 0 || x == size - 1));
            });
        add([](int x, int y) { return x + y < (size == 4 ? 3 : 4); });
        if (size >= 6) add([](int x, int y) { return y < 2 && x < 5; });
        if (size >= 6) add([](int x, int y) { return y < 3 && x < 3; });
        for (int row = 1; row < size / 2; ++row) add([row](int x, int y) { return y == row && x < line; });
        for (int length = size; length >= 4; --length)
            add([length](int x, int y) { return x - y == size - length && y < line; });
    }

    /// Shapes of nine and ten cells, found by the errors that are left on held-out games: lines that are thickened in
    /// the middle and blocks inside the rim tell more than bare lines do.
    constexpr void add_shapes_of_8x8() {
        add_drawn({"########", ".#....#."});
        add_drawn({"#.####.#", "..####.."});
        add_drawn({"####", "###", "##", "#"});
        add_drawn({"#####", "#####"});
        add_drawn({"###", "###", "###", "...#"});
        add_drawn({"#......#", "########"});
        add_drawn({"", "..#..#..", "########"});
        add_drawn({"", "", "", "########", "...##..."});
        add_drawn({"##", "##", "..#", "...#", "....#", ".....#", "......#", ".......#"});
        add_drawn({"##", "..#", "...#", "....#", ".....#", "......#", ".......#", ".......#"});
        add_drawn({"..#", "...#", "...##", "....##", ".....##", "......##"});
        add_drawn({"...#", "...##", "....##", "....###", "......##"});
        add_drawn({"", "", "..####..", "..####..", "...##..."});
        add_drawn({"...##...", "..####..", "..####.."});
        add_drawn({"#", ".####", ".##", ".#.#", ".#"});
    }

    /// A shape drawn row by row from the upper left corner on.
    constexpr void add_drawn(std::initializer_list<std::string_view> rows) {
        add([rows](int x, int y) {
            const auto column = static_cast<std::size_t>(x);
            if (static_cast<std::size_t>(y) >= rows.size()) return false;
            const std::string_view row = rows.begin()[y];
            return column < row.size() && row[column] == '#';
        });
    }

    template <class Predicate>
    constexpr void add(Predicate belongs) {
        CellGroup shape;
        for (int row = 0; row < B::size; ++row)
            for (int column = 0; column < B::size; ++column)
                if (belongs(column, row) && B::is_cell(column, row)) shape.add(B::cell_at(column, row));
        Pattern& pattern = pattern_[static_cast<std::size_t>(patterns_)];
        pattern.shape = shape;
        pattern.first_weight = weights_ + states_of(shape.count) / 2;
        weights_ += states_of(shape.count);
        const int first = features_;
        for (int symmetry = 0; symmetry < 8; ++symmetry) lay(pattern, image(shape, symmetry), first);
        ++patterns_;
    }

    constexpr void lay(Pattern& pattern, const CellGroup& group, int first) {
        if (features_ > first && group.same_cells(pattern.shape)) {
            pattern.self_image[static_cast<std::size_t>(pattern.self_images++)] = group;
            return;
        }
        for (int i = first; i < features_; ++i)
            if (group.same_cells(feature(i).group)) return;
        feature_[static_cast<std::size_t>(features_++)] = {group, patterns_};
    }

    static constexpr CellGroup image(const CellGroup& group, int symmetry) {
        CellGroup result;
        for (int i = 0; i < group.count; ++i) {
            const int cell = group.cell[static_cast<std::size_t>(i)];
            int column = cell % B::stride;
            int row = cell / B::stride;
            if ((symmetry & 1) != 0) column = B::size - 1 - column;
            if ((symmetry & 2) != 0) row = B::size - 1 - row;
            if ((symmetry & 4) != 0) std::swap(column, row);
            result.add(B::cell_at(column, row));
        }
        return result;
    }

    int patterns_ = 0;
    int features_ = 0;
    int weights_ = 0;
    std::array<Pattern, most_patterns> pattern_{};
    std::array<Feature, most_features> feature_{};
};

template <class B>
inline constexpr PatternSet<B> pattern_set{};
static_assert(pattern_set<Board8>.patterns() == 15 && pattern_set<Board8>.features() == 68);

/// The states of all features of a position. Its one important method is after().
template <class B>
class States {
public:
    using Bits = typename B::Bits;
    using Lanes [[gnu::vector_size(32)]] = std::int16_t;
    static constexpr int features = pattern_set<B>.features();
    static constexpr int vectors = (features + 15) / 16;

    States() = default;

    States(const Bits& mover, const Bits& opponent) {
        lanes_.fill(Lanes{});
        for_each_bit(mover, [&](int cell) { add(lanes_, cell); });
        States other;
        other.lanes_.fill(Lanes{});
        for_each_bit(opponent, [&](int cell) { add(other.lanes_, cell); });
        for (int i = 0; i < vectors; ++i) lanes_[at(i)] -= other.lanes_[at(i)];
    }

    /// The states that the opponent sees after the mover's disc on a cell has turned `flipped` over.
    States after(int cell, Bits flipped) const {
        std::array<Lanes, vectors> turned;
        turned.fill(Lanes{});
        for_each_bit(flipped, [&](int each) { add(turned, each); });
        States next;
        const auto& placed = power[at(cell)];
        for (int i = 0; i < vectors; ++i)
            next.lanes_[at(i)] = -(lanes_[at(i)] + placed.lanes[at(i)] + turned[at(i)] + turned[at(i)]);
        return next;
    }

    States after_pass() const {
        States next;
        for (int i = 0; i < vectors; ++i) next.lanes_[at(i)] = -lanes_[at(i)];
        return next;
    }

    int operator[](int feature) const { return lanes_[at(feature / 16)][feature % 16]; }

    /// The sum of the weights of one stage for these states.
    int sum(const std::int16_t* weights) const {
        alignas(32) std::int16_t state[16 * vectors];
        __builtin_memcpy(state, lanes_.data(), sizeof state);
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return (0 + ... + weights[pattern_set<B>.first_weight(static_cast<int>(i)) + state[i]]);
        }(std::make_index_sequence<static_cast<std::size_t>(features)>{});
    }

private:
    static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

    /// By how much a disc on a cell changes the states of all features.
    struct alignas(64) Powers {
        union {
            std::array<std::int16_t, 16 * at(vectors)> number;
            std::array<Lanes, at(vectors)> lanes;
        };
    };

    static constexpr auto power = [] {
        std::array<Powers, Bits::capacity> powers{};
        for (auto& of_cell : powers) of_cell.number = {};
        for (int f = 0; f < features; ++f) {
            const CellGroup& group = pattern_set<B>.feature(f).group;
            int value = 1;
            for (int i = group.count - 1; i >= 0; --i, value *= 3)
                powers[at(group.cell[at(i)])].number[at(f)] = static_cast<std::int16_t>(value);
        }
        return powers;
    }();

    static void add(std::array<Lanes, vectors>& sum, int cell) {
        const Powers& of_cell = power[at(cell)];
        for (int i = 0; i < vectors; ++i) sum[at(i)] += of_cell.lanes[at(i)];
    }

    std::array<Lanes, vectors> lanes_;
};

}  // namespace gamegrove::othello
