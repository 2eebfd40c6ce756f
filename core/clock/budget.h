#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

namespace gamegrove {

/// Ends a search whose budget is spent. Not an error: a limit that somebody set.
struct Stopped {
    std::string_view reason;  ///< nodes, time, memory or stop
};

/// How much a search may spend. Its one important method is look(), called every thousand nodes.
struct Budget {
    using Clock = std::chrono::steady_clock;

    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    Clock::time_point deadline = Clock::time_point::max();
    std::size_t memory = std::numeric_limits<std::size_t>::max();
    /// Lets the outside throw, because somebody has pressed Ctrl-C or raised a stop sign.
    std::function<void()> pulse = [] {};

    /// With the number of nodes entered so far; gives the number at which to look again.
    std::uint64_t look(std::uint64_t entered) const {
        if (entered >= nodes) throw Stopped{"nodes"};
        if (deadline != Clock::time_point::max() && Clock::now() >= deadline) throw Stopped{"time"};
        pulse();
        return std::min(nodes, entered + interval);
    }

    void check_memory(std::size_t used) const {
        if (used > memory) throw Stopped{"memory"};
    }

private:
    static constexpr std::uint64_t interval = 1024;
};

}  // namespace gamegrove
