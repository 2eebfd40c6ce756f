#include "engines/othello/training.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gamegrove::othello {

namespace {

constexpr int deep = 8;          ///< from this depth on a search fills the small table
constexpr int plies_to_end = 8;  ///< to solve an end costs as much as to search so many plies less deep
/// Every game begins with an empty table, so it is no larger than the searches need.
constexpr std::size_t table_bytes = std::size_t{1} << 17;
constexpr std::size_t table_bytes_if_deep = std::size_t{1} << 21;
/// A position is a lesson when so many moves before it were chosen: after a move that was drawn the other side is
/// better off than it looks, and an evaluation that has learned this believes the same after good moves.
constexpr int quiet_moves = 2;
constexpr double chance_of_a_blunder = 0.04;
constexpr std::size_t lessons_a_pulse = 4096;

double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

/// A normal deviate; std::normal_distribution gives other numbers with other libraries.
double normal(std::mt19937_64& random) {
    const double radius = std::sqrt(-2 * std::log(1 - uniform(random)));
    return radius * std::cos(6.283185307179586 * uniform(random));
}

}  // namespace

template <class B>
Teacher<B>::Teacher(const Weights<B>& weights, const Doubt& doubt, const Curriculum& curriculum,
                    std::function<void()> pulse)
    : curriculum_(curriculum),
      table_(std::max(curriculum.depth, curriculum.exact_empties - plies_to_end) < deep ? table_bytes
                                                                                        : table_bytes_if_deep,
             Pages::small),
      search_({weights, doubt, table_, Empties::to_winner, &nodes_of_helpers_}, &budget_) {
    budget_.pulse = std::move(pulse);
}

template <class B>
int Teacher<B>::label(const Bits& mover, const Bits& opponent, int depth) {
    const auto node = Node<B>::of(mover, opponent);
    const bool is_end = node.empties <= curriculum_.exact_empties;
    search_.set_confidence(is_end ? certain : curriculum_.confidence);
    return search_.value(node, -Search<B>::all_cells, Search<B>::all_cells, is_end ? node.empties : depth);
}

template <class B>
int Teacher<B>::choose(const Node<B>& node, double temperature, std::mt19937_64& random) const {
    int chosen = node.moves.lowest();
    double most = -1e9;
    for_each_bit(node.moves, [&](int cell) {
        const double merit =
            temperature * normal(random) - static_cast<double>(search_.evaluation(node.after(cell))) / Weights<B>::unit;
        if (merit <= most) return;
        most = merit;
        chosen = cell;
    });
    return chosen;
}

template <class B>
void Teacher<B>::teach(std::uint64_t game, const std::vector<int>& opening, std::vector<Lesson<B>>& lessons) {
    std::mt19937_64 random(mixed(curriculum_.seed + mixed(game)));
    forget();
    constexpr double temperatures[] = {0.5, 1, 2, 4};
    const double temperature = temperatures[random() % 4];
    const int random_plies = static_cast<int>(random() % 20);
    // With even depths alone whoever is to move at a leaf is who is to move now, and what an evaluation believes the
    // right to move to be worth would never be checked.
    const int depth = curriculum_.depth - static_cast<int>(game / 2 % 2);
    int sensible = quiet_moves;  // how many moves in a row were chosen, and not drawn
    const auto start = othello::Position<B>::start();
    auto node = Node<B>::of(start.mover(), start.opponent());
    for (int ply = 0;; ++ply) {
        if (!node.moves.any()) {
            node = node.after_pass();
            if (!node.moves.any()) return;
        }
        const int discs = Search<B>::all_cells - node.empties;
        if (sensible >= quiet_moves && discs >= curriculum_.fewest_discs && discs <= curriculum_.most_discs)
            lessons.push_back(
                {node.mover, node.opponent, static_cast<std::int16_t>(label(node.mover, node.opponent, depth))});
        if (discs >= curriculum_.most_discs) return;
        const bool is_given =
            static_cast<std::size_t>(ply) < opening.size() && node.moves.test(opening[static_cast<std::size_t>(ply)]);
        const bool is_drawn = !is_given && (ply < random_plies || uniform(random) < chance_of_a_blunder);
        const int cell = is_given   ? opening[static_cast<std::size_t>(ply)]
                         : is_drawn ? node.moves.nth(static_cast<int>(random() % node.moves.count()))
                                    : choose(node, temperature, random);
        node = node.after(cell);
        sensible = is_drawn ? 0 : sensible + 1;
    }
}

