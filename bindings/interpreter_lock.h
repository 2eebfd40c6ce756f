#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

namespace gamegrove::bindings {

/// The way back into Python for threads that compute without the interpreter lock.
///
/// Python before 3.14 tears down a thread that asks for its lock, or waits for it, when Python ends. In the middle of
/// the core that aborts the process. So the door is closed just before, and who comes later waits for the end of the
/// process.
class Door {
public:
    static void enter() {
        inside_.fetch_add(1);
        if (!is_closed_ || std::this_thread::get_id() == closed_by_) return;
        inside_.fetch_sub(1);
        while (true) std::this_thread::sleep_for(std::chrono::hours(1));
    }

    static void leave() { inside_.fetch_sub(1); }

    /// Called with the interpreter lock when Python is about to end. Who is inside may finish what it does there, for
    /// a while: something that a user wrote and that never comes back must not keep Python from ending.
    static void close() {
        closed_by_ = std::this_thread::get_id();
        is_closed_ = true;
        const nanobind::gil_scoped_release release;
        const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        while (inside_ > 0 && std::chrono::steady_clock::now() < last)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

private:
    static inline std::atomic<int> inside_ = 0;
    static inline std::atomic<bool> is_closed_ = false;
    static inline std::thread::id closed_by_;
};

/// Holds the interpreter lock, for a thread that computes without it.
class InterpreterLock {
public:
    InterpreterLock() {
        Door::enter();
        lock_.emplace();
    }
    InterpreterLock(const InterpreterLock&) = delete;
    InterpreterLock& operator=(const InterpreterLock&) = delete;
    ~InterpreterLock() {
        lock_.reset();
        Door::leave();
    }

private:
    std::optional<nanobind::gil_scoped_acquire> lock_;
};

/// Gives the interpreter lock away as long as it lives, so that Python goes on beside the core.
class WithoutInterpreter {
public:
    WithoutInterpreter() { release_.emplace(); }
    WithoutInterpreter(const WithoutInterpreter&) = delete;
    WithoutInterpreter& operator=(const WithoutInterpreter&) = delete;
    ~WithoutInterpreter() {
        Door::enter();
        release_.reset();
        Door::leave();
    }

private:
    std::optional<nanobind::gil_scoped_release> release_;
};

}  // namespace gamegrove::bindings
