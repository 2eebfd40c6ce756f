#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "evaluation/cell_weights.h"
#include "evaluation/connect_four/segments.h"
#include "evaluation/othello/access.h"
#include "evaluation/othello/corner_danger.h"
#include "evaluation/othello/corners.h"
#include "evaluation/othello/edge_discs.h"
#include "evaluation/othello/edge_tables.h"
#include "evaluation/othello/frontier.h"
#include "evaluation/othello/local_parity.h"
#include "evaluation/othello/mobility.h"
#include "evaluation/othello/parity.h"
#include "evaluation/othello/potential_mobility.h"
#include "evaluation/othello/square_weights.h"
#include "evaluation/othello/stability.h"
#include "evaluation/pente/rows.h"
#include "games/connect_four/text.h"
#include "games/othello/text.h"
#include "games/pente/text.h"
#include "games/tree/text.h"

/// What can be counted in each game, by name: the usual evaluation first. Those that are weights of cells can also be
/// had as such, by cell_weights(), for searches that want nothing else.
namespace gamegrove {

/// A lone CellWeights as a feature.
template <class P, class Weights>
Feature<P> counted_by(Weights weights) {
    return [weights](const P& position) { return weights.balance(position); };
}

namespace othello {

/// Corners are worth 9, other edge squares 3, the rest 1; or every disc 1; or by the static table; or nothing.
template <class B>
CellWeights<typename B::Bits> cell_weights(const Position<B>& position, std::string_view name) {
    if (name == "weights") return square_weights(position);
    const auto on_rim = [](int at) { return at == 0 || at == B::size - 1; };
    return {frame(position), [&](int column, int row) -> Value {
                if (name != "squares") return name == "score" ? 1 : 0;
                if (on_rim(column) && on_rim(row)) return 9;
                return on_rim(column) || on_rim(row) ? 3 : 1;
            }};
}

template <class B>
constexpr bool is_cell_weights(const Position<B>&, std::string_view name) {
    return name == "squares" || name == "score" || name == "weights" || name == "zero";
}

template <class B>
std::span<const NamedFeature<Position<B>>> features(const Position<B>&) {
    using P = Position<B>;
    static constexpr std::array all = {
        NamedFeature<P>{"squares", "discs, by square: 9 in a corner, 3 elsewhere on the edge, 1 inside",
                        [](const P& p) { return counted_by<P>(cell_weights(p, "squares")); }},
        NamedFeature<P>{"score", "discs", [](const P& p) { return counted_by<P>(cell_weights(p, "score")); }},
        NamedFeature<P>{"weights", "discs, by a static weight for every square of this size of board",
                        [](const P& p) { return counted_by<P>(cell_weights(p, "weights")); }},
        NamedFeature<P>{"mobility", "moves, if it were one's turn", [](const P&) { return Feature<P>(mobility<B>); }},
        NamedFeature<P>{"potential", "empty cells beside a disc of the other side",
                        [](const P&) { return Feature<P>(potential_mobility<B>); }},
        NamedFeature<P>{"corners", "corners", [](const P&) { return Feature<P>(corners<B>); }},
        NamedFeature<P>{"edge", "discs on the edge outside the corners",
                        [](const P&) { return Feature<P>(edge_discs<B>); }},
        NamedFeature<P>{"xsquares", "discs diagonally beside an empty corner (bad)",
                        [](const P&) { return Feature<P>(x_squares<B>); }},
        NamedFeature<P>{"csquares", "discs on the edge beside an empty corner (bad)",
                        [](const P&) { return Feature<P>(c_squares<B>); }},
        NamedFeature<P>{"frontier", "discs beside an empty cell (bad)",
                        [](const P&) { return Feature<P>(frontier<B>); }},
        NamedFeature<P>{"stable", "discs that can never be flipped", [](const P&) { return Feature<P>(stable<B>); }},
        NamedFeature<P>{"semistable", "discs that are neither stable nor unstable",
                        [](const P&) { return Feature<P>(semi_stable<B>); }},
        NamedFeature<P>{"unstable", "discs that the other side's next move could flip (bad)",
                        [](const P&) { return Feature<P>(unstable<B>); }},
        NamedFeature<P>{"stability", "stable discs less unstable ones",
                        [](const P&) { return Feature<P>(stability<B>); }},
        NamedFeature<P>{"parity", "1 for the side that will play last if nobody passes",
                        [](const P&) { return Feature<P>(parity<B>); }},
        NamedFeature<P>{"access", "regions of empty cells in which one can play",
                        [](const P&) { return Feature<P>(access<B>); }},
        NamedFeature<P>{"local_parity", "per cent of the regions in which one can expect to play last",
                        [](const P&) { return Feature<P>(local_parity<B>); }},
        NamedFeature<P>{"edge_states", "edges, by a table of all states of an edge, in tenths of a disc",
                        [](const P&) -> Feature<P> {
                            return [&table = othello::edge_states(B::size)](const P& p) { return by_states(p, table); };
                        }},
        NamedFeature<P>{"edge_squares", "edges, by one weight for each square of an edge",
                        [](const P&) -> Feature<P> {
                            return
                                [&table = othello::edge_squares(B::size)](const P& p) { return by_squares(p, table); };
                        }},
        NamedFeature<P>{"edge_corners", "edges, by a table of the corners' states and weights between them",
                        [](const P&) -> Feature<P> {
                            return
                                [&table = othello::edge_corners(B::size)](const P& p) { return by_corners(p, table); };
                        }},
        NamedFeature<P>{"edge_wide", "edges, by a table of all states of an edge with its X squares",
                        [](const P&) -> Feature<P> {
                            return [&table = othello::wide_edge_states(B::size)](const P& p) {
                                return by_states(p, table);
                            };
                        }},
        NamedFeature<P>{"zero", "nothing", [](const P& p) { return counted_by<P>(cell_weights(p, "zero")); }},
    };
    return all;
}

template <class B>
int cells_of(const Position<B>&) {
    return B::cells.count();
}

}  // namespace othello

namespace connect_four {

/// The weights of the columns double from the second to the middle: 0 1 2 4 2 1 0 on seven columns; or every hole
/// counts as many as there are segments through it; or nothing.
template <class B>
CellWeights<typename B::Bits> cell_weights(const Position<B>& position, std::string_view name) {
    const Frame f = frame(position);
    if (name == "holes")
        return {f, [&, segments = Segments<B>(position)](int column, int row) {
                    return segments.weight(f.cell_at(column, row));
                }};
    return {f, [&](int column, int) -> Value {
                const int inwards = std::min({column, f.width - 1 - column, 12});
                return name != "columns" || inwards == 0 ? 0 : 1 << (inwards - 1);
            }};
}

template <class B>
constexpr bool is_cell_weights(const Position<B>&, std::string_view name) {
    return name == "columns" || name == "holes" || name == "zero";
}

/// The feature whose balance is carried from move to move.
template <class B>
Segments<B> carried(const Position<B>& start) {
    return Segments<B>(start);
}

template <class B>
std::string_view name_of_carried(const Position<B>&) {
    return "segments";
}

template <class B>
std::span<const NamedFeature<Position<B>>> features(const Position<B>&) {
    using P = Position<B>;
    static constexpr std::array all = {
        NamedFeature<P>{"columns", "discs, by column: 0 1 2 4 2 1 0 on seven columns",
                        [](const P& p) { return counted_by<P>(cell_weights(p, "columns")); }},
        NamedFeature<P>{"segments", "segments without the other side: 1, 10, 100 for one, two, three discs",
                        [](const P& p) { return Feature<P>(Segments<B>(p)); }},
        NamedFeature<P>{"holes", "discs, by the number of segments through their holes",
                        [](const P& p) { return counted_by<P>(cell_weights(p, "holes")); }},
        NamedFeature<P>{"zero", "nothing", [](const P& p) { return counted_by<P>(cell_weights(p, "zero")); }},
    };
    return all;
}

template <class B>
int cells_of(const Position<B>& position) {
    return position.layout().cells.count();
}

}  // namespace connect_four

namespace pente {

/// A stone is worth its distance from the edge of the board; or nothing.
template <class B>
CellWeights<typename B::Bits> cell_weights(const Position<B>& position, std::string_view name) {
    const Frame f = frame(position);
    return {f, [&](int column, int row) -> Value {
                return name == "centre" ? std::min({column, row, f.width - 1 - column, f.height - 1 - row}) : 0;
            }};
}

template <class B>
constexpr bool is_cell_weights(const Position<B>&, std::string_view name) {
    return name == "centre" || name == "zero";
}

/// The feature whose balance is carried from move to move.
template <class B>
Rows<B> carried(const Position<B>& start) {
    return Rows<B>(start);
}

template <class B>
std::string_view name_of_carried(const Position<B>&) {
    return "rows";
}

template <class B>
std::span<const NamedFeature<Position<B>>> features(const Position<B>&) {
    using P = Position<B>;
    static constexpr std::array all = {
        NamedFeature<P>{"centre", "stones, by their distance from the edge of the board",
                        [](const P& p) { return counted_by<P>(cell_weights(p, "centre")); }},
        NamedFeature<P>{"rows", "rows that can grow, by length and open ends",
                        [](const P& p) { return Feature<P>(Rows<B>(p)); }},
        NamedFeature<P>{"captured", "stones captured from the other side",
                        [](const P&) -> Feature<P> {
                            return [](const P& p) { return Balance{p.captured().by_mover, p.captured().by_opponent}; };
                        }},
        NamedFeature<P>{"zero", "nothing", [](const P& p) { return counted_by<P>(cell_weights(p, "zero")); }},
    };
    return all;
}

template <class B>
int cells_of(const Position<B>& position) {
    return position.board().cells.count();
}

}  // namespace pente

namespace tree {

inline Zero cell_weights(const Position&, std::string_view) { return {}; }

constexpr bool is_cell_weights(const Position&, std::string_view name) { return name == "zero"; }

inline std::span<const NamedFeature<Position>> features(const Position&) {
    static constexpr std::array all = {NamedFeature<Position>{
        "zero", "nothing",
        [](const Position&) -> Feature<Position> { return [](const Position&) { return Balance{}; }; }}};
    return all;
}

inline int cells_of(const Position&) { return 0; }

}  // namespace tree

/// The stones on a board; a tree has none.
template <class P>
int stones_on(const P& position) {
    if constexpr (requires { position.mover(); })
        return (position.mover() | position.opponent()).count();
    else
        return 0;
}

}  // namespace gamegrove
