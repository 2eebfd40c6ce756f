#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

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

/// Positions find each other by their keys.
struct KeyHash {
    template <class P>
    std::size_t operator()(const P& position) const {
        return position.key();
    }
};

/// Counts what happens in a search of a game, and looks after its budget. If it `watches`, it keeps the distinct leaves
/// and a hash of all visits, too, which takes time and memory.
template <Position P>
class Counters {
public:
    Counters(Budget budget, bool watches) : budget_(std::move(budget)), watches_(watches) {}

    void entered(const P& position, int depth, Window window) {
        if (counts_.nodes >= next_look_) next_look_ = budget_.look(counts_.nodes);
        ++counts_.nodes;
        if (!watches_) return;
        note(position.key());
        note((static_cast<std::uint64_t>(depth) << 32) ^ static_cast<std::uint32_t>(window.alpha));
        note(static_cast<std::uint32_t>(window.beta));
    }

    void left(Found found) {
        if (watches_) note(static_cast<std::uint32_t>(found.value));
    }

    void evaluated(const P& position, Value value, bool at_horizon) {
        ++counts_.leaves;
        counts_.estimates += static_cast<std::uint64_t>(at_horizon);
        if (!watches_) return;
        leaves_.insert(position);
        note(static_cast<std::uint32_t>(value));
    }

    void recalled() { ++counts_.hits; }
    void cut_off() { ++counts_.cutoffs; }
    void searched_again() { ++counts_.researches; }
    void swept() { ++counts_.passes; }
    void proved() { counts_.proven = true; }
    void stopped(std::string_view reason) { counts_.stopped = reason; }

    void check_memory(std::size_t used) const { budget_.check_memory(used); }
    std::uint64_t nodes() const { return counts_.nodes; }

    Counts counts() const {
        Counts all = counts_;
        all.distinct_leaves = leaves_.size();
        return all;
    }

private:
    void note(std::uint64_t word) { counts_.visits = mixed(counts_.visits ^ word); }

    Counts counts_;
    std::uint64_t next_look_ = 0;
    Budget budget_;
    bool watches_;
    std::unordered_set<P, KeyHash> leaves_;
};

}  // namespace gamegrove
