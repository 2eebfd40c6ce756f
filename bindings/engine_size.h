#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

/// What Python may ask of an engine, and what it must not.
namespace gamegrove::bindings {

inline void check_threads(int threads) {
    if (threads < 1 || threads > 256) throw nanobind::value_error("threads must be from 1 to 256");
}

inline std::size_t table_bytes(int table_mib) {
    if (table_mib < 1 || table_mib > 1 << 20) throw nanobind::value_error("table_mib must be from 1 to 1048576");
    return static_cast<std::size_t>(table_mib) << 20;
}

}  // namespace gamegrove::bindings
