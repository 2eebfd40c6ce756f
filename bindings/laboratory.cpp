#include "algorithms/laboratory.h"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include "bind.h"
#include "position_methods.h"

namespace gamegrove::bindings {

namespace {

/// A name among those that are possible; the request has been checked before it comes here.
template <class Value, std::size_t count>
Value named(const char* what, const std::string& name,
            const std::array<std::pair<const char*, Value>, count>& possible) {
    for (const auto& [known, value] : possible)
        if (name == known) return value;
    throw nb::value_error((std::string("there is no ") + what + " '" + name + "'").c_str());
}

constexpr std::array memory_kinds = {std::pair{"none", MemoryKind::none}, std::pair{"exact", MemoryKind::exact},
                                     std::pair{"table", MemoryKind::table},
                                     std::pair{"careless", MemoryKind::careless}};
constexpr std::array replacements = {std::pair{"always", Replacement::always}, std::pair{"deeper", Replacement::deeper},
                                     std::pair{"two-tier", Replacement::two_tier}};
constexpr std::array ways_to_win = {std::pair{"plain", Wins::plain}, std::pair{"sooner", Wins::sooner},
                                    std::pair{"larger", Wins::larger}};
constexpr std::array reasons = {std::pair{"memory", &Reasons::memory}, std::pair{"killer", &Reasons::killer},
                                std::pair{"history", &Reasons::history}, std::pair{"static", &Reasons::fixed}};
constexpr std::array rule_names = {std::pair{"corners", &Rules::corners}, std::pair{"guard", &Rules::guard},
                                   std::pair{"edges", &Rules::edges},     std::pair{"edge-guard", &Rules::edge_guard},
                                   std::pair{"wins", &Rules::wins},       std::pair{"safe", &Rules::safe},
                                   std::pair{"near", &Rules::near}};

using TermTuple = std::tuple<std::string, bool, double, double, int, int>;

/// An evaluation as Python describes it: name, percent, first and last weight, first and last number of stones.
Recipe recipe(const std::vector<TermTuple>& terms) {
    std::vector<Term> all;
    for (const auto& [name, percent, weight, last_weight, first_stones, last_stones] : terms)
        all.push_back({name, percent, weight, last_weight, first_stones, last_stones});
    return all;
}

/// A laboratory and the options of its algorithms as Python sets them.
struct Bench {
    std::unique_ptr<Laboratory> laboratory;
    AlgorithmOptions options;
};

nb::tuple run(Bench& bench, const std::string& name, int depth, Value guess, Value alpha, Value beta) {
    const std::optional<Algorithm> algorithm = algorithm_named(name);
    if (!algorithm) throw nb::value_error(("the core has no algorithm '" + name + "'").c_str());
    Found found;
    std::string stopped;
    try {
        const WithoutInterpreter release;
        found = bench.laboratory->run(*algorithm, depth, guess, {alpha, beta}, bench.options);
    } catch (const Stopped& limit) {
        stopped = limit.reason;
    }
    const nb::object move =
        found.move == Move::none() ? nb::none() : nb::object(nb::cast(bench.laboratory->write(found.move)));
    return nb::make_tuple(found.value, move, stopped);
}

nb::dict counters(const Bench& bench) {
    const Counts counts = bench.laboratory->counts();
    nb::dict all;
    all["nodes"] = counts.nodes;
    all["leaves"] = counts.leaves;
    all["estimates"] = counts.estimates;
    all["distinct_leaves"] = counts.distinct_leaves;
    all["hits"] = counts.hits;
    all["cutoffs"] = counts.cutoffs;
    all["researches"] = counts.researches;
    all["passes"] = counts.passes;
    all["visits"] = counts.visits;
    all["proven"] = counts.proven;
    all["stopped"] = counts.stopped;
    return all;
}

template <class Any>
void bind_game(nb::module_& module, nb::class_<Bench>& type) {
    type.def(
        "__init__",
        [](Bench* self, const Any& position, const std::vector<TermTuple>& evaluation, const std::string& memory,
           int table_bits, const std::string& replacement, bool symmetry, const std::vector<std::string>& order,
           const std::vector<std::string>& rules, const std::string& wins, bool free_passes, bool watch,
           std::optional<std::uint64_t> nodes, std::optional<double> seconds, std::optional<std::size_t> memory_limit,
           nb::object stop, Bench* heir_of) {
            LaboratoryOptions options{.evaluation = recipe(evaluation),
                                      .memory = named("memory", memory, memory_kinds),
                                      .table_bits = table_bits,
                                      .replacement = named("replacement", replacement, replacements),
                                      .symmetry = symmetry,
                                      .order = {},
                                      .rules = {},
                                      .wins = named("way to win", wins, ways_to_win),
                                      .free_passes = free_passes,
                                      .watch = watch,
                                      .budget = {},
                                      .heir_of = heir_of == nullptr ? nullptr : heir_of->laboratory.get()};
            for (const std::string& name : order) options.order.*named("order", name, reasons) = true;
            for (const std::string& name : rules) options.rules.*named("rule", name, rule_names) = true;
            options.budget = budget_of(nodes, seconds, std::move(stop));
            if (memory_limit) options.budget.memory = *memory_limit;
            new (self) Bench{laboratory_for(position, options), {}};
        },
        "position"_a, nb::kw_only(), "evaluation"_a = std::vector<TermTuple>(), "memory"_a = "none",
        "table_bits"_a = 20, "replacement"_a = "two-tier", "symmetry"_a = false, "order"_a = std::vector<std::string>(),
        "rules"_a = std::vector<std::string>(), "wins"_a = "sooner", "free_passes"_a = false, "watch"_a = false,
        "nodes"_a = nb::none(), "seconds"_a = nb::none(), "memory_limit"_a = nb::none(), "stop"_a = nb::none(),
        "heir_of"_a = nb::none());
    module.def(
        "features",
        [](const Any& any) {
            std::vector<std::pair<std::string, std::string>> names;
            std::visit(
                [&](const auto& position) {
                    for (const auto& known : features(position)) names.emplace_back(known.name, known.summary);
                },
                any);
            return names;
        },
        "position"_a,
        "The names of what can be counted in a game, the usual evaluation first, with a line about each.");
    module.def(
        "counts",
        [](const Any& any, const std::string& name) {
            const Balance balance =
                std::visit([&](const auto& position) { return feature(position, name)(position); }, any);
            return std::pair(balance.mine, balance.theirs);
        },
        "position"_a, "feature"_a, "What a feature counts for the side to move, and for the other.");
    module.def(
        "evaluate",
        [](const Any& any, const std::vector<TermTuple>& terms) {
            return std::visit(
                [&]<class P>(const P& position) { return Evaluation<P>(position, recipe(terms))(position); }, any);
        },
        "position"_a, "terms"_a, "What a position is worth to the side to move.");
    module.def(
        "priority",
        [](const Any& any, const std::string& move) {
            return std::visit(
                [&](const auto& position) {
                    const int cell = read_move(position, move).index;
                    const std::vector<int> table = priorities(position);
                    return cell < 0 || table.empty() ? 0 : table[static_cast<std::size_t>(cell)];
                },
                any);
        },
        "position"_a, "move"_a, "How early the static order tries a move: larger is earlier.");
    module.def(
        "move_number",
        [](const Any& any, const std::string& move) {
            return std::visit([&](const auto& position) { return int{read_move(position, move).index}; }, any);
        },
        "position"_a, "move"_a, "The core's own number of a move: the cell, the number of the child, -1 for a pass.");
}

}  // namespace

namespace {

/// One of the four kinds of edge tables, in its parts.
std::vector<std::vector<std::int16_t>> edge_table(const std::string& kind, int size) {
    if (size < 4 || size > 12 || size % 2 != 0) throw nb::value_error("an edge has 4, 6, 8, 10 or 12 squares");
    if (kind == "edge_states") return {othello::edge_states(size).value};
    if (kind == "edge_squares") return {othello::edge_squares(size)};
    if (kind == "edge_corners") return {othello::edge_corners(size).corner, othello::edge_corners(size).middle};
    if (kind == "edge_wide") return {othello::wide_edge_states(size).value};
    throw nb::value_error(("there is no edge table '" + kind + "'").c_str());
}

}  // namespace

void bind_laboratory(nb::module_& module) {
    module.def("edge_table", &edge_table, "kind"_a, "size"_a = 8,
               "The values of an edge table, in its parts: edge_states, edge_squares, edge_corners or edge_wide.");
    nb::class_<Bench> type(module, "Laboratory",
                           "Runs the core's algorithms on one position; gamegrove.search() uses it.");
    bind_game<othello::AnyPosition>(module, type);
    bind_game<connect_four::AnyPosition>(module, type);
    bind_game<pente::AnyPosition>(module, type);
    bind_game<tree::AnyPosition>(module, type);
    type.def("run", &run, "algorithm"_a, "depth"_a, "guess"_a, "alpha"_a, "beta"_a,
             nb::sig("def run(self, algorithm: str, depth: int, guess: int, alpha: int, beta: int) -> tuple[int, str | "
                     "None, str]"),
             "Searches to a depth; gives the value, the move, and why the search has stopped if it has.")
        .def("counters", &counters, nb::sig("def counters(self) -> dict[str, typing.Any]"), "What was counted so far.")
        .def(
            "forget", [](Bench& bench) { bench.laboratory->forget(); }, "Empties the memory.")
        .def(
            "bounds",
            [](const Bench& bench, int depth) {
                const Bounds known = bench.laboratory->bounds(depth);
                return std::pair(known.lower, known.upper);
            },
            "depth"_a, "What the memory knows of the position at a depth.")
        .def(
            "line",
            [](const Bench& bench, int depth, const std::string& move) {
                return bench.laboratory->line(depth, bench.laboratory->read(move));
            },
            "depth"_a, "move"_a, "The best play from a move on, as far as the memory knows it.")
        .def(
            "add_check",
            [](Bench& bench, int first_stage, int last_stage, int depth, int shallow, double a, double b,
               double sigma) {
                bench.options.checks.push_back({first_stage, last_stage, depth, shallow, a, b, sigma});
            },
            "first_stage"_a, "last_stage"_a, "depth"_a, "shallow"_a, "a"_a, "b"_a, "sigma"_a,
            "Adds one regression of ProbCut.")
        .def_prop_rw(
            "margin", [](const Bench& b) { return b.options.margin; },
            [](Bench& b, Value value) { b.options.margin = value; }, "The margin of aspiration.")
        .def_prop_rw(
            "threshold", [](const Bench& b) { return b.options.threshold; },
            [](Bench& b, double value) { b.options.threshold = value; }, "How sure ProbCut must be.")
        .def_prop_rw(
            "iterations", [](const Bench& b) { return b.options.mcts.iterations; },
            [](Bench& b, std::uint64_t value) { b.options.mcts.iterations = value; }, "How many nodes MCTS adds.")
        .def_prop_rw(
            "exploration", [](const Bench& b) { return b.options.mcts.exploration; },
            [](Bench& b, double value) { b.options.mcts.exploration = value; }, "How much MCTS explores.")
        .def_prop_rw(
            "leaf", [](const Bench& b) { return b.options.mcts.evaluates ? "evaluation" : "playout"; },
            [](Bench& b, const std::string& value) { b.options.mcts.evaluates = value == "evaluation"; },
            "What values a new node of MCTS.")
        .def_prop_rw(
            "playouts", [](const Bench& b) { return b.options.mcts.playouts; },
            [](Bench& b, int value) { b.options.mcts.playouts = value; }, "How many random games value a new node.")
        .def_prop_rw(
            "scale", [](const Bench& b) { return b.options.mcts.scale; },
            [](Bench& b, double value) { b.options.mcts.scale = value; }, "How margins count in MCTS.")
        .def_prop_rw(
            "choose", [](const Bench& b) { return b.options.mcts.by_value ? "value" : "visits"; },
            [](Bench& b, const std::string& value) { b.options.mcts.by_value = value == "value"; },
            "Which move MCTS plays.")
        .def_prop_rw(
            "solver", [](const Bench& b) { return b.options.mcts.solver; },
            [](Bench& b, bool value) { b.options.mcts.solver = value; }, "Whether MCTS proves results.")
        .def_prop_rw(
            "seed", [](const Bench& b) { return b.options.mcts.seed; },
            [](Bench& b, std::uint64_t value) { b.options.mcts.seed = value; }, "The seed of the playouts.");
}

}  // namespace gamegrove::bindings
