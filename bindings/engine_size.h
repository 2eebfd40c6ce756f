#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

/// What Python may ask of an engine, and what it must not.
namespace gamegrove::bindings {

inline constexpr int most_threads = 256;
inline constexpr int most_table_mib = 1 << 20;

inline void check_from_one_to(int most, int number, const char* name) {
    if (number < 1 || number > most)
        throw nanobind::value_error((std::string(name) + " must be from 1 to " + std::to_string(most)).c_str());
}

inline void check_threads(int threads) { check_from_one_to(most_threads, threads, "threads"); }

inline std::size_t table_bytes(int table_mib) {
    check_from_one_to(most_table_mib, table_mib, "table_mib");
    return static_cast<std::size_t>(table_mib) << 20;
}

}  // namespace gamegrove::bindings
