#pragma once

#include <nanobind/make_iterator.h>
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <compare>
#include <string>
#include <string_view>
#include <variant>

#include "games/counting.h"
#include "games/moves_text.h"
#include "games/playout.h"
#include "games/symmetry.h"
#include "pulse.h"
#include "text/grid.h"

/// What all native games have in common in Python. A game's own file adds its constructor and its rules.
namespace gamegrove::bindings {

namespace nb = nanobind;
using namespace nb::literals;

/// The moves of a position as Python sees them: a view that parses what it is asked for.
template <class Any>
struct MovesView {
    Any position;
};

/// The notations of a board's cells as Python strings, each made once: a game asks for the same few again and again.
class NotationCache {
public:
    /// The cache for boards of this frame. Called with the interpreter lock held.
    static NotationCache& of(const Frame& frame);

    nb::object text(Move move) {
        nb::object& known = names_[static_cast<std::size_t>(move.index + 1)];  // a pass has index -1
        if (!known.is_valid()) known = nb::cast(frame_.notation(move));
        return known;
    }

private:
    explicit NotationCache(const Frame& frame) : frame_(frame), names_(most_cells + 1) {}

    static constexpr std::size_t most_cells = 512;
    Frame frame_;
    std::vector<nb::object> names_;
};

template <class P>
nb::list notations_of(const P& position) {
    nb::list result;
    if constexpr (requires { frame(position); }) {
        NotationCache& cache = NotationCache::of(frame(position));
        for (const Move move : position.moves()) result.append(cache.text(move));
    } else {
        for (const Move move : position.moves()) result.append(nb::cast(notation(position, move)));
    }
    return result;
}

template <class Any>
nb::list notations(const Any& any) {
    return std::visit([](const auto& position) { return notations_of(position); }, any);
}

template <class Any>
std::size_t number_of_moves(const Any& any) {
    return std::visit([](const auto& position) { return static_cast<std::size_t>(position.moves().size()); }, any);
}

template <class Any>
bool is_over(const Any& any) {
    return std::visit([](const auto& position) { return position.moves().empty(); }, any);
}

template <class Any>
Any after_text(const Any& any, std::string_view text) {
    return std::visit([&](const auto& position) -> Any { return position.after(read_move(position, text)); }, any);
}

template <class Any>
bool is_legal(const Any& any, std::string_view text) {
    try {
        std::visit([&](const auto& position) { read_move(position, text); }, any);
        return true;
    } catch (const TextError&) {
        return false;
    }
}

template <class Any>
std::string nth_notation(const Any& any, std::ptrdiff_t index) {
    const auto count = static_cast<std::ptrdiff_t>(number_of_moves(any));
    const std::ptrdiff_t from_start = index < 0 ? index + count : index;
    if (from_start < 0 || from_start >= count) throw nb::index_error("there are fewer legal moves than that");
    return std::visit(
        [&](const auto& position) { return notation(position, position.moves()[static_cast<int>(from_start)]); }, any);
}

template <class Any>
int turn_of(const Any& any) {
    return std::visit([](const auto& position) { return static_cast<int>(position.turn()); }, any);
}

/// Who has won an ended game that is no draw.
template <class P>
Side winner(const P& position) {
    return position.final_value() > 0 ? position.turn() : other(position.turn());
}

template <class Any>
nb::object outcome_of(const Any& any) {
    if (!is_over(any)) return nb::none();
    return std::visit(
        [](const auto& position) {
            const Value value = position.final_value();
            const nb::object side = value == 0 ? nb::none() : nb::cast(static_cast<int>(winner(position)));
            return nb::module_::import_("gamegrove.outcome")
                .attr("Outcome")(side, value < 0 ? -value : value, ending(position));
        },
        any);
}

inline Symmetry symmetry_named(std::span<const Symmetry> possible, std::string_view name) {
    std::string names;
    for (const Symmetry symmetry : possible) {
        if (name_of(symmetry) == name) return symmetry;
        names += (names.empty() ? "" : ", ") + std::string(name_of(symmetry));
    }
    throw nb::value_error(("this board has no symmetry " + quoted(name) + "; it has " + names).c_str());
}

template <class Any>
std::vector<std::string> names_of_symmetries(const Any& any) {
    std::vector<std::string> names;
    std::visit(
        [&](const auto& position) {
            for (const Symmetry symmetry : symmetries(position)) names.emplace_back(name_of(symmetry));
        },
        any);
    return names;
}

/// Compares positions of different boards by their boards.
template <class Any>
std::strong_ordering order(const Any& a, const Any& b) {
    if (a.index() != b.index()) return a.index() <=> b.index();
    return std::visit([&](const auto& position) { return position <=> std::get<std::decay_t<decltype(position)>>(b); },
                      a);
}

template <class Compute>
auto without_lock(Compute compute) {
    const WithoutInterpreter release;
    SignalPulse pulse;
    return compute(pulse);
}

inline int checked_count(int count, const char* name) {
    if (count < 0) throw nb::value_error((std::string(name) + " must be 0 or more").c_str());
    return count;
}

/// A spec as Python keyword arguments: `mnk:size=5,in-a-row=4` gives `, preset='mnk', in_a_row=4`. The size is left
/// out, because the text that stands beside them shows it, and so is the name of a class's usual game.
std::string keywords_of_spec(std::string_view spec, std::string_view usual_name);

template <class Any>
nb::tuple players_of(const Any& any) {
    return std::visit(
        [](const auto& position) {
            const auto names = players(position);
            return nb::make_tuple(nb::str(names[0].data(), names[0].size()), nb::str(names[1].data(), names[1].size()));
        },
        any);
}

/// Who won and how, to stand behind a drawing of an ended game.
template <class P>
std::string remark(const P& position) {
    if (!position.moves().empty()) return "";
    const Value value = position.final_value();
    if (value == 0) return "the game is over: a draw";
    return std::string("the game is over: ") + symbol(winner(position)) + " wins";
}

template <class Any>
void bind_moves_view(nb::module_& module, const char* name) {
    using View = MovesView<Any>;
    nb::class_<View>(module, name,
                     "The legal moves of a position: notations by number, with a length, and it answers `in`.")
        .def("__len__", [](const View& view) { return number_of_moves(view.position); })
        .def(
            "__iter__", [](const View& view) { return nb::iter(notations(view.position)); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[str]"))
        .def(
            "__getitem__", [](const View& view, std::ptrdiff_t index) { return nth_notation(view.position, index); },
            "index"_a)
        .def(
            "__getitem__",
            [](const View& view, const nb::slice& slice) {
                return nb::steal(PyObject_GetItem(notations(view.position).ptr(), slice.ptr()));
            },
            nb::sig("def __getitem__(self, index: slice) -> list[str]"))
        .def(
            "__eq__",
            [](const View& view, nb::handle other) {
                return nb::isinstance<nb::sequence>(other) && notations(view.position).equal(nb::list(other));
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const View& view) { return nb::hash(nb::tuple(notations(view.position))); })
        .def(
            "__contains__",
            [](const View& view, nb::handle move) {
                if (!nb::isinstance<nb::str>(move) && !nb::isinstance<nb::int_>(move)) return false;
                std::string text;  // stays away when the text is no valid Unicode
                return nb::try_cast(nb::str(move), text) && is_legal(view.position, text);
            },
            "move"_a.none(), nb::sig("def __contains__(self, move: object) -> bool"))
        .def("__repr__", [](const View& view) {
            return "LegalMoves(" + nb::cast<std::string>(nb::repr(notations(view.position))) + ")";
        });
}

/// Defines everything but the constructor.
template <class Any>
void bind_position_methods(nb::class_<Any>& type) {
    using View = MovesView<Any>;
    type.def_prop_ro(
            "legal_moves", [](const Any& any) { return View{any}; },
            "The moves that the rules allow, in board order; empty exactly when the game is over.")
        .def("after", &after_text<Any>, "move"_a,
             "The position after a move, given in notation. The position itself never changes.")
        .def(
            "play",
            [](const Any& any, std::string_view text) {
                return std::visit([&](const auto& position) -> Any { return play(position, text).position; }, any);
            },
            "moves"_a, "The position after a whole record of moves, such as \"f5d6c3\" or \"4455\".")
        .def(
            "read_moves",
            [](const Any& any, std::string_view text) {
                std::vector<std::string> names;
                std::visit(
                    [&](auto position) {
                        for (const Move move : play(position, text).moves) {
                            names.push_back(notation(position, move));
                            position = position.after(move);
                        }
                    },
                    any);
                return names;
            },
            "moves"_a, "The single moves of a record played from here; passes that it leaves out are put in.")
        .def(
            "write_moves",
            [](const Any& any, const std::vector<std::string>& moves) {
                return std::visit(
                    [&](const auto& start) {
                        Played<std::decay_t<decltype(start)>> played{start, {}};
                        for (const std::string& move : moves) played.play(read_move(played.position, move));
                        return write_moves(start, played.moves);
                    },
                    any);
            },
            "moves"_a, "Moves played from here as the record that read_moves() reads.")
        .def(
            "must_pass",
            [](const Any& any) {
                return std::visit([](const auto& p) { return p.moves().contains(Move::pass()); }, any);
            },
            "Whether the side to move has no move but a pass.")
        .def("is_over", &is_over<Any>, "Whether the game has ended.")
        .def("outcome", &outcome_of<Any>, "Who won, by how much and why; None while the game goes on.",
             nb::sig("def outcome(self) -> gamegrove.outcome.Outcome | None"))
        .def(
            "final_value",
            [](const Any& any) { return std::visit([](const auto& p) { return p.final_value(); }, any); },
            "What the ended game is worth to the side to move.")
        .def(
            "key", [](const Any& any) { return std::visit([](const auto& p) { return p.key(); }, any); },
            "A 64-bit number that is equal for equal positions as the mover sees them.")
        .def_prop_ro("turn", &turn_of<Any>, "Who is to move: 0 the first player (X), 1 the second (O).")
        .def_prop_ro("players", &players_of<Any>, nb::sig("def players(self) -> tuple[str, str]"),
                     "What the two sides are called, the first player first.")
        .def_prop_ro("symmetries", &names_of_symmetries<Any>,
                     "The names of the ways to lay this board on itself, for transformed().")
        .def(
            "transformed",
            [](const Any& any, std::string_view symmetry) {
                return std::visit(
                    [&](const auto& position) -> Any {
                        return transformed(position, symmetry_named(symmetries(position), symmetry));
                    },
                    any);
            },
            "symmetry"_a, "The position seen from another side, such as \"mirror\" or \"rotate90\".")
        .def(
            "transformed_move",
            [](const Any& any, std::string_view move, std::string_view symmetry) {
                return std::visit(
                    [&](const auto& position) {
                        const Symmetry chosen = symmetry_named(symmetries(position), symmetry);
                        return notation(position, image(position, read_move(position, move), chosen));
                    },
                    any);
            },
            "move"_a, "symmetry"_a, "A move of this position as it is called after transformed().")
        .def(
            "canonical",
            [](const Any& any) {
                return std::visit([](const auto& position) -> Any { return canonical(position); }, any);
            },
            "The least of the position's images: the same for all that differ only by a symmetry.")
        .def(
            "perft",
            [](const Any& any, int depth, bool free_passes) {
                checked_count(depth, "depth");
                const Passes passes = free_passes ? Passes::are_free : Passes::cost_a_ply;
                return without_lock([&](SignalPulse& pulse) {
                    return std::visit([&](const auto& p) { return perft(p, depth, passes, pulse); }, any);
                });
            },
            "depth"_a, nb::kw_only(), "free_passes"_a = false,
            "The number of leaves of the tree of moves; an ended game is one leaf, a pass one ply unless free.")
        .def(
            "distinct_positions",
            [](const Any& any, int plies) {
                checked_count(plies, "plies");
                return without_lock([&](SignalPulse& pulse) {
                    return std::visit([&](const auto& p) { return distinct_positions(p, plies, pulse); }, any);
                });
            },
            "plies"_a, "The number of different positions after 0, 1, ... plies.")
        .def(
            "playouts",
            [](const Any& any, std::int64_t games, std::uint64_t seed) {
                if (games < 0) throw nb::value_error("games must be 0 or more");
                const Tally tally = without_lock([&](SignalPulse& pulse) {
                    return std::visit(
                        [&](const auto& p) { return playouts(p, static_cast<std::uint64_t>(games), seed, pulse); },
                        any);
                });
                return nb::module_::import_("gamegrove.outcome")
                    .attr("Tally")(tally.wins, tally.draws, tally.losses, tally.plies);
            },
            "games"_a, "seed"_a = 0,
            nb::sig("def playouts(self, games: int, seed: int = 0) -> gamegrove.outcome.Tally"),
            "The results of random games from here, seen by the side to move; the same seed, the same games.")
        .def(
            "__eq__",
            [](const Any& a, nb::handle b) { return nb::isinstance<Any>(b) && order(a, nb::cast<const Any&>(b)) == 0; },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"), nb::arg().none())
        .def(
            "__lt__", [](const Any& a, const Any& b) { return order(a, b) < 0; }, nb::is_operator())
        .def(
            "__le__", [](const Any& a, const Any& b) { return order(a, b) <= 0; }, nb::is_operator())
        .def(
            "__gt__", [](const Any& a, const Any& b) { return order(a, b) > 0; }, nb::is_operator())
        .def(
            "__ge__", [](const Any& a, const Any& b) { return order(a, b) >= 0; }, nb::is_operator())
        .def("__hash__",
             [](const Any& any) {
                 const std::uint64_t key = std::visit([](const auto& p) { return p.key(); }, any);
                 // Python keeps -1 for errors, so the sign bit is left out.
                 return static_cast<Py_hash_t>((key + static_cast<std::uint64_t>(turn_of(any))) >> 1);
             })
        .def(
            "__reduce__",
            [](nb::handle self) {
                const nb::object read = nb::module_::import_("gamegrove").attr("position");
                return nb::make_tuple(read, nb::make_tuple(self.attr("line")));
            },
            nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
        .def(
            "_repr_svg_", [](nb::handle self) { return nb::module_::import_("gamegrove.drawing").attr("svg")(self); },
            nb::sig("def _repr_svg_(self) -> str"));
}

/// What the games on a grid have besides.
template <class Any>
void bind_grid_methods(nb::class_<Any>& type, const std::string& class_name, const std::string& usual_name) {
    const auto grid_of = [](const Any& any) { return std::visit([](const auto& p) { return grid(p); }, any); };
    const auto spec_of = [](const Any& any) { return std::visit([](const auto& p) { return spec(p); }, any); };
    type.def_prop_ro(
            "stones",
            [](const Any& any) {
                return std::visit([](const auto& p) { return p.mover().count() + p.opponent().count(); }, any);
            },
            "How many stones or discs are on the board.")
        .def_prop_ro("spec", spec_of, "The game and its rules as text, such as \"othello:size=6\".")
        .def_prop_ro(
            "line", [=](const Any& any) { return spec_of(any) + " " + write_compact(grid_of(any)); },
            "The whole position on one line; gamegrove.position() reads it back.")
        .def_prop_ro(
            "rows", [=](const Any& any) { return nb::tuple(nb::cast(grid_of(any).rows())); },
            nb::sig("def rows(self) -> tuple[str, ...]"),
            "The board row by row from the top: X, O, '.' for empty, '#' for no cell.")
        .def_prop_ro(
            "board_text",
            [=](const Any& any) {
                std::string text;
                const Grid board = grid_of(any);
                for (const std::string& row : board.rows()) text += row + "\n";
                if (board.captured)
                    text += "captured: X " + std::to_string(board.captured->first) + ", O " +
                            std::to_string(board.captured->second) + "\n";
                return text + symbol(*board.turn) + " to move\n";
            },
            "The board as the plain text of a board file.")
        .def_prop_ro(
            "column_names",
            [](const Any& any) {
                std::vector<std::string> names;
                const Frame f = std::visit([](const auto& p) { return frame(p); }, any);
                for (int column = 0; column < f.width; ++column) names.push_back(f.column_name(column));
                return nb::tuple(nb::cast(names));
            },
            nb::sig("def column_names(self) -> tuple[str, ...]"), "The names of the columns from left to right.")
        .def_prop_ro(
            "row_names",
            [](const Any& any) {
                std::vector<std::string> names;
                const Frame f = std::visit([](const auto& p) { return frame(p); }, any);
                if (f.columns != Columns::numbers)
                    for (int row = 0; row < f.height; ++row) names.push_back(std::to_string(f.row_number(row)));
                return nb::tuple(nb::cast(names));
            },
            nb::sig("def row_names(self) -> tuple[str, ...]"),
            "The names of the rows from the top; empty where moves are named by their column alone.")
        .def("__str__",
             [](const Any& any) {
                 return std::visit([](const auto& p) { return write_drawing(grid(p), frame(p), remark(p)); }, any);
             })
        .def("__repr__", [=](const Any& any) {
            const std::string keywords = keywords_of_spec(spec_of(any), usual_name);
            return class_name + "('" + write_compact(grid_of(any)) + "'" + keywords + ")";
        });
}

/// A size as Python code gives it: 6, "7x6" or (7, 6).
using SizeArgument = std::variant<int, std::string, std::pair<int, int>>;
std::pair<int, int> size_of(const SizeArgument& size);

}  // namespace gamegrove::bindings
