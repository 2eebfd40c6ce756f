#include "engines/connect_four/table.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "connect_four_scores.h"
#include "doctest/doctest.h"
#include "engines/connect_four/book.h"
#include "refusal.h"

namespace gamegrove::connect_four {
namespace {

constexpr std::size_t smallest = 0;  // a table has a least size

Known random_bounds(std::mt19937_64& random) {
    const int a = static_cast<int>(random() % 127) - 63, b = static_cast<int>(random() % 127) - 63;
    return {std::min(a, b), std::max(a, b)};
}

int random_work(std::mt19937_64& random) { return static_cast<int>(random() % 16); }

/// What a table knows of a key, as text.
std::string recalled(const Table& table, std::uint64_t key) {
    const auto known = table.recall(table.code(key));
    return known ? std::to_string(known->lower) + ".." + std::to_string(known->upper) : "unknown";
}

void remember(Table& table, std::uint64_t key, const Known& known, int work = 0) {
    table.remember(table.code(key), known, work);
}

std::uint64_t lowest_bits(int count) { return ~std::uint64_t{0} >> (64 - count); }

TEST_CASE("a table has the size that it was given, down to a power of two, but a least one") {
    CHECK(Table(std::size_t{64} << 20).bytes() == std::size_t{64} << 20);
    CHECK(Table((std::size_t{64} << 20) - 1).bytes() == std::size_t{32} << 20);
    CHECK(Table(std::size_t{100} << 20).bytes() == std::size_t{64} << 20);
    CHECK(Table(0).bytes() == std::size_t{4} << 20);
}

TEST_CASE("a table knows the bounds that it was told last") {
    Table table(smallest);
    for (const int key_bits : {1, 2, 20, 49, 64}) {
        CAPTURE(key_bits);
        table.begin(key_bits);
        for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1}, lowest_bits(key_bits)}) {
            CHECK((key == 1 && key_bits == 1 ? "unknown" : recalled(table, key)) == "unknown");
            remember(table, key, {-63, 63}, 15);
            CHECK(recalled(table, key) == "-63..63");
            remember(table, key, {-2, 1});
            CHECK(recalled(table, key) == "-2..1");
        }
    }
}

TEST_CASE("a table knows nothing of what it was told before another board") {
    Table table(smallest);
    table.begin(49);
    remember(table, 5, {1, 1});
    table.begin(49);
    CHECK(recalled(table, 5) == "unknown");
}

TEST_CASE("a table never answers for another key") {
    for (const int key_bits : {18, 19, 25, 36, 49, 56, 64}) {
        CAPTURE(key_bits);
        std::mt19937_64 random(static_cast<unsigned>(key_bits));
        Table table(smallest);
        table.begin(key_bits);
        std::map<std::uint64_t, std::string> told;
        for (int n = 0; n < 200'000; ++n) {
            const std::uint64_t key = random() & lowest_bits(key_bits);
            const Known known = random_bounds(random);
            remember(table, key, known, random_work(random));
            told[key] = std::to_string(known.lower) + ".." + std::to_string(known.upper);
        }
        int wrong = 0, kept = 0;
        for (const auto& [key, known] : told) {
            const std::string found = recalled(table, key);
            wrong += found != known && found != "unknown";
            kept += found == known;
            const std::uint64_t neighbour = key ^ (std::uint64_t{1} << random() % static_cast<unsigned>(key_bits));
            wrong += !told.contains(neighbour) && recalled(table, neighbour) != "unknown";
        }
        CHECK(wrong == 0);
        CHECK(kept > static_cast<int>(told.size()) / 2);
    }
}

TEST_CASE("with room for every key a table keeps them all") {
    Table table(smallest);
    table.begin(12);
    for (std::uint64_t key = 0; key < 4096; ++key)
        remember(table, key, {static_cast<int>(key % 60) - 60, static_cast<int>(key % 60)});
    int wrong = 0;
    for (std::uint64_t key = 0; key < 4096; ++key) {
        const int number = static_cast<int>(key % 60);
        wrong += recalled(table, key) != std::to_string(number - 60) + ".." + std::to_string(number);
    }
    CHECK(wrong == 0);
}

/// Keys that share a bucket of the smallest table.
std::vector<std::uint64_t> keys_of_a_bucket(const Table& table, int key_bits, std::size_t count) {
    std::vector<std::uint64_t> keys;
    const std::uint64_t bucket = table.code(1) >> (key_bits - 18);
    for (std::uint64_t key = 1; keys.size() < count; ++key)
        if (table.code(key) >> (key_bits - 18) == bucket) keys.push_back(key);
    return keys;
}

