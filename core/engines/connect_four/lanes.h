#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "bits/bits.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace gamegrove::connect_four {

/// A set of lanes, one bit each.
using LaneSet = std::uint64_t;

/// Several boards side by side, one a lane: whatever is done is done to all of them at once.
template <class BitsType, int count>
struct Lanes {
    using Bits = BitsType;
    std::array<Bits, count> lane{};

    static Lanes of(const Bits& board) {
        Lanes lanes;
        lanes.lane.fill(board);
        return lanes;
    }
    static Lanes from(const std::array<Bits, count>& boards) { return {boards}; }
    void put_into(std::array<Bits, count>& boards) const { boards = lane; }

    friend Lanes operator&(const Lanes& a, const Lanes& b) {
        return a.with(b, [](auto& x, auto& y) { return x & y; });
    }
    friend Lanes operator|(const Lanes& a, const Lanes& b) {
        return a.with(b, [](auto& x, auto& y) { return x | y; });
    }
    friend Lanes operator^(const Lanes& a, const Lanes& b) {
        return a.with(b, [](auto& x, auto& y) { return x ^ y; });
    }
    friend Lanes operator+(const Lanes& a, const Lanes& b) {
        return a.with(b, [](auto& x, auto& y) { return x + y; });
    }
    friend Lanes operator~(const Lanes& a) {
        return a.with(a, [](auto& x, auto&) { return ~x; });
    }
    friend Lanes operator<<(const Lanes& a, int n) {
        return a.with(a, [n](auto& x, auto&) { return x << n; });
    }
    friend Lanes operator>>(const Lanes& a, int n) {
        return a.with(a, [n](auto& x, auto&) { return x >> n; });
    }

    /// Every board without its lowest set bit.
    Lanes without_lowest() const {
        return with(*this, [](auto& x, auto&) { return x.without_lowest(); });
    }

    /// The lanes whose boards are not empty.
    LaneSet occupied() const {
        LaneSet found = 0;
        for (int i = 0; i < count; ++i) found |= LaneSet{lane[i].any()} << i;
        return found;
    }

    /// The lanes whose board is the lesser of the two, in the order of Bits.
    friend LaneSet less(const Lanes& a, const Lanes& b) {
        LaneSet found = 0;
        for (int i = 0; i < count; ++i) found |= LaneSet{a.lane[i] < b.lane[i]} << i;
        return found;
    }

    /// The boards of `yes` in the lanes of a set, those of `no` in the others.
    static Lanes choose(LaneSet set, const Lanes& yes, const Lanes& no) {
        Lanes chosen = no;
        for (int i = 0; i < count; ++i)
            if (set >> i & 1U) chosen.lane[i] = yes.lane[i];
        return chosen;
    }

private:
    template <class Operation>
    Lanes with(const Lanes& other, Operation operation) const {
        Lanes result;
        for (int i = 0; i < count; ++i) result.lane[i] = operation(lane[i], other.lane[i]);
        return result;
    }
};

#if defined(__GNUC__)
/// As many words as the processor compares at once: vectors of the language have no sets of lanes.
struct Chunk {
#if defined(__AVX512F__)
    static constexpr int lanes = 8;
    static __m512i load(const std::uint64_t* words) { return _mm512_loadu_si512(words); }
    static void store(std::uint64_t* words, __m512i v) { _mm512_storeu_si512(words, v); }
    static unsigned nonzero(__m512i v) { return _mm512_test_epi64_mask(v, v); }
    static unsigned less(__m512i a, __m512i b) { return _mm512_cmplt_epu64_mask(a, b); }
    static __m512i choose(LaneSet set, __m512i yes, __m512i no) {
        return _mm512_mask_blend_epi64(static_cast<__mmask8>(set), no, yes);
    }
#elif defined(__AVX2__)
    static constexpr int lanes = 4;
    static __m256i load(const std::uint64_t* words) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
    }
    static void store(std::uint64_t* words, __m256i v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), v); }
    static unsigned signs(__m256i v) { return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(v))); }
    static unsigned nonzero(__m256i v) { return signs(_mm256_cmpeq_epi64(v, _mm256_setzero_si256())) ^ 15U; }
    static unsigned less(__m256i a, __m256i b) {
        const __m256i top = _mm256_set1_epi64x(std::numeric_limits<std::int64_t>::min());
        return signs(_mm256_cmpgt_epi64(_mm256_xor_si256(b, top), _mm256_xor_si256(a, top)));
    }
    static __m256i choose(LaneSet set, __m256i yes, __m256i no) {
        const __m256i bit = _mm256_set_epi64x(8, 4, 2, 1);
        const __m256i asked = _mm256_and_si256(_mm256_set1_epi64x(static_cast<std::int64_t>(set)), bit);
        return _mm256_blendv_epi8(no, yes, _mm256_cmpeq_epi64(asked, bit));
    }
