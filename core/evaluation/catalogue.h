#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "evaluation/cell_weights.h"
#include "games/connect_four/text.h"
#include "games/othello/text.h"
#include "games/pente/text.h"
#include "games/tree/text.h"

/// The evaluations of each game by name, the usual one first.
namespace gamegrove {

namespace othello {

inline constexpr std::array<std::string_view, 3> evaluation_names = {"squares", "discs", "zero"};

/// Corners are worth 9, other edge squares 3, the rest 1; or every disc 1; or nothing.
template <class B>
CellWeights<typename B::Bits> evaluation(const Position<B>& position, std::string_view name) {
    const auto on_rim = [](int at) { return at == 0 || at == B::size - 1; };
    return {frame(position), [&](int column, int row) -> Value {
                if (name != "squares") return name == "discs" ? 1 : 0;
                if (on_rim(column) && on_rim(row)) return 9;
                return on_rim(column) || on_rim(row) ? 3 : 1;
            }};
}

template <class B>
std::span<const std::string_view> evaluations(const Position<B>&) {
    return evaluation_names;
}

}  // namespace othello

namespace connect_four {

inline constexpr std::array<std::string_view, 2> evaluation_names = {"columns", "zero"};

/// The weights of the columns double from the second to the middle: 0 1 2 4 2 1 0 on seven columns; or nothing.
template <class B>
CellWeights<typename B::Bits> evaluation(const Position<B>& position, std::string_view name) {
    const int last = position.layout().rules.width - 1;
    return {frame(position), [&](int column, int) -> Value {
                const int inwards = std::min({column, last - column, 12});
                return name != "columns" || inwards == 0 ? 0 : 1 << (inwards - 1);
            }};
}

template <class B>
std::span<const std::string_view> evaluations(const Position<B>&) {
    return evaluation_names;
}

}  // namespace connect_four

namespace pente {

inline constexpr std::array<std::string_view, 2> evaluation_names = {"centre", "zero"};

/// A stone is worth its distance from the edge of the board; or nothing.
template <class B>
CellWeights<typename B::Bits> evaluation(const Position<B>& position, std::string_view name) {
    const Frame f = frame(position);
    return {f, [&](int column, int row) -> Value {
                return name == "centre" ? std::min({column, row, f.width - 1 - column, f.height - 1 - row}) : 0;
            }};
}

template <class B>
std::span<const std::string_view> evaluations(const Position<B>&) {
    return evaluation_names;
}

}  // namespace pente

namespace tree {

inline constexpr std::array<std::string_view, 1> evaluation_names = {"zero"};

inline Zero evaluation(const Position&, std::string_view) { return {}; }

inline std::span<const std::string_view> evaluations(const Position&) { return evaluation_names; }

}  // namespace tree

}  // namespace gamegrove
