#pragma once

#include <array>
#include <string_view>

#include "bits/bits.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace gamegrove::othello {

/// The cells in a straight line from one cell to the rim: along the four axes to higher bits, and to lower ones.
struct alignas(64) Rays {
    std::uint64_t up[4];
    std::uint64_t down[4];
};

/// The shape of a board, and on it the two questions of Othello: where can a side move, and what does a move flip?
///
/// Cells are numbered row by row from the top left. All boards but 8x8 keep one empty guard column on the right, so
/// that a step off the board lands on a cell that is never occupied; on 8x8 all 64 bits are cells, and the lines that
/// could wrap round an edge are cut by masking the two outer columns instead:
///
///        6x6, stride 7 (.. = guard)            8x8, stride 8
///      a  b  c  d  e  f                      a  b  c  d  e  f  g  h
///   1  0  1  2  3  4  5 ..                1  0  1  2  3  4  5  6  7
///   2  7  8  9 10 11 12 ..                2  8  9 10 11 12 13 14 15
///   3 14 15 16 17 18 19 ..                3 16 17 18 19 20 21 22 23
///
/// `augmented` is the 96-cell board: 10x10 less four cells, which behave as guards do.
template <int Size, bool augmented = false>
struct Board {
    static_assert(Size >= 4 && Size <= 12 && Size % 2 == 0);
    static constexpr int size = Size;
    static constexpr int stride = size == 8 ? 8 : size + 1;
    using Bits = gamegrove::Bits<(size * stride + 63) / 64>;

    static constexpr std::string_view name() {
        switch (augmented ? 96 : size) {
            case 4: return "4";
            case 6: return "6";
            case 8: return "8";
            case 10: return "10";
            case 12: return "12";
            default: return "96";
        }
    }

    static constexpr int cell_at(int column, int row) { return row * stride + column; }

    static constexpr bool is_cell(int column, int row) {
        const auto is_hole = [](int coordinate) { return coordinate == 2 || coordinate == 7; };
        return !(augmented && is_hole(column) && is_hole(row));
    }

    static constexpr Bits cells = [] {
        Bits bits;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column)
                if (is_cell(column, row)) bits |= Bits::of(cell_at(column, row));
        return bits;
    }();

    /// The cells that are not in the first or last column.
    static constexpr Bits inner_columns = [] {
        Bits inner;
        for (int row = 0; row < size; ++row)
            for (int column = 1; column < size - 1; ++column) inner |= Bits::of(cell_at(column, row));
        return inner;
    }();

    /// The cells a line may pass over when it runs in the direction of `shift` (see the class comment).
    template <int shift>
    static constexpr Bits passable = stride != size || shift == stride ? cells : inner_columns;

    /// The empty cells on which `mover` would flip at least one disc.
    static Bits moves(const Bits& mover, const Bits& opponent) {
#if defined(__AVX512F__)
        const Bits reached = [&] {
            if constexpr (Bits::capacity == 64)
                return Bits{{targets_around(mover.word[0], opponent.word[0])}};
            else
                return Lanes::moves(mover, opponent);
        }();
#elif defined(__AVX2__)
        const Bits reached = Lanes::moves(mover, opponent);
#else
        const Bits reached = targets<1>(mover, opponent) | targets<stride - 1>(mover, opponent) |
                             targets<stride>(mover, opponent) | targets<stride + 1>(mover, opponent);
#endif
        return reached & ~(mover | opponent) & cells;
    }

    /// The opponent's discs that turn over when `mover` plays on `cell`.
    static Bits flips(const Bits& mover, const Bits& opponent, int cell) {
#if defined(__AVX2__)
        if constexpr (Bits::capacity == 64)
            return {{flips_along_rays(mover.word[0], opponent.word[0], rays[static_cast<std::size_t>(cell)])}};
        else
            return Lanes::flips(mover, opponent, Bits::of(cell));
#else
        const Bits disc = Bits::of(cell);
        return flips_along<1>(mover, opponent, disc) | flips_along<stride - 1>(mover, opponent, disc) |
               flips_along<stride>(mover, opponent, disc) | flips_along<stride + 1>(mover, opponent, disc);
#endif
    }

