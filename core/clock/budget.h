#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

namespace gamegrove {

/// Ends a search whose budget is spent. Not an error: a limit that somebody set.
struct Stopped {
    std::string_view reason;  ///< nodes, time, memory or stop
};

/// How much a search may spend. Its one important method is look(), called every millisecond or so.
struct Budget {
    using Clock = std::chrono::steady_clock;

    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    Clock::time_point deadline = Clock::time_point::max();
    std::size_t memory = std::numeric_limits<std::size_t>::max();
    /// Lets the outside throw, because somebody has pressed Ctrl-C or raised a stop sign.
    std::function<void()> pulse = [] {};

    /// With the number of nodes entered so far; gives the number at which to look again: after about a millisecond,
    /// however long a node takes.
    std::uint64_t look(std::uint64_t entered) {
        if (entered >= nodes) throw Stopped{"nodes"};
        const Clock::time_point now = Clock::now();
        if (now >= deadline) throw Stopped{"time"};
        pulse();
        const Clock::duration since = now - std::exchange(last_look, now);
        if (since > std::chrono::milliseconds(1)) interval = std::max(interval / 4, std::uint64_t{1});
        if (since < std::chrono::microseconds(250)) interval = std::min(interval * 2, most_nodes_unseen);
        return std::min(nodes, entered + interval);
    }

    void check_memory(std::size_t used) const {
        if (used > memory) throw Stopped{"memory"};
    }

    static constexpr std::uint64_t most_nodes_unseen = 1024;
    std::uint64_t interval = 1;
    Clock::time_point last_look = Clock::now();
};

}  // namespace gamegrove
