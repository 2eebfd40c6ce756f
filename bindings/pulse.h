#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

namespace gamegrove::bindings {

/// Lets Ctrl-C through while the core computes without the interpreter lock: looks for signals every 50 ms or so.
class SignalPulse {
public:
    void operator()() {
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        const nanobind::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point last_ = Clock::now();
};

}  // namespace gamegrove::bindings
