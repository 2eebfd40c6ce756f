#pragma once

/* Which of the compiled copies this processor can run: 4, 3, or 0 for plain x86-64 and everything else. For C and C++,
   and always inlined: it must not itself be compiled into calls that use newer instructions. */
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <cpuid.h>

/* The parts of x86-64-v3 that __builtin_cpu_supports() of older compilers does not know. */
static inline int gamegrove_has_rest_of_v3(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    const int movbe = (c >> 22) & 1;
    const int f16c = (c >> 29) & 1;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d)) return 0;
    const int lzcnt = (c >> 5) & 1;
    return movbe && f16c && lzcnt;
}

static inline int gamegrove_cpu_level(void) {
    __builtin_cpu_init();
    const int v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt") && gamegrove_has_rest_of_v3();
    if (!v3) return 0;
    const int v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
    return v4 ? 4 : 3;
}

#else

static inline int gamegrove_cpu_level(void) { return 0; }

#endif
