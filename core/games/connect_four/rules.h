#pragma once

#include <compare>

#include "bits/bits.h"

namespace gamegrove::connect_four {

/// The size of the board and how many discs in a row win.
struct Rules {
    int width = 7;
    int height = 6;
    int in_a_row = 4;

    friend constexpr auto operator<=>(const Rules&, const Rules&) = default;
};

/// Every column is kept with one spare cell on top, so that no line runs from one column into the next.
constexpr int cells_needed(const Rules& rules) { return rules.width * (rules.height + 1); }

/// What a position must know about its board. The bits of a column stand side by side, lowest cell first:
///
///      .  .  .  .  .  .  .          7x6: the spare cells are dots
///      5 12 19 26 33 40 47
///      4 11 18 25 32 39 46
///      3 10 17 24 31 38 45
///      2  9 16 23 30 37 44
///      1  8 15 22 29 36 43
///      0  7 14 21 28 35 42
template <class BitsType>
struct Layout {
    using Bits = BitsType;

    Rules rules;
    Bits cells;   ///< all cells but the spare ones
    Bits bottom;  ///< the lowest cell of every column

    constexpr explicit Layout(const Rules& r) : rules(r) {
        for (int column = 0; column < rules.width; ++column) {
            bottom |= Bits::of(column * (rules.height + 1));
            for (int row = 0; row < rules.height; ++row) cells |= Bits::of(column * (rules.height + 1) + row);
        }
    }

    [[gnu::always_inline]] constexpr bool has_line(const Bits& discs) const {
        const int up = 1;
        const int right = rules.height + 1;
        return has_line(discs, up) || has_line(discs, right) || has_line(discs, right + 1) ||
               has_line(discs, right - 1);
    }

    friend constexpr auto operator<=>(const Layout& a, const Layout& b) { return a.rules <=> b.rules; }
    friend constexpr bool operator==(const Layout& a, const Layout& b) { return a.rules == b.rules; }

private:
    /// Doubles the length of the runs that are still alive until it reaches the one that wins.
    [[gnu::always_inline]] constexpr bool has_line(Bits runs, int step) const {
        if (rules.in_a_row ==
            4) {  // the usual case written out: compilers leave the loop in, at twice the cost of a search
            runs &= runs >> step;
            return (runs & (runs >> (2 * step))).any();
        }
        for (int length = 1; length < rules.in_a_row;) {
            const int more = length < rules.in_a_row - length ? length : rules.in_a_row - length;
            runs &= runs >> (more * step);
            length += more;
        }
        return runs.any();
    }
};

/// The usual 7x6 board in one word, its layout known at compile time.
struct Standard {
    using Bits = gamegrove::Bits<1>;
    static constexpr Layout<Bits> layout{Rules{}};

    constexpr const Layout<Bits>& operator*() const { return layout; }
    friend constexpr auto operator<=>(Standard, Standard) = default;
};

/// Any board of up to 128 cells; its layout is made once and kept for ever.
class Flexible {
public:
    using Bits = gamegrove::Bits<2>;

    Flexible() : Flexible(Rules{}) {}
    explicit Flexible(const Rules& rules);

    const Layout<Bits>& operator*() const { return *layout_; }
    friend auto operator<=>(const Flexible& a, const Flexible& b) { return *a <=> *b; }
    friend bool operator==(const Flexible& a, const Flexible& b) { return a.layout_ == b.layout_; }

private:
    const Layout<Bits>* layout_;
};

}  // namespace gamegrove::connect_four
