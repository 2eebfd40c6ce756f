#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "clock/budget.h"
#include "interpreter_lock.h"

namespace gamegrove::bindings {

/// Lets Ctrl-C through while the core computes without the interpreter lock: looks for signals every 50 ms or so.
class SignalPulse {
public:
    void operator()() {
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        const InterpreterLock lock;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point last_ = Clock::now();
};

/// Lets Ctrl-C and a raised stop sign through while the core searches without the interpreter lock.
class StopPulse {
public:
    explicit StopPulse(nanobind::object sign) : sign_(std::move(sign)) {}

    void operator()() {
        const auto now = Budget::Clock::now();
        if (!is_raised_ && now - last_ >= std::chrono::milliseconds(10)) {
            last_ = now;
            const InterpreterLock lock;
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
            is_raised_ = !sign_.is_none() && nanobind::bool_(sign_.attr("is_set")());
        }
        if (is_raised_) throw Stopped{"stop"};
    }

private:
    nanobind::object sign_;
    bool is_raised_ = false;            ///< it stays so
    Budget::Clock::time_point last_{};  // so that a sign that is already raised is seen at once
};

/// What a search may spend, beginning now.
inline Budget budget_of(std::optional<std::uint64_t> nodes, std::optional<double> seconds, nanobind::object stop) {
    Budget budget;
    if (nodes) budget.nodes = *nodes;
    if (seconds)
        budget.deadline = Budget::Clock::now() +
                          std::chrono::duration_cast<Budget::Clock::duration>(std::chrono::duration<double>(*seconds));
    budget.pulse = StopPulse(std::move(stop));
    return budget;
}

}  // namespace gamegrove::bindings
