#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string_view>

#include "bind.h"
#include "bytes.h"
#include "clock/deputy.h"
#include "engine_size.h"
#include "engines/othello/engine.h"
#include "position_methods.h"

namespace gamegrove::bindings {

using othello::AnyPosition;
using othello::Engine;
using othello::Findings;
using othello::MoveValue;
using othello::Question;

namespace {

/// An engine that answers one thread after the other.
struct GuardedEngine {
    explicit GuardedEngine(std::unique_ptr<Engine> made) : engine(std::move(made)) {}

    std::unique_ptr<Engine> engine;
    std::timed_mutex mutex;
    Deputy<Findings> deputy;  ///< the last one, since it uses the engine as long as it lives
};

Engine::Options options_of(int table_mib, int threads, const nb::bytes& weights, const othello::Doubt::Fit& midgame,
                           const othello::Doubt::Fit& endgame) {
    check_threads(threads);
    return {.table_bytes = table_bytes(table_mib),
            .threads = threads,
            .weights = view(weights),
            .doubt = othello::Doubt(midgame, endgame)};
}

/// What was found out about a position, with its moves as text.
struct TextFindings {
    AnyPosition position;
    Findings findings;

    std::string text(Move move) const {
        return std::visit([&](const auto& each) { return othello::notation(each, move); }, position);
    }
};

std::string_view name(MoveValue::Bound bound) {
    switch (bound) {
        case MoveValue::Bound::exact: return "exact";
        case MoveValue::Bound::at_most: return "at most";
        case MoveValue::Bound::at_least: return "at least";
        default: return "none";
    }
}

nb::list moves_of(const TextFindings& found) {
    nb::list moves;
    for (const MoveValue& each : found.findings.moves) {
        nb::list line;
        for (const Move move : each.line) line.append(found.text(move));
        moves.append(nb::make_tuple(found.text(each.move), each.value, name(each.bound), each.depth, nb::tuple(line)));
    }
    return moves;
}

Findings at_sight(const Engine& engine, const AnyPosition& position, const Question& question,
                  std::string_view stopped) {
    Findings found = engine.at_sight(position, question);
    found.stopped = stopped;
    return found;
}

TextFindings analyse(GuardedEngine& guarded, const AnyPosition& position, std::optional<int> depth, int lines,
                     const std::optional<std::pair<int, int>>& window, std::optional<std::uint64_t> nodes,
                     std::optional<double> seconds, nb::object stop, nb::object watch) {
    if (lines < 1 || (depth && *depth < 1)) throw nb::value_error("lines and depth must be 1 or more");
    Question question;
    if (depth) question.depth = *depth;
    question.lines = lines;
    if (window) {
        question.alpha = window->first;
        question.beta = window->second;
        if (question.alpha >= question.beta) throw nb::value_error("the first number of a window must be the smaller");
    }
    Budget limits = budget_of(nodes, seconds, std::move(stop));
    Deputy<Findings>::Tell tell;
    if (!watch.is_none())
        tell = [&](const Findings& findings) {
            const InterpreterLock lock;
            watch(TextFindings{position, findings});
        };
    const WithoutInterpreter release;
    const Engine& engine = *guarded.engine;
    std::unique_lock one_at_a_time(guarded.mutex, std::defer_lock);
    try {
        while (!one_at_a_time.try_lock_for(std::chrono::milliseconds(10))) limits.look(0);
        if (!seconds) {  // then there is nothing to be late for, and another thread would cost more than it is worth
            guarded.deputy.rest();
            return {position, guarded.engine->analyse(position, question, limits, tell)};
        }
        const auto search = [&guarded, position, question](Budget& budget, const Engine::Watch& news) {
            return guarded.engine->analyse(position, question, budget, news);
        };
        auto reply = guarded.deputy.ask(limits, search, tell);
        if (!reply.answer) return {position, at_sight(engine, position, question, "time")};
        if (reply.is_late) reply.answer->stopped = "time";
        return {position, std::move(*reply.answer)};
    } catch (const Stopped& limit) {  // before its search could begin
        return {position, at_sight(engine, position, question, limit.reason)};
    }
}

void bind_findings(nb::module_& module) {
    nb::class_<TextFindings>(module, "OthelloFindings",
                             "What an analysis has found out, in discs for the side to move.")
        .def_prop_ro("moves", &moves_of, nb::sig("def moves(self) -> list[tuple[str, int, str, int, tuple[str, ...]]]"),
                     "Moves, the best one first: notation, value, whether that is exact, at most or at least what the "
                     "search found (or none at all), the depth, and how the game goes on.")
        .def_prop_ro(
            "depth", [](const TextFindings& found) { return found.findings.depth; }, "Of the last finished search.")
        .def_prop_ro(
            "confidence", [](const TextFindings& found) { return found.findings.confidence; },
            "How sure that search was: 0 to 5, of which 5 is certainty.")
        .def_prop_ro(
            "is_end", [](const TextFindings& found) { return found.findings.is_end; },
            "Whether that search reached the end of the game.")
        .def_prop_ro(
            "nodes", [](const TextFindings& found) { return found.findings.nodes; }, "How many nodes that took.")
        .def_prop_ro(
            "stopped", [](const TextFindings& found) { return found.findings.stopped; },
            "nodes, time or stop; empty when the question is answered.");
}

}  // namespace

void bind_othello_engine(nb::module_& module) {
    bind_findings(module);
    nb::class_<GuardedEngine>(module, "OthelloEngine",
                              "Plays and solves Othello on one board; gamegrove.Engine uses it.")
        .def(
            "__init__",
            [](GuardedEngine* self, const AnyPosition& position, int table_mib, int threads, const nb::bytes& weights,
               const othello::Doubt::Fit& midgame, const othello::Doubt::Fit& endgame) {
                new (self) GuardedEngine(
                    othello::make_engine(position, options_of(table_mib, threads, weights, midgame, endgame)));
            },
            "position"_a, nb::kw_only(), "table_mib"_a = 64, "threads"_a = 1, "weights"_a = nb::bytes("", 0),
            "midgame_doubt"_a = othello::Doubt::Fit{}, "endgame_doubt"_a = othello::Doubt::Fit{},
            "For the board of a position. The doubts are how far shallow searches are off, see core/engines/othello.")
        .def("analyse", &analyse, "position"_a, nb::kw_only(), "depth"_a = nb::none(), "lines"_a = 1,
             "window"_a = nb::none(), "nodes"_a = nb::none(), "seconds"_a = nb::none(), "stop"_a = nb::none(),
             "watch"_a = nb::none(),
             nb::sig("def analyse(self, position: Othello, *, depth: int | None = None, lines: int "
                     "= 1, window: tuple[int, int] | None = None, nodes: int | None = None, seconds: float | None = "
                     "None, stop: object | None = None, watch: collections.abc.Callable[[OthelloFindings], None] | "
                     "None = None) -> OthelloFindings"),
             "Deepens until the question is answered or a limit is reached; `watch` is told what every finished search "
             "has found out.")
        .def(
            "evaluation",
            [](const GuardedEngine& guarded, const AnyPosition& position) {
                return guarded.engine->evaluation(position);
            },
            "position"_a, "What the evaluation says without a search, in discs for the side to move.")
        .def(
            "sibling",
            [](const GuardedEngine& guarded, int table_mib, int threads) {
                check_threads(threads);
                return std::make_unique<GuardedEngine>(guarded.engine->sibling(table_bytes(table_mib), threads));
            },
            nb::kw_only(), "table_mib"_a, "threads"_a,
            "Another engine with the same weights and a memory of its own; it is made in no time.")
        .def(
            "forget",
            [](GuardedEngine& guarded) {
                const std::scoped_lock one_at_a_time(guarded.mutex);
                guarded.deputy.rest();
                guarded.engine->forget();
            },
            nb::call_guard<WithoutInterpreter>(), "Empties the table.");
}

}  // namespace gamegrove::bindings