private:
    static constexpr int longest_run = size - 2;

#if defined(__AVX2__)
    /// The rays of all cells, on boards of one word.
    static constexpr auto rays = [] {
        std::array<Rays, 64> all{};
        constexpr int step_across[4] = {1, -1, 0, 1};
        constexpr int step_down[4] = {0, 1, 1, 1};
        const auto is_inside = [](int column, int row) {
            return column >= 0 && column < size && row >= 0 && row < size;
        };
        for (int cell = 0; cell < (Bits::capacity == 64 ? size * size : 0); ++cell)
            for (int axis = 0; axis < 4; ++axis)
                for (const int sign : {1, -1}) {
                    std::uint64_t ray = 0;
                    int column = cell % size + sign * step_across[axis];
                    int row = cell / size + sign * step_down[axis];
                    for (; is_inside(column, row); column += sign * step_across[axis], row += sign * step_down[axis])
                        ray |= std::uint64_t{1} << cell_at(column, row);
                    Rays& of_cell = all[static_cast<std::size_t>(cell_at(cell % size, cell / size))];
                    (sign > 0 ? of_cell.up : of_cell.down)[axis] = ray;
                }
        return all;
    }();

    /// On each ray the discs from the cell to the first that is not the opponent's, if that is the mover's.
    static std::uint64_t flips_along_rays(std::uint64_t mover, std::uint64_t opponent, const Rays& from) {
        const __m256i ends = _mm256_set1_epi64x(static_cast<long long>(mover));
        const __m256i through = _mm256_set1_epi64x(static_cast<long long>(opponent));
        const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(from.up));
        const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(from.down));
        const __m256i zero = _mm256_setzero_si256();
        const __m256i stops_above = _mm256_andnot_si256(through, up);
        const __m256i nearest_above = _mm256_and_si256(stops_above, _mm256_sub_epi64(zero, stops_above));
        const __m256i below_nearest = _mm256_add_epi64(nearest_above, _mm256_set1_epi64x(-1));
        const __m256i stops_below = _mm256_andnot_si256(through, down);
#if defined(__AVX512VL__) && defined(__AVX512CD__)
        const __m256i top = _mm256_set1_epi64x(static_cast<long long>(std::uint64_t{1} << 63));
        const __m256i nearest_below = _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(stops_below));
        const __m256i above_nearest = _mm256_sub_epi64(zero, _mm256_add_epi64(nearest_below, nearest_below));
        const __m256i flipped =
            _mm256_or_si256(_mm256_maskz_and_epi64(_mm256_test_epi64_mask(nearest_above, ends), below_nearest, up),
                            _mm256_maskz_and_epi64(_mm256_test_epi64_mask(nearest_below, ends), above_nearest, down));
#else
        // Everything behind a stop is smeared over, which leaves the run before it.
        const __m256i step = _mm256_set_epi64x(stride + 1, stride, stride - 1, 1);
        const __m256i two_steps = _mm256_add_epi64(step, step);
        __m256i behind = _mm256_or_si256(stops_below, _mm256_srlv_epi64(stops_below, step));
        behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, two_steps));
        behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, _mm256_add_epi64(two_steps, two_steps)));
        const __m256i nearest_below = _mm256_andnot_si256(_mm256_srlv_epi64(behind, step), stops_below);
        const auto is_open = [&](__m256i nearest) { return _mm256_cmpeq_epi64(_mm256_and_si256(nearest, ends), zero); };
        const __m256i flipped =
            _mm256_or_si256(_mm256_andnot_si256(is_open(nearest_above), _mm256_and_si256(below_nearest, up)),
                            _mm256_andnot_si256(is_open(nearest_below), _mm256_andnot_si256(behind, down)));
