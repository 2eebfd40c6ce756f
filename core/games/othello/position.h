#pragma once

#include "games/othello/board.h"
#include "games/position.h"

namespace gamegrove::othello {

/// Who gets the cells that are still empty when the game ends.
enum class Empties : std::uint8_t { to_nobody, to_winner };

/// The value of an ended game from the discs of the mover and of the other.
template <class Board>
constexpr Value final_score(int mine, int theirs, Empties empties) {
    const int difference = mine - theirs;
    if (empties == Empties::to_nobody || difference == 0) return difference;
    const int empty = Board::cells.count() - mine - theirs;
    return difference > 0 ? difference + empty : difference - empty;
}

/// A position of Othello on the given board.
template <class BoardType>
class Position {
public:
    using Board = BoardType;
    using Bits = typename Board::Bits;

    /// The four discs in the middle, the first player's on the diagonal that rises to the right.
    static Position start(Empties empties = Empties::to_nobody) {
        constexpr int high = Board::size / 2;
        constexpr int low = high - 1;
        return Position(Bits::of(Board::cell_at(high, low)) | Bits::of(Board::cell_at(low, high)),
                        Bits::of(Board::cell_at(low, low)) | Bits::of(Board::cell_at(high, high)), Side::first,
                        empties);
    }

    Position() : Position(start()) {}

    Position(const Bits& mover, const Bits& opponent, Side turn, Empties empties)
        : mover_(mover), opponent_(opponent), turn_(turn), empties_(empties) {}

    CellMoves<Bits::capacity / 64> moves() const {
        using Moves = CellMoves<Bits::capacity / 64>;
        const Bits cells = Board::moves(mover_, opponent_);
        if (cells.any()) return Moves(cells);
        return Board::moves(opponent_, mover_).any() ? Moves::only_pass() : Moves();
    }

    Position after(Move move) const {
        if (move == Move::pass()) return Position(opponent_, mover_, other(turn_), empties_);
        const Bits flipped = Board::flips(mover_, opponent_, move.index);
        return Position(opponent_ ^ flipped, mover_ | flipped | Bits::of(move.index), other(turn_), empties_);
    }

    /// The difference in discs, with the empty cells counted as the rules say.
    Value final_value() const { return final_score<Board>(mover_.count(), opponent_.count(), empties_); }

    /// Of the discs as the mover sees them: colour and the counting of empties do not enter.
    std::uint64_t key() const { return opponent_.hashed_into(mover_.hashed_into(0)); }

    Side turn() const { return turn_; }
    Empties empties() const { return empties_; }
    const Bits& mover() const { return mover_; }
    const Bits& opponent() const { return opponent_; }
    const Bits& discs(Side side) const { return side == turn_ ? mover_ : opponent_; }

    friend auto operator<=>(const Position&, const Position&) = default;

private:
    Bits mover_;
    Bits opponent_;
    Side turn_ = Side::first;
    Empties empties_ = Empties::to_nobody;
};

static_assert(gamegrove::Position<Position<Board4>>);
static_assert(gamegrove::Position<Position<Board6>>);
static_assert(gamegrove::Position<Position<Board8>>);
static_assert(gamegrove::Position<Position<Board10>>);
static_assert(gamegrove::Position<Position<Board12>>);
static_assert(gamegrove::Position<Position<Board96>>);

}  // namespace gamegrove::othello