namespace {

/// Lessons as a fit sees them: each is the numbers of the classes whose weights add up to its value.
template <class B>
struct IndexedLessons {
    static constexpr std::size_t features = States<B>::features;

    IndexedLessons(const std::vector<const Lesson<B>*>& lessons, const Fitting& fitting,
                   const std::function<void()>& pulse)
        : met(static_cast<std::size_t>(Weights<B>::class_count())),
          index(lessons.size() * features),
          ease(lessons.size()) {
        const std::vector<int>& classes = Weights<B>::classes();
        std::vector<std::uint32_t> times(met.size());
        for (std::size_t i = 0; i < lessons.size(); ++i) {
            if (i % lessons_a_pulse == 0) pulse();
            const States<B> states(lessons[i]->mover, lessons[i]->opponent);
            for (std::size_t f = 0; f < features; ++f) {
                const int place = pattern_set<B>.first_weight(static_cast<int>(f)) + states[static_cast<int>(f)];
                const auto number = static_cast<std::uint32_t>(classes[static_cast<std::size_t>(place)]);
                index[i * features + f] = number;
                ++met[number];
                ++times[number];
            }
            std::uint32_t moved = 0;
            for (std::size_t f = 0; f < features; ++f) moved += times[index[i * features + f]];
            for (std::size_t f = 0; f < features; ++f) times[index[i * features + f]] = 0;
            const double far = lessons[i]->value / fitting.close;
            ease[i] = static_cast<float>(features / (moved * (1 + far * far)));
        }
    }

    std::vector<std::uint32_t> met;    ///< how often each class occurs
    std::vector<std::uint32_t> index;  ///< the classes of the first lesson, then those of the second, ...
    /// How much of its error a lesson mends. On a nearly empty board it has the same weight many times over, and mends
    /// it as often.
    std::vector<float> ease;
};

}  // namespace

template <class B>
std::vector<float> fitted(const std::vector<const Lesson<B>*>& lessons, std::vector<float> before,
                          const Fitting& fitting, const std::function<void()>& pulse) {
    constexpr std::size_t features = States<B>::features;
    const IndexedLessons<B> indexed(lessons, fitting, pulse);
    std::vector<float> weight = std::move(before);
    std::vector<float> share(weight.size());
    for (std::size_t i = 0; i < share.size(); ++i) {
        if (indexed.met[i] < fitting.fewest)
            weight[i] = 0;
        else
            share[i] = static_cast<float>(indexed.met[i] / (indexed.met[i] + fitting.doubt) / features);
    }
    std::vector<std::uint32_t> order(lessons.size());
    std::iota(order.begin(), order.end(), 0U);
    std::mt19937_64 random(fitting.seed);
    for (int round = 0; round < fitting.rounds; ++round) {
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
        const double part = fitting.rounds == 1 ? 0 : static_cast<double>(round) / (fitting.rounds - 1);
        const auto rate =
            static_cast<float>(fitting.first_rate * std::pow(fitting.last_rate / fitting.first_rate, part));
        for (std::size_t k = 0; k < order.size(); ++k) {
            if (k % lessons_a_pulse == 0) pulse();
            if (k + 8 < order.size()) __builtin_prefetch(&indexed.index[order[k + 8] * features]);
            const std::uint32_t* const of_lesson = &indexed.index[order[k] * features];
            float sum = 0;
            for (std::size_t f = 0; f < features; ++f) sum += weight[of_lesson[f]];
            const float error = rate * indexed.ease[order[k]] * (static_cast<float>(lessons[order[k]]->value) - sum);
            for (std::size_t f = 0; f < features; ++f) weight[of_lesson[f]] += error * share[of_lesson[f]];
        }
    }
    return weight;
}

#define GAMEGROVE_TRAINING(B)                                                                                       \
    template class Teacher<B>;                                                                                      \
    template std::vector<float> fitted<B>(const std::vector<const Lesson<B>*>&, std::vector<float>, const Fitting&, \
                                          const std::function<void()>&);
GAMEGROVE_TRAINING(Board4)
GAMEGROVE_TRAINING(Board6)
GAMEGROVE_TRAINING(Board8)
GAMEGROVE_TRAINING(Board10)
GAMEGROVE_TRAINING(Board12)
GAMEGROVE_TRAINING(Board96)
#undef GAMEGROVE_TRAINING

}  // namespace gamegrove::othello
