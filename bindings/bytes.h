#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

/// Bytes of Python as the core reads and writes them.
namespace gamegrove::bindings {

/// Looks into bytes, which must outlive it.
inline std::string_view view(const nanobind::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

inline nanobind::bytes as_bytes(std::string_view text) { return nanobind::bytes(text.data(), text.size()); }

}  // namespace gamegrove::bindings
