#include "engines/connect_four/book.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "text/errors.h"

namespace gamegrove::connect_four {

namespace {

constexpr std::string_view signature = "gamegrove connect-four book 1";
constexpr int score_offset = 128;
constexpr int most_score = 64;

int bits_of(const AnyPosition& any) {
    return std::visit([](const auto& position) { return cells_needed(position.layout().rules); }, any);
}

std::string spec_of(const AnyPosition& any) {
    return std::visit([](const auto& position) { return spec(position); }, any);
}

/// The mover's stones and, in every column, the first bit above all stones: unlike for unlike positions.
template <class B>
std::uint64_t key_of(const Position<B>& position) {
    return (position.mover() | (position.discs() + position.layout().bottom)).word[0];
}

/// The key of a position or of its mirror image, whichever is less, with room for the score.
std::uint64_t record_key(const AnyPosition& any) {
    return std::visit(
        [](const auto& position) {
            return std::min(key_of(position), key_of(transformed(position, Symmetry::mirror))) << 8;
        },
        any);
}

/// Whether every position is there once, the lesser key first, with a score that there is.
bool are_in_order(std::span<const std::uint64_t> records) {
    const auto is_possible = [](std::uint64_t record) {
        return std::abs(static_cast<int>(record & 255) - score_offset) <= most_score;
    };
    const auto not_ascending = [](std::uint64_t a, std::uint64_t b) { return a >> 8 >= b >> 8; };
    return std::ranges::all_of(records, is_possible) &&
           std::ranges::adjacent_find(records, not_ascending) == records.end();
}

std::uint64_t checksum(std::string_view head, std::span<const std::uint64_t> records) {
    std::uint64_t sum = records.size();
    for (const char c : head) sum = mixed(sum ^ static_cast<unsigned char>(c)) + 0x9e3779b97f4a7c15U;
    for (const std::uint64_t record : records) sum = mixed(sum ^ record) + 0x9e3779b97f4a7c15U;
    return sum;
}

/// Numbers are kept lowest byte first, on every machine.
void write_word(std::ostream& out, std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) out.put(static_cast<char>(word >> (8 * byte) & 255));
}

std::uint64_t word_at(std::string_view bytes, std::size_t place) {
    std::uint64_t word = 0;
    for (int byte = 7; byte >= 0; --byte)
        word = word << 8 | static_cast<unsigned char>(bytes[place + static_cast<std::size_t>(byte)]);
    return word;
}

std::string bytes_of_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in || !std::filesystem::is_regular_file(path))
        throw InvalidText("the book " + path + " cannot be read: it is no file");
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Book Book::read(const std::string& path) {
    const std::string bytes = bytes_of_file(path);
    const auto refuse = [&](const char* why) { throw InvalidText("the book " + path + " " + why); };
    std::istringstream head(bytes.substr(0, 256));
    std::string first;
    std::size_t count = 0;
    Book book;
    if (!std::getline(head, first) || first != signature) refuse("is no book of Connect Four");
    if (!(head >> book.spec_ >> book.plies_ >> count) || head.get() != '\n') refuse("has a damaged head");
    const auto start = static_cast<std::size_t>(head.tellg());
    const std::size_t words = (bytes.size() - start) / 8;
    if ((bytes.size() - start) % 8 != 0 || words == 0 || count != words - 1) refuse("is not complete; make it again");
    book.records_.resize(count);
    for (std::size_t i = 0; i < count; ++i) book.records_[i] = word_at(bytes, start + 8 * i);
    const std::string_view head_text = std::string_view(bytes).substr(0, start);
    if (word_at(bytes, start + 8 * count) != checksum(head_text, book.records_)) refuse("is damaged; make it again");
    if (!are_in_order(book.records_) || book.plies_ < 0) refuse("holds what no book holds; make it again");
    return book;
}

void Book::write(const std::string& path, const AnyPosition& start, int plies,
                 std::span<const std::pair<AnyPosition, int>> scored) {
    if (bits_of(start) > most_bits)
        throw InvalidText("there are no books for boards as large as " + spec_of(start) +
                          ": columns * (rows + 1) may be " + std::to_string(most_bits));
    std::set<std::uint64_t> records;
    for (const auto& [position, score] : scored) {
        if (spec_of(position) != spec_of(start))
            throw InvalidText("a book of " + spec_of(start) + " has no positions of " + spec_of(position));
        if (std::abs(score) > most_score) throw InvalidText("no position has the score " + std::to_string(score));
        records.insert(record_key(position) | static_cast<std::uint64_t>(score + score_offset));
    }
    const std::vector<std::uint64_t> sorted(records.begin(), records.end());
    if (!are_in_order(sorted)) throw InvalidText("a position has two scores");
    std::ostringstream head;
    head << signature << '\n' << spec_of(start) << ' ' << plies << ' ' << sorted.size() << '\n';
    std::ofstream out(path, std::ios::binary);
    out << head.str();
    for (const std::uint64_t record : sorted) write_word(out, record);
    write_word(out, checksum(head.str(), sorted));
    if (!out.flush()) throw InvalidText("the book " + path + " cannot be written");
}

std::optional<int> Book::score(const AnyPosition& position) const {
    if (spec_of(position) != spec_) return std::nullopt;
    const std::uint64_t key = record_key(position);
    const auto found = std::lower_bound(records_.begin(), records_.end(), key);
    if (found == records_.end() || (*found ^ key) >> 8 != 0) return std::nullopt;
    return static_cast<int>(*found & 255) - score_offset;
}

std::vector<AnyPosition> positions_after(const AnyPosition& start, int plies) {
    return std::visit(
        []<class P>(const P& first, int depth) {
            std::set<P> now{canonical(first)};
            for (int ply = 0; ply < depth; ++ply) {
                std::set<P> next;
                for (const P& position : now)
                    for (const Move move : position.moves()) next.insert(canonical(position.after(move)));
                now = std::move(next);
            }
            std::vector<AnyPosition> all;
            for (const P& position : now)
                if (!position.moves().empty()) all.emplace_back(position);
            return all;
        },
        start, std::variant<int>(plies));
}

}  // namespace gamegrove::connect_four
