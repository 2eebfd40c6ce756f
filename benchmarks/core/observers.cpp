/// What an observer costs: the same plain alpha-beta with none in its text, with the silent one, and with the counters.
///
///     observers bare|silent|counted connect-four|othello DEPTH
///
/// Prints the value, the nodes if they were counted, and the time. observers.py builds it and counts instructions.

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

/// What core/algorithms/node.h and alpha_beta.h do, once more without a word to any observer. Not in a nameless
/// namespace, because compilers inline more of what only one file can see.
namespace bare {

template <class N>
Bounds recall(const N& node) {
    const Bounds known = node.setting().memory.recall(node.position(), node.depth());
    if (known.move != Move::none() && !node.legal().contains(known.move)) return {};
    return known;
}

template <class N>
[[gnu::always_inline]] inline Found evaluate(const N& node) {
    const auto& setting = node.setting();
    const bool at_horizon = !node.legal().empty();
    const Value value = at_horizon ? setting.evaluation(node.position())
                                   : worth(setting.wins, node.position().final_value(), node.depth());
    return {value, Move::none()};
}

template <class N>
void cut_off(const N& node, Move move) {
    node.setting().ordering.reward(node.position(), node.depth(), move);
}

template <class N>
Found remember(const N& node, Found found, Window window) {
    node.setting().memory.remember(node.position(), node.depth(), Bounds::proven_by(found, window));
    return found;
}

template <class N, class Search>
[[gnu::always_inline]] inline Found best_of_moves(const N& node, Window window, Bounds known, Search search) {
    window = known.narrow(window);
    Found best{-infinity, known.move};
    for (const Move move : node.moves(known.move)) {
        const Window asked = window.above(best.value);
        const Value value = -search(node.after(move), asked.seen_by_opponent()).value;
        if (value > best.value) best = {value, value > window.alpha ? move : best.move};
        if (best.value >= window.beta) {
            cut_off(node, move);
            break;
        }
    }
    return remember(node, best, window);
}

template <class N>
Found alpha_beta(const N& node, Window window) {
    const Bounds known = recall(node);
    if (known.settle(window)) return known.answer(window);
    if (node.is_leaf()) return remember(node, evaluate(node), everything);
    return bare::best_of_moves(node, window, known,
                               [](const N& child, Window asked) { return bare::alpha_beta(child, asked); });
}

}  // namespace bare

namespace {

template <class P, class Observer, class Search>
Value run(const P& position, std::string_view evaluation, int depth, Observer& observer, Search search) {
    using Evaluation = decltype(cell_weights(position, ""));
    Setting<P, Evaluation, NoMemory, NaturalOrder, NoPruning, Observer> setting{
        cell_weights(position, evaluation), {}, {}, {}, observer};
    return search(Node(setting, position, depth)).value;
}

template <class P>
int measure(std::string_view kind, const P& position, std::string_view evaluation, int depth) {
    const auto begin = std::chrono::steady_clock::now();
    const auto plainly = [](const auto& node) { return alpha_beta(node, everything); };
    Silent silent;
    Counters counters(Budget{});
    Value value = 0;
    if (kind == "bare")
        value = run(position, evaluation, depth, silent,
                    [](const auto& node) { return bare::alpha_beta(node, everything); });
    else if (kind == "silent")
        value = run(position, evaluation, depth, silent, plainly);
    else
        value = run(position, evaluation, depth, counters, plainly);
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
        return measure(arguments[1], othello::Position<othello::Board8>::start(), "squares", depth);
    return measure(arguments[1], connect_four::Position<connect_four::Standard>(connect_four::Standard()), "columns",
                   depth);
}
