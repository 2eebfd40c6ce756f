#pragma once

#include <cstdint>
#include <string>

#include "algorithms/values.h"
#include "clock/budget.h"

namespace gamegrove {

/// What has happened in a search.
struct Counts {
    std::uint64_t nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t estimates = 0;  ///< leaves at the horizon, where the game is not over
    std::uint64_t distinct_leaves = 0;
    std::uint64_t hits = 0;
    std::uint64_t cutoffs = 0;
    std::uint64_t researches = 0;
    std::uint64_t passes = 0;
    std::uint64_t visits = 0;  ///< a hash of the whole sequence of visits, windows and values
    bool proven = false;       ///< whether MCTS has proven what it says
    std::string stopped;       ///< why MCTS, which always has an answer, has ended early
};

/// Counts what happens in a search, and looks after its budget.
class Counters {
public:
    explicit Counters(Budget budget) : budget_(std::move(budget)) {}

    template <class P>
    void entered(const P&, int, Window) {
        if (counts_.nodes >= next_look_) next_look_ = budget_.look(counts_.nodes);
        ++counts_.nodes;
    }
    void left(Found) {}
    template <class P>
    void evaluated(const P&, Value, bool at_horizon) {
        ++counts_.leaves;
        counts_.estimates += static_cast<std::uint64_t>(at_horizon);
    }
    void recalled() { ++counts_.hits; }
    void cut_off() { ++counts_.cutoffs; }
    void searched_again() { ++counts_.researches; }
    void swept() { ++counts_.passes; }
    void proved() { counts_.proven = true; }
    void stopped(std::string_view reason) { counts_.stopped = reason; }

    void check_memory(std::size_t used) const { budget_.check_memory(used); }
    std::uint64_t nodes() const { return counts_.nodes; }
    const Counts& counts() const { return counts_; }

protected:
    Counts counts_;

private:
    std::uint64_t next_look_ = 0;
    Budget budget_;
};

}  // namespace gamegrove
