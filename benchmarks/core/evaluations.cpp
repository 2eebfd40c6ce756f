/// Plain alpha-beta with an evaluation that is carried from move to move, or counted from scratch at every leaf:
///
///     evaluations carried|scratch connect-four|pente-2003 DEPTH

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "algorithms/alpha_beta.h"
#include "algorithms/rule_pruning.h"
#include "memory/none.h"
#include "observation/counters.h"
#include "ordering/ordering.h"

namespace gamegrove {
namespace {

/// Hides that a feature could be carried.
template <class F>
struct FromScratch {
    F feature;

    template <class P>
    Value operator()(const P& position) const {
        return feature(position).difference();
    }
};

/// The feature alone, carried: what Evaluation does without the blend around it.
template <class F>
struct Carrying {
    F feature;
};

}  // namespace

template <class F>
struct CarriedBy<Carrying<F>> {
    Balance balance;

    template <class P>
    static CarriedBy begin(const Carrying<F>& evaluation, const P& position) {
        return {evaluation.feature(position)};
    }
    template <class P>
    CarriedBy after(const Carrying<F>& evaluation, const P& position, Move move, const P& next) const {
        return {evaluation.feature.after(balance, position, move, next)};
    }
    template <class P>
    Value value(const Carrying<F>&, const P&) const {
        return balance.difference();
    }
};

namespace {

template <class P, class Evaluation>
int search(const P& position, const Evaluation& evaluation, int depth) {
    Counters counters(Budget{});
    Setting<P, Evaluation, NoMemory, NaturalOrder, NoPruning, Counters> setting{evaluation, {}, {}, {}, counters};
    const Value value = alpha_beta(Node(setting, position, depth)).value;
    std::cout << "value " << value << " nodes " << counters.counts().nodes << "\n";
    return 0;
}

template <class P>
int compare(std::string_view kind, const P& position, int depth) {
    const auto feature = carried(position);
    using F = decltype(carried(position));
    if (kind == "carried") return search(position, Carrying<F>{feature}, depth);
    return search(position, FromScratch<F>{feature}, depth);
}

}  // namespace
}  // namespace gamegrove

int main(int count, char** arguments) {
    using namespace gamegrove;
    if (count != 4) {
        std::cerr << "usage: evaluations carried|scratch connect-four|pente-2003 DEPTH\n";
        return 2;
    }
    const int depth = std::atoi(arguments[3]);
    if (std::string_view(arguments[2]) == "connect-four")
        return compare(arguments[1], connect_four::Position<connect_four::Standard>(), depth);
    const pente::MiddleBoard board(pente::Rules{.width = 13, .height = 13, .in_a_row = 5});
    return compare(arguments[1], pente::Position<pente::MiddleBoard>(&board), depth);
}
