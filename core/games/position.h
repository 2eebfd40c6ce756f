#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <ranges>

#include "bits/bits.h"

namespace gamegrove {

/// The value of a position, always seen by the side to move.
using Value = int;

/// The two players. The first one moves first and is drawn X; the second is drawn O.
enum class Side : std::uint8_t { first, second };

constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }

constexpr char symbol(Side side) { return side == Side::first ? 'X' : 'O'; }

/// What a player does in one turn: the cell that is played on, the number of a child in a tree, or a pass.
struct Move {
    std::int16_t index = 0;

    static constexpr Move pass() { return Move{-1}; }
    /// No move at all: what a search gives where there is none.
    static constexpr Move none() { return Move{-2}; }

    friend constexpr auto operator<=>(Move, Move) = default;
};

/// The moves of one position, cheap to make, to count and to draw from at random: a set of cells, or a lone pass.
template <int Words>
class CellMoves {
public:
    class Iterator {
    public:
        using value_type = Move;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Iterator(Bits<Words> rest, bool pass) : rest_(rest), pass_(pass) {}

        Move operator*() const { return pass_ ? Move::pass() : Move{static_cast<std::int16_t>(rest_.lowest())}; }

        Iterator& operator++() {
            if (pass_)
                pass_ = false;
            else
                rest_ = rest_.without_lowest();
            return *this;
        }

        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }

        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        Bits<Words> rest_;
        bool pass_ = false;
    };

    CellMoves() = default;
    explicit CellMoves(Bits<Words> cells) : cells_(cells) {}

    static CellMoves only_pass() {
        CellMoves moves;
        moves.pass_ = true;
        return moves;
    }

    int size() const { return cells_.count() + static_cast<int>(pass_); }
    bool empty() const { return !pass_ && !cells_.any(); }
    Move operator[](int n) const { return pass_ ? Move::pass() : Move{static_cast<std::int16_t>(cells_.nth(n))}; }
    bool contains(Move move) const {
        if (move == Move::pass()) return pass_;
        return move.index >= 0 && move.index < Bits<Words>::capacity && cells_.test(move.index);
    }
    Iterator begin() const { return {cells_, pass_}; }
    Iterator end() const { return {}; }

private:
    Bits<Words> cells_;
    bool pass_ = false;
};

template <class M>
concept MoveSet = std::ranges::forward_range<M> && requires(const M moves, int n, Move move) {
    { moves.size() } -> std::convertible_to<int>;
    { moves.empty() } -> std::same_as<bool>;
    { moves[n] } -> std::same_as<Move>;
    { moves.contains(move) } -> std::same_as<bool>;
};

/// A position of a game: a value that never changes.
///
///   moves()        empty exactly when the game is over; a pass is a move
///   after(move)    a new position; `move` must be one of moves()
///   final_value()  what the ended game is worth to the side to move
///   key()          equal for equal positions, well spread, the same on every machine
///   turn()         who is to move
template <class P>
concept Position = std::regular<P> && std::totally_ordered<P> && requires(const P position, Move move) {
    { position.moves() } -> MoveSet;
    { position.after(move) } -> std::same_as<P>;
    { position.final_value() } -> std::same_as<Value>;
    { position.key() } -> std::same_as<std::uint64_t>;
    { position.turn() } -> std::same_as<Side>;
};

}  // namespace gamegrove
