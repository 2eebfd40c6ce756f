#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "doctest/doctest.h"

#if defined(__AVX2__)

#include <unistd.h>

#include <cstdio>

namespace {

constexpr int skipped = 77;

/// Ends the program as skipped on a processor that cannot run it. The tests register themselves before main(), in code
/// that may already use the instructions in question: so this runs before them, and is compiled for any processor.
[[gnu::constructor(101), gnu::target("arch=x86-64")]] void skip_on_lesser_processors() {
    __builtin_cpu_init();
    bool runs = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                __builtin_cpu_supports("fma");
#if defined(__AVX512F__)
    runs = runs && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#endif
    if (runs) return;
    std::fputs("skipped: this processor cannot run this level\n", stderr);
    _exit(skipped);
}

}  // namespace

#endif
