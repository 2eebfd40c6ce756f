#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gamegrove::othello {

/// What one thread remembers of positions with few empty cells. It is so small that it stays in the cache, and a
/// position takes the place of whatever was there before. Its two methods are entry() and remember().
class NearbyTable {
public:
    static constexpr std::int16_t infinite = 1000;

    struct Entry {
        std::uint64_t key = 0;
        std::int16_t lower = -infinite;
        std::int16_t upper = infinite;
        std::uint8_t cell = 0;  ///< the best one
    };

    NearbyTable() : entries_(std::size_t{1} << bits) {}

    /// The place of a key, in which it is if it was remembered.
    const Entry& entry(std::uint64_t key) const { return entries_[place_of(key)]; }

    /// That the value is at least a bound, or at most.
    void remember(std::uint64_t key, int bound, bool is_least, int cell) {
        Entry& place = entries_[place_of(key)];
        if (place.key != key) place = {.key = key};
        (is_least ? place.lower : place.upper) = static_cast<std::int16_t>(bound);
        place.cell = static_cast<std::uint8_t>(cell);
    }

    void forget() { std::ranges::fill(entries_, Entry{}); }

private:
    static constexpr int bits = 14;

    static std::size_t place_of(std::uint64_t key) { return key >> (64 - bits); }

    std::vector<Entry> entries_;
};

}  // namespace gamegrove::othello
