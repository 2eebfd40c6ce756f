#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "engines/othello/search.h"

/// How the evaluation is learned: games that it plays against itself, positions of them with labels by search, and
/// weights fitted to those.
namespace gamegrove::othello {

/// A position and what it is worth to the mover, in discs.
template <class B>
struct Lesson {
    typename B::Bits mover;
    typename B::Bits opponent;
    std::int16_t value;

    int discs() const { return (mover | opponent).count(); }
};

/// How lessons are made.
struct Curriculum {
    std::uint64_t seed = 1;
    int depth = 6;             ///< how deep a position is searched to label it; in every other pair of games one less
    int exact_empties = 12;    ///< with so many empty cells or fewer it is solved instead
    int confidence = certain;  ///< of the searches to a depth
    int fewest_discs = 4;      ///< only positions with so many discs are labelled,
    int most_discs = 1 << 20;  ///< and no more than that
};

/// Makes lessons from games of the evaluation against itself, some nearly at random and some nearly as well as it can.
/// Its one important method is teach().
template <class B>
class Teacher {
public:
    using Bits = typename B::Bits;

    /// While it searches it calls `pulse` every millisecond or so, which may throw.
    Teacher(const Weights<B>& weights, const Doubt& doubt, const Curriculum& curriculum, std::function<void()> pulse);

    /// Adds the lessons of one game: always the same ones for the same number, opening and curriculum. The cells of the
    /// opening are played first, as long as they are legal.
    void teach(std::uint64_t game, const std::vector<int>& opening, std::vector<Lesson<B>>& lessons);

    /// What a position is worth, searched as the curriculum says.
    int label(const Bits& mover, const Bits& opponent) { return label(mover, opponent, curriculum_.depth); }

    /// Begins with an empty memory.
    void forget() {
        table_.forget();
        search_.forget();
    }

private:
    int label(const Bits& mover, const Bits& opponent, int depth);
    int choose(const Node<B>& node, double temperature, std::mt19937_64& random) const;

    Curriculum curriculum_;
    Table table_;
    Budget budget_;
    std::atomic<std::uint64_t> nodes_of_helpers_ = 0;  ///< it has none
    Search<B> search_;
};

/// How weights are fitted to lessons: by going through them again and again, and mending a part of each error.
struct Fitting {
    int rounds = 12;          ///< how often all lessons are gone through
    double first_rate = 0.9;  ///< of an error so much is mended at once, spread over the features
    double last_rate = 0.02;
    double doubt = 2;          ///< a state that was met n times learns n / (n + doubt) of that
    std::uint32_t fewest = 3;  ///< a state that was met less often gets no weight: it would be noise, and fill files
    double close = 12;         ///< in discs: what is so far from a draw counts half, since games are decided near it
    std::uint64_t seed = 1;
};

/// The weights of one stage, by class, that make the squares of the errors small. They are sought from `before` on;
/// `pulse` is called every few thousand lessons, and may throw.
template <class B>
std::vector<float> fitted(const std::vector<const Lesson<B>*>& lessons, std::vector<float> before,
                          const Fitting& fitting, const std::function<void()>& pulse);

/// The lessons that a stage is fitted to: those with as many discs as the stage has, and `margin` more or less.
template <class B>
std::vector<const Lesson<B>*> lessons_of_stage(const std::vector<Lesson<B>>& lessons, int stage, int margin) {
    const int first = 4 + stage * Weights<B>::discs_per_stage - margin;
    const int last =
        stage == Weights<B>::stages - 1 ? B::cells.count() : first + Weights<B>::discs_per_stage - 1 + 2 * margin;
    std::vector<const Lesson<B>*> chosen;
    for (const Lesson<B>& lesson : lessons)
        if (const int discs = lesson.discs(); discs >= first && discs <= last) chosen.push_back(&lesson);
    return chosen;
}

}  // namespace gamegrove::othello
