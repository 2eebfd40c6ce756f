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
#include <thread>
#include <utility>

#include "clock/budget.h"

namespace gamegrove::bindings {

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

    /// The reply comes just after the deadline at the latest. The work waits while `watch` is called with what it
    /// tells. What that throws, or the pulse of the limits, is thrown here when the work has ended.
    Reply ask(Budget& limits, Work work, const Tell& watch) {
        const std::uint64_t nodes = std::exchange(limits.nodes, std::numeric_limits<std::uint64_t>::max());
        if (!is_done_before(limits, {})) return {std::nullopt, true};
        errand_ = std::make_shared<Errand>();
        errand_->is_watched = watch != nullptr;
        try {
            is_time_left(limits);  // a stop sign that is raised already is seen before the work begins
            begin(nodes, limits.deadline, std::move(work));
        } catch (...) {
            errand_ = nullptr;
            throw;
        }
        try {
            if (!is_done_before(limits, watch)) return {told_last(), true};
        } catch (...) {
            rest();
            throw;
        }
        if (errand_->failure) std::rethrow_exception(errand_->failure);
        return {std::move(errand_->answer)};
    }

    /// Ends the work of a question that was answered before it was done.
    void rest() {
        if (errand_ == nullptr) return;
        errand_->dismiss();
        std::unique_lock lock(errand_->mutex);
        errand_->changed.wait(lock, [this] { return errand_->is_done; });
    }

private:
    static constexpr auto patience = std::chrono::milliseconds(5);  ///< after so long the limits are looked at
    static constexpr auto grace = std::chrono::milliseconds(2);     ///< for the work to notice that the time is over

    /// What both threads know of one question. Nobody waits for the other thread to end: after the last word in here,
    /// which it has said when it is done, it may have to wait for a processor once more.
    struct Errand {
        std::mutex mutex;
        std::condition_variable changed;
        std::optional<Answer> answer;
        std::exception_ptr failure;
        std::atomic<bool> is_unwanted = false;
        bool is_done = false;
        bool is_watched = false;
        bool is_news = false;  ///< somebody watches and has not seen the answer yet

        void run(Budget& limits, const Work& work) {
            std::optional<Answer> found;
            try {
                found = work(limits, [this](const Answer& news) { tell(news); });
            } catch (...) {
                failure = std::current_exception();
            }
            change([&] {
                answer = std::move(found);
                is_done = true;
            });
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
            std::unique_lock lock(mutex);
            answer = news;
            if (!is_watched || is_unwanted) return;
            is_news = true;
            changed.notify_all();
            changed.wait(lock, [this] { return !is_news; });
        }
    };

    void begin(std::uint64_t nodes, Budget::Clock::time_point deadline, Work work) {
        Budget limits{.nodes = nodes, .deadline = deadline};
        limits.pulse = [errand = errand_.get()] {
            if (errand->is_unwanted.load(std::memory_order_relaxed)) throw Stopped{"stop"};
        };
        std::thread([errand = errand_, limits = std::move(limits), work = std::move(work)]() mutable {
            errand->run(limits, work);
        }).detach();
    }

    bool is_done_before(Budget& limits, const Tell& watch) {
        if (errand_ == nullptr) return true;
        while (is_time_left(limits)) {
            std::unique_lock lock(errand_->mutex);
            const auto soon = std::min(limits.deadline, Budget::Clock::now() + patience);
            errand_->changed.wait_until(lock, soon, [this] { return errand_->is_done || errand_->is_news; });
            if (errand_->is_done) return true;
            if (!errand_->is_news) continue;
            const Answer news = *errand_->answer;
            lock.unlock();
            watch(news);
            errand_->change([this] { errand_->is_news = false; });
        }
        std::unique_lock lock(errand_->mutex);
        return errand_->changed.wait_for(lock, grace, [this] { return errand_->is_done; });
    }

    /// When somebody wants the work to end, it is told.
    bool is_time_left(Budget& limits) {
        try {
            limits.look(0);
        } catch (const Stopped& limit) {
            if (limit.reason == "time") return false;
            errand_->dismiss();
        }
        return true;
    }

    std::optional<Answer> told_last() {
        errand_->dismiss();
        const std::scoped_lock lock(errand_->mutex);
        return errand_->answer;
    }

    std::shared_ptr<Errand> errand_;
};

}  // namespace gamegrove::bindings
