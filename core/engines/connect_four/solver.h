#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clock/budget.h"
#include "engines/connect_four/book.h"
#include "engines/connect_four/table.h"
#include "games/connect_four/text.h"

namespace gamegrove::connect_four {

/// What is wanted of a score: below or at `lower`, at or above `upper`, and in between exactly.
struct Window {
    int lower;
    int upper;
};

/// What is known of a score, and why no more.
struct Verdict {
    int lower = 0;
    int upper = 0;
    std::uint64_t nodes = 0;
    std::string stopped;  ///< nodes, time or stop; empty when the question is answered
};

/// What is known of a position when nothing was searched.
Verdict not_begun(const AnyPosition& position, std::string_view reason);

/// Tells exactly who wins a position of Connect Four, and when, on any board. Its one important method is solve().
///
/// A score is seen by the side to move. 0 is a draw; a side that wins scores the stones it has left when it wins, the
/// winning one included.
class Solver {
public:
    struct Options {
        std::size_t table_bytes = std::size_t{64} << 20;
        int threads = 1;
        std::shared_ptr<const Book> book = nullptr;
    };

    /// Called with what is known after every step.
    using Watch = std::function<void(const Verdict&)>;

    explicit Solver(const Options& options);

    /// The score of a position, or its place beyond a window.
    Verdict solve(const AnyPosition& position, const std::optional<Window>& window, Budget& budget, const Watch& watch);

    /// Empties the table.
    void forget() { table_.forget(); }

private:
    template <class GroundType>
    Verdict close_in(const GroundType& ground, const AnyPosition& position, const Window& window, Budget& budget,
                     const Watch& watch);

    Known known_from_book(const AnyPosition& position, Known known) const;
    void remember_board(const Rules& rules);

    Options options_;
    Table table_;
    std::optional<Rules> board_;  ///< the one that the table is about
};

}  // namespace gamegrove::connect_four
