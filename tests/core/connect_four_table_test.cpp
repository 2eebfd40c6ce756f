#include "engines/connect_four/table.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
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

/// A file that is removed in the end.
class ScratchFile {
public:
    ScratchFile()
        : path_(std::filesystem::temp_directory_path() /
                ("connect_four_book_" + std::to_string(::getpid()) + ".scratch")) {}
    ScratchFile(const ScratchFile&) = delete;
    ~ScratchFile() { std::filesystem::remove(path_); }

    std::string path() const { return path_.string(); }

    std::string bytes() const {
        std::ifstream in(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    void write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

private:
    std::filesystem::path path_;
};

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

TEST_CASE("a book knows what was written, and mirror images of it") {
    const ScratchFile file;
    for (const auto& [width, height] : {std::pair{7, 6}, std::pair{5, 4}, std::pair{8, 6}, std::pair{14, 3}}) {
        const AnyPosition first = start(width, height);
        const Scored scored = made_up_scores(first, 3);
        Book::write(file.path(), first, 3, scored);
        const Book book = Book::read(file.path());
        CHECK(differences(book, scored) == 0);
        CHECK(book.size() == scored.size());
        CHECK(book.plies() == 3);
        CHECK(book.spec() == spec(Rules{width, height, 4}));
        for (const AnyPosition& unknown : positions_after(first, 4)) CHECK(!book.score(unknown));
    }
}

TEST_CASE("a book may be empty, and keeps the best and the worst of scores") {
    const ScratchFile file;
    const AnyPosition first = start(7, 6);
    Book::write(file.path(), first, 0, {});
    CHECK(Book::read(file.path()).size() == 0);
    CHECK(!Book::read(file.path()).score(first));
    for (const int score : {-28, -1, 0, 1, 28}) {
        Book::write(file.path(), first, 0, Scored{{first, score}});
        CHECK(Book::read(file.path()).score(first) == score);
    }
}

TEST_CASE("a book knows nothing of another board") {
    const ScratchFile file;
    Book::write(file.path(), start(6, 5), 2, made_up_scores(start(6, 5), 2));
    const Book book = Book::read(file.path());
    CHECK(book.score(start(6, 5)).has_value());
    CHECK(!book.score(start(7, 6)));
    CHECK(!book.score(start(5, 5)));
    CHECK(!book.score(read("", {.size = std::pair{6, 5}, .in_a_row = 5})));
}

TEST_CASE("a book of one board takes no positions of another, and none of a board that is too large") {
    const ScratchFile file;
    CHECK(refusal<InvalidText>([&] {
              Book::write(file.path(), start(6, 5), 0, Scored{{start(7, 6), 1}});
          }).starts_with("a book of connect-four:size=6x5 has no positions of connect-four"));
    CHECK(refusal<InvalidText>([&] {
              Book::write(file.path(), start(8, 7), 0, {});
          }).starts_with("there are no books for boards as large as connect-four:size=8x7"));
}

TEST_CASE("a file that is no book, or is not there, is refused") {
    const ScratchFile file;
    const auto refused = [&] { return refusal<InvalidText>([&] { Book::read(file.path()); }); };
    CHECK(refused().ends_with("cannot be read: it is no file"));
    file.write("");
    CHECK(refused() != "not refused");
    for (const char* text : {"\n", "4453", "gamegrove connect-four book", "gamegrove othello book 1\n"}) {
        file.write(text);
        CHECK(refused().ends_with("is no book of Connect Four"));
    }
}

TEST_CASE("a book that is cut short or continued is refused") {
    const ScratchFile file;
    Book::write(file.path(), start(5, 4), 2, made_up_scores(start(5, 4), 2));
    const std::string whole = file.bytes();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        file.write(whole.substr(0, length));
        CHECK(refusal<InvalidText>([&] { Book::read(file.path()); }) != "not refused");
    }
    for (const char* more : {"\n", "12345678", "1234567812345678"}) {
        file.write(whole + more);
        CHECK(refusal<InvalidText>([&] { Book::read(file.path()); }) != "not refused");
    }
}

TEST_CASE("a book with a changed byte is refused, or says what it said") {
    const ScratchFile file;
    const AnyPosition first = start(5, 4);
    const Scored scored = made_up_scores(first, 2);
    Book::write(file.path(), first, 2, scored);
    const std::string whole = file.bytes();
    const auto is_the_same = [&](const Book& book) {
        return differences(book, scored) == 0 && book.size() == scored.size() && book.plies() == 2 &&
               book.spec() == spec(Rules{5, 4, 4});
    };
    const auto is_harmless = [&](std::size_t place, int change) {
        std::string damaged = whole;
        damaged[place] = static_cast<char>(damaged[place] ^ change);
        file.write(damaged);
        try {
            return is_the_same(Book::read(file.path()));
        } catch (const InvalidText&) {
            return true;
        }
    };
    std::string unnoticed;
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (const int change : {1, 2, 4, 8, 16, 32, 64, 128})
            if (!is_harmless(place, change)) unnoticed += std::to_string(place) + "^" + std::to_string(change) + " ";
    CHECK(unnoticed == "");
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
