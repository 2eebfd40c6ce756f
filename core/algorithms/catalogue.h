#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "algorithms/alpha_beta.h"
#include "algorithms/aspiration.h"
#include "algorithms/drive.h"
#include "algorithms/mcts.h"
#include "algorithms/minimax.h"
#include "algorithms/negamax.h"
#include "algorithms/null_window.h"
#include "algorithms/prob_cut.h"
#include "algorithms/scout.h"
#include "algorithms/sss2.h"
#include "algorithms/stockman.h"

namespace gamegrove {

enum class Algorithm {
    minimax,
    negamax,
    alpha_beta,
    alpha_beta_fail_hard,
    null_window,
    nega_scout,
    aspiration,
    sss,
    dual,
    mtd_f,
    mtd_bi,
    sss2,
    stockman,
    prob_cut,
    mcts,
};

struct NamedAlgorithm {
    std::string_view name;
    Algorithm algorithm;
};

/// What people type. ProbCut and Multi-ProbCut differ in their parameters, alpha-beta with and without a table in
/// theirs.
inline constexpr std::array algorithms = {
    NamedAlgorithm{"minimax", Algorithm::minimax},
    NamedAlgorithm{"negamax", Algorithm::negamax},
    NamedAlgorithm{"alphabeta", Algorithm::alpha_beta},
    NamedAlgorithm{"tt", Algorithm::alpha_beta},
    NamedAlgorithm{"alphabeta-hard", Algorithm::alpha_beta_fail_hard},
    NamedAlgorithm{"null-window", Algorithm::null_window},
    NamedAlgorithm{"negascout", Algorithm::nega_scout},
    NamedAlgorithm{"aspiration", Algorithm::aspiration},
    NamedAlgorithm{"sss", Algorithm::sss},
    NamedAlgorithm{"dual", Algorithm::dual},
    NamedAlgorithm{"mtdf", Algorithm::mtd_f},
    NamedAlgorithm{"mtdbi", Algorithm::mtd_bi},
    NamedAlgorithm{"sss2", Algorithm::sss2},
    NamedAlgorithm{"stockman", Algorithm::stockman},
    NamedAlgorithm{"probcut", Algorithm::prob_cut},
    NamedAlgorithm{"mpc", Algorithm::prob_cut},
    NamedAlgorithm{"mcts", Algorithm::mcts},
};

constexpr std::optional<Algorithm> algorithm_named(std::string_view name) {
    for (const NamedAlgorithm& known : algorithms)
        if (known.name == name) return known.algorithm;
    return std::nullopt;
}

/// The algorithms' own options.
struct AlgorithmOptions {
    Value margin = 5;  ///< of aspiration
    std::vector<Check> checks;
    double threshold = 1.5;
    MctsOptions mcts;
};

/// Whether an algorithm is run without memory and ordering often enough to be compiled for that, too.
constexpr bool has_plain_form(Algorithm algorithm) {
    return algorithm == Algorithm::minimax || algorithm == Algorithm::negamax || algorithm == Algorithm::alpha_beta ||
           algorithm == Algorithm::nega_scout;
}

template <class N>
Found run_plain(Algorithm algorithm, const N& node, Window window) {
    switch (algorithm) {
        case Algorithm::minimax: return minimax(node, window);
        case Algorithm::negamax: return negamax(node, window);
        case Algorithm::nega_scout: return nega_scout(node, window);
        default: return alpha_beta(node, window);
    }
}

template <class N>
Found run(Algorithm algorithm, const N& node, Window window, const AlgorithmOptions& options) {
    switch (algorithm) {
        case Algorithm::minimax:
        case Algorithm::negamax:
        case Algorithm::alpha_beta:
        case Algorithm::nega_scout: return run_plain(algorithm, node, window);
        case Algorithm::alpha_beta_fail_hard: return alpha_beta_fail_hard(node, window);
        case Algorithm::null_window: return null_window(node);
        case Algorithm::aspiration: return aspiration(node, options.margin);
        case Algorithm::sss: return sss(node);
        case Algorithm::dual: return dual(node);
        case Algorithm::mtd_f: return mtd_f(node);
        case Algorithm::mtd_bi: return mtd_bi(node);
        case Algorithm::sss2: return sss2(node);
        case Algorithm::stockman: return stockman(node);
        case Algorithm::prob_cut: return ProbCut<N>(options.checks, options.threshold)(node, window);
        case Algorithm::mcts: return Mcts<N>(node, options.mcts).search();
    }
    return {};
}

}  // namespace gamegrove
