#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/training.h"
#include "games/othello/text.h"

namespace gamegrove::othello {

/// Lessons of one board, and what is done with them: made by playing, fitted to, examined. Weights come and go as
/// bytes; empty ones are all zeros. All work is spread over threads, and comes out the same with any number of them.
class School {
public:
    /// How weights are off, on the lessons with one number of discs.
    struct Error {
        std::size_t count = 0;
        double squares = 0;   ///< the sum of the squares
        double absolute = 0;  ///< the sum of the sizes
    };

    /// What teaches: an evaluation, its doubts, and how it goes about it.
    struct Staff {
        std::string_view weights;
        Doubt doubt;
        Curriculum curriculum;
        int threads = 1;
        std::function<void()> pulse = [] {};  ///< called every few milliseconds; may throw, which ends the work
    };

    virtual ~School() = default;

    /// Adds the lessons of some games, from the one with number `first` on. Every second game begins with the first
    /// cells of one of the openings, if there are any.
    virtual void teach(const Staff& staff, std::uint64_t first, std::size_t games,
                       const std::vector<std::vector<int>>& openings) = 0;

    /// Adds lessons about given positions.
    virtual void label(const Staff& staff, const std::vector<AnyPosition>& positions) = 0;

    /// The weights with the stages from `first` to `last` fitted to the lessons, each also to those that have up to
    /// `margin` discs more or less than the stage.
    virtual std::string fit(std::string_view weights, int first, int last, int margin, const Fitting& fitting,
                            int threads, const std::function<void()>& pulse) const = 0;

    /// By number of discs, from 0 on.
    virtual std::vector<Error> errors(std::string_view weights) const = 0;

    virtual std::string bytes() const = 0;
    /// Adds the lessons that bytes() gave; throws std::invalid_argument when they are something else.
    virtual void add(std::string_view bytes) = 0;

    virtual std::size_t size() const = 0;
    virtual int stages() const = 0;
    virtual int discs_per_stage() const = 0;
};

/// A school for the board of a position.
std::unique_ptr<School> make_school(const AnyPosition& position);

}  // namespace gamegrove::othello
