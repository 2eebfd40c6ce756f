#include "bits/bits.h"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

namespace gamegrove {
namespace {

#define ALL_WIDTHS Bits<1>, Bits<2>, Bits<3>, Bits<4>, Bits<6>

template <class B>
using Reference = std::bitset<static_cast<std::size_t>(B::capacity)>;

template <class B>
Reference<B> reference(const B& bits) {
    Reference<B> result;
    for (int i = B::capacity / 64 - 1; i >= 0; --i) result = (result << 64) | Reference<B>(bits.word[i]);
    return result;
}

template <class B>
std::vector<int> indices(const Reference<B>& bits) {
    std::vector<int> result;
    for (int i = 0; i < B::capacity; ++i)
        if (bits.test(i)) result.push_back(i);
    return result;
}

/// Sets from nearly empty to nearly full: their lowest and highest words are often zero or all ones.
template <class B>
std::vector<B> samples(int count) {
    std::mt19937_64 random(20);
    std::vector<B> result{B{}, ~B{}, B::of(0), B::of(B::capacity - 1)};
    while (static_cast<int>(result.size()) < count) {
        B bits;
        const std::uint64_t density = random() % 5;
        for (std::uint64_t& word : bits.word) {
            word = random();
            if (density == 0) word &= random() & random() & random();
            if (density == 1) word |= random() | random() | random();
            if (density == 2 && random() % 2 == 0) word = 0;
            if (density == 3 && random() % 2 == 0) word = ~std::uint64_t{0};
        }
        result.push_back(bits);
    }
    return result;
}

template <class B>
Reference<B> reference_sum(const Reference<B>& a, const Reference<B>& b) {
    Reference<B> sum;
    bool carry = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const int ones = a[i] + b[i] + carry;
        sum[i] = ones % 2 != 0;
        carry = ones >= 2;
    }
    return sum;
}

template <class B, int distance>
void check_shift_known_at_compile_time(const std::vector<B>& sets) {
    CAPTURE(distance);
    constexpr std::size_t amount = distance < 0 ? -distance : distance;
    bool equal = true;
    for (const B& bits : sets) {
        const Reference<B> before = reference(bits);
        const Reference<B> after = distance < 0 ? before >> amount : before << amount;
        equal = equal && reference(bits.template shifted<distance>()) == after;
    }
    CHECK(equal);
}

template <class B, int... distances>
void check_shifts_both_ways(const std::vector<B>& sets, std::integer_sequence<int, distances...>) {
    (check_shift_known_at_compile_time<B, distances>(sets), ...);
    (check_shift_known_at_compile_time<B, -distances>(sets), ...);
}

/// The distances around the ends of the words, and the whole width.
template <class B, int... words>
void check_shifts_by_words(const std::vector<B>& sets, std::integer_sequence<int, words...>) {
    check_shifts_both_ways(sets, std::integer_sequence<int, (64 * words + 63)...>{});
    check_shifts_both_ways(sets, std::integer_sequence<int, (64 * words + 64)...>{});
    check_shifts_both_ways(sets, std::integer_sequence<int, (64 * words + 37)...>{});
}

TEST_CASE_TEMPLATE("a set holds the bits that were put into it", B, ALL_WIDTHS) {
    for (int i = 0; i < B::capacity; ++i) {
        CAPTURE(i);
        const B bits = B::of(i);
        CHECK(bits.test(i));
        CHECK(indices<B>(reference(bits)) == std::vector{i});
        CHECK(bits.lowest() == i);
        CHECK(bits.count() == 1);
        CHECK(bits.any());
        CHECK(!bits.without_lowest().any());
    }
}

TEST_CASE_TEMPLATE("an empty set has no lowest bit and stays empty without it", B, ALL_WIDTHS) {
    CHECK(!B{}.any());
    CHECK(B{}.count() == 0);
    CHECK(B{}.lowest() == B::capacity);
    CHECK(B{}.without_lowest() == B{});
}

TEST_CASE_TEMPLATE("the logical operators, test, any and count agree with std::bitset", B, ALL_WIDTHS) {
    const std::vector<B> sets = samples<B>(200);
    for (std::size_t n = 1; n < sets.size(); ++n) {
        const B a = sets[n - 1];
        const B b = sets[n];
        const Reference<B> ra = reference(a);
        const Reference<B> rb = reference(b);
        CHECK(reference(a & b) == (ra & rb));
        CHECK(reference(a | b) == (ra | rb));
        CHECK(reference(a ^ b) == (ra ^ rb));
        CHECK(reference(~a) == ~ra);
        CHECK(a.count() == static_cast<int>(ra.count()));
        CHECK(a.any() == ra.any());
        CHECK(a.test(static_cast<int>(n) % B::capacity) == ra.test(n % ra.size()));
        B both = a;
        both &= b;
        CHECK(both == (a & b));
        B either = a;
        either |= b;
        CHECK(either == (a | b));
    }
}

TEST_CASE_TEMPLATE("shifts by any distance agree with std::bitset", B, ALL_WIDTHS) {
    const std::vector<B> sets = samples<B>(20);
    for (int distance = 0; distance <= B::capacity + 1; ++distance) {
        CAPTURE(distance);
        bool equal = true;
        for (const B& bits : sets) {
            equal = equal && reference(bits << distance) == reference(bits) << static_cast<std::size_t>(distance);
            equal = equal && reference(bits >> distance) == reference(bits) >> static_cast<std::size_t>(distance);
        }
        CHECK(equal);
    }
}

TEST_CASE_TEMPLATE("shifts by a distance known at compile time agree with std::bitset", B, ALL_WIDTHS) {
    const std::vector<B> sets = samples<B>(50);
    check_shifts_both_ways(sets, std::make_integer_sequence<int, 33>{});
    check_shifts_by_words(sets, std::make_integer_sequence<int, B::capacity / 64>{});
}

TEST_CASE_TEMPLATE("the sum carries from bit to bit and from word to word", B, ALL_WIDTHS) {
    const std::vector<B> sets = samples<B>(300);
    for (std::size_t n = 1; n < sets.size(); ++n) {
        const B a = sets[n - 1];
        const B b = sets[n];
        CHECK(reference(a + b) == reference_sum<B>(reference(a), reference(b)));
        CHECK(a + b == b + a);
    }
}

TEST_CASE_TEMPLATE("a carry out of the highest word is lost", B, ALL_WIDTHS) {
    CHECK(~B{} + B::of(0) == B{});
    CHECK(~B{} + ~B{} == ~B::of(0));
}

TEST_CASE_TEMPLATE("lowest, without_lowest, nth and for_each_bit name the same bits in the same order", B, ALL_WIDTHS) {
    for (const B& bits : samples<B>(100)) {
        const std::vector<int> expected = indices<B>(reference(bits));
        std::vector<int> visited;
        for_each_bit(bits, [&](int index) { visited.push_back(index); });
        CHECK(visited == expected);
        std::vector<int> counted;
        for (int n = 0; n < bits.count(); ++n) counted.push_back(bits.nth(n));
        CHECK(counted == expected);
    }
}

TEST_CASE_TEMPLATE("sets are ordered, equal ones by equal words only", B, ALL_WIDTHS) {
    const std::vector<B> sets = samples<B>(60);
    for (const B& a : sets)
        for (const B& b : sets) {
            CHECK((a == b) == (reference(a) == reference(b)));
            CHECK(((a < b) + (b < a) + (a == b)) == 1);
        }
}

TEST_CASE("the n-th set bit of a word is found for every word of one bit, of two, and of all") {
    const std::uint64_t all = ~std::uint64_t{0};
    for (int high = 0; high < 64; ++high) {
        CHECK(nth_set_bit(all, high) == high);
        CHECK(nth_set_bit(std::uint64_t{1} << high, 0) == high);
        for (int low = 0; low < high; ++low) {
            const std::uint64_t word = (std::uint64_t{1} << high) | (std::uint64_t{1} << low);
            CHECK(nth_set_bit(word, 0) == low);
            CHECK(nth_set_bit(word, 1) == high);
        }
    }
}

TEST_CASE("hashes depend on every bit and are the same on every machine") {
    CHECK(mixed(0) == 0);
    CHECK(mixed(0x9e3779b97f4a7c15U) == 0xe220a8397b1dcdafU);  // the first number of splitmix64 from seed 0
    std::vector<std::uint64_t> hashes{Bits<2>{}.hashed_into(0)};
    for (int i = 0; i < Bits<2>::capacity; ++i) hashes.push_back(Bits<2>::of(i).hashed_into(0));
    std::sort(hashes.begin(), hashes.end());
    CHECK(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
}

}  // namespace
}  // namespace gamegrove
