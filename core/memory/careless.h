#pragma once

#include "memory/transposition_table.h"

namespace gamegrove {

/// The table of a report of 2003, wrong on purpose: what was found for a position answers for every depth, and a bound
/// for the value itself. Only the root is searched each time, as there the moves are looked up and not the position.
/// It shows what such a table costs, and serves no other purpose.
class CarelessTable {
public:
    CarelessTable(int bits, std::uint64_t root_key) : table_(bits, Replacement::always), root_key_(root_key) {}

    template <class P>
    Bounds recall(const P& position, int) const {
        const Bounds known = table_.recall(position, any_depth);
        return position.key() == root_key_ ? Bounds{.move = known.move} : known;
    }

    template <class P>
    void remember(const P& position, int, Bounds bounds) {
        const Value value = bounds.lower > -infinity ? bounds.lower : bounds.upper;
        table_.remember(position, any_depth, {value, value, bounds.move});
    }

    /// Whether it tells of a leaf where now there is none.
    static constexpr bool is_careless() { return true; }
    void forget() { table_.forget(); }
    std::size_t bytes() const { return table_.bytes(); }

private:
    static constexpr int any_depth = 0;

    TranspositionTable table_;
    std::uint64_t root_key_;
};

}  // namespace gamegrove
