#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/frame.h"

namespace gamegrove {

/// A board as characters: X the first player, O the second, '.' empty, '#' no cell. What every text format of a grid
/// game is read into and written from.
struct Grid {
    int width = 0;
    int height = 0;
    std::vector<char> cells;                      ///< row by row from the top
    std::vector<Place> places;                    ///< where each cell stood in the text, when it was read from one
    std::optional<Side> turn;                     ///< who moves, if the text says
    std::optional<std::pair<int, int>> captured;  ///< stones captured by the first and by the second player

    char at(int column, int row) const { return cells[static_cast<std::size_t>(row * width + column)]; }
    Place place(int column, int row) const {
        return places.empty() ? Place{} : places[static_cast<std::size_t>(row * width + column)];
    }
    std::vector<std::string> rows() const;
};

/// The characters that a game accepts for a stone of the first, of the second player, and for an empty cell.
struct Alphabet {
    std::string_view first;
    std::string_view second;
    std::string_view empty;
};

/// The formats of a text, told apart by their looks.
enum class Format { moves, compact, drawing };
Format format_of(std::string_view text, const Alphabet& alphabet);

/// `3OX3/8/... X`, rows from the top, numbers for runs of empty cells, the side to move, and `2-0` for captures.
/// A board of one row has a slash behind it, by which the format is known.
Grid read_compact(std::string_view text, const Alphabet& alphabet);
std::string write_compact(const Grid& grid);

/// A board over several lines, plain as in a board file or with the names of rows and columns as drawn by
/// write_drawing(). `X to move` and `captured: X 2, O 0` may follow.
/// The names must be those that `naming` gives to rows and columns: a board drawn the other way up is refused.
Grid read_drawing(std::string_view text, const Alphabet& alphabet, Frame naming);
std::string write_drawing(const Grid& grid, const Frame& frame, const std::string& remark);

/// The plain rows, then captures and side to move: a board file.
std::string write_board(const Grid& grid);

/// The cells of a board in one word, and the side to move behind it.
Grid read_cell_line(std::string_view text, const Alphabet& alphabet, int width, int height,
                    const std::vector<bool>& is_cell);

/// The grid of a board with these stones on it.
template <class Bits>
Grid grid_of(const Frame& frame, const Bits& first, const Bits& second, Side turn) {
    Grid grid;
    grid.width = frame.width;
    grid.height = frame.height;
    grid.turn = turn;
    for (int row = 0; row < frame.height; ++row)
        for (int column = 0; column < frame.width; ++column) {
            const int cell = frame.cell_at(column, row);
            grid.cells.push_back(first.test(cell) ? 'X' : second.test(cell) ? 'O' : '.');
        }
    return grid;
}

/// The stones on a grid that have this symbol.
template <class Bits>
Bits stones_of(const Grid& grid, const Frame& frame, char symbol) {
    Bits stones;
    for (int row = 0; row < grid.height; ++row)
        for (int column = 0; column < grid.width; ++column)
            if (grid.at(column, row) == symbol) stones |= Bits::of(frame.cell_at(column, row));
    return stones;
}

}  // namespace gamegrove
