#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "games/tree/text.h"
#include "pictures.h"
#include "refusal.h"

namespace gamegrove::tree {
namespace {

Position at(std::string_view text) { return std::get<Position>(read(text)); }

std::shared_ptr<const Tree> tree_of(std::string_view text) {
    Scanner scanner(text);
    return Tree::read(scanner);
}

std::string text_of(std::string_view text) { return tree_of(text)->text(); }

std::string refused(std::string_view text) {
    return refusal<InvalidText>([&] { read(text); });
}

/// A tree of so many levels below the root, each with one child.
std::string chain(int levels) {
    return std::string(static_cast<std::size_t>(levels), '(') + "1" +
           std::string(static_cast<std::size_t>(levels), ')');
}

TEST_CASE("a tree is read from brackets with names and from nested lists") {
    CHECK(text_of("(A (B K3 L12) (C M8 N2))") == "(A (B K3 L12) (C M8 N2))");
    CHECK(text_of("[[3, 12], [8, 2]]") == "((3 12) (8 2))");
    CHECK(text_of("(A [3 (B 1 2)])") == "(A (3 (B 1 2)))");
    CHECK(text_of(R"(
        # two moves for each side
        (A
           (B 3 12)   # the left one
           (C 8 2))
    )") == "(A (B 3 12) (C 8 2))");
}

TEST_CASE("a leaf has a value, positive or negative, and perhaps a name") {
    CHECK(text_of("5") == "5");
    CHECK(text_of("(-5 K-5 +5)") == "(-5 K-5 +5)");
    CHECK(text_of("(0 -0 007)") == "(0 0 7)");
    CHECK(text_of("(1000000000 -1000000000)") == "(1000000000 -1000000000)");
    CHECK(text_of("(\xC3\xA9 \xC3\xBC"
                  "3)") ==
          "(\xC3\xA9 \xC3\xBC"
          "3)");
}

TEST_CASE("a leaf's name may end in a dash, before any value") {
    CHECK(text_of("(A K--5)") == "(A K--5)");
    const auto zero = tree_of("(A K--0)");
    CHECK(zero->node(1).name == "K-");
    CHECK(*tree_of(zero->text()) == *zero);
}

TEST_CASE("the first word in a bracket names the node if it has no number") {
    const auto tree = tree_of("(root (left 1) (2 3))");
    CHECK(tree->node(0).name == "root");
    CHECK(tree->node(1).name == "left");
    CHECK(tree->node(3).name.empty());
    CHECK(tree->node(3).children == std::vector{4, 5});
    CHECK(tree->node(5).parent == 3);
    CHECK(tree->node(5).depth == 2);
    CHECK(tree->size() == 6);
}

TEST_CASE("a text without a tree, or with two, is refused") {
    CHECK(refused("") == "1:1 the text holds no tree; write one as (A (B 3 12) (C 8 2))");
    CHECK(refused(" \n# nothing\n") == "1:1 the text holds no tree; write one as (A (B 3 12) (C 8 2))");
    CHECK(refused("(1 2) 3") == "1:7 the tree has ended; only one may stand in a text");
    CHECK(refused("(1 2)\n(3)") == "2:1 the tree has ended; only one may stand in a text");
    CHECK(refused("1 2") == "1:3 the tree has ended; only one may stand in a text");
}

TEST_CASE("brackets that do not match are refused with their place") {
    CHECK(refused("(A\n  (B 1 2)") == "1:1 the bracket opened here is never closed");
    CHECK(refused("(A (B 1\n 2)\n (C 3") == "3:2 the bracket opened here is never closed");
    CHECK(refused(")") == "1:1 a bracket is closed here that was never opened");
    CHECK(refused("(1 2))") == "1:6 the tree has ended; only one may stand in a text");
    CHECK(refused("(A\n [1 2)\n]") == "2:6 this should be ], for the bracket opened in line 2, column 2");
    CHECK(refused("(1 2]") == "1:5 this should be ), for the bracket opened in line 1, column 1");
}

TEST_CASE("an inner node without children is refused with its place") {
    CHECK(refused("()") == "1:2 an inner node needs at least one child");
    CHECK(refused("(A (B) 1)") == "1:6 an inner node needs at least one child");
}

TEST_CASE("a word that is neither a name nor a leaf is refused with its place") {
    const std::string reason = " is neither a name (no digits) nor a leaf (a name and a whole number)";
    CHECK(refused("(A 1.5)") == "1:4 '1.5'" + reason);
    CHECK(refused("(A\n K1b2)") == "2:2 'K1b2'" + reason);
    CHECK(refused("(A 1e)") == "1:4 '1e'" + reason);
    CHECK(refused("(A 3-5)") == "1:4 '3-5'" + reason);
    CHECK(refused("(A\x01 1)") == "1:2 'A?'" + reason);
}

TEST_CASE("a name that is not the first word in its bracket is refused with its place") {
    const std::string reason = " has no number, so it is an inner node: write ";
    CHECK(refused("(A B 3)") == "1:4 'B'" + reason + "it in brackets, in front of its children");
    CHECK(refused("(A 3 B)") == "1:6 'B'" + reason + "it in brackets, in front of its children");
    CHECK(refused("A") == "1:1 'A'" + reason + "it in brackets, in front of its children");
    CHECK(refused("(3 A)") == "1:4 'A'" + reason + "it in brackets, in front of its children");
}

TEST_CASE("the message about a very long name is short") {
    CHECK(refused("(1 " + std::string(100000, 'a') + ")").size() < 300);
}

TEST_CASE("the message about a name that very many children share is short") {
    std::string text = "(A";
    for (int i = 0; i < 1000; ++i) text += " B1";
    const Position root = at(text + ")");
    CHECK(refusal<AmbiguousMove>([&] { read_move(root, "B"); }).size() < 300);
}

TEST_CASE("a value that is too large is refused with its place") {
    const std::string reason = " is too large; a leaf's value is at most 1000000000";
    CHECK(refused("(A 1000000001)") == "1:4 '1000000001'" + reason);
    CHECK(refused("(A K-1000000001)") == "1:4 '-1000000001'" + reason);
}

TEST_CASE("a value that is too large for a machine word is refused, too") {
    const std::string reason = " is too large; a leaf's value is at most 1000000000";
    CHECK(refused("(A 3000000000)") == "1:4 '3000000000'" + reason);
    CHECK(refused("(A 10000000000)") == "1:4 '10000000000'" + reason);
    CHECK(refused("(A 99999999999999999999999)") == "1:4 '99999999999999999999999'" + reason);
}

TEST_CASE("characters without a meaning are refused whole") {
    CHECK(refused("(A 1; 2)") == "1:5 ';' has no meaning here");
    CHECK(refusal<InvalidText>([] { tree_of("(A 1 @ 2)"); }) == "1:6 '@' has no meaning here");
}

TEST_CASE("places count characters, not bytes") {
    CHECK(refused("(\xC3\xA9\xE2\x98\x83 1;)") == "1:6 ';' has no meaning here");
}

TEST_CASE("a tree may be 500 levels deep and no deeper") {
    CHECK(text_of(chain(500)) == chain(500));
    CHECK(refused(chain(501)) == "1:501 the tree is more than 500 levels deep");
    CHECK(refused(std::string(1000000, '(')) == "1:501 the tree is more than 500 levels deep");
}

TEST_CASE("a node may have 32767 children and no more") {
    std::string text = "(";
    for (int i = 0; i < 32767; ++i) text += "1 ";
    const Position position = at(text + ")");
    CHECK(position.moves().size() == 32767);
    CHECK(position.after(position.moves()[32766]).final_value() == -1);
    int counted = 0;
    for (const Move move : position.moves()) counted += position.moves().contains(move);
    CHECK(counted == 32767);
    CHECK(refused(text + "1)") == "1:65536 a node has too many children");
}

TEST_CASE("the sides take turns from level to level, and values are seen by the mover") {
    const Position root = at("(A (B 3 (D 12)) 8)");
    CHECK(root.turn() == Side::first);
    const Position b = root.after(Move{0});
    CHECK(b.turn() == Side::second);
    CHECK(b.after(Move{0}).turn() == Side::first);
    CHECK(b.after(Move{0}).final_value() == 3);
    CHECK(b.after(Move{1}).after(Move{0}).final_value() == -12);
    CHECK(root.after(Move{1}).final_value() == -8);
    CHECK(at("7").final_value() == 7);
}

TEST_CASE("a leaf has no moves, an inner node one for each child") {
    const Position root = at("(A (B 3 12 8) 1)");
    CHECK(root.moves().size() == 2);
    CHECK(moves_of(root) == "B 2");
    CHECK(moves_of(root.after(Move{0})) == "1 2 3");
    CHECK(root.after(Move{1}).moves().empty());
    CHECK(!root.moves().contains(Move{2}));
    CHECK(!root.moves().contains(Move::pass()));
    CHECK(ending(root.after(Move{1})) == "a leaf of the tree");
}

TEST_CASE("moves are read by the child's name or by its number") {
    const Position root = at("(A (B 3) K5 7)");
    CHECK(read_move(root, "B") == Move{0});
    CHECK(read_move(root, " K ") == Move{1});
    CHECK(read_move(root, "1") == Move{0});
    CHECK(read_move(root, "2") == Move{1});
    CHECK(read_move(root, "3") == Move{2});
    CHECK(write_moves(root, play(root, "B 1").moves) == "B 1");
    CHECK(play(root, "B,1").moves == play(root, "1;1").moves);
}

TEST_CASE("a move that is no child is refused") {
    const Position root = at("(A (B 3) K5 7)");
    const auto illegal = [&](std::string_view text) { return refusal<IllegalMove>([&] { read_move(root, text); }); };
    CHECK(illegal("C") == "'C' is no child of this node, which has 3");
    CHECK(illegal("b") == "'b' is no child of this node, which has 3");
    CHECK(illegal("0") == "'0' is no child of this node, which has 3");
    CHECK(illegal("4") == "'4' is no child of this node, which has 3");
    CHECK(illegal("-1") == "'-1' is no child of this node, which has 3");
    CHECK(illegal("1B") == "'1B' is no child of this node, which has 3");
    CHECK(illegal("99999999999") == "'99999999999' is no child of this node, which has 3");
    CHECK(refusal<IllegalMove>([&] { play(root, "B 1 1"); }) == "1:5 '1' cannot be played: this node is a leaf");
    CHECK(refusal<InvalidText>([&] { read_move(root, " "); }) ==
          "an empty text is no move; write a child's name or number");
}

TEST_CASE("a name that children share is ambiguous, and they are named by number") {
    const Position root = at("(A B1 C2 B3)");
    CHECK(moves_of(root) == "1 C 3");
    CHECK(refusal<AmbiguousMove>([&] { read_move(root, "B"); }) ==
          "2 children are called 'B'; say 1 or 3, their number, instead");
    CHECK(refusal<AmbiguousMove>([&] { play(root, "\n B"); }) ==
          "2:2 2 children are called 'B'; say 1 or 3, their number, instead");
    CHECK(read_move(root, "3") == Move{2});
}

TEST_CASE("the way to a node stands behind the tree") {
    const Position leaf = at("(A (B 3 12) (C 8 2)) @ C 2");
    CHECK(leaf.final_value() == 2);
    CHECK(write(leaf) == "(A (B 3 12) (C 8 2)) @ C 2");
    CHECK(at(write(leaf)) == leaf);
    CHECK(write(at("(A 1 2)")) == "(A 1 2)");
    CHECK(write(at("(A 1 2) @")) == "(A 1 2)");
    CHECK(write(at("[[1,2],[3]]@2 1")) == "((1 2) (3)) @ 2 1");
    CHECK(write(at("(A (B 1) (B 2)) @ 2")) == "(A (B 1) (B 2)) @ 2");
}

TEST_CASE("a wrong way is refused with its place in the whole text") {
    CHECK(refusal<IllegalMove>([] { read("(A 1 2) @ 3"); }) == "1:11 '3' is no child of this node, which has 2");
    CHECK(refusal<IllegalMove>([] { read("(A\n  1\n  2) @ 1\n 1"); }) ==
          "4:2 '1' cannot be played: this node is a leaf");
    CHECK(refusal<AmbiguousMove>([] { read("(A\n B1 B2)\n@ B"); }) ==
          "3:3 2 children are called 'B'; say 1 or 2, their number, instead");
}

TEST_CASE("positions are equal if their trees and nodes are") {
    CHECK(at("(A 1 2)") == at("[A 1, 2]"));
    CHECK(at("(A 1 2) @ 1") != at("(A 1 2)"));
    CHECK(at("(A 1 2)") != at("(A 1 3)"));
    CHECK(at("(A 1 2)") != at("(B 1 2)"));
    CHECK(at("(A 1 2) @ 2").key() != at("(A 1 2) @ 1").key());
    CHECK(at("(A 1 2) @ 2").key() == at("[A 1 2] @ 2").key());
    CHECK(Position() == at("0"));
}

TEST_CASE("keys are the same on every machine") { CHECK(at("(A 1 2) @ 2").key() == 0x1e535eede31428f0U); }

TEST_CASE("a tree lives as long as any of its positions") {
    const Position leaf = at("(A (B 1 2) 3)").after(Move{0}).after(Move{1});
    CHECK(leaf.final_value() == 2);
    CHECK(leaf.tree().text() == "(A (B 1 2) 3)");
}

TEST_CASE("a large tree reads back") {
    std::string text = "(root";
    for (int i = 0; i < 2000; ++i) text += " (n" + std::string(1, static_cast<char>('a' + i % 26)) + " 1 2 -3 x4 (5))";
    text += ")";
    CHECK(text_of(text) == text);
}

TEST_CASE("the sides are called max and min") {
    CHECK(players(Position()) == std::array<std::string_view, 2>{"max", "min"});
}

}  // namespace
}  // namespace gamegrove::tree