TEST_CASE("a bucket keeps what took the most work, and the newest") {
    Table table(smallest);
    table.begin(24);
    const auto keys = keys_of_a_bucket(table, 24, 4);
    remember(table, keys[0], {1, 2}, 9);
    remember(table, keys[1], {3, 4}, 2);
    CHECK(recalled(table, keys[0]) == "1..2");
    CHECK(recalled(table, keys[1]) == "3..4");
    remember(table, keys[2], {5, 6}, 3);
    CHECK(recalled(table, keys[0]) == "1..2");
    CHECK(recalled(table, keys[1]) == "unknown");
    CHECK(recalled(table, keys[2]) == "5..6");
    remember(table, keys[3], {7, 8}, 12);  // more work than all: what was kept is now the newest
    CHECK(recalled(table, keys[0]) == "1..2");
    CHECK(recalled(table, keys[2]) == "unknown");
    CHECK(recalled(table, keys[3]) == "7..8");
}

TEST_CASE("what took much work is not kept for ever") {
    Table table(smallest);
    table.begin(24);
    const auto keys = keys_of_a_bucket(table, 24, 40);
    remember(table, keys[0], {1, 2}, 15);
    for (std::size_t i = 1; i < keys.size(); ++i) remember(table, keys[i], {3, 4}, 1);
    CHECK(recalled(table, keys[0]) == "unknown");
    CHECK(recalled(table, keys.back()) == "3..4");
}

TEST_CASE("a table that has forgotten knows nothing, however often it has forgotten before") {
    for (const int key_bits : {18, 45, 49, 60, 63, 64}) {
        CAPTURE(key_bits);
        Table table(smallest);
        table.begin(key_bits);
        std::mt19937_64 random(9);
        std::vector<std::uint64_t> keys{0, lowest_bits(key_bits)};
        for (int n = 0; n < 6; ++n) keys.push_back(random() & lowest_bits(key_bits));
        const int rounds = key_bits < 60 ? 70'000 : 300;  // more than there are generations, where those are few
        int wrong = 0;
        for (int round = 0; round < rounds; ++round) {
            for (const std::uint64_t key : keys) wrong += table.recall(table.code(key)).has_value();
            const std::uint64_t key = keys[random() % keys.size()];
            remember(table, key, {-1, 1}, random_work(random));
            wrong += recalled(table, key) != "-1..1";
            table.forget();
        }
        CHECK(wrong == 0);
    }
}

using Scored = std::vector<std::pair<AnyPosition, int>>;

AnyPosition start(int width, int height) { return read("", {.size = std::pair{width, height}}); }

/// All positions of a board up to so many plies, with made-up scores.
Scored made_up_scores(const AnyPosition& first, int plies) {
    Scored scored;
    for (int ply = 0; ply <= plies; ++ply)
        for (const AnyPosition& position : positions_after(first, ply))
            scored.emplace_back(position, static_cast<int>(scored.size() % 41) - 20);
    return scored;
}

AnyPosition mirror_image(const AnyPosition& any) {
    return std::visit([](const auto& position) { return AnyPosition(transformed(position, Symmetry::mirror)); }, any);
}

/// The number of positions that a book does not know as they were written.
int differences(const Book& book, const Scored& scored) {
    int wrong = 0;
    for (const auto& [position, score] : scored) {
        wrong += book.score(position) != score;
        wrong += book.score(mirror_image(position)) != score;
    }
    return wrong;
}

/// A book that was written and read.
Book passed_on(const Book& book) { return Book(book.bytes()); }

TEST_CASE("a book knows what was written, and mirror images of it") {
    for (const auto& [width, height] : {std::pair{7, 6}, std::pair{5, 4}, std::pair{8, 6}, std::pair{14, 3}}) {
        const AnyPosition first = start(width, height);
        const Scored scored = made_up_scores(first, 3);
        const Book book = passed_on(Book(first, 3, scored));
        CHECK(differences(book, scored) == 0);
        CHECK(book.size() == scored.size());
        CHECK(book.plies() == 3);
        CHECK(book.spec() == spec(Rules{width, height, 4}));
        for (const AnyPosition& unknown : positions_after(first, 4)) CHECK(!book.score(unknown));
    }
}

TEST_CASE("a book may be empty, and keeps the best and the worst of scores") {
    const AnyPosition first = start(7, 6);
    const Book empty = passed_on(Book(first, 0, {}));
    CHECK(empty.size() == 0);
    CHECK(!empty.score(first));
    for (const int score : {-28, -1, 0, 1, 28})
        CHECK(passed_on(Book(first, 0, Scored{{first, score}})).score(first) == score);
}

