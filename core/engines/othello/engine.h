#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/budget.h"
#include "engines/othello/doubt.h"
#include "games/othello/text.h"

namespace gamegrove::othello {

/// What is wanted of an analysis.
struct Question {
    /// How many plies to look ahead; as many as there are empty cells means to the end of the game.
    int depth = std::numeric_limits<int>::max();
    /// How many of the best moves get a value of their own; of the others it is known only that they are no better.
    int lines = 1;
    /// Only whether the value is at or below the first, at or above the second, or which in between.
    int alpha = -std::numeric_limits<int>::max();
    int beta = std::numeric_limits<int>::max();
};

/// What is known of a move, in discs, seen by the side that makes it.
struct MoveValue {
    enum class Bound : std::uint8_t { none, exact, at_most, at_least };

    Move move;
    int value = 0;
    Bound bound = Bound::none;
    int depth = 0;
    std::vector<Move> line;  ///< how the game goes on, beginning with the move
};

/// What an analysis has found out so far.
struct Findings {
    std::vector<MoveValue> moves;  ///< the best one first
    int depth = 0;                 ///< of the last search that was finished
    int confidence = 0;            ///< of that search, which is certain where it left nothing out
    bool is_end = false;           ///< whether that search reached the end of the game
    std::uint64_t nodes = 0;
    std::string stopped;  ///< nodes, time or stop; empty when the question is answered
};

/// Plays and solves Othello on one board. Its one important method is analyse().
///
/// It deepens selectively, ply by ply, or by two plies when it goes deep. When the end of the game comes into reach it
/// solves it, first selectively and then with certainty. What a thread finds out the others use through a common table,
/// which is kept from one position to the next.
class Engine {
public:
    struct Options {
        std::size_t table_bytes = std::size_t{64} << 20;
        int threads = 1;
        std::string_view weights;  ///< those of the board, as bytes; without them all positions are worth the same
        Doubt doubt{{}, {}};
    };

    /// Called after every search that was finished.
    using Watch = std::function<void(const Findings&)>;

    virtual ~Engine() = default;

    /// Throws std::invalid_argument for a position of another board.
    virtual Findings analyse(const AnyPosition& position, const Question& question, Budget& budget,
                             const Watch& watch) = 0;

    /// What can be said of the moves of a position without a search, whatever another thread does meanwhile.
    virtual Findings at_sight(const AnyPosition& position, const Question& question) const = 0;

    /// What the evaluation says, in discs.
    virtual double evaluation(const AnyPosition& position) const = 0;

    /// Another engine with the same weights and a memory of its own. It is made at once, since weights are large.
    virtual std::unique_ptr<Engine> sibling(std::size_t table_bytes, int threads) const = 0;

    /// Empties the memory.
    virtual void forget() = 0;
};

/// An engine for the board of a position.
std::unique_ptr<Engine> make_engine(const AnyPosition& position, const Engine::Options& options);

}  // namespace gamegrove::othello
