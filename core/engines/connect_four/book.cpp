#include "engines/connect_four/book.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "text/errors.h"

namespace gamegrove::connect_four {

namespace {

constexpr std::string_view signature = "gamegrove connect-four book 2";
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

/// How many discs a position with this key has: in every column all bits below the highest one stand for discs.
std::size_t discs_of(std::uint64_t key, int column_bits) {
    int discs = 0;
    for (const std::uint64_t column = (std::uint64_t{1} << column_bits) - 1; key != 0; key >>= column_bits)
        discs += static_cast<int>(std::bit_width(key & column)) - 1;
    return static_cast<std::size_t>(discs);
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

/// Writes a number, seven bits a byte; the last byte is marked.
void append_number(std::string& bytes, std::uint64_t number) {
    for (; number >= 128; number >>= 7) bytes += static_cast<char>(number & 127);
    bytes += static_cast<char>(number | 128);
}

/// Takes a number from the beginning of the bytes; nothing when none is there.
std::optional<std::uint64_t> take_number(std::string_view& bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes.size() && i < 9; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        number |= static_cast<std::uint64_t>(byte & 127) << (7 * i);
        if (byte < 128) continue;
        bytes.remove_prefix(i + 1);
        return number;
    }
    return std::nullopt;
}

[[noreturn]] void refuse(const std::string& why) { throw InvalidText("the book " + why); }

}  // namespace

Book::Book(const AnyPosition& start, int plies, std::span<const std::pair<AnyPosition, int>> scored)
    : spec_(spec_of(start)), plies_(plies) {
    if (bits_of(start) > most_bits)
        throw InvalidText("there are no books for boards as large as " + spec_ + ": columns * (rows + 1) may be " +
                          std::to_string(most_bits));
    for (const auto& [position, score] : scored) {
        if (spec_of(position) != spec_)
            throw InvalidText("a book of " + spec_ + " has no positions of " + spec_of(position));
        if (std::abs(score) > most_score) throw InvalidText("no position has the score " + std::to_string(score));
        records_.push_back(record_key(position) | static_cast<std::uint64_t>(score + score_offset));
    }
    std::ranges::sort(records_);
    records_.erase(std::ranges::unique(records_).begin(), records_.end());
    if (!are_in_order(records_)) throw InvalidText("a position has two scores");
}

Book::Book(std::string_view bytes) {
    std::istringstream head{std::string(bytes.substr(0, 256))};
    std::string first;
    std::size_t count = 0;
    if (!std::getline(head, first) || first != signature) refuse("is none of Connect Four");
    if (!(head >> spec_ >> plies_ >> count) || head.get() != '\n' || plies_ < 0 || plies_ > most_bits)
        refuse("has a damaged head");
    bytes.remove_prefix(static_cast<std::size_t>(head.tellg()));
    if (count > bytes.size() / 2) refuse("is not complete");
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto step = take_number(bytes);
        if (!step) refuse("is not complete");
        key += *step;
        if (key >> most_bits != 0) refuse("holds what no book holds");
        records_.push_back(key << 8);
    }
    if (bytes.size() != count) refuse("is not complete");
    for (std::size_t i = 0; i < count; ++i) records_[i] |= static_cast<unsigned char>(bytes[i]);
    if (!are_in_order(records_)) refuse("holds what no book holds");
}

std::string Book::bytes() const {
    std::ostringstream head;
    head << signature << '\n' << spec_ << ' ' << plies_ << ' ' << records_.size() << '\n';
    std::string bytes = head.str();
    std::uint64_t last = 0;
    for (const std::uint64_t record : records_) append_number(bytes, (record >> 8) - std::exchange(last, record >> 8));
    for (const std::uint64_t record : records_) bytes += static_cast<char>(record & 255);
    return bytes;
}

std::optional<int> Book::score(const AnyPosition& position) const {
    if (spec_of(position) != spec_) return std::nullopt;
    const std::uint64_t key = record_key(position);
    const auto found = std::lower_bound(records_.begin(), records_.end(), key);
    if (found == records_.end() || (*found ^ key) >> 8 != 0) return std::nullopt;
    return static_cast<int>(*found & 255) - score_offset;
}

std::vector<Outcomes> Book::outcomes(const AnyPosition& start) const {
    const int column_bits = std::visit([](const auto& position) { return position.layout().rules.height + 1; }, start);
    std::vector<Outcomes> by_ply(static_cast<std::size_t>(plies_) + 1);
    for (const std::uint64_t record : records_) {
        const std::size_t ply = discs_of(record >> 8, column_bits);
        if (ply >= by_ply.size()) continue;
        const int score = static_cast<int>(record & 255) - score_offset;
        Outcomes& here = by_ply[ply];
        ++(score > 0 ? here.wins : score == 0 ? here.draws : here.losses);
    }
    return by_ply;
}

std::vector<AnyPosition> positions_after(const AnyPosition& start, int plies) {
    return std::visit(
        [plies]<class P>(const P& first) {
            std::vector<P> now{canonical(first)};
            for (int ply = 0; ply < plies; ++ply) {
                std::vector<P> next;
                std::set<P> seen;
                for (const P& position : now)
                    for (const Move move : position.moves())
                        if (const P after = canonical(position.after(move)); seen.insert(after).second)
                            next.push_back(after);
                now = std::move(next);
            }
            std::vector<AnyPosition> all;
            for (const P& position : now)
                if (!position.moves().empty()) all.emplace_back(position);
            return all;
        },
        start);
}

}  // namespace gamegrove::connect_four
