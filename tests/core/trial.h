#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/catalogue.h"
#include "algorithms/rule_pruning.h"
#include "memory/any_memory.h"
#include "ordering/ordering.h"
#include "random_game.h"
#include "reference.h"

namespace gamegrove {

/// Sees a search of a made-up game: what it evaluates, and whether each node keeps the promise that Found makes.
class Recorder {
public:
    struct Pass {
        Window asked;
        Value value;
    };

    std::uint64_t entered_nodes = 0;
    std::uint64_t hits = 0;
    std::uint64_t cutoffs = 0;
    std::uint64_t researches = 0;
    std::uint64_t passes = 0;
    bool proven = false;
    std::vector<Pass> answered;         ///< the questions that were asked at the root
    std::vector<std::uint64_t> leaves;  ///< the places of the leaves, in the order in which they are evaluated
    int empty_windows = 0;
    int broken_promises = 0;
    Reference<Estimate> reference;
    bool checks_promises = false;

    void entered(const RandomGame& game, int depth, Window window) {
        ++entered_nodes;
        empty_windows += window.alpha >= window.beta;
        open_.push_back({game, depth, window});
    }
    void left(Found found) {
        const auto [game, depth, window] = open_.back();
        open_.pop_back();
        if (open_.empty()) answered.push_back({window, found.value});
        if (checks_promises) broken_promises += !is_kept(found, window, reference.value(game, depth));
    }
    void evaluated(const RandomGame& game, Value, bool) { leaves.push_back(game.place()); }
    void recalled() { ++hits; }
    void cut_off() { ++cutoffs; }
    void searched_again() { ++researches; }
    void swept() { ++passes; }
    void proved() { proven = true; }
    void stopped(std::string_view) {}
    void check_memory(std::size_t) {}
    std::uint64_t nodes() const { return entered_nodes; }

private:
    struct Visit {
        RandomGame game;
        int depth;
        Window window;
    };

    static bool is_kept(Found found, Window window, Value truth) {
        if (found.value <= window.alpha) return truth <= found.value;
        if (found.value >= window.beta) return truth >= found.value;
        return truth == found.value;
    }

    std::vector<Visit> open_;
};

/// Makes a memory that is empty.
using MakeMemory = std::function<AnyMemory<RandomGame>::Kind()>;

inline AnyMemory<RandomGame>::Kind no_memory() { return NoMemory(); }
inline AnyMemory<RandomGame>::Kind exact_memory() { return ExactMemory<RandomGame>(); }

/// What a made-up game is searched with.
struct Conditions {
    MakeMemory memory = no_memory;
    Reasons order;
    std::vector<int> priorities;
    Wins wins = Wins::plain;
    bool free_passes = false;
    Value guess = 0;
    Window window = everything;
    AlgorithmOptions options;
};

/// The algorithms on a made-up game, before the eyes of a recorder. What is remembered stays from run to run.
class Trial {
public:
    using TrialSetting = Setting<RandomGame, Estimate, AnyMemory<RandomGame>, SortedOrder, NoPruning, Recorder>;
    using TrialNode = Node<TrialSetting>;

    explicit Trial(const RandomRules& rules, const Conditions& conditions = {})
        : start(rules),
          conditions_(conditions),
          setting_{Estimate(),
                   AnyMemory<RandomGame>(conditions.memory()),
                   SortedOrder(conditions.order, conditions.priorities),
                   NoPruning(),
                   seen,
                   conditions.wins,
                   conditions.free_passes,
                   conditions.guess} {
        seen.reference = {Estimate(), conditions.wins, conditions.free_passes};
    }
    explicit Trial(const RandomRules&& rules, const Conditions& conditions = {}) = delete;  // they must outlive it
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    Found run(Algorithm algorithm, int depth);

    const RandomGame start;
    Recorder seen;

private:
    Conditions conditions_;
    TrialSetting setting_;
};

/// The algorithms that find the exact value.
inline constexpr std::array exact_algorithms = {
    NamedAlgorithm{"minimax", Algorithm::minimax},
    NamedAlgorithm{"negamax", Algorithm::negamax},
    NamedAlgorithm{"alphabeta", Algorithm::alpha_beta},
    NamedAlgorithm{"alphabeta-hard", Algorithm::alpha_beta_fail_hard},
    NamedAlgorithm{"negascout", Algorithm::nega_scout},
    NamedAlgorithm{"aspiration", Algorithm::aspiration},
    NamedAlgorithm{"sss", Algorithm::sss},
    NamedAlgorithm{"dual", Algorithm::dual},
    NamedAlgorithm{"mtdf", Algorithm::mtd_f},
    NamedAlgorithm{"mtdbi", Algorithm::mtd_bi},
    NamedAlgorithm{"sss2", Algorithm::sss2},
    NamedAlgorithm{"stockman", Algorithm::stockman},
};

inline constexpr std::array replacements = {Replacement::always, Replacement::deeper, Replacement::two_tier};

/// Every kind of memory: none, all, and tables from two entries, which forget nearly everything, to many.
inline const std::vector<MakeMemory>& all_memories() {
    static const std::vector<MakeMemory> memories = [] {
        std::vector<MakeMemory> kinds = {no_memory, exact_memory};
        for (const int bits : {1, 2, 3, 4, 10})
            for (const Replacement replacement : replacements)
                kinds.emplace_back([bits, replacement] { return TranspositionTable(bits, replacement); });
        return kinds;
    }();
    return memories;
}

}  // namespace gamegrove
