#include "bind.h"
#include "games/tree/text.h"
#include "position_methods.h"

namespace gamegrove::bindings {

using tree::AnyPosition;

namespace {

const tree::Position& node(const AnyPosition& any) { return std::get<tree::Position>(any); }

}  // namespace

void bind_tree(nb::module_& module) {
    bind_moves_view<AnyPosition>(module, "TreeMoves");
    nb::class_<AnyPosition> type(module, "Tree", R"doc(A node of an explicit game tree.

`text` is the tree: groups in brackets are inner nodes, a word at their head without a
number is their name, and a word that ends in a number is a leaf, whose value is the first
player's: "(A (B K3 L12) (C M8 N2))", or plainly "[[3, 12], [8, 2]]". Behind an @ may stand
the moves that lead to the node.)doc");
    type.def(
        "__init__", [](AnyPosition* self, std::string_view text) { new (self) AnyPosition(tree::read(text)); },
        "text"_a);
    bind_position_methods(type);
    type.def(
            "after", [](const AnyPosition& any, int child) { return after_text(any, std::to_string(child)); }, "move"_a,
            "The child with this number, counted from 1.")
        .def_prop_ro(
            "spec", [](const AnyPosition&) { return "tree"; }, "The name of the game.")
        .def_prop_ro(
            "line", [](const AnyPosition& any) { return "tree " + write(node(any)); },
            "The whole tree and the way to this node on one line; gamegrove.position() reads it back.")
        .def_prop_ro(
            "name", [](const AnyPosition& any) { return node(any).here().name; },
            "The node's name; empty when it has none.")
        .def_prop_ro(
            "depth", [](const AnyPosition& any) { return node(any).here().depth; },
            "How many moves the node is away from the root.")
        .def_prop_ro(
            "value",
            [](const AnyPosition& any) -> std::optional<int> {
                if (!node(any).here().children.empty()) return std::nullopt;
                return node(any).here().value;
            },
            "A leaf's value for the first player; None for an inner node.")
        .def(
            "__str__", [](nb::handle self) { return nb::module_::import_("gamegrove.drawing").attr("outline")(self); },
            nb::sig("def __str__(self) -> str"))
        .def("__repr__", [](const AnyPosition& any) {
            return "Tree(" + nb::cast<std::string>(nb::repr(nb::cast(write(node(any))))) + ")";
        });
}

}  // namespace gamegrove::bindings
