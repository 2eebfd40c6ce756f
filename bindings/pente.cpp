#include "games/pente/text.h"

#include "bind.h"
#include "position_methods.h"

namespace gamegrove::bindings {

using pente::AnyPosition;
using pente::Captures;

namespace {

const pente::Rules& rules_of(const AnyPosition& any) {
    return std::visit([](const auto& position) -> const pente::Rules& { return position.rules(); }, any);
}

Captures captures_named(const std::string& name) {
    if (name == "none") return Captures::none;
    if (name == "pairs") return Captures::pairs;
    if (name == "triples") return Captures::triples;
    throw InvalidRules("captures " + quoted(name) + " should be none, pairs or triples");
}

using BoxArgument = std::variant<int, std::string>;

std::optional<int> box_of(const BoxArgument& box) {
    if (const int* half_width = std::get_if<int>(&box)) return *half_width;
    if (std::get<std::string>(box) == "none") return std::nullopt;
    throw InvalidRules("opening_box " + quoted(std::get<std::string>(box)) + " should be a number or none");
}

}  // namespace

void bind_pente(nb::module_& module) {
    bind_moves_view<AnyPosition>(module, "PenteMoves");
    nb::class_<AnyPosition> type(module, "Pente", R"(A position of Pente or of another game of k in a row.

`preset` names the rules: pente, keryo-pente, pente-2003, gomoku, gomoku-standard,
tic-tac-toe, or mnk; the other arguments change them. `text` may be a record of moves
("k10 l11"), the compact line, or a board as drawn or in a board file. `size` is 3 to 19,
or "7x5"; `exactly` means that a longer row does not win; `captures` is "none", "pairs" or
"triples"; `opening_box` is the half-width of the box around the centre that the first
player's second stone must leave, or "none" for no opening rule.)");
    type.def(
        "__init__",
        [](AnyPosition* self, std::string_view text, const std::string& preset, const std::optional<SizeArgument>& size,
           std::optional<int> in_a_row, std::optional<bool> exactly, const std::optional<std::string>& captures,
           const std::optional<BoxArgument>& opening_box) {
            pente::Options options{.preset = preset, .in_a_row = in_a_row, .exactly = exactly};
            if (size) options.size = size_of(*size);
            if (captures) options.captures = captures_named(*captures);
            if (opening_box) options.opening_box = box_of(*opening_box);
            new (self) AnyPosition(pente::read(text, options));
        },
        "text"_a = "", nb::kw_only(), "preset"_a = "pente", "size"_a = nb::none(), "in_a_row"_a = nb::none(),
        "exactly"_a = nb::none(), "captures"_a = nb::none(), "opening_box"_a = nb::none());
    bind_position_methods(type);
    bind_grid_methods(type, "Pente", "pente");
    type.def_prop_ro(
            "width", [](const AnyPosition& any) { return rules_of(any).width; }, "The number of columns.")
        .def_prop_ro(
            "height", [](const AnyPosition& any) { return rules_of(any).height; }, "The number of rows.")
        .def_prop_ro(
            "in_a_row", [](const AnyPosition& any) { return rules_of(any).in_a_row; }, "How many stones in a row win.")
        .def_prop_ro(
            "exactly", [](const AnyPosition& any) { return rules_of(any).exactly; },
            "Whether a longer row does not win.")
        .def_prop_ro(
            "captures", [](const AnyPosition& any) { return std::string(name_of(rules_of(any).captures)); },
            "What can be captured: \"none\", \"pairs\" or \"triples\".")
        .def_prop_ro(
            "opening_box", [](const AnyPosition& any) { return rules_of(any).opening_box; },
            "The half-width of the opening box, or None.")
        .def_prop_ro(
            "captured",
            [](const AnyPosition& any) {
                return std::visit([](const auto& position) { return captured_by_side(position); }, any);
            },
            "The stones captured by the first and by the second player.");
}

}  // namespace gamegrove::bindings
