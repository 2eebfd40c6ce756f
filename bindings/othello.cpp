#include "bind.h"
#include "games/othello/text.h"
#include "position_methods.h"

namespace gamegrove::bindings {

using othello::AnyPosition;

namespace {

AnyPosition make(std::string_view text, const std::optional<SizeArgument>& size,
                 const std::optional<std::string>& board, bool empties_to_winner) {
    othello::Options options{.board = board,
                             .empties = empties_to_winner ? othello::Empties::to_winner : othello::Empties::to_nobody};
    if (size) {
        const auto [width, height] = size_of(*size);
        const std::string name = std::to_string(width);
        if (width != height) throw InvalidRules("an Othello board is square: give its size as one number");
        if (board && *board != name)
            throw InvalidRules("size=" + name + " and board " + quoted(*board) + " contradict each other");
        if (name == "96") throw InvalidRules("there is no Othello board of 96x96; the board of 96 cells is board=96");
        options.board = name;
    }
    return othello::read(text, options);
}

}  // namespace

void bind_othello(nb::module_& module) {
    bind_moves_view<AnyPosition>(module, "OthelloMoves");
    nb::class_<AnyPosition> type(module, "Othello", R"(A position of Othello.

`text` may be a record of moves ("f5d6c3"), the compact line, a drawn board, or all
cells in one word with the side to move behind it; without it the game starts.
`size` is 4, 6, 8, 10 or 12; `board="96"` is the tournament board of 96 cells.
With `empties_to_winner` the empty cells of an ended game count for the winner.)");
    type.def(
        "__init__",
        [](AnyPosition* self, std::string_view text, const std::optional<SizeArgument>& size,
           const std::optional<std::string>& board,
           bool empties_to_winner) { new (self) AnyPosition(make(text, size, board, empties_to_winner)); },
        "text"_a = "", nb::kw_only(), "size"_a = nb::none(), "board"_a = nb::none(), "empties_to_winner"_a = false);
    bind_position_methods(type);
    bind_grid_methods(type, "Othello", "othello");
    type.def_prop_ro(
            "size",
            [](const AnyPosition& any) { return std::visit([](const auto& p) { return frame(p).width; }, any); },
            "The number of rows and of columns.")
        .def_prop_ro(
            "board",
            [](const AnyPosition& any) {
                return std::visit([](const auto& p) { return std::string(std::decay_t<decltype(p)>::Board::name()); },
                                  any);
            },
            "The name of the board: its size, or \"96\".")
        .def_prop_ro(
            "empties_to_winner",
            [](const AnyPosition& any) {
                return std::visit([](const auto& p) { return p.empties() == othello::Empties::to_winner; }, any);
            },
            "Whether empty cells count for the winner when the game ends.")
        .def_prop_ro(
            "cell_line",
            [](const AnyPosition& any) { return std::visit([](const auto& p) { return cell_line(p); }, any); },
            "All cells in one word and the side to move, as problem collections write positions.")
        .def_prop_ro(
            "discs",
            [](const AnyPosition& any) {
                return std::visit(
                    [](const auto& p) {
                        return std::pair(p.discs(Side::first).count(), p.discs(Side::second).count());
                    },
                    any);
            },
            "The number of discs of the first and of the second player.");
}

}  // namespace gamegrove::bindings
