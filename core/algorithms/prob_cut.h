#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "algorithms/alpha_beta.h"

/// ProbCut (Buro 1995) and Multi-ProbCut (1997): a shallow search predicts a deep one; cut when it is almost sure.
///
///     v = a * v' + b + e       e normally distributed, standard deviation sigma
namespace gamegrove {

/// How far a game has come: the stones on its board; 0 for games that have none.
template <class P>
int stage(const P& position) {
    if constexpr (requires { position.mover(); })
        return position.mover().count() + position.opponent().count();
    else
        return 0;
}

/// One fitted regression, for positions with first_stage to last_stage stones and `depth` plies to go, which a search
/// to the depth `shallow` predicts.
struct Check {
    int first_stage;
    int last_stage;
    int depth;
    int shallow;
    double a;
    double b;
    double sigma;

    template <class N>
    bool fits(const N& node) const {
        if (node.depth() != depth) return false;
        const int now = stage(node.position());
        return first_stage <= now && now <= last_stage;
    }

    /// From this shallow value on the deep one is at least beta.
    double likely_high(Value beta, double threshold) const { return std::ceil((threshold * sigma + beta - b) / a); }
    /// Up to this shallow value the deep one is at most alpha.
    double likely_low(Value alpha, double threshold) const { return std::floor((-threshold * sigma + alpha - b) / a); }
};

/// Alpha-beta with probable cuts: with one pair of depths it is ProbCut, with several Multi-ProbCut.
template <class N>
class ProbCut {
public:
    ProbCut(const std::vector<Check>& checks, double threshold) : checks_(checks), threshold_(threshold) {}

    /// A value that is right with high probability. The root itself is never cut: it needs a move.
    Found operator()(const N& node, Window window) const {
        node.enter(window);
        const Bounds known = node.recall(everything);
        const Found found = node.is_leaf() ? node.evaluate() : best_of_moves(node, window, known, recurse());
        node.leave(found);
        return found;
    }

private:
    Found search(const N& node, Window window) const {
        node.enter(window);
        const Bounds known = node.recall(window);
        Found found;
        if (known.settle(window))
            found = known.answer(window);
        else if (node.is_leaf())
            found = node.remember(node.evaluate(), everything);
        else if (const std::optional<Value> likely = likely_value(node, window))
            found.value = *likely;
        else
            found = best_of_moves(node, window, known, recurse());
        node.leave(found);
        return found;
    }

    auto recurse() const {
        return [this](const N& child, Window window) { return search(child, window); };
    }

    /// Alpha or beta, if a shallow search makes it likely that the value lies beyond.
    std::optional<Value> likely_value(const N& node, Window window) const {
        for (const Check& check : checks_) {
            if (!check.fits(node)) continue;
            if (is_estimate(window.beta)) {
                const double bound = check.likely_high(window.beta, threshold_);
                if (is_possible(bound) && is_at_least(node, check, static_cast<Value>(bound))) return window.beta;
            }
            if (is_estimate(window.alpha)) {
                const double bound = check.likely_low(window.alpha, threshold_);
                if (is_possible(bound) && !is_at_least(node, check, static_cast<Value>(bound) + 1)) return window.alpha;
            }
        }
        return std::nullopt;
    }

    bool is_at_least(const N& node, const Check& check, Value bound) const {
        return search(node.shallower(check.shallow), null_window_below(bound)).value >= bound;
    }

    static bool is_estimate(Value value) { return -win < value && value < win; }
    static bool is_possible(double bound) { return std::abs(bound) < infinity; }

    const std::vector<Check>& checks_;
    double threshold_;
};

}  // namespace gamegrove
