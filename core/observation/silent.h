#pragma once

#include <string_view>

#include "algorithms/values.h"

namespace gamegrove {

/// An observer that sees nothing; all its calls compile to nothing.
struct Silent {
    template <class P>
    void entered(const P&, int, Window) {}
    void left(Found) {}
    template <class P>
    void evaluated(const P&, Value, bool) {}
    void recalled() {}
    void cut_off() {}
    void searched_again() {}
    void swept() {}
    void proved() {}
    void stopped(std::string_view) {}
    void check_memory(std::size_t) {}
    std::uint64_t nodes() const { return 0; }
};

}  // namespace gamegrove
