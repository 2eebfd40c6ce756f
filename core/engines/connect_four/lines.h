#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "bits/bits.h"

/// Questions about lines of k stones in one direction, for a board, for several boards side by side (Lanes), and for
/// one board in all four directions at once (Quad). `step` is the distance from a cell of a line to the next.
namespace gamegrove::connect_four {

/// The cells, empty or not, with which a line of k would be complete.
template <class Set, class Step>
[[gnu::always_inline]] inline Set completing(const Set& stones, const Step& step, int k) {
    const Set below = stones << step;  // the cell follows a run of one stone
    const Set above = stones >> step;  // ... precedes one
    const Set two_below = (below & stones) << step;
    const Set two_above = (above & stones) >> step;
    if (k == 4) {  // the usual case written out: compilers leave the loops in
        return (below & two_above) | (two_below & above) | ((two_below & stones) << step) |
               ((two_above & stones) >> step);
    }
    if (k == 3) return (below & above) | two_below | two_above;
    if (k == 2) return below | above;
    if (k == 1) return stones | ~stones;
    Set found = stones & ~stones;
    for (int under = 0; under < k; ++under) {
        Set line = stones | ~stones;
        for (int i = 0; i < under; ++i) line = (line & stones) << step;
        Set over = stones | ~stones;
        for (int i = under + 1; i < k; ++i) over = (over & stones) >> step;
        found = found | (line & over);
    }
    return found;
}

/// The first cell of every line of k that is wholly in a set.
template <class Set, class Step>
[[gnu::always_inline]] inline Set starts_of_lines(const Set& set, const Step& step, int k) {
    if (k == 4) {
        const Set pairs = set & (set >> step);
        return pairs & ((pairs >> step) >> step);
    }
    Set runs = set;
    for (int length = 1; length < k; ++length) runs = set & (runs >> step);
    return runs;
}

/// The cells on lines of k that are wholly in a set.
template <class Set, class Step>
[[gnu::always_inline]] inline Set on_lines(const Set& set, const Step& step, int k) {
    Set cells = starts_of_lines(set, step, k);
    if (k == 4) {
        cells = cells | (cells << step);
        return cells | ((cells << step) << step);
    }
    for (int length = 1; length < k; ++length) cells = cells | (cells << step);
    return cells;
}

/// The first cells of all lines of k that run through a cell.
template <class Set, class Step>
[[gnu::always_inline]] inline Set starts_through(const Set& cell, const Step& step, int k) {
    Set starts = cell;
    if (k == 4) {
        starts = starts | (starts >> step);
        return starts | ((starts >> step) >> step);
    }
    for (int length = 1; length < k; ++length) starts = cell | (starts >> step);
    return starts;
}

/// How far it is from a cell to the next one in the four directions: up, right, and along the two diagonals.
struct Steps {
    std::array<int, 4> step{};

    constexpr explicit Steps(int stride) : step{1, stride, stride + 1, stride - 1} {}
};

/// One board four times, once for each direction. Its one important method is folded(): what is left in any of them.
template <class Bits>
struct Quad {
    std::array<Bits, 4> way{};

    static Quad of(const Bits& board) { return {{board, board, board, board}}; }

    friend Quad operator&(const Quad& a, const Quad& b) {
        return {{a.way[0] & b.way[0], a.way[1] & b.way[1], a.way[2] & b.way[2], a.way[3] & b.way[3]}};
    }
    friend Quad operator|(const Quad& a, const Quad& b) {
        return {{a.way[0] | b.way[0], a.way[1] | b.way[1], a.way[2] | b.way[2], a.way[3] | b.way[3]}};
    }
    friend Quad operator~(const Quad& a) { return {{~a.way[0], ~a.way[1], ~a.way[2], ~a.way[3]}}; }
    friend Quad operator<<(const Quad& a, const Steps& s) {
        return {{a.way[0] << s.step[0], a.way[1] << s.step[1], a.way[2] << s.step[2], a.way[3] << s.step[3]}};
    }
    friend Quad operator>>(const Quad& a, const Steps& s) {
        return {{a.way[0] >> s.step[0], a.way[1] >> s.step[1], a.way[2] >> s.step[2], a.way[3] >> s.step[3]}};
    }

    Bits folded() const { return (way[0] | way[1]) | (way[2] | way[3]); }
    int count() const { return way[0].count() + way[1].count() + way[2].count() + way[3].count(); }
};

#if defined(__GNUC__)
/// A board of one word: the four are one vector, which AVX2 shifts by four distances at once.
template <>
struct Quad<Bits<1>> {
    using Vector = std::uint64_t __attribute__((vector_size(32)));

    Vector way;

    [[gnu::always_inline]] static Quad of(const Bits<1>& board) {
        return {Vector{board.word[0], board.word[0], board.word[0], board.word[0]}};
    }

    [[gnu::always_inline]] friend Quad operator&(const Quad& a, const Quad& b) { return {a.way & b.way}; }
    [[gnu::always_inline]] friend Quad operator|(const Quad& a, const Quad& b) { return {a.way | b.way}; }
    [[gnu::always_inline]] friend Quad operator~(const Quad& a) { return {~a.way}; }
    [[gnu::always_inline]] friend Quad operator<<(const Quad& a, const Steps& s) { return {a.way << distances(s)}; }
    [[gnu::always_inline]] friend Quad operator>>(const Quad& a, const Steps& s) { return {a.way >> distances(s)}; }

    [[gnu::always_inline]] Bits<1> folded() const { return {{(way[0] | way[1]) | (way[2] | way[3])}}; }
    [[gnu::always_inline]] int count() const {
        return std::popcount(way[0]) + std::popcount(way[1]) + std::popcount(way[2]) + std::popcount(way[3]);
    }

private:
    [[gnu::always_inline]] static Vector distances(const Steps& s) {
        return Vector{static_cast<std::uint64_t>(s.step[0]), static_cast<std::uint64_t>(s.step[1]),
                      static_cast<std::uint64_t>(s.step[2]), static_cast<std::uint64_t>(s.step[3])};
    }
};
#endif

}  // namespace gamegrove::connect_four
