#include "games/othello/text.h"

#include <algorithm>

namespace gamegrove::othello {
namespace {

constexpr Alphabet black_and_white{.first = "Xx*Bb", .second = "OoWw", .empty = ".-_"};
/// Of the 96-cell board, on which white moves first.
constexpr Alphabet white_and_red{.first = "Xx*Ww", .second = "OoRr", .empty = ".-_"};

const Alphabet& alphabet_of(std::string_view board) { return board == "96" ? white_and_red : black_and_white; }

/// That of the board which is asked for, or else of the one that the holes in the text tell.
const Alphabet& alphabet_of(std::string_view text, const Options& options) {
    const bool has_holes = text.find('#') != std::string_view::npos;
    return alphabet_of(options.board ? *options.board : has_holes ? "96" : "8");
}

/// Calls `visit` with a start position on the board of that name.
template <class Visit>
AnyPosition on_board(std::string_view name, Empties empties, Visit visit) {
    if (name == "4") return visit(Position<Board4>::start(empties));
    if (name == "6") return visit(Position<Board6>::start(empties));
    if (name == "8") return visit(Position<Board8>::start(empties));
    if (name == "10") return visit(Position<Board10>::start(empties));
    if (name == "12") return visit(Position<Board12>::start(empties));
    if (name == "96") return visit(Position<Board96>::start(empties));
    throw InvalidRules("there is no Othello board " + quoted(name) + "; the boards are 4, 6, 8, 10, 12 and 96");
}

template <class B>
std::vector<bool> cell_mask() {
    std::vector<bool> mask;
    for (int row = 0; row < B::size; ++row)
        for (int column = 0; column < B::size; ++column) mask.push_back(B::is_cell(column, row));
    return mask;
}

template <class B>
Position<B> from_grid(const Grid& grid, Empties empties) {
    if (grid.captured) throw InvalidText("Othello has no captures");
    for (int row = 0; row < B::size; ++row)
        for (int column = 0; column < B::size; ++column) {
            const bool shows_hole = grid.at(column, row) == '#';
            if (B::is_cell(column, row) == shows_hole)
                throw InvalidText(shows_hole ? "there is a cell here on this board, not a hole"
                                             : "the board has no cell here; write #",
                                  grid.place(column, row));
        }
    const Frame f = frame(Position<B>());
    const auto first = stones_of<typename B::Bits>(grid, f, 'X');
    const auto second = stones_of<typename B::Bits>(grid, f, 'O');
    const Side turn = grid.turn.value_or(Side::first);
    return turn == Side::first ? Position<B>(first, second, turn, empties) : Position<B>(second, first, turn, empties);
}

/// The board that a grid of this size is for.
std::string board_name(const Grid& grid) {
    const bool holes = std::find(grid.cells.begin(), grid.cells.end(), '#') != grid.cells.end();
    if (grid.width != grid.height)
        throw InvalidText("an Othello board is square; this one has " + std::to_string(grid.width) + " columns and " +
                          std::to_string(grid.height) + " rows");
    return grid.width == 10 && holes ? "96" : std::to_string(grid.width);
}

AnyPosition from_any_grid(const Grid& grid, const Options& options) {
    const std::string name = board_name(grid);
    if (options.board && *options.board != name)
        throw InvalidText("the text shows board " + name + ", but board " + *options.board + " was asked for");
    if (name != "96" && (grid.width % 2 != 0 || grid.width < 4 || grid.width > 12))
        throw InvalidText("the board has " + std::to_string(grid.width) + " rows; Othello has 4, 6, 8, 10 or 12");
    return on_board(name, options.empties, [&](const auto& start) -> AnyPosition {
        return from_grid<typename std::decay_t<decltype(start)>::Board>(grid, options.empties);
    });
}

/// The board whose cells a single word of this length could be; nothing when it is no such word.
std::optional<std::string> board_of_cell_line(std::string_view text) {
    Scanner scanner(trimmed(text));
    const std::string_view word = scanner.take_while([](char c) { return !is_space(c); });
    for (const char c : word)
        if (is_digit(c)) return std::nullopt;
    switch (word.size()) {
        case 16: return "4";
        case 36: return "6";
        case 64: return "8";
        case 96: return "96";
        case 100: return "10";
        case 144: return "12";
        default: return std::nullopt;
    }
}

/// A word of cells that are too many or too few for any board is no list of moves either.
void check_that_it_is_no_cell_line(std::string_view text, const Alphabet& alphabet) {
    constexpr std::size_t longest_pass = 4;
    Scanner scanner(text);
    scanner.skip_spaces();
    const Place place = scanner.place();
    const std::string_view word = scanner.take_while([](char c) { return !is_space(c); });
    const std::string cells = std::string(alphabet.first).append(alphabet.second).append(alphabet.empty);
    const bool has_discs = word.find_first_not_of(alphabet.empty) != std::string_view::npos;
    if (word.size() > longest_pass && has_discs && word.find_first_not_of(cells) == std::string_view::npos)
        throw InvalidText("these are " + std::to_string(word.size()) +
                              " cells; a board has 16, 36, 64, 100 or 144, and that of tournaments 96",
                          place);
}

AnyPosition from_cell_line(std::string_view text, const std::string& board, const Options& options) {
    return on_board(board, options.empties, [&](const auto& start) -> AnyPosition {
        using B = typename std::decay_t<decltype(start)>::Board;
        return from_any_grid(read_cell_line(text, alphabet_of(board), B::size, B::size, cell_mask<B>()), options);
    });
}

}  // namespace

AnyPosition read(std::string_view text, const Options& options) {
    if (options.board)
        on_board(*options.board, options.empties, [](const auto& start) -> AnyPosition { return start; });
    const Alphabet& alphabet = alphabet_of(text, options);
    switch (format_of(text, alphabet)) {
        case Format::compact: return from_any_grid(read_compact(text, alphabet), options);
        case Format::drawing: return from_any_grid(read_drawing(text, alphabet, frame(Position<Board8>())), options);
        case Format::moves: break;
    }
    if (const auto board = board_of_cell_line(text)) return from_cell_line(text, *board, options);
    check_that_it_is_no_cell_line(text, alphabet);
    return on_board(options.board.value_or("8"), options.empties,
                    [&](const auto& start) -> AnyPosition { return play_cells(start, text).position; });
}

}  // namespace gamegrove::othello
