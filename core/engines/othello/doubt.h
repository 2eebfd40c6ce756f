#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace gamegrove::othello {

/// How sure a selective search wants to be before it believes a shallow one, as a number of standard deviations. They
/// are called 73, 87, 95, 98 and 99 %, as everywhere: so much of a normal distribution is no further from its middle.
/// Only what is off to one side does harm, so somewhat more guesses than these are right. The last one is certainty:
/// nothing is guessed.
inline constexpr std::array<double, 6> confidences{1.1, 1.5, 2.0, 2.4, 2.8, 1e9};
inline constexpr int certain = 5;

/// How far a shallow search is off: the standard deviation, in discs, of the difference to a deeper one. Fitted by
/// `gamegrove train othello-doubt` to pairs of our own searches.
class Doubt {
public:
    /// The logarithm of the deviation is a sum of these times 1, depth, shallow depth, and empty cells.
    using Fit = std::array<double, 4>;

    /// Zeros mean that nothing was measured.
    Doubt(const Fit& midgame, const Fit& endgame) : midgame_(midgame), endgame_(endgame) {}

    static constexpr int first_depth = 3;  ///< searches that are less deep are not foreseen

    bool is_known() const { return midgame_ != Fit{} && endgame_ != Fit{}; }

    /// How deep to look to foresee a search to a depth before the end of the game.
    static int shallow_for(int depth) { return 2 * (depth / 4) + (depth & 1); }
    /// How deep to look to foresee the end of the game.
    static int shallow_for_end(int empties) { return 2 * (empties / 6) + (empties & 1); }

    /// To predict a search to a depth before the end of the game.
    double midgame(int depth, int shallow, int empties) const { return deviation(midgame_, depth, shallow, empties); }
    /// To predict the end of the game.
    double endgame(int shallow, int empties) const { return deviation(endgame_, empties, shallow, empties); }

private:
    static double deviation(const Fit& fit, int depth, int shallow, int empties) {
        return std::exp(fit[0] + fit[1] * depth + fit[2] * shallow + fit[3] * empties);
    }

    Fit midgame_;
    Fit endgame_;
};

}  // namespace gamegrove::othello
