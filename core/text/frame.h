#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "games/position.h"
#include "text/scanner.h"

namespace gamegrove {

/// How the columns of a board are named.
enum class Columns : std::uint8_t { letters, letters_without_i, numbers };

/// Where the bits of a board stand as people see it, and what its cells are called. Columns and rows are counted from 0
/// at the top left. Bits run along the rows, or along the columns (`by_columns`), a `stride` from one to the next; they
/// and the names of the rows begin at the top or at the bottom (`from_bottom`).
struct Frame {
    int width = 0;
    int height = 0;
    int stride = 0;
    bool by_columns = false;
    bool from_bottom = false;
    Columns columns = Columns::letters;

    constexpr int cell_at(int column, int row) const {
        const int line = from_bottom ? height - 1 - row : row;
        return by_columns ? column * stride + line : line * stride + column;
    }
    constexpr int column_of(int cell) const { return by_columns ? cell / stride : cell % stride; }
    constexpr int row_of(int cell) const {
        const int line = by_columns ? cell % stride : cell / stride;
        return from_bottom ? height - 1 - line : line;
    }

    /// The number that people give to a row.
    constexpr int row_number(int row) const { return from_bottom ? height - row : row + 1; }
    std::string column_name(int column) const;
    std::string notation(Move move) const;

    friend constexpr bool operator==(const Frame&, const Frame&) = default;
};

/// A cell as the board's people write it (`f5`, `K10`), read from where the scanner stands.
Move take_cell(Scanner& scanner, const Frame& frame);

/// Whether a word stands for a pass: `pass`, `pa`, `ps` or `--`.
bool says_pass(std::string_view word);

}  // namespace gamegrove
