#pragma once

#include <array>

#include "games/pente/board.h"
#include "games/position.h"

namespace gamegrove::pente {

/// Stones that each side has captured from the other.
struct Captured {
    std::int16_t by_mover = 0;
    std::int16_t by_opponent = 0;

    friend constexpr auto operator<=>(Captured, Captured) = default;
};

/// A position of a game of the Pente family.
template <class BoardType>
class Position {
public:
    using Board = BoardType;
    using Bits = typename Board::Bits;

    explicit Position(const Board* board) : board_(board) {}
    Position() : Position(board_of<Board>(Rules{.width = 3, .height = 3, .in_a_row = 3})) {}

    /// Any set-up. The game counts as lost for the mover if the opponent already has a row or captures enough.
    Position(const Board* board, const Bits& mover, const Bits& opponent, Side turn, Captured captured)
        : mover_(mover), opponent_(opponent), board_(board), captured_(captured), turn_(turn) {
        lost_ = has_captured_enough(captured_.by_opponent) || has_a_row(opponent_);
    }

    CellMoves<Bits::capacity / 64> moves() const {
        using Moves = CellMoves<Bits::capacity / 64>;
        if (lost_) return Moves();
        const Bits empty = board_->cells & ~(mover_ | opponent_);
        if (rules().opening_box && turn_ == Side::first) return Moves(allowed_in_the_opening(empty));
        return Moves(empty);
    }

    Position after(Move move) const {
        Position next = *this;
        next.mover_ = opponent_;
        next.opponent_ = mover_ | Bits::of(move.index);
        next.turn_ = other(turn_);
        next.captured_ = {captured_.by_opponent, captured_.by_mover};
        if (rules().captures != Captures::none) next.capture_around(move.index);
        next.lost_ = next.has_captured_enough(next.captured_.by_opponent) ||
                     (rows_can_become_shorter() ? has_a_row(next.opponent_) : makes_a_row(next.opponent_, move.index));
        return next;
    }

    /// -1 when the opponent has won, 0 when the board is full.
    Value final_value() const { return lost_ ? -1 : 0; }

    /// Of everything that the rest of the game depends on: stones, captures, and whose opening it is.
    std::uint64_t key() const {
        const auto counts = (static_cast<std::uint64_t>(captured_.by_mover) << 16) |
                            (static_cast<std::uint64_t>(captured_.by_opponent) << 1) |
                            static_cast<std::uint64_t>(turn_);
        return opponent_.hashed_into(mover_.hashed_into(mixed(counts)));
    }

    Side turn() const { return turn_; }
    bool is_lost() const { return lost_; }
    const Rules& rules() const { return board_->rules; }
    const Board& board() const { return *board_; }
    Captured captured() const { return captured_; }
    const Bits& mover() const { return mover_; }
    const Bits& opponent() const { return opponent_; }
    const Bits& stones(Side side) const { return side == turn_ ? mover_ : opponent_; }

    /// Whether the last move won by what it captured.
    bool has_won_by_captures() const { return has_captured_enough(captured_.by_opponent); }

    /// Whether the side to move has won before: no game leads here, but a set-up could.
    bool is_won_already() const {
        if (has_captured_enough(captured_.by_mover)) return true;
        return !rows_can_become_shorter() && has_a_row(mover_);
    }

    friend std::strong_ordering operator<=>(const Position& a, const Position& b) {
        if (const auto order = a.rules() <=> b.rules(); order != 0) return order;
        if (const auto order = a.mover_ <=> b.mover_; order != 0) return order;
        if (const auto order = a.opponent_ <=> b.opponent_; order != 0) return order;
        if (const auto order = a.captured_ <=> b.captured_; order != 0) return order;
        return a.turn_ <=> b.turn_;
    }
    friend bool operator==(const Position& a, const Position& b) { return (a <=> b) == 0; }

private:
    static constexpr std::array axes = {1, Board::stride - 1, Board::stride, Board::stride + 1};

    static bool has(const Bits& stones, int cell) { return cell >= 0 && cell < Bits::capacity && stones.test(cell); }

    /// The opening rule. It gives way when a set-up leaves no cell that it allows.
    Bits allowed_in_the_opening(const Bits& empty) const {
        const int placed = mover_.count() + captured_.by_opponent;
        if (placed > 1) return empty;
        const Bits allowed = empty & (placed == 0 ? board_->centre : board_->outside_box);
        return allowed.any() ? allowed : empty;
    }

    bool has_captured_enough(int stones) const {
        return rules().captures != Captures::none && stones >= captures_that_win(rules().captures);
    }

    /// A capture can cut a row that is too long down to one that wins, on its owner's next move wherever that is.
    bool rows_can_become_shorter() const { return rules().exactly && rules().captures != Captures::none; }

    bool has_a_row(const Bits& stones) const {
        bool found = false;
        for_each_bit(stones, [&](int cell) { found = found || makes_a_row(stones, cell); });
        return found;
    }

    /// Takes the stones of the side to move that the stone just played on `cell` flanks.
    void capture_around(int cell) {
        for (const int axis : axes)
            for (const int step : {axis, -axis}) {
                int length = 0;
                while (length < 4 && has(mover_, cell + (length + 1) * step)) ++length;
                const bool right_length = length == 2 || (length == 3 && rules().captures == Captures::triples);
                if (!right_length || !has(opponent_, cell + (length + 1) * step)) continue;
                for (int i = 1; i <= length; ++i) mover_ = mover_ ^ Bits::of(cell + i * step);
                captured_.by_opponent = static_cast<std::int16_t>(captured_.by_opponent + length);
            }
    }

    /// Whether the stone on `cell` stands in a row that wins.
    bool makes_a_row(const Bits& stones, int cell) const {
        for (const int axis : axes) {
            int length = 1;
            for (int next = cell + axis; has(stones, next); next += axis) ++length;
            for (int next = cell - axis; has(stones, next); next -= axis) ++length;
            if (rules().exactly ? length == rules().in_a_row : length >= rules().in_a_row) return true;
        }
        return false;
    }

    Bits mover_;
    Bits opponent_;
    const Board* board_;
    Captured captured_;
    Side turn_ = Side::first;
    bool lost_ = false;
};

static_assert(gamegrove::Position<Position<SmallBoard>>);
static_assert(gamegrove::Position<Position<MiddleBoard>>);
static_assert(gamegrove::Position<Position<LargeBoard>>);

}  // namespace gamegrove::pente
