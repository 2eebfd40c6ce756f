#include "games/connect_four/text.h"

#include "bind.h"
#include "position_methods.h"

namespace gamegrove::bindings {

using connect_four::AnyPosition;

namespace {

const connect_four::Rules& rules_of(const AnyPosition& any) {
    return std::visit([](const auto& position) -> const connect_four::Rules& { return position.layout().rules; }, any);
}

}  // namespace

void bind_connect_four(nb::module_& module) {
    bind_moves_view<AnyPosition>(module, "ConnectFourMoves");
    nb::class_<AnyPosition> type(module, "ConnectFour", R"(A position of Connect Four.

`text` may be a record of columns ("4455"), the compact line or a drawn board; without
it the game starts. `size` is "7x6" (columns x rows) or any other for which
columns * (rows + 1) is at most 128; `in_a_row` discs win, 4 by default.)");
    type.def(
        "__init__",
        [](AnyPosition* self, std::string_view text, const std::optional<SizeArgument>& size,
           std::optional<int> in_a_row) {
            connect_four::Options options{.size = std::nullopt, .in_a_row = in_a_row};
            if (size) options.size = size_of(*size);
            new (self) AnyPosition(connect_four::read(text, options));
        },
        "text"_a = "", nb::kw_only(), "size"_a = nb::none(), "in_a_row"_a = nb::none());
    bind_position_methods(type);
    bind_grid_methods(type, "ConnectFour", "connect-four");
    type.def(
            "after", [](const AnyPosition& any, int column) { return after_text(any, std::to_string(column)); },
            "move"_a, "The position after a disc is dropped into a column, counted from 1.")
        .def_prop_ro(
            "width", [](const AnyPosition& any) { return rules_of(any).width; }, "The number of columns.")
        .def_prop_ro(
            "height", [](const AnyPosition& any) { return rules_of(any).height; }, "The number of rows.")
        .def_prop_ro(
            "in_a_row", [](const AnyPosition& any) { return rules_of(any).in_a_row; }, "How many discs in a row win.");
}

}  // namespace gamegrove::bindings
