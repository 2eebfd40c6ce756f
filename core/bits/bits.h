#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace gamegrove {

/// The index of the n-th set bit of `word`, counted from the lowest (n = 0). `word` must have more than n set bits.
inline int nth_set_bit(std::uint64_t word, int n) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word));
#else
    // Few bits are set in most boards, and clearing them one by one beats counting halves without an instruction for
    // it.
    for (; n > 0; --n) word &= word - 1;
    return std::countr_zero(word);
#endif
}

/// Spreads the entropy of a word over all its bits (the finaliser of splitmix64).
constexpr std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
    return word ^ (word >> 31);
}

/// A fixed set of bits in `Words` machine words: the board of every game. Its one important method is shifted().
template <int Words>
struct Bits {
    static constexpr int capacity = 64 * Words;

    std::array<std::uint64_t, Words> word{};

    static constexpr Bits of(int index) {
        Bits bits;
        bits.word[index / 64] = std::uint64_t{1} << (index % 64);
        return bits;
    }

    constexpr bool test(int index) const { return (word[index / 64] >> (index % 64)) & 1U; }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t w : word) all |= w;
        return all != 0;
    }

    constexpr int count() const {
        int total = 0;
        for (const std::uint64_t w : word) total += std::popcount(w);
        return total;
    }

    /// The index of the lowest set bit; `capacity` when there is none.
    constexpr int lowest() const {
        for (int i = 0; i < Words; ++i)
            if (word[i] != 0) return 64 * i + std::countr_zero(word[i]);
        return capacity;
    }

    constexpr Bits without_lowest() const {
        Bits rest = *this;
        for (std::uint64_t& w : rest.word) {
            if (w == 0) continue;
            w &= w - 1;
            break;
        }
        return rest;
    }

    /// The index of the n-th set bit, counted from 0. There must be more than n of them.
    int nth(int n) const {
        for (int i = 0; i < Words - 1; ++i) {
            const int here = std::popcount(word[i]);
            if (n < here) return 64 * i + nth_set_bit(word[i], n);
            n -= here;
        }
        return 64 * (Words - 1) + nth_set_bit(word[Words - 1], n);
    }

    /// Every bit moved by a distance known at compile time: upwards when positive, downwards when negative.
    /// Written out word by word: compilers unroll the loops of << and >> too late to see that the amounts are known.
    template <int distance>
    constexpr Bits shifted() const {
        return [this]<std::size_t... i>(std::index_sequence<i...>) {
            return Bits{{this->template shifted_word<distance, static_cast<int>(i)>()...}};
        }(std::make_index_sequence<Words>{});
    }

    friend constexpr Bits operator<<(const Bits& a, int n) {
        Bits result;
        const int words = n / 64;
        const int bits = n % 64;
        for (int i = words; i < Words; ++i) {
            result.word[i] = a.word[i - words] << bits;
            if (bits != 0 && i > words) result.word[i] |= a.word[i - words - 1] >> (64 - bits);
        }
        return result;
    }

    friend constexpr Bits operator>>(const Bits& a, int n) {
        Bits result;
        const int words = n / 64;
        const int bits = n % 64;
        for (int i = 0; i + words < Words; ++i) {
            result.word[i] = a.word[i + words] >> bits;
            if (bits != 0 && i + words + 1 < Words) result.word[i] |= a.word[i + words + 1] << (64 - bits);
        }
        return result;
    }

    /// The sum of the two sets read as numbers: a carry runs up a column of set bits and lands on its first hole.
    friend constexpr Bits operator+(const Bits& a, const Bits& b) {
        Bits sum;
        std::uint64_t carry = 0;
        for (int i = 0; i < Words; ++i) {
            const std::uint64_t half = a.word[i] + b.word[i];
            sum.word[i] = half + carry;
            carry = static_cast<std::uint64_t>(half < a.word[i]) | static_cast<std::uint64_t>(sum.word[i] < half);
        }
        return sum;
    }

    friend constexpr Bits operator&(const Bits& a, const Bits& b) {
        return word_by_word([&](std::size_t i) { return a.word[i] & b.word[i]; });
    }
    friend constexpr Bits operator|(const Bits& a, const Bits& b) {
        return word_by_word([&](std::size_t i) { return a.word[i] | b.word[i]; });
    }
    friend constexpr Bits operator^(const Bits& a, const Bits& b) {
        return word_by_word([&](std::size_t i) { return a.word[i] ^ b.word[i]; });
    }
    friend constexpr Bits operator~(const Bits& a) {
        return word_by_word([&](std::size_t i) { return ~a.word[i]; });
    }
    constexpr Bits& operator&=(const Bits& b) { return *this = *this & b; }
    constexpr Bits& operator|=(const Bits& b) { return *this = *this | b; }

    friend constexpr auto operator<=>(const Bits&, const Bits&) = default;

    /// Folds the set into a running hash.
    constexpr std::uint64_t hashed_into(std::uint64_t hash) const {
        for (const std::uint64_t w : word) hash = mixed(hash ^ w) + 0x9e3779b97f4a7c15U;
        return hash;
    }

private:
    /// The loop over the words, unrolled: loops over a few words get vectorised, at twice the cost.
    template <class Operation>
    static constexpr Bits word_by_word(Operation operation) {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return Bits{{operation(i)...}};
        }(std::make_index_sequence<Words>{});
    }

    template <int distance, int index>
    constexpr std::uint64_t shifted_word() const {
        constexpr int up = distance >= 0 ? distance : 64 * Words + distance;  // downwards is upwards past the top
        constexpr int bits = up % 64;
        constexpr int source = index - up / 64 + (distance >= 0 ? 0 : Words);
        std::uint64_t result = 0;
        if constexpr (source >= 0 && source < Words) result = word[source] << bits;
        if constexpr (bits != 0 && source >= 1 && source <= Words) result |= word[source - 1] >> (64 - bits);
        return result;
    }
};

/// Calls `visit(index)` for every set bit, lowest first.
template <int Words, class Visit>
constexpr void for_each_bit(Bits<Words> bits, Visit visit) {
    for (; bits.any(); bits = bits.without_lowest()) visit(bits.lowest());
}

}  // namespace gamegrove
