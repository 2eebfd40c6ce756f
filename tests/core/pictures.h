#pragma once

#include <string>

#include "text/grid.h"

namespace gamegrove {

/// A position as one line, so that a failed comparison of two positions can be read.
template <class P>
std::string line(const P& position) {
    return write_compact(grid(position));
}

/// The moves of a position by their names, in the order of moves().
template <class P>
std::string moves_of(const P& position) {
    std::string names;
    for (const Move move : position.moves()) names += (names.empty() ? "" : " ") + notation(position, move);
    return names;
}

}  // namespace gamegrove
