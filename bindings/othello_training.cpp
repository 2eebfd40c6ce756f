#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include "bind.h"
#include "bytes.h"
#include "engine_size.h"
#include "engines/othello/school.h"
#include "position_methods.h"

namespace gamegrove::bindings {

using othello::AnyPosition;
using othello::School;

namespace {

/// A school as Python holds it.
struct OwnedSchool {
    std::unique_ptr<School> school;
};

School::Staff staff_of(const nb::bytes& weights, const othello::Doubt::Fit& midgame, const othello::Doubt::Fit& endgame,
                       std::uint64_t seed, int depth, int exact_empties, int confidence, int fewest_discs,
                       int most_discs, int threads) {
    if (depth < 1) throw nb::value_error("depth must be 1 or more");
    check_threads(threads);
    if (confidence < 0 || confidence > othello::certain) throw nb::value_error("confidence must be from 0 to 5");
    return {.weights = view(weights),
            .doubt = othello::Doubt(midgame, endgame),
            .curriculum = {.seed = seed,
                           .depth = depth,
                           .exact_empties = exact_empties,
                           .confidence = confidence,
                           .fewest_discs = fewest_discs,
                           .most_discs = most_discs},
            .threads = threads,
            .pulse = SignalPulse()};
}

void teach(OwnedSchool& owned, std::uint64_t first, std::size_t games, const std::vector<std::vector<int>>& openings,
           const nb::bytes& weights, const othello::Doubt::Fit& midgame, const othello::Doubt::Fit& endgame,
           std::uint64_t seed, int depth, int exact_empties, int confidence, int fewest_discs, int most_discs,
           int threads) {
    const School::Staff staff =
        staff_of(weights, midgame, endgame, seed, depth, exact_empties, confidence, fewest_discs, most_discs, threads);
    const WithoutInterpreter release;
    owned.school->teach(staff, first, games, openings);
}

void label(OwnedSchool& owned, const std::vector<AnyPosition>& positions, const nb::bytes& weights,
           const othello::Doubt::Fit& midgame, const othello::Doubt::Fit& endgame, int depth, int exact_empties,
           int confidence, int threads) {
    const School::Staff staff =
        staff_of(weights, midgame, endgame, 1, depth, exact_empties, confidence, 0, 1 << 20, threads);
    const WithoutInterpreter release;
    owned.school->label(staff, positions);
}

nb::bytes fit(const OwnedSchool& owned, const nb::bytes& weights, int first, std::optional<int> last, int margin,
              std::uint64_t seed, int threads) {
    check_threads(threads);
    const std::string_view start = view(weights);
    std::string fitted;
    {
        const WithoutInterpreter release;
        fitted = owned.school->fit(start, first, last.value_or(owned.school->stages() - 1), margin, {.seed = seed},
                                   threads, SignalPulse());
    }
    return as_bytes(fitted);
}

std::vector<std::tuple<std::size_t, double, double>> errors(const OwnedSchool& owned, const nb::bytes& weights) {
    const std::string_view bytes = view(weights);
    const WithoutInterpreter release;
    std::vector<std::tuple<std::size_t, double, double>> by_discs;
    for (const School::Error& each : owned.school->errors(bytes))
        by_discs.emplace_back(each.count, each.squares, each.absolute);
    return by_discs;
}

}  // namespace

void bind_othello_training(nb::module_& module) {
    using othello::Doubt;
    nb::class_<OwnedSchool>(module, "OthelloSchool",
                            "Lessons about positions of one board, for `gamegrove train othello-patterns`.")
        .def(
            "__init__",
            [](OwnedSchool* self, const AnyPosition& position) { new (self) OwnedSchool{make_school(position)}; },
            "position"_a, "For the board of a position.")
        .def(
            "teach", &teach, "first"_a, "games"_a, "openings"_a = std::vector<std::vector<int>>(), nb::kw_only(),
            "weights"_a = nb::bytes("", 0), "midgame_doubt"_a = Doubt::Fit{}, "endgame_doubt"_a = Doubt::Fit{},
            "seed"_a = 1, "depth"_a = 6, "exact_empties"_a = 12, "confidence"_a = othello::certain,
            "fewest_discs"_a = 4, "most_discs"_a = 1 << 20, "threads"_a = 1,
            "Adds the lessons of some games that the weights play against themselves, from number `first` on. Openings "
            "are lists of cells, counted row by row with the stride of the board.")
        .def("label", &label, "positions"_a, nb::kw_only(), "weights"_a = nb::bytes("", 0),
             "midgame_doubt"_a = Doubt::Fit{}, "endgame_doubt"_a = Doubt::Fit{}, "depth"_a = 6, "exact_empties"_a = 12,
             "confidence"_a = othello::certain, "threads"_a = 1, "Adds lessons about given positions.")
        .def("fit", &fit, nb::kw_only(), "weights"_a = nb::bytes("", 0), "first"_a = 0, "last"_a = nb::none(),
             "margin"_a = 2, "seed"_a = 1, "threads"_a = 1,
             "The weights with the stages from `first` to `last` fitted to the lessons.")
        .def("errors", &errors, "weights"_a,
             "How the weights are off, by number of discs from 0 on: how many lessons, and the sums of the squares and "
             "of the sizes of the errors.")
        .def(
            "to_bytes", [](const OwnedSchool& owned) { return as_bytes(owned.school->bytes()); },
            "The lessons in bytes, for add().")
        .def(
            "add", [](OwnedSchool& owned, const nb::bytes& data) { owned.school->add(view(data)); }, "data"_a,
            "Adds the lessons of to_bytes().")
        .def_prop_ro(
            "stages", [](const OwnedSchool& owned) { return owned.school->stages(); },
            "Into how many stages the weights divide a game.")
        .def_prop_ro(
            "discs_per_stage", [](const OwnedSchool& owned) { return owned.school->discs_per_stage(); },
            "How many numbers of discs share a stage; the first stage begins with 4.")
        .def("__len__", [](const OwnedSchool& owned) { return owned.school->size(); });
    // Searches that are less deep leave nothing out.
    module.attr("othello_first_foreseen_depth") = Doubt::first_depth;
    module.def(
        "othello_shallow_depth",
        [](int depth, bool is_end) { return is_end ? Doubt::shallow_for_end(depth) : Doubt::shallow_for(depth); },
        "depth"_a, nb::kw_only(), "is_end"_a = false,
        "How deep Multi-ProbCut looks to foresee a search to a depth, or to the end of the game.");
}

}  // namespace gamegrove::bindings
