#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/connect_four/text.h"

namespace gamegrove::connect_four {

/// How many games end how, seen by the side to move.
struct Outcomes {
    std::size_t wins = 0;
    std::size_t draws = 0;
    std::size_t losses = 0;
};

/// Exact scores of positions on one board. Mirror images are one. Its one important method is score().
class Book {
public:
    /// The largest board in bits: a record has eight for the score.
    static constexpr int most_bits = 56;

    /// A book that knows all positions of a board up to so many plies, or at least those that are given.
    Book(const AnyPosition& start, int plies, std::span<const std::pair<AnyPosition, int>> scored);

    /// From what bytes() gave.
    explicit Book(std::string_view bytes);

    /// The book in few bytes, which are the fewer the more a compressor makes of them: after a head of two lines the
    /// differences of the sorted keys, seven bits a byte, the lowest first and the last one marked, and then the
    /// scores, a byte each.
    std::string bytes() const;

    std::optional<int> score(const AnyPosition& position) const;

    /// How the games from the positions of every ply end. `start` is the empty board of the book.
    std::vector<Outcomes> outcomes(const AnyPosition& start) const;

    const std::string& spec() const { return spec_; }
    int plies() const { return plies_; }
    std::size_t size() const { return records_.size(); }

private:
    std::string spec_;
    int plies_ = 0;
    std::vector<std::uint64_t> records_;  ///< keys and, in their lowest byte, scores; the lesser key first
};

/// All different positions, up to mirror images, exactly so many plies later; games that are over are left out. Those
/// with the same first moves stand together: who solves one after the other finds much in the table.
std::vector<AnyPosition> positions_after(const AnyPosition& start, int plies);

}  // namespace gamegrove::connect_four