#else
    static constexpr int lanes = 1;
    static std::uint64_t load(const std::uint64_t* words) { return *words; }
    static void store(std::uint64_t* words, std::uint64_t v) { *words = v; }
    static unsigned nonzero(std::uint64_t v) { return v != 0 ? 1 : 0; }
    static unsigned less(std::uint64_t a, std::uint64_t b) { return a < b ? 1 : 0; }
    static std::uint64_t choose(LaneSet set, std::uint64_t yes, std::uint64_t no) { return set & 1U ? yes : no; }
#endif
};

/// Boards of one word: all of them are one vector.
template <int count>
struct Lanes<Bits<1>, count> {
    using Bits = gamegrove::Bits<1>;
    typedef std::uint64_t Vector __attribute__((vector_size(8 * count)));  // an alias would lose the attribute

    Vector lane;

    [[gnu::always_inline]] static Lanes of(const Bits& board) { return {Vector{} + board.word[0]}; }
    [[gnu::always_inline]] static Lanes from(const std::array<Bits, count>& boards) {
        return {__builtin_bit_cast(Vector, boards)};
    }
    [[gnu::always_inline]] void put_into(std::array<Bits, count>& boards) const {
        boards = __builtin_bit_cast(std::decay_t<decltype(boards)>, lane);
    }

    [[gnu::always_inline]] friend Lanes operator&(const Lanes& a, const Lanes& b) { return {a.lane & b.lane}; }
    [[gnu::always_inline]] friend Lanes operator|(const Lanes& a, const Lanes& b) { return {a.lane | b.lane}; }
    [[gnu::always_inline]] friend Lanes operator^(const Lanes& a, const Lanes& b) { return {a.lane ^ b.lane}; }
    [[gnu::always_inline]] friend Lanes operator+(const Lanes& a, const Lanes& b) { return {a.lane + b.lane}; }
    [[gnu::always_inline]] friend Lanes operator~(const Lanes& a) { return {~a.lane}; }
    [[gnu::always_inline]] friend Lanes operator<<(const Lanes& a, int n) { return {a.lane << n}; }
    [[gnu::always_inline]] friend Lanes operator>>(const Lanes& a, int n) { return {a.lane >> n}; }

    [[gnu::always_inline]] Lanes without_lowest() const { return {lane & (lane - 1)}; }

    [[gnu::always_inline]] LaneSet occupied() const {
        return by_chunks([&](int i) { return Chunk::nonzero(chunk(i)); });
    }
    [[gnu::always_inline]] friend LaneSet less(const Lanes& a, const Lanes& b) {
        return by_chunks([&](int i) { return Chunk::less(a.chunk(i), b.chunk(i)); });
    }
    [[gnu::always_inline]] static Lanes choose(LaneSet set, const Lanes& yes, const Lanes& no) {
        Lanes chosen;
        for (int i = 0; i < count; i += Chunk::lanes)
            Chunk::store(words(chosen) + i, Chunk::choose(set >> i, yes.chunk(i), no.chunk(i)));
        return chosen;
    }

private:
    template <class Any>
    [[gnu::always_inline]] static auto* words(Any& lanes) {
        return reinterpret_cast<std::conditional_t<std::is_const_v<Any>, const std::uint64_t, std::uint64_t>*>(&lanes);
    }
    [[gnu::always_inline]] auto chunk(int i) const { return Chunk::load(words(*this) + i); }
    template <class Question>
    [[gnu::always_inline]] static LaneSet by_chunks(Question question) {
        LaneSet found = 0;
        for (int i = 0; i < count; i += Chunk::lanes) found |= LaneSet{question(i)} << i;
        return found;
    }
};
#endif

