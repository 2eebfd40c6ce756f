#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/values.h"
#include "evaluation/feature.h"

namespace gamegrove {

/// A feature with a weight, for positions with some number of stones on the board.
struct Term {
    std::string feature;
    bool percent = false;      ///< whether it is taken as a share of both sides, from -100 to 100
    double weight = 1;         ///< on an empty board
    double last_weight = 1;    ///< on a full one; between the two it grows geometrically
    int first_stones = 0;      ///< the stage: from so many stones
    int last_stones = 10'000;  ///< to so many

    double weight_at(int stones, int cells) const {
        if (weight == last_weight) return weight;
        return weight * std::pow(last_weight / weight, static_cast<double>(stones) / cells);
    }
};

/// What an evaluation is made of. A lone name is a blend of one.
struct Recipe {
    std::vector<Term> terms;

    Recipe(std::string_view name) : terms{Term{.feature = std::string(name)}} {}
    Recipe(const char* name) : Recipe(std::string_view(name)) {}
    Recipe(std::vector<Term> all) : terms(std::move(all)) {}

    /// The feature whose plain difference this is, if it is nothing else.
    std::string_view lone_feature() const {
        if (terms.size() != 1) return {};
        const Term& term = terms.front();
        const bool plain = !term.percent && term.weight == 1 && term.last_weight == 1 && term.first_stones == 0 &&
                           term.last_stones >= Term{}.last_stones;
        return plain ? std::string_view(term.feature) : std::string_view();
    }
};

/// Weighted features, the weights by the number of stones on the board. Its value is their sum, rounded, and never
/// looks like a win.
template <class P>
class Blend {
public:
    /// Gives the feature of a name.
    using Find = std::function<Feature<P>(const std::string& name)>;

    Blend(const std::vector<Term>& terms, int cells, const Find& find)
        : by_stones_(static_cast<std::size_t>(cells) + 1) {
        for (const Term& term : terms) {
            features_.push_back(find(term.feature));
            for (int stones = std::max(0, term.first_stones); stones <= std::min(cells, term.last_stones); ++stones)
                by_stones_[static_cast<std::size_t>(stones)].push_back(
                    {features_.size() - 1, term.percent, term.weight_at(stones, cells)});
        }
    }

    /// An empty feature is one whose balance is carried from move to move.
    Value operator()(const P& position, int stones, Balance carried) const {
        double sum = 0;
        for (const Weighted& each : by_stones_[static_cast<std::size_t>(stones)]) {
            const Feature<P>& feature = features_[each.feature];
            const Balance balance = feature ? feature(position) : carried;
            sum += each.weight * (each.percent ? balance.percent() : static_cast<double>(balance.difference()));
        }
        return static_cast<Value>(std::clamp(std::round(sum), -(win - 1.0), win - 1.0));
    }

private:
    struct Weighted {
        std::size_t feature;
        bool percent;
        double weight;
    };

    std::vector<Feature<P>> features_;
    std::vector<std::vector<Weighted>> by_stones_;
};

}  // namespace gamegrove
