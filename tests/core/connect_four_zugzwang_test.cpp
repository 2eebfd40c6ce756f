#include "engines/connect_four/zugzwang.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "connect_four_scores.h"
#include "doctest/doctest.h"
#include "games/connect_four/text.h"

namespace gamegrove::connect_four {
namespace {

using Line = std::vector<int>;  // its cells

/// From a cell to the next one, in columns and rows.
struct Direction {
    int right;
    int up;
};

constexpr std::array<Direction, 4> directions = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

int step_of(const Rules& rules, const Direction& direction) {
    return direction.right * (rules.height + 1) + direction.up;
}

/// All lines of a board in one direction, found cell by cell.
std::vector<Line> lines_of(const Rules& rules, const Direction& direction) {
    std::vector<Line> lines;
    for (int column = 0; column < rules.width; ++column)
        for (int row = 0; row < rules.height; ++row) {
            const int last_column = column + direction.right * (rules.in_a_row - 1);
            const int last_row = row + direction.up * (rules.in_a_row - 1);
            if (last_column >= rules.width || last_row < 0 || last_row >= rules.height) continue;
            Line line;
            for (int i = 0; i < rules.in_a_row; ++i)
                line.push_back(column * (rules.height + 1) + row + i * step_of(rules, direction));
            lines.push_back(line);
        }
    return lines;
}

std::vector<Line> all_lines(const Rules& rules) {
    std::vector<Line> all;
    for (const Direction& direction : directions)
        for (const Line& line : lines_of(rules, direction)) all.push_back(line);
    return all;
}

template <class Bits>
Bits set_of(const Line& cells) {
    Bits set;
    for (const int cell : cells) set |= Bits::of(cell);
    return set;
}

/// The first cells of the lines that are wholly in a set.
template <class Bits>
Bits starts(const std::vector<Line>& lines, const Bits& set) {
    Bits found;
    for (const Line& line : lines)
        if ((set_of<Bits>(line) & ~set) == Bits{}) found |= Bits::of(line[0]);
    return found;
}

template <class Bits>
Bits on(const std::vector<Line>& lines, const Bits& set) {
    Bits found;
    for (const Line& line : lines)
        if ((set_of<Bits>(line) & ~set) == Bits{}) found |= set_of<Bits>(line);
    return found;
}

/// The cells, each the last that a line lacks.
template <class Bits>
Bits lacking(const std::vector<Line>& lines, const Bits& set) {
    Bits found;
    for (const Line& line : lines)
        for (const int cell : line)
            if ((set_of<Bits>(line) & ~(set | Bits::of(cell))) == Bits{}) found |= Bits::of(cell);
    return found;
}

template <class Bits>
Bits through(const std::vector<Line>& lines, int cell) {
    Bits found;
    for (const Line& line : lines)
        if (std::ranges::count(line, cell) != 0) found |= Bits::of(line[0]);
    return found;
}

/// A random set of the cells of a board, dense enough to have lines.
template <class Bits>
Bits random_set(const Bits& cells, std::mt19937_64& random) {
    const unsigned share = 1 + static_cast<unsigned>(random() % 8);
    Bits set;
    for_each_bit(cells, [&](int cell) {
        if (random() % 9 < share) set |= Bits::of(cell);
    });
    return set;
}

/// Random stones as they fall: every column full up to some height.
template <class Bits>
Bits random_stones(const Ground<Bits>& ground, std::mt19937_64& random) {
    Bits stones;
    for (int column = 0; column < ground.rules.width; ++column)
        stones |= ground.column(column) & ground.low_rows(static_cast<int>(random() % (ground.rules.height + 1)));
    return stones;
}

const std::vector<Rules> boards_of_one_word = {{7, 6, 4}, {8, 7, 4}, {4, 4, 3}, {5, 5, 5}, {6, 4, 2},  {8, 1, 3},
                                               {1, 9, 4}, {7, 7, 6}, {3, 2, 1}, {1, 1, 1}, {2, 31, 4}, {8, 7, 5}};
const std::vector<Rules> boards_of_two_words = {{16, 7, 4}, {9, 6, 4},   {12, 9, 5}, {20, 5, 3}, {64, 1, 4},
                                                {2, 63, 4}, {1, 127, 5}, {3, 41, 6}, {7, 6, 4},  {10, 10, 2}};

/// Calls `test(ground, random)` for boards of one word and of two.
template <class Test>
void on_all_boards(Test test) {
    std::mt19937_64 random(1);
    for (const Rules& rules : boards_of_one_word) {
        CAPTURE(spec(rules));
        test(Ground<Bits<1>>(rules), random);
    }
    for (const Rules& rules : boards_of_two_words) {
        CAPTURE(spec(rules));
        test(Ground<Bits<2>>(rules), random);
    }
}

TEST_CASE("lines in one direction are those found cell by cell") {
    on_all_boards([]<class Bits>(const Ground<Bits>& ground, std::mt19937_64& random) {
        const int k = ground.rules.in_a_row;
        int wrong = 0;
        for (const Direction& direction : directions) {
            const int step = step_of(ground.rules, direction);
            const std::vector<Line> lines = lines_of(ground.rules, direction);
            const Bits possible = starts(lines, ground.cells);
            for (int n = 0; n < 50; ++n) {
                const Bits set = random_set(ground.cells, random);
                wrong += (completing(set, step, k) & ground.cells) != lacking(lines, set);
                wrong += starts_of_lines(set, step, k) != starts(lines, set);
                wrong += on_lines(set, step, k) != on(lines, set);
            }
            for_each_bit(ground.cells, [&](int cell) {
                wrong += (starts_through(Bits::of(cell), step, k) & possible) != through<Bits>(lines, cell);
            });
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("lines in all directions at once are those found cell by cell") {
    on_all_boards([]<class Bits>(const Ground<Bits>& ground, std::mt19937_64& random) {
        const std::vector<Line> lines = all_lines(ground.rules);
        int wrong = 0;
        for (int n = 0; n < 50; ++n) {
            const Bits set = random_set(ground.cells, random);
            wrong += (ground.completing_cells(set) & ground.cells) != lacking(lines, set);
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("a line is begun when it has a stone of the side and none of the other") {
    on_all_boards([]<class Bits>(const Ground<Bits>& ground, std::mt19937_64& random) {
        const std::vector<Line> lines = all_lines(ground.rules);
        int wrong = 0;
        for (int n = 0; n < 20; ++n) {
            const Bits side = random_set(ground.cells, random);
            const Bits empty = random_set(ground.cells, random) & ~side;
            const auto begun = ground.begun_lines(side, empty);
            for_each_bit(ground.cells, [&](int cell) {
                const auto counts = [&](const Line& line) {
                    const Bits set = set_of<Bits>(line);
                    return set.test(cell) && (set & side).any() && !(set & ~(side | empty)).any();
                };
                wrong += ground.count_through(Bits::of(cell), begun) != std::ranges::count_if(lines, counts);
            });
        }
        CHECK(wrong == 0);
    });
}

/// Whether every operation on boards side by side does to each of them what it does to one.
template <int count, class Bits>
int wrong_lanes(const Ground<Bits>& ground, std::mt19937_64& random) {
    using Boards = Lanes<Bits, count>;
    using Array = std::array<Bits, count>;
    const std::vector<Line> lines = all_lines(ground.rules);
    const auto random_boards = [&] {
        Array boards;
        for (Bits& board : boards) board = random() % 4 == 0 ? Bits{} : random_set(ground.cells, random);
        return boards;
    };
    const Array a = random_boards(), b = random() % 4 == 0 ? a : random_boards();
    const Boards x = Boards::from(a), y = Boards::from(b);
    const LaneSet set = random();
    const int distance = static_cast<int>(random() % 20);
    int wrong = 0;
    const auto compare = [&](const Boards& lanes, const auto& expected) {
        Array boards;
        lanes.put_into(boards);
        for (int i = 0; i < count; ++i) wrong += boards[i] != expected(i);
    };
    const auto compare_sets = [&](LaneSet lanes, const auto& expected) {
        for (int i = 0; i < count; ++i) wrong += (lanes >> i & 1U) != static_cast<LaneSet>(expected(i));
    };
    compare(Boards::of(ground.bottom), [&](int) { return ground.bottom; });
    compare(x & y, [&](int i) { return a[i] & b[i]; });
    compare(x | y, [&](int i) { return a[i] | b[i]; });
    compare(x ^ y, [&](int i) { return a[i] ^ b[i]; });
    compare(x + y, [&](int i) { return a[i] + b[i]; });
    compare(~x, [&](int i) { return ~a[i]; });
    compare(x << distance, [&](int i) { return a[i] << distance; });
    compare(x >> distance, [&](int i) { return a[i] >> distance; });
    compare(x.without_lowest(), [&](int i) { return a[i].without_lowest(); });
    compare(Boards::choose(set, x, y), [&](int i) { return set >> i & 1U ? a[i] : b[i]; });
    compare_sets(x.occupied(), [&](int i) { return a[i].any(); });
    compare_sets(less(x, y), [&](int i) { return a[i] < b[i]; });

    compare(ground.completing_cells(x) & Boards::of(ground.cells), [&](int i) { return lacking(lines, a[i]); });
    compare(ground.cells_on_lines(x), [&](int i) { return on(lines, a[i]); });
    compare_sets(ground.having_lines(x), [&](int i) { return starts(lines, a[i]).any(); });
    compare(ground.mirrored(x), [&](int i) { return ground.mirrored(a[i]); });
    compare(ground.up_to_lowest(x), [&](int i) { return ground.up_to_lowest(a[i]); });
    return wrong;
}

TEST_CASE("what is done to boards side by side is done to each of them") {
    on_all_boards([]<class Bits>(const Ground<Bits>& ground, std::mt19937_64& random) {
        int wrong = 0;
        for (int n = 0; n < 10; ++n) {
            wrong += wrong_lanes<8>(ground, random);  // a vector where a board is one word
            wrong += wrong_lanes<16>(ground, random);
        }
        wrong += wrong_lanes<64>(ground, random);
        CHECK(wrong == 0);
    });
}

TEST_CASE("no lane takes another's set for its own") {
    using Boards = Lanes<Bits<1>, 8>;
    const Boards one = Boards::of(Bits<1>::of(63)), none = Boards::of(Bits<1>{});
    for (int lane = 0; lane < 8; ++lane) {
        const Boards chosen = Boards::choose(LaneSet{1} << lane, one, none);
        CHECK(chosen.occupied() == LaneSet{1} << lane);
        CHECK(less(none, chosen) == LaneSet{1} << lane);
        CHECK(less(chosen, one) == (255 & ~(LaneSet{1} << lane)));
    }
}

TEST_CASE("a ground knows the columns, rows and mirror images of its board cell by cell") {
    on_all_boards([]<class Bits>(const Ground<Bits>& ground, std::mt19937_64& random) {
        const auto [width, height, in_a_row] = ground.rules;
        const auto cell = [h = height](int column, int row) { return column * (h + 1) + row; };
        const Bits set = random_set(ground.cells | ground.spare, random);
        const Bits image = ground.mirrored(set);
        int wrong = 0;
        for (int column = 0; column < width; ++column)
            for (int row = 0; row <= height; ++row) {
                const int here = cell(column, row);
                wrong += image.test(here) != set.test(cell(width - 1 - column, row));
                wrong += ground.spare.test(here) != (row == height);
                wrong += ground.cells.test(here) != (row < height);
                wrong += ground.bottom.test(here) != (row == 0);
                for (int other = 0; other < width; ++other)
                    wrong += ground.column(other).test(here) != (other == column && row < height);
                for (int rows = -1; rows <= height + 1; ++rows)
                    wrong += ground.low_rows(rows).test(here) != (row < std::min(rows, height));
            }
        CHECK(wrong == 0);
        CHECK(image.count() == set.count());
    });
}

TEST_CASE("the lowest empty cell of every column is playable") {
    on_all_boards([]<class Bits>(const Ground<Bits>& ground, std::mt19937_64& random) {
        int wrong = 0;
        for (int n = 0; n < 20; ++n) {
            const Bits stones = random_stones(ground, random);
            Bits expected;
            for (int column = 0; column < ground.rules.width; ++column) {
                const Bits empty = ground.column(column) & ~stones;
                if (empty.any()) expected |= Bits::of(empty.lowest());
            }
            wrong += ground.playable(stones) != expected;
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("a column is cut off above the lowest of the targets in it") {
    on_all_boards([]<class Bits>(const Ground<Bits>& ground, std::mt19937_64& random) {
        int wrong = 0;
        for (int n = 0; n < 20; ++n) {
            const Bits targets = random_set(ground.cells, random) & random_set(ground.cells, random);
            Bits expected;
            for (int column = 0; column < ground.rules.width; ++column) {
                const int lowest = (targets & ground.column(column)).lowest();
                for_each_bit(ground.column(column), [&](int cell) {
                    if (cell <= lowest) expected |= Bits::of(cell);
                });
            }
            wrong += ground.up_to_lowest(targets) != expected;
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("the follower gets his rows when he always answers in the same column") {
    for (const Rules& rules : {Rules{7, 6, 4}, Rules{6, 5, 4}, Rules{5, 4, 4}, Rules{8, 3, 4}, Rules{3, 1, 4}}) {
        const Ground<Bits<1>> ground(rules);
        CHECK((ground.leader_rows | ground.follower_rows) == ground.cells);
        CHECK(!(ground.leader_rows & ground.follower_rows).any());
        // Up to the last cells of the columns an even number of them is empty: the leader plays, the follower answers.
        for (int column = 0; column < rules.width; ++column)
            for (int row = rules.height - 1; row >= 0; --row) {
                const bool answers = (rules.height - 1 - row) % 2 == 0;
                CHECK(ground.follower_rows.test(column * ground.stride() + row) == answers);
            }
        for (int stones = 0; stones < ground.size(); ++stones)
            CHECK(ground.follower_moves(stones) == ((ground.size() - stones) % 2 == 1));
    }
}

TEST_CASE("a side that wins at once scores the stones it has left") {
    const Ground<Bits<1>> usual{Rules{}};
    CHECK(usual.win_at(6) == 18);
    CHECK(usual.win_at(7) == 18);
    CHECK(usual.win_at(41) == 1);
    const Ground<Bits<1>> odd{Rules{5, 5, 4}};
    CHECK(odd.win_at(6) == 10);
    CHECK(odd.win_at(7) == 9);
    CHECK(odd.win_at(24) == 1);
}

/// Positions side by side as the rules of zugzwang see them.
template <class Bits, int count>
struct Positions {
    std::array<Bits, count> leader{}, follower{}, leader_wins{}, follower_wins{};
    std::array<int, count> leader_score{};

    template <class B>
    void put(int lane, const Ground<Bits>& ground, const Position<B>& position, Scores& scores) {
        const bool follower_moves = ground.follower_moves(position.discs().count());
        leader_score[lane] = follower_moves ? -scores.of(position) : scores.of(position);
        leader[lane] = words(follower_moves ? position.opponent() : position.mover());
        follower[lane] = words(follower_moves ? position.mover() : position.opponent());
        const Bits empty = ground.cells & ~words(position.discs());
        leader_wins[lane] = ground.completing_cells(leader[lane]) & empty;
        follower_wins[lane] = ground.completing_cells(follower[lane]) & empty;
    }

    Sides<Lanes<Bits, count>> sides() const {
        using Boards = Lanes<Bits, count>;
        return {Boards::from(leader), Boards::from(follower), Boards::from(leader_wins), Boards::from(follower_wins)};
    }

private:
    template <class Other>
    static Bits words(const Other& set) {
        Bits same;
        for (std::size_t i = 0; i < std::min(same.word.size(), set.word.size()); ++i) same.word[i] = set.word[i];
        return same;
    }
};

/// Whether nobody wins at once and the mover has a choice: only then the rules of zugzwang are asked.
template <class B>
bool is_quiet(const Position<B>& position) {
    int safe = 0;
    for (const Move move : position.moves()) {
        const Position<B> next = position.after(move);
        if (next.is_lost()) return false;
        bool loses = false;
        for (const Move reply : next.moves()) loses |= next.after(reply).is_lost();
        safe += !loses;
    }
    return safe >= 2;
}

/// How often the rules claim something, and how often what is wrong.
struct Claims {
    int draws = 0;   ///< the leader scores at most a draw
    int losses = 0;  ///< ... less
    int holds = 0;   ///< the leader scores at least a draw
    int wins = 0;    ///< ... more
    int wrong = 0;
};

template <class Bits, int count>
void count_claims(const Ground<Bits>& ground, const Positions<Bits, count>& positions, Claims& claims) {
    const auto sides = positions.sides();
    const int most = ground.win_at(0) + 1;
    for (int score = -most; score <= most; ++score) {
        const LaneSet low = leader_scores_at_most(ground, sides, score);
        const LaneSet high = leader_scores_more_than(ground, sides, score);
        for (int i = 0; i < count; ++i) {
            const bool is_low = low >> i & 1U, is_high = high >> i & 1U;
            claims.wrong += is_low && positions.leader_score[i] > score;
            claims.wrong += is_high && positions.leader_score[i] <= score;
            (score >= 0 ? claims.draws : claims.losses) += is_low;
            (score >= 0 ? claims.wins : claims.holds) += is_high;
        }
    }
}

template <class Bits, int count>
Claims claims_on(const Rules& rules, int fewest_empty, int most_empty, int rounds) {
    std::mt19937_64 random(3);
    const Ground<Bits> ground(rules);
    Scores scores;
    Claims claims;
    for (int round = 0; round < rounds; ++round) {
        Positions<Bits, count> positions;
        for (int i = 0; i < count; ++i) {
            Position<Flexible> position = empty_board(rules);
            do {
                const int spread = most_empty - fewest_empty + 1;
                const int empty = fewest_empty + static_cast<int>(random() % static_cast<unsigned>(spread));
                position = random_filling(empty_board(rules), empty, random);
            } while (!is_quiet(position));
            positions.put(i, ground, position, scores);
        }
        count_claims(ground, positions, claims);
    }
    return claims;
}

/// What the rules of zugzwang prove of the leader's score in a position, as "at least, at most".
std::string proven(std::string_view text) {
    const auto position = std::get<Position<Flexible>>(read(text, {}));
    REQUIRE(is_quiet(position));
    const Ground<Bits<1>> ground(position.layout().rules);
    Scores scores;
    Positions<Bits<1>, 8> positions;
    positions.put(0, ground, position, scores);
    std::string least = "nothing", most = "nothing";
    for (int score = -9; score <= 9; ++score) {
        if (leader_scores_more_than(ground, positions.sides(), score) & 1U) least = std::to_string(score + 1);
        if (leader_scores_at_most(ground, positions.sides(), -score) & 1U) most = std::to_string(-score);
    }
    return least + ", " + most;
}

TEST_CASE("a leader who can make no line of what the follower leaves him scores a draw at most") {
    CHECK(proven(R"(
        . . X . .
        . . O . .
        . X O . O
        O X X X O)") == "nothing, 0");  // X leads: the second row and the fourth are O's
    CHECK(proven(R"(
        . . . .
        . O . .
        . X . .
        X O . X
        X X O O)") == "nothing, 0");    // X leads, and O takes one of the cells that nobody has a right to
}

TEST_CASE("a leader loses where the follower's answers complete a line, with what lies above it left") {
    CHECK(proven(R"(
        . . . . .
        . . X . .
        O O O . .
        X X O . X)") == "nothing, -2");  // X must play below O's cell in the fourth column in the end
}

TEST_CASE("a leader wins in his own row where the follower must play the cell below") {
    CHECK(proven(R"(
        . . . .
        . . . O
        . . . O
        . X X X
        . X O O)") == "2, nothing");  // X leads: of five rows the second and the fourth are his
}

TEST_CASE("what zugzwang proves is so, on boards with even and odd rows and columns") {
    for (const Rules& rules : {Rules{4, 4, 4}, Rules{5, 4, 4}, Rules{4, 5, 4}, Rules{5, 5, 4}, Rules{6, 4, 4},
                               Rules{4, 6, 4}, Rules{7, 3, 4}, Rules{5, 6, 4}, Rules{7, 6, 4}, Rules{7, 5, 4},
                               Rules{4, 4, 3}, Rules{5, 3, 3}, Rules{6, 5, 5}, Rules{3, 7, 3}, Rules{8, 6, 4}}) {
        CAPTURE(spec(rules));
        const Claims claims = claims_on<Bits<1>, 8>(rules, 3, 9, 150);
        CHECK(claims.wrong == 0);
        CHECK(claims.draws > 0);
        CHECK(claims.losses > 0);
        CHECK(claims.holds > 0);
        CHECK(claims.wins > 0);
    }
}

}  // namespace
}  // namespace gamegrove::connect_four
