#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <chrono>
#include <mutex>
#include <tuple>

#include "bind.h"
#include "bytes.h"
#include "engine_size.h"
#include "engines/connect_four/solver.h"
#include "position_methods.h"

namespace gamegrove::bindings {

using connect_four::AnyPosition;
using connect_four::Book;
using connect_four::Solver;
using connect_four::Verdict;

namespace {

/// A solver that answers one thread after the other.
struct GuardedSolver {
    Solver solver;
    std::timed_mutex mutex;
};

Solver::Options options_of(int table_mib, int threads, std::shared_ptr<Book> book) {
    check_threads(threads);
    return {.table_bytes = table_bytes(table_mib), .threads = threads, .book = std::move(book)};
}

Verdict solve(GuardedSolver& guarded, const AnyPosition& position, const std::optional<std::pair<int, int>>& window,
              std::optional<std::uint64_t> nodes, std::optional<double> seconds, nb::object stop, nb::object watch) {
    Budget budget = budget_of(nodes, seconds, std::move(stop));
    const auto tell = [&](const Verdict& known) {
        if (watch.is_none()) return;
        const InterpreterLock lock;
        watch(known.lower, known.upper, known.nodes);
    };
    std::optional<connect_four::Window> wanted;
    if (window) wanted = {window->first, window->second};
    const WithoutInterpreter release;
    std::unique_lock one_at_a_time(guarded.mutex, std::defer_lock);
    try {
        while (!one_at_a_time.try_lock_for(std::chrono::milliseconds(10))) budget.look(0);
    } catch (const Stopped& limit) {
        return connect_four::not_begun(position, limit.reason);
    }
    return guarded.solver.solve(position, wanted, budget, tell);
}

std::vector<AnyPosition> positions_without_lock(const AnyPosition& start, int plies) {
    const WithoutInterpreter release;
    return connect_four::positions_after(start, plies);
}

void bind_book(nb::module_& module) {
    nb::class_<Book>(module, "ConnectFourBook", "Exact scores of positions on one board.")
        .def(
            "__init__",
            [](Book* self, const AnyPosition& start, int plies,
               const std::vector<std::pair<AnyPosition, int>>& scored) { new (self) Book(start, plies, scored); },
            "start"_a, "plies"_a, "scored"_a,
            nb::sig("def __init__(self, start: ConnectFour, plies: int, scored: "
                    "collections.abc.Sequence[tuple[ConnectFour, int]]) -> None"),
            "From positions with their scores; `start` says of which board, `plies` up to where all are there.")
        .def_static(
            "from_bytes", [](const nb::bytes& bytes) { return Book(view(bytes)); }, "data"_a,
            "The book that to_bytes() gave these bytes for.")
        .def(
            "to_bytes", [](const Book& book) { return as_bytes(book.bytes()); },
            "The book in bytes, of which a compressor makes few.")
        .def("score", &Book::score, "position"_a, "The score of a position or of its mirror image, if it is there.")
        .def(
            "outcomes",
            [](const Book& book, const AnyPosition& start) {
                std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> by_ply;
                for (const auto& each : book.outcomes(start)) by_ply.emplace_back(each.wins, each.draws, each.losses);
                return by_ply;
            },
            "start"_a, "How many positions of every ply the mover wins, draws and loses; `start` is the empty board.")
        .def_prop_ro_static(
            "most_bits", [](nb::handle) { return Book::most_bits; },
            "The largest board of a book: columns * (rows + 1).")
        .def_prop_ro("spec", &Book::spec, "Which board: `connect-four` with its options.")
        .def_prop_ro("plies", &Book::plies, "Up to how many plies all positions are there.")
        .def("__len__", &Book::size);
    module.def("connect_four_positions", &positions_without_lock, "start"_a, "plies"_a,
               "All different positions, up to mirror images, exactly so many plies later; ended games are left out.");
}

void bind_verdict(nb::module_& module) {
    nb::class_<Verdict>(module, "ConnectFourVerdict", "What is known of a score, seen by the side to move.")
        .def_ro("lower", &Verdict::lower, "It is at least so much.")
        .def_ro("upper", &Verdict::upper, "It is at most so much.")
        .def_ro("nodes", &Verdict::nodes, "How many nodes that took.")
        .def_ro("stopped", &Verdict::stopped, "nodes, time or stop; empty when the question is answered.");
}

}  // namespace

void bind_connect_four_engine(nb::module_& module) {
    bind_book(module);
    bind_verdict(module);
    nb::class_<GuardedSolver>(module, "ConnectFourSolver",
                              "Tells exactly who wins a position and when; gamegrove.Engine uses it.")
        .def(
            "__init__",
            [](GuardedSolver* self, int table_mib, int threads, std::shared_ptr<Book> book) {
                new (self) GuardedSolver{Solver(options_of(table_mib, threads, std::move(book))), {}};
            },
            nb::kw_only(), "table_mib"_a = 64, "threads"_a = 1, "book"_a = nb::none())
        .def("solve", &solve, "position"_a, nb::kw_only(), "window"_a = nb::none(), "nodes"_a = nb::none(),
             "seconds"_a = nb::none(), "stop"_a = nb::none(), "watch"_a = nb::none(),
             nb::sig("def solve(self, position: ConnectFour, *, window: tuple[int, int] | None = None, nodes: int | "
                     "None = None, seconds: float | None = None, stop: object | None = None, watch: "
                     "collections.abc.Callable[[int, int, int], None] | None = None) -> ConnectFourVerdict"),
             "The score of a position; with a window only whether it is at or below the first number, at or above the "
             "second, or which in between. `watch` is told lower, upper and nodes after every step.")
        .def(
            "forget",
            [](GuardedSolver& guarded) {
                const std::scoped_lock one_at_a_time(guarded.mutex);
                guarded.solver.forget();
            },
            nb::call_guard<WithoutInterpreter>(), "Empties the table.");
}

}  // namespace gamegrove::bindings
