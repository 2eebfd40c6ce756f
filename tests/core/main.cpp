#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "doctest/doctest.h"

#if defined(__AVX2__)

#include <unistd.h>

#include <cstdio>

#include "cpu_level.h"

namespace {

constexpr int skipped = 77;

/// Ends the program as skipped on a processor that cannot run it. The tests register themselves before main(), in code
/// that may already use the instructions in question: so this runs before them, and is compiled for any processor.
[[gnu::constructor(101), gnu::target("arch=x86-64")]] void skip_on_lesser_processors() {
#if defined(__AVX512F__)
    const int needed = 4;
#else
    const int needed = 3;
#endif
    const bool runs = gamegrove_cpu_level() >= needed;
    if (runs) return;
    std::fputs("skipped: this processor cannot run this level\n", stderr);
    _exit(skipped);
}

}  // namespace

#endif
