#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "games/connect_four/text.h"

namespace gamegrove::connect_four {

/// Exact scores of positions on one board, kept in a file: sorted words of a position's key and its score. Mirror
/// images are one. Its one important method is score().
class Book {
public:
    /// The largest board in bits: a word has eight for the score.
    static constexpr int most_bits = 56;

    static Book read(const std::string& path);

    /// A book that knows all positions of a board up to so many plies, or at least those that are given.
    static void write(const std::string& path, const AnyPosition& start, int plies,
                      std::span<const std::pair<AnyPosition, int>> scored);

    std::optional<int> score(const AnyPosition& position) const;

    const std::string& spec() const { return spec_; }
    int plies() const { return plies_; }
    std::size_t size() const { return records_.size(); }

private:
    std::string spec_;
    int plies_ = 0;
    std::vector<std::uint64_t> records_;
};

/// All different positions, up to mirror images, exactly so many plies later; games that are over are left out.
std::vector<AnyPosition> positions_after(const AnyPosition& start, int plies);

}  // namespace gamegrove::connect_four
