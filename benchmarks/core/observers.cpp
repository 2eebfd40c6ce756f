/// What an observer costs: the same plain alpha-beta with none in its text, with the silent one, and with the counters.
///
///     observers bare|silent|counted connect-four|othello DEPTH
///
/// Prints the value and the time; `perf stat -e instructions:u` or `valgrind --tool=none` counts instructions.

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "algorithms/alpha_beta.h"
#include "algorithms/rule_pruning.h"
#include "evaluation/catalogue.h"
#include "memory/none.h"
#include "observation/counters.h"
#include "observation/silent.h"
#include "ordering/ordering.h"

using namespace gamegrove;

namespace {

/// core/algorithms/alpha_beta.h once more, without a word to any observer.
template <class N>
Found bare(const N& node, Window window) {
    const Bounds known = node.setting().memory.recall(node.position(), node.depth());
    if (known.settle(window)) return known.answer(window);
    if (node.is_leaf()) {
        const bool at_horizon = !node.legal().empty();
        return {at_horizon ? node.setting().evaluation(node.position())
                           : worth(node.setting().wins, node.position().final_value(), node.depth())};
    }
    window = known.narrow(window);
    Found best{-infinity, known.move};
    for (const Move move : node.moves(known.move)) {
        const Window asked = window.above(best.value);
        const Value value = -bare(node.after(move), asked.seen_by_opponent()).value;
        if (value > best.value) best = {value, value > window.alpha ? move : best.move};
        if (best.value >= window.beta) break;
    }
    return best;
}

template <class P, class Observer, class Search>
Value run(const P& position, int depth, Observer& observer, Search search) {
    using Evaluation = decltype(evaluation(position, ""));
    Setting<P, Evaluation, NoMemory, NaturalOrder, NoPruning, Observer> setting{
        evaluation(position, evaluations(position)[0]), {}, {}, {}, observer};
    return search(Node(setting, position, depth)).value;
}

template <class P>
int measure(std::string_view kind, const P& position, int depth) {
    const auto begin = std::chrono::steady_clock::now();
    const auto plainly = [](const auto& node) { return alpha_beta(node, everything); };
    Silent silent;
    Counters<P> counters(Budget{}, false);
    Value value = 0;
    if (kind == "bare")
        value = run(position, depth, silent, [](const auto& node) { return bare(node, everything); });
    else if (kind == "silent")
        value = run(position, depth, silent, plainly);
    else
        value = run(position, depth, counters, plainly);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    std::cout << kind << " value " << value << " seconds " << time.count() << " nodes " << counters.counts().nodes
              << "\n";
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::cerr << "usage: observers bare|silent|counted connect-four|othello DEPTH\n";
        return 2;
    }
    const int depth = std::atoi(arguments[3]);
    if (std::string_view(arguments[2]) == "othello")
        return measure(arguments[1], othello::Position<othello::Board8>::start(), depth);
    return measure(arguments[1], connect_four::Position<connect_four::Standard>(connect_four::Standard()), depth);
}