#endif
        const __m128i half = _mm_or_si128(_mm256_castsi256_si128(flipped), _mm256_extracti128_si256(flipped, 1));
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
    }

#if defined(__AVX512F__)
    /// Where runs of the opponent's discs that begin beside the mover's end, in all eight directions at once, on boards
    /// of one word. What a rotation brings round from the other end of the word lands on cells that no run passes over.
    static std::uint64_t targets_around(std::uint64_t mover, std::uint64_t opponent) {
        static_assert(Bits::capacity == 64);
        const __m512i step =
            _mm512_set_epi64(63 - stride, 64 - stride, 65 - stride, 63, stride + 1, stride, stride - 1, 1);
        const __m512i two_steps = _mm512_add_epi64(step, step);
        const auto word = [](const Bits& bits) { return static_cast<long long>(bits.word[0]); };
        const long long across = word(inner_columns);
        const long long down = word(inner_rows);
        const __m512i inner =
            _mm512_set_epi64(across & down, down, across & down, across, across & down, down, across & down, across);
        const __m512i from = _mm512_set1_epi64(static_cast<long long>(mover));
        const __m512i through = _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(opponent)), inner);
        const auto grown = [](__m512i reached, __m512i open, __m512i by) {
            return _mm512_or_si512(reached, _mm512_and_si512(open, _mm512_rolv_epi64(reached, by)));
        };
        __m512i reached = _mm512_and_si512(through, _mm512_rolv_epi64(from, step));
        const __m512i pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
        reached = grown(reached, through, step);
        for (int covered = 2; covered < longest_run; covered += 2) reached = grown(reached, pairs, two_steps);
        return static_cast<std::uint64_t>(_mm512_reduce_or_epi64(_mm512_rolv_epi64(reached, step)));
    }

    /// The cells that are not in the first or last row.
    static constexpr Bits inner_rows = [] {
        Bits inner;
        for (int row = 1; row < size - 1; ++row)
            for (int column = 0; column < size; ++column) inner |= Bits::of(cell_at(column, row));
        return inner;
    }();
