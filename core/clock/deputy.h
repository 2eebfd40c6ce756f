#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include "clock/budget.h"

namespace gamegrove {

/// Works on another thread for the one that asks, which sleeps meanwhile. Its one important method is ask().
///
/// On a busy machine a thread that computes may lose its processor for tens of milliseconds, also in the moment in
/// which it has to answer. One that sleeps is woken within a few. So it is in time, with what is known by then, and the
/// work ends by itself as soon as it gets a processor again.
template <class Answer>
class Deputy {
public:
    using Tell = std::function<void(const Answer&)>;
    using Work = std::function<Answer(Budget&, const Tell&)>;

    Deputy() = default;
    Deputy(const Deputy&) = delete;
    Deputy& operator=(const Deputy&) = delete;
    ~Deputy() { rest(); }

    /// If it is late, its answer is what the work has told last, and nothing if that is nothing yet.
    struct Reply {
        std::optional<Answer> answer;
        bool is_late = false;
    };

    /// The reply comes just after the deadline, which the limits must have, or before. The work waits while `watch` is
    /// called with what it tells. What that throws, or the pulse of the limits, is thrown here when the work has ended.
    /// A limit that is reached while the work of the question before still goes on throws Stopped.
    Reply ask(Budget& limits, const Work& work, const Tell& watch) {
        const std::uint64_t nodes = std::exchange(limits.nodes, std::numeric_limits<std::uint64_t>::max());
        forget_that_of_a_parent();
        await_the_last(limits);
        errand_ = std::make_shared<Errand>(watch != nullptr);
        try {
            look_at(limits);  // a stop sign that is raised already is seen before the work begins
            begin(nodes, limits.deadline, work);
        } catch (const std::system_error&) {  // there are no more threads, so the asking one has to do
            errand_ = nullptr;
            limits.nodes = nodes;
            return {work(limits, watch)};
        } catch (...) {
            errand_ = nullptr;
            throw;
        }
        try {
            await(limits, watch);
        } catch (...) {
            rest();
            throw;
        }
        return errand_->reply();
    }

    /// Ends the work of a question that was answered before it was done.
    void rest() {
        forget_that_of_a_parent();
        if (errand_ == nullptr) return;
        errand_->dismiss();
        std::unique_lock lock(errand_->mutex);
        errand_->changed.wait(lock, [this] { return errand_->is_done; });
    }

private:
    static constexpr auto patience = std::chrono::milliseconds(5);  ///< after so long the limits are looked at
    static constexpr auto grace = std::chrono::milliseconds(2);     ///< for the work to notice that the time is over

    /// What both threads know of one question. Nobody waits for the other thread to end: after the last word in here,
    /// which it has said when it is done, it may have to wait for a processor once more. Answers are copied and given
    /// back outside the mutex: a thread that loses its processor while it holds that keeps the other one waiting.
    struct Errand {
        explicit Errand(bool watched) : is_watched(watched) {}

        std::mutex mutex;
        std::condition_variable changed;
        std::optional<Answer> answer;
        std::exception_ptr failure;
        std::atomic<bool> is_unwanted = false;
        bool is_done = false;
        bool is_news = false;  ///< somebody watches and has not seen the answer yet
        const bool is_watched;
        const long process = this_process();

        void run(Budget& limits, const Work& work) {
            std::optional<Answer> found;
            std::exception_ptr thrown;
            try {
                found = work(limits, [this](const Answer& news) { tell(news); });
            } catch (...) {
                thrown = std::current_exception();
            }
            change([&] {
                answer.swap(found);
                failure = thrown;
                is_done = true;
            });
        }

        Reply reply() {
            Reply known;
            dismiss();
            {
                const std::scoped_lock lock(mutex);
                known.answer.swap(answer);
                known.is_late = !is_done;
            }
            if (!known.is_late && failure) std::rethrow_exception(failure);
            return known;
        }

        enum class State { at_work, told, done };

        /// Sleeps until there is something to see, but no longer than to a moment.
        State state_by(Budget::Clock::time_point moment) {
            std::unique_lock lock(mutex);
            changed.wait_until(lock, moment, [this] { return is_done || is_news; });
            return is_done ? State::done : is_news ? State::told : State::at_work;
        }

        void dismiss() {
            change([this] {
                is_unwanted = true;
                is_news = false;  // nobody looks any more
            });
        }

        template <class Change>
        void change(const Change& by) {
            {
                const std::scoped_lock lock(mutex);
                by();
            }
            changed.notify_all();
        }

    private:
        void tell(const Answer& news) {
            std::optional<Answer> copy = news;
            std::unique_lock lock(mutex);
            answer.swap(copy);
            if (!is_watched || is_unwanted) return;
            is_news = true;
            changed.notify_all();
            changed.wait(lock, [this] { return !is_news; });
        }
    };

    /// Of one that is forked off it is another number.
    static long this_process() {
#if defined(__unix__) || defined(__APPLE__)
        return getpid();
#else
        return 0;
#endif
    }

    void begin(std::uint64_t nodes, Budget::Clock::time_point deadline, const Work& work) {
        Budget limits{.nodes = nodes, .deadline = deadline};
        limits.pulse = [errand = errand_.get()] {
            if (errand->is_unwanted.load(std::memory_order_relaxed)) throw Stopped{"stop"};
        };
        std::thread([errand = errand_, limits = std::move(limits), work]() mutable {
            errand->run(limits, work);
        }).detach();
    }

    void await_the_last(Budget& limits) {
        while (errand_ != nullptr && errand_->state_by(Budget::Clock::now() + patience) != Errand::State::done)
            limits.look(0);
    }

    /// Waits until the deadline and the grace in one: a thread that sleeps twice may be woken late twice.
    void await(Budget& limits, const Tell& watch) {
        auto last = limits.deadline + grace;
        while (Budget::Clock::now() < last) {
            look_at(limits);
            const auto state = errand_->state_by(std::min(last, Budget::Clock::now() + patience));
            if (state == Errand::State::done) return;
            if (state == Errand::State::at_work) continue;
            // The work waits, and so the answer stays what it is.
            if (Budget::Clock::now() < limits.deadline) watch(*errand_->answer);
            errand_->change([this] { errand_->is_news = false; });
            last = std::max(last, Budget::Clock::now() + grace);
        }
    }

    /// When somebody wants the work to end, it is told; by the clock it ends by itself.
    void look_at(Budget& limits) {
        try {
            limits.look(0);
        } catch (const Stopped& limit) {
            if (limit.reason != "time") errand_->dismiss();
        }
    }

    /// A process that was forked has none of its parent's threads, so nobody will ever say that the work is done.
    void forget_that_of_a_parent() {
        if (errand_ != nullptr && errand_->process != this_process()) errand_ = nullptr;
    }

    std::shared_ptr<Errand> errand_;
};

}  // namespace gamegrove
