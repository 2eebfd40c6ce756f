#pragma once

#include <unordered_set>

#include "observation/counters.h"

namespace gamegrove {

/// Positions find each other by their keys.
struct KeyHash {
    template <class P>
    std::size_t operator()(const P& position) const {
        return position.key();
    }
};

/// Counters that, if they `watch`, also keep the distinct leaves and a hash of all visits, which takes time and memory.
template <Position P>
class Watcher : public Counters {
public:
    Watcher(Budget budget, bool watches) : Counters(std::move(budget)), watches_(watches) {}

    void entered(const P& position, int depth, Window window) {
        Counters::entered(position, depth, window);
        if (!watches_) return;
        note(position.key());
        note((static_cast<std::uint64_t>(depth) << 32) ^ static_cast<std::uint32_t>(window.alpha));
        note(static_cast<std::uint32_t>(window.beta));
    }

    void left(Found found) {
        if (watches_) note(static_cast<std::uint32_t>(found.value));
    }

    void evaluated(const P& position, Value value, bool at_horizon) {
        Counters::evaluated(position, value, at_horizon);
        if (!watches_) return;
        leaves_.insert(position);
        counts_.distinct_leaves = leaves_.size();
        note(static_cast<std::uint32_t>(value));
    }

    void check_memory(std::size_t used) const {
        constexpr std::size_t bytes_per_leaf = sizeof(P) + 64;  // as in exact.h
        Counters::check_memory(used + leaves_.size() * bytes_per_leaf);
    }

private:
    void note(std::uint64_t word) { counts_.visits = mixed(counts_.visits ^ word); }

    bool watches_;
    std::unordered_set<P, KeyHash> leaves_;
};

}  // namespace gamegrove
