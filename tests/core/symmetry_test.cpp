#include "games/symmetry.h"

#include <random>
#include <set>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "games/connect_four/text.h"
#include "games/othello/text.h"
#include "games/pente/text.h"
#include "games/tree/text.h"
#include "pictures.h"

namespace gamegrove {
namespace {

template <class P>
P random_position(P position, int plies, std::mt19937_64& random) {
    for (; plies > 0 && !position.moves().empty(); --plies) {
        const auto moves = position.moves();
        position = position.after(moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
    }
    return position;
}

Move image_of(Move move, const Frame& frame, Symmetry symmetry) {
    if (move == Move::pass()) return move;
    return Move{static_cast<std::int16_t>(image(move.index, frame, symmetry))};
}

/// Whether a position's images have the images of its moves, which lead to the images of where they lead.
template <class P>
bool rules_are_symmetric(const P& position) {
    for (const Symmetry symmetry : symmetries(position)) {
        const P turned = transformed(position, symmetry);
        if (turned.moves().size() != position.moves().size()) return false;
        if (turned.final_value() != position.final_value()) return false;
        for (const Move move : position.moves()) {
            const Move turned_move = image_of(move, frame(position), symmetry);
            if (!turned.moves().contains(turned_move)) return false;
            if (turned.after(turned_move) != transformed(position.after(move), symmetry)) return false;
        }
    }
    return true;
}

/// Whether all images of a position, and no other, have the same canonical one, which is one of them.
template <class P>
bool has_one_canonical_image(const P& position) {
    const P least = canonical(position);
    bool found = false;
    for (const Symmetry symmetry : symmetries(position)) {
        const P turned = transformed(position, symmetry);
        if (canonical(turned) != least) return false;
        found = found || turned == least;
    }
    return found && canonical(least) == least;
}

template <class P>
void check_random_positions(const P& start) {
    std::mt19937_64 random(4);
    int wrong = 0;
    for (int plies = 0; plies < 40; ++plies) {
        const P position = random_position(start, plies, random);
        wrong += !rules_are_symmetric(position);
        wrong += !has_one_canonical_image(position);
    }
    CHECK(wrong == 0);
}

std::string turned(std::string_view text, Symmetry symmetry) {
    const auto position = std::get<othello::Position<othello::Board4>>(othello::read(text, {}));
    return line(transformed(position, symmetry));
}

TEST_CASE("each symmetry turns the board as its name says") {
    constexpr std::string_view text = R"(
        X X O .
        X . . .
        . . . .
        . . . O
        X to move)";
    CHECK(turned(text, Symmetry::identity) == "XXO1/X3/4/3O X");
    CHECK(turned(text, Symmetry::mirror) == "1OXX/3X/4/O3 X");
    CHECK(turned(text, Symmetry::flip) == "3O/4/X3/XXO1 X");
    CHECK(turned(text, Symmetry::rotate180) == "O3/4/3X/1OXX X");
    CHECK(turned(text, Symmetry::transpose) == "XX2/X3/O3/3O X");
    CHECK(turned(text, Symmetry::antitranspose) == "O3/3O/3X/2XX X");
    CHECK(turned(text, Symmetry::rotate90) == "2XX/3X/3O/O3 X");
    CHECK(turned(text, Symmetry::rotate270) == "3O/O3/X3/XX2 X");
}

TEST_CASE("a board whose rows are counted from the bottom turns in the same way") {
    const auto position =
        std::get<pente::Position<pente::SmallBoard>>(pente::read("XX1/O2/3 X", {.preset = "tic-tac-toe"}));
    CHECK(line(transformed(position, Symmetry::rotate90)) == "1OX/2X/3 X");
    CHECK(line(transformed(position, Symmetry::flip)) == "3/O2/XX1 X");
    CHECK(line(transformed(position, Symmetry::transpose)) == "XO1/X2/3 X");
}

TEST_CASE("symmetries have names") {
    CHECK(name_of(Symmetry::identity) == "identity");
    CHECK(name_of(Symmetry::rotate180) == "rotate180");
    CHECK(name_of(Symmetry::rotate270) == "rotate270");
    CHECK(std::set(symmetry_names.begin(), symmetry_names.end()).size() == 8);
}

TEST_CASE("square boards have eight symmetries, other ones four, and gravity leaves two") {
    const auto pente_of = [](int width, int height) {
        return std::get<pente::Position<pente::SmallBoard>>(
            pente::read("", {.preset = "mnk", .size = std::pair{width, height}}));
    };
    CHECK(symmetries(othello::Position<othello::Board8>::start()).size() == 8);
    CHECK(symmetries(pente_of(5, 5)).size() == 8);
    CHECK(symmetries(pente_of(5, 6)).size() == 4);
    CHECK(symmetries(connect_four::Position<connect_four::Standard>()).size() == 2);
    CHECK(symmetries(tree::Position()).size() == 1);
}

TEST_CASE("the images of a cell on a square board are a group") {
    const Frame f{.width = 5, .height = 5, .stride = 7};
    for (const Symmetry first : symmetries_of_square)
        for (const Symmetry second : symmetries_of_square) {
            int same = 0;
            for (const Symmetry both : symmetries_of_square) {
                bool equal = true;
                for (int row = 0; row < f.height; ++row)
                    for (int column = 0; column < f.width; ++column) {
                        const int cell = f.cell_at(column, row);
                        equal = equal && image(image(cell, f, first), f, second) == image(cell, f, both);
                    }
                same += equal;
            }
            CHECK(same == 1);
        }
}

TEST_CASE("two quarter turns are a half turn") {
    const Frame f{.width = 8, .height = 8, .stride = 8};
    for (int cell = 0; cell < 64; ++cell) {
        const int half_turned = image(cell, f, Symmetry::rotate180);
        CHECK(image(image(cell, f, Symmetry::rotate90), f, Symmetry::rotate90) == half_turned);
        CHECK(image(image(cell, f, Symmetry::rotate270), f, Symmetry::rotate270) == half_turned);
    }
}

TEST_CASE_TEMPLATE("Othello is the same seen from every side", B, othello::Board4, othello::Board6, othello::Board8,
                   othello::Board10, othello::Board12, othello::Board96) {
    check_random_positions(othello::Position<B>::start());
}

TEST_CASE("Connect Four is the same in the mirror") {
    check_random_positions(connect_four::Position<connect_four::Standard>());
    for (const connect_four::Rules& rules : {connect_four::Rules{4, 4, 3}, connect_four::Rules{16, 7, 4}})
        check_random_positions(connect_four::Position<connect_four::Flexible>(connect_four::Flexible(rules)));
}

TEST_CASE_TEMPLATE("Pente is the same seen from every side", B, pente::SmallBoard, pente::MiddleBoard,
                   pente::LargeBoard) {
    for (const pente::Captures captures : {pente::Captures::none, pente::Captures::pairs, pente::Captures::triples})
        for (const int height : {6, 7}) {
            const pente::Rules rules{
                .width = 7, .height = height, .in_a_row = 4, .captures = captures, .opening_box = 1};
            check_random_positions(pente::Position<B>(pente::board_of<B>(rules)));
        }
}

TEST_CASE("the canonical image of a tree's node is the node") {
    const auto position = std::get<tree::Position>(tree::read("(A (B 1 2) 3) @ B"));
    CHECK(canonical(position) == position);
}

}  // namespace
}  // namespace gamegrove
