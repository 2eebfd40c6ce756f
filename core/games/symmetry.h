#pragma once

#include <array>
#include <span>
#include <string_view>

#include "bits/bits.h"
#include "games/position.h"
#include "text/frame.h"

namespace gamegrove {

/// The ways to lay a board on itself. Rotations are clockwise; `mirror` swaps left and right, `flip` top and bottom,
/// `transpose` rows and columns, `antitranspose` does so along the other diagonal.
enum class Symmetry { identity, mirror, flip, rotate180, transpose, antitranspose, rotate90, rotate270 };

inline constexpr std::array<std::string_view, 8> symmetry_names = {
    "identity", "mirror", "flip", "rotate180", "transpose", "antitranspose", "rotate90", "rotate270"};

inline constexpr std::array symmetries_of_square = {Symmetry::identity,  Symmetry::mirror,    Symmetry::flip,
                                                    Symmetry::rotate180, Symmetry::transpose, Symmetry::antitranspose,
                                                    Symmetry::rotate90,  Symmetry::rotate270};
inline constexpr std::span symmetries_of_rectangle = std::span(symmetries_of_square).first<4>();
inline constexpr std::span symmetries_with_gravity = std::span(symmetries_of_square).first<2>();

constexpr std::string_view name_of(Symmetry symmetry) { return symmetry_names[static_cast<std::size_t>(symmetry)]; }

/// Where a cell of the board comes to lie.
constexpr int image(int cell, const Frame& frame, Symmetry symmetry) {
    const int x = frame.column_of(cell);
    const int y = frame.row_of(cell);
    const int right = frame.width - 1;
    const int bottom = frame.height - 1;
    switch (symmetry) {
        case Symmetry::identity: return cell;
        case Symmetry::mirror: return frame.cell_at(right - x, y);
        case Symmetry::flip: return frame.cell_at(x, bottom - y);
        case Symmetry::rotate180: return frame.cell_at(right - x, bottom - y);
        case Symmetry::transpose: return frame.cell_at(y, x);
        case Symmetry::antitranspose: return frame.cell_at(bottom - y, right - x);
        case Symmetry::rotate90: return frame.cell_at(bottom - y, x);
        case Symmetry::rotate270: return frame.cell_at(y, right - x);
    }
    return cell;
}

template <int Words>
Bits<Words> image(const Bits<Words>& bits, const Frame& frame, Symmetry symmetry) {
    Bits<Words> result;
    for_each_bit(bits, [&](int cell) { result |= Bits<Words>::of(image(cell, frame, symmetry)); });
    return result;
}

/// A move seen from another side of the board.
template <class P>
Move image(const P& position, Move move, Symmetry symmetry) {
    if constexpr (requires { frame(position); }) {
        if (move.index < 0) return move;
        return Move{static_cast<std::int16_t>(image(move.index, frame(position), symmetry))};
    } else {
        return move;
    }
}

constexpr Symmetry inverse(Symmetry symmetry) {
    if (symmetry == Symmetry::rotate90) return Symmetry::rotate270;
    if (symmetry == Symmetry::rotate270) return Symmetry::rotate90;
    return symmetry;
}

/// The least of a position's images under the symmetries of its board: the same for all positions that differ only in
/// how one looks at the board. Needs symmetries(position) and transformed(position, symmetry) of the game.
template <class P>
P canonical(const P& position) {
    P least = position;
    for (const Symmetry symmetry : symmetries(position)) {
        const P candidate = transformed(position, symmetry);
        if (candidate < least) least = candidate;
    }
    return least;
}

}  // namespace gamegrove