TEST_CASE("a book knows nothing of another board") {
    const Book book(start(6, 5), 2, made_up_scores(start(6, 5), 2));
    CHECK(book.score(start(6, 5)).has_value());
    CHECK(!book.score(start(7, 6)));
    CHECK(!book.score(start(5, 5)));
    CHECK(!book.score(read("", {.size = std::pair{6, 5}, .in_a_row = 5})));
}

std::string refusal_of(const AnyPosition& first, const Scored& scored) {
    return refusal<InvalidText>([&] { Book(first, 0, scored); });
}

TEST_CASE("a book takes no positions of other or too large boards, no second score, and none that cannot be") {
    CHECK(refusal_of(start(6, 5), {{start(7, 6), 1}})
              .starts_with("a book of connect-four:size=6x5 has no positions of connect-four"));
    CHECK(refusal_of(start(8, 7), {}).starts_with("there are no books for boards as large as connect-four:size=8x7"));
    CHECK(refusal_of(start(6, 5), {{start(6, 5), 1}, {start(6, 5), 2}}) == "a position has two scores");
    CHECK(refusal_of(start(6, 5), {{start(6, 5), 99}}) == "no position has the score 99");
}

std::string refusal_of(const std::string& bytes) {
    return refusal<InvalidText>([&] { const Book book{std::string_view(bytes)}; });
}

TEST_CASE("bytes that are no book are refused") {
    for (const char* text : {"", "\n", "4453", "gamegrove connect-four book", "gamegrove othello book 1\n"})
        CHECK(refusal_of(text) == "the book is none of Connect Four");
    for (const char* head :
         {"", "\n", "connect-four 2\n", "connect-four -1 0\n", "connect-four 8 0", "connect-four 2000000000 0\n"})
        CHECK(refusal_of("gamegrove connect-four book 2\n" + std::string(head)) == "the book has a damaged head");
    CHECK(refusal_of("gamegrove connect-four book 2\nconnect-four 0 18446744073709551615\n") ==
          "the book is not complete");
}

TEST_CASE("a book that is cut short or continued is refused") {
    const std::string whole = Book(start(5, 4), 2, made_up_scores(start(5, 4), 2)).bytes();
    CHECK(refusal_of(whole) == "not refused");
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK(refusal_of(whole.substr(0, length)) != "not refused");
    for (const char* more : {"\n", "12345678", "1234567812345678"}) CHECK(refusal_of(whole + more) != "not refused");
}

TEST_CASE("a book with a changed byte is refused or read, whatever it says") {
    const std::string whole = Book(start(5, 4), 2, made_up_scores(start(5, 4), 2)).bytes();
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (int value = 0; value < 256; ++value) {
            std::string damaged = whole;
            damaged[place] = static_cast<char>(value);
            refusal_of(damaged);
        }
}

/// All positions after so many plies, mirror images apart, found one by one.
template <class P>
std::set<P> reached(const P& first, int plies) {
    std::set<P> now{first};
    for (; plies > 0; --plies) {
        std::set<P> next;
        for (const P& position : now)
            for (const Move move : position.moves()) next.insert(position.after(move));
        now = std::move(next);
    }
    return now;
}

TEST_CASE("the positions after some plies are all that are reached, one of each pair, without ended games") {
    for (const auto& [rules, plies] : {std::pair{Rules{4, 4, 3}, 16}, std::pair{Rules{5, 2, 3}, 10},
                                       std::pair{Rules{3, 5, 4}, 15}, std::pair{Rules{9, 7, 4}, 4}}) {
        CAPTURE(spec(rules));
        const Position<Flexible> first = empty_board(rules);
        for (int ply = 0; ply <= plies; ++ply) {
            std::set<Position<Flexible>> expected;
            for (const auto& position : reached(first, ply))
                if (!position.moves().empty()) expected.insert(position);
            std::set<Position<Flexible>> found;
            const std::vector<AnyPosition> all = positions_after(first, ply);
            for (const AnyPosition& any : all) {
                const auto& position = std::get<Position<Flexible>>(any);
                const auto image = transformed(position, Symmetry::mirror);
                CHECK((position == image || !found.contains(image)));
                found.insert({position, image});
            }
            CHECK(found == expected);
        }
    }
}

TEST_CASE("the positions of the usual board are as many as are known") {
    std::vector<std::size_t> counts;
    for (int ply = 0; ply <= 6; ++ply) {
        std::size_t count = 0;
        for (const AnyPosition& any : positions_after(start(7, 6), ply)) {
            const auto& position = std::get<Position<Standard>>(any);
            count += position == transformed(position, Symmetry::mirror) ? 1 : 2;
        }
        counts.push_back(count);
    }
    CHECK(counts == std::vector<std::size_t>{1, 7, 49, 238, 1120, 4263, 16422});
}

}  // namespace
}  // namespace gamegrove::connect_four
