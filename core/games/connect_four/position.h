#pragma once

#include "games/connect_four/rules.h"
#include "games/position.h"

namespace gamegrove::connect_four {

/// A position of Connect Four: the mover's discs and all discs. A move is the cell on which the disc comes to rest.
///
///   . . . . . . .      all discs: 21, 22, 28      mover (O): 22
///   . . . O . . .      cells to move to: the carry of all + bottom,
///   . . . X X . .      that is the lowest free cell of every column
template <class BoardType>
class Position {
public:
    using Board = BoardType;
    using Bits = typename Board::Bits;

    Position() = default;
    explicit Position(const Board& board) : board_(board) {}
    Position(const Board& board, const Bits& mover, const Bits& discs) : mover_(mover), discs_(discs), board_(board) {}

    [[gnu::always_inline]] CellMoves<Bits::capacity / 64> moves() const {
        using Moves = CellMoves<Bits::capacity / 64>;
        if (is_lost()) return Moves();
        return Moves((discs_ + layout().bottom) & layout().cells);
    }

    Position after(Move move) const { return Position(board_, opponent(), discs_ | Bits::of(move.index)); }

    /// -1 when the opponent has a line, 0 when the board is full.
    Value final_value() const { return is_lost() ? -1 : 0; }

    std::uint64_t key() const { return discs_.hashed_into(mover_.hashed_into(0)); }

    Side turn() const { return discs_.count() % 2 == 0 ? Side::first : Side::second; }

    bool is_lost() const { return layout().has_line(opponent()); }
    const Layout<Bits>& layout() const { return *board_; }
    const Board& board() const { return board_; }
    const Bits& mover() const { return mover_; }
    Bits opponent() const { return discs_ ^ mover_; }
    const Bits& discs() const { return discs_; }

    friend auto operator<=>(const Position&, const Position&) = default;

private:
    Bits mover_;
    Bits discs_;
    [[no_unique_address]] Board board_;
};

static_assert(gamegrove::Position<Position<Standard>>);
static_assert(gamegrove::Position<Position<Flexible>>);

}  // namespace gamegrove::connect_four