/// Boards of two words: the low words of all of them side by side, and the high ones.
template <int count>
struct Lanes<Bits<2>, count> {
    using Bits = gamegrove::Bits<2>;
    using Words = Lanes<gamegrove::Bits<1>, count>;

    Words low;
    Words high;

    [[gnu::always_inline]] static Lanes of(const Bits& board) {
        return {Words::of({{board.word[0]}}), Words::of({{board.word[1]}})};
    }
    [[gnu::always_inline]] static Lanes from(const std::array<Bits, count>& boards) {
        std::array<gamegrove::Bits<1>, count> low_words, high_words;
        for (int i = 0; i < count; ++i) {
            low_words[i].word[0] = boards[i].word[0];
            high_words[i].word[0] = boards[i].word[1];
        }
        return {Words::from(low_words), Words::from(high_words)};
    }
    [[gnu::always_inline]] void put_into(std::array<Bits, count>& boards) const {
        std::array<gamegrove::Bits<1>, count> low_words, high_words;
        low.put_into(low_words);
        high.put_into(high_words);
        for (int i = 0; i < count; ++i) boards[i].word = {low_words[i].word[0], high_words[i].word[0]};
    }

    [[gnu::always_inline]] friend Lanes operator&(const Lanes& a, const Lanes& b) {
        return {a.low & b.low, a.high & b.high};
    }
    [[gnu::always_inline]] friend Lanes operator|(const Lanes& a, const Lanes& b) {
        return {a.low | b.low, a.high | b.high};
    }
    [[gnu::always_inline]] friend Lanes operator^(const Lanes& a, const Lanes& b) {
        return {a.low ^ b.low, a.high ^ b.high};
    }
    [[gnu::always_inline]] friend Lanes operator+(const Lanes& a, const Lanes& b) {
        const Words low = a.low + b.low;
        const Words carry = Words::choose(less(low, a.low), Words::of({{1}}), Words::of({}));
        return {low, a.high + b.high + carry};
    }
    [[gnu::always_inline]] friend Lanes operator~(const Lanes& a) { return {~a.low, ~a.high}; }
    [[gnu::always_inline]] friend Lanes operator<<(const Lanes& a, int n) {
        if (n == 0) return a;
        if (n >= 64) return {Words::of({}), a.low << (n - 64)};
        return {a.low << n, (a.high << n) | (a.low >> (64 - n))};
    }
    [[gnu::always_inline]] friend Lanes operator>>(const Lanes& a, int n) {
        if (n == 0) return a;
        if (n >= 64) return {a.high >> (n - 64), Words::of({})};
        return {(a.low >> n) | (a.high << (64 - n)), a.high >> n};
    }

    [[gnu::always_inline]] Lanes without_lowest() const {
        return {low.without_lowest(), Words::choose(low.occupied(), high, high.without_lowest())};
    }

    [[gnu::always_inline]] LaneSet occupied() const { return (low | high).occupied(); }

    [[gnu::always_inline]] friend LaneSet less(const Lanes& a, const Lanes& b) {
        const LaneSet differ = (a.low ^ b.low).occupied();  // Bits are compared from their first word on
        return less(a.low, b.low) | (less(a.high, b.high) & ~differ);
    }
    [[gnu::always_inline]] static Lanes choose(LaneSet set, const Lanes& yes, const Lanes& no) {
        return {Words::choose(set, yes.low, no.low), Words::choose(set, yes.high, no.high)};
    }
};

}  // namespace gamegrove::connect_four
