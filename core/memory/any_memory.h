#pragma once

#include <variant>

#include "games/symmetry.h"
#include "memory/careless.h"
#include "memory/exact.h"
#include "memory/none.h"
#include "memory/transposition_table.h"

namespace gamegrove {

/// A memory that is chosen at run time, and that may keep images of a position under the board's symmetries as one.
template <Position P>
class AnyMemory {
public:
    using Kind = std::variant<NoMemory, ExactMemory<P>, TranspositionTable, CarelessTable>;

    explicit AnyMemory(Kind kind = NoMemory(), bool symmetric = false)
        : kind_(std::move(kind)), symmetric_(symmetric) {}

    Bounds recall(const P& position, int depth) const {
        if (!symmetric_) return recall_here(position, depth);
        const auto [least, symmetry] = least_image(position);
        Bounds known = recall_here(least, depth);
        known.move = image(position, known.move, inverse(symmetry));
        return known;
    }

    void remember(const P& position, int depth, Bounds bounds) {
        if (!symmetric_) return remember_here(position, depth, bounds);
        const auto [least, symmetry] = least_image(position);
        bounds.move = image(position, bounds.move, symmetry);
        remember_here(least, depth, bounds);
    }

    /// Begins again with nothing known.
    void forget() {
        std::visit([](auto& memory) { memory.forget(); }, kind_);
    }

    bool is_careless() const { return std::holds_alternative<CarelessTable>(kind_); }

    std::size_t bytes() const {
        return std::visit([](const auto& memory) { return memory.bytes(); }, kind_);
    }

private:
    Bounds recall_here(const P& position, int depth) const {
        return std::visit([&](const auto& memory) { return memory.recall(position, depth); }, kind_);
    }
    void remember_here(const P& position, int depth, Bounds bounds) {
        std::visit([&](auto& memory) { memory.remember(position, depth, bounds); }, kind_);
    }

    static std::pair<P, Symmetry> least_image(const P& position) {
        std::pair<P, Symmetry> least{position, Symmetry::identity};
        for (const Symmetry symmetry : symmetries(position))
            if (const P candidate = transformed(position, symmetry); candidate < least.first)
                least = {candidate, symmetry};
        return least;
    }

    Kind kind_;
    bool symmetric_;
};

}  // namespace gamegrove
