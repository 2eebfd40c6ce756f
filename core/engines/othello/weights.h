#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/patterns.h"

namespace gamegrove::othello {

/// The weights of all patterns of a board, by stage of the game. Its one important method is table().
///
/// Weights that must be equal, because a symmetry maps a shape onto itself, are kept once in bytes() and spread out
/// over all states here, so that a state is an index.
template <class B>
class Weights {
public:
    /// A disc is worth so many units.
    static constexpr int unit = 32;
    /// A weight is a multiple of so many units: what is finer is lost in the errors of many sums, and makes files
    /// larger.
    static constexpr int grain = 4;
    /// So many numbers of discs share a stage.
    static constexpr int discs_per_stage = B::cells.count() <= 64 ? 2 : 4;
    static constexpr int stages = (B::cells.count() - 4) / discs_per_stage;
    static constexpr int per_stage = pattern_set<B>.weights();

    /// All weights are 0.
    Weights();
    /// What bytes() gave; throws std::invalid_argument when it is something else.
    explicit Weights(std::string_view bytes);

    std::string bytes() const;

    static constexpr int stage_of(int discs) {
        const int stage = (discs - 4) / discs_per_stage;
        return stage < 0 ? 0 : stage < stages ? stage : stages - 1;
    }

    const std::int16_t* table(int stage) const { return weight_.data() + static_cast<std::size_t>(stage) * per_stage; }

    /// Sets the weights of a stage from one number, in discs, for each class of states that must be equal.
    void set(int stage, const std::vector<float>& by_class);
    /// What set() takes.
    std::vector<float> by_class(int stage) const;

    /// For every weight of a stage the class of states that it belongs to; classes are numbered from 0.
    static const std::vector<int>& classes();
    static int class_count();

private:
    std::vector<std::int16_t> weight_;
};

}  // namespace gamegrove::othello