#endif

    /// Moves (of boards of one word where there is no AVX-512) and, on boards of several words, flips with the four
    /// axes side by side in the lanes of vector registers.
    class Lanes {
    public:
        static Bits moves(const Bits& mover, const Bits& opponent) {
            const Lanes from(mover);
            const Lanes through = Lanes(opponent) & passable_by_axis();
            return (from.runs<up>(through).template moved<up, 1>() | from.runs<down>(through).template moved<down, 1>())
                .joined();
        }

        static Bits flips(const Bits& mover, const Bits& opponent, const Bits& disc) {
            const Lanes from(disc);
            const Lanes ends(mover);
            const Lanes through = Lanes(opponent) & passable_by_axis();
            return (from.runs<up>(through).template flanked<up>(ends) |
                    from.runs<down>(through).template flanked<down>(ends))
                .joined();
        }

    private:
        static constexpr int words = Bits::capacity / 64;
        enum Direction : bool { down, up };

        Lanes() = default;

        explicit Lanes(const Bits& bits) {
            for (int i = 0; i < words; ++i) word_[i] = _mm256_set1_epi64x(static_cast<long long>(bits.word[i]));
        }

        static Lanes passable_by_axis() {
            Lanes lanes;
            for (int i = 0; i < words; ++i) {
                const auto part = [i](const Bits& bits) { return static_cast<long long>(bits.word[i]); };
                lanes.word_[i] = _mm256_set_epi64x(part(passable<stride + 1>), part(passable<stride>),
                                                   part(passable<stride - 1>), part(passable<1>));
            }
            return lanes;
        }

        /// Every lane moved by so many steps along its own axis.
        template <Direction direction, int steps>
        Lanes moved() const {
            const __m256i by = _mm256_set_epi64x(steps * (stride + 1), steps * stride, steps * (stride - 1), steps);
            const __m256i rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
            Lanes result;
            for (int i = 0; i < words; ++i) {
                if constexpr (direction == up) {
                    result.word_[i] = _mm256_sllv_epi64(word_[i], by);
                    if (i > 0)
                        result.word_[i] = _mm256_or_si256(result.word_[i], _mm256_srlv_epi64(word_[i - 1], rest));
                } else {
                    result.word_[i] = _mm256_srlv_epi64(word_[i], by);
                    if (i + 1 < words)
                        result.word_[i] = _mm256_or_si256(result.word_[i], _mm256_sllv_epi64(word_[i + 1], rest));
                }
            }
            return result;
        }

        template <Direction direction>
        Lanes runs(const Lanes& through) const {
            Lanes reached = through & moved<direction, 1>();
            reached = reached | (through & reached.template moved<direction, 1>());
            const Lanes pairs = through & through.template moved<direction, 1>();
            for (int covered = 2; covered < longest_run; covered += 2)
                reached = reached | (pairs & reached.template moved<direction, 2>());
            return reached;
        }

        template <Direction direction>
        Lanes flanked(const Lanes& ends) const {
            const Lanes end = moved<direction, 1>() & ends;
            __m256i any = end.word_[0];
            for (int i = 1; i < words; ++i) any = _mm256_or_si256(any, end.word_[i]);
            const __m256i open = _mm256_cmpeq_epi64(any, _mm256_setzero_si256());
            Lanes result;
            for (int i = 0; i < words; ++i) result.word_[i] = _mm256_andnot_si256(open, word_[i]);
            return result;
        }

        Bits joined() const {
            Bits bits;
            for (int i = 0; i < words; ++i) {
                const __m128i half =
                    _mm_or_si128(_mm256_castsi256_si128(word_[i]), _mm256_extracti128_si256(word_[i], 1));
                const __m128i whole = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
                bits.word[i] = static_cast<std::uint64_t>(_mm_cvtsi128_si64(whole));
            }
            return bits;
        }

        friend Lanes operator&(const Lanes& a, const Lanes& b) {
            Lanes result;
            for (int i = 0; i < words; ++i) result.word_[i] = _mm256_and_si256(a.word_[i], b.word_[i]);
            return result;
        }

        friend Lanes operator|(const Lanes& a, const Lanes& b) {
            Lanes result;
            for (int i = 0; i < words; ++i) result.word_[i] = _mm256_or_si256(a.word_[i], b.word_[i]);
            return result;
        }

        __m256i word_[words];
    };
#else
    /// The cells of `through` in unbroken runs that begin one step beyond `from`.
    template <int shift>
    static Bits runs(const Bits& from, const Bits& through) {
        Bits reached = through & from.template shifted<shift>();
        reached |= through & reached.template shifted<shift>();
        const Bits pairs = through & through.template shifted<shift>();
        for (int covered = 2; covered < longest_run; covered += 2)
            reached |= pairs & reached.template shifted<2 * shift>();
        return reached;
    }

    template <int shift>
    static Bits targets(const Bits& mover, const Bits& opponent) {
        const Bits through = opponent & passable<shift>;
        return runs<shift>(mover, through).template shifted<shift>() |
               runs<-shift>(mover, through).template shifted<-shift>();
    }

    template <int shift>
    static Bits flips_along(const Bits& mover, const Bits& opponent, const Bits& disc) {
        const Bits through = opponent & passable<shift>;
        return flanked<shift>(mover, runs<shift>(disc, through)) | flanked<-shift>(mover, runs<-shift>(disc, through));
    }

    /// The run, if a disc of the mover stands at its far end; else nothing.
    template <int shift>
    static Bits flanked(const Bits& mover, const Bits& run) {
        return (run.template shifted<shift>() & mover).any() ? run : Bits{};
    }
#endif
};

using Board4 = Board<4>;
using Board6 = Board<6>;
using Board8 = Board<8>;
using Board10 = Board<10>;
using Board12 = Board<12>;
using Board96 = Board<10, true>;

}  // namespace gamegrove::othello
