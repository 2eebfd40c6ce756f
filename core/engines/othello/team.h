#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace gamegrove::othello {

/// Thrown out of a search that is not needed any more: somebody else has cut its branch off.
struct Abandoned {};

/// A position whose moves several threads search. The first move was searched before ("young brothers wait"), and each
/// thread takes the next of the others until none is left or one cuts the rest off.
class Split {
public:
    struct Start {
        Split* parent;             ///< the split that this one is a part of, if any
        int best;                  ///< the value of the moves before
        int beta;                  ///< a move that is worth so much cuts the rest off
        std::array<int, 2> moves;  ///< the best cells so far
        std::size_t next;          ///< the place of the first move to share
        std::size_t count;         ///< the place behind the last one
    };

    explicit Split(const Start& start)
        : best(start.best),
          moves(start.moves),
          parent_(start.parent),
          beta_(start.beta),
          next_(start.next),
          count_(start.count) {}
    Split(const Split&) = delete;

    std::mutex mutex;            ///< guards the next two
    int best;                    ///< the value so far
    std::array<int, 2> moves;    ///< the best cells so far
    int workers = 0;             ///< how many threads help here, the owner not counted; guarded by the team
    std::exception_ptr failure;  ///< what went wrong in a thread that helped here, for the owner; guarded by the team

    Split* parent() const { return parent_; }

    /// Whether this branch or one that leads to it was cut off.
    bool is_cut() const {
        for (const Split* each = this; each != nullptr; each = each->parent_)
            if (each->cut_.load(std::memory_order_relaxed)) return true;
        return false;
    }
    void cut() { cut_.store(true, std::memory_order_relaxed); }

    /// Whether this one leads to `other`, or is it.
    bool leads_to(const Split* other) const {
        while (other != nullptr && other != this) other = other->parent_;
        return other == this;
    }

    /// Takes the place of the next move; says no when none is left. With the mutex held.
    bool take(std::size_t& place) {
        if (next_ >= count_ || cut_.load(std::memory_order_relaxed)) return false;
        place = next_++;
        return true;
    }

    /// Notes the value of a move. With the mutex held.
    void note(int value, int cell) {
        if (value <= best) return;
        best = value;
        if (moves[0] != cell) moves = {cell, moves[0]};
        if (best >= beta_) cut();
    }

    int beta() const { return beta_; }

private:
    Split* parent_;
    int beta_;
    std::size_t next_;
    std::size_t count_;
    std::atomic<bool> cut_ = false;
};

/// The threads of one search. Its two methods are offer(), by which a thread asks others to join it, and await(), in
/// which it waits for them and helps them in turn. What goes wrong in a thread that helps is thrown in the owner of the
/// split, and so from split to split until it reaches the leader.
class Team {
public:
    /// Works on a split as the thread with this number: 0 is the one that leads.
    using Join = std::function<void(int thread, Split& split)>;

    Team(int threads, Join join) : join_(std::move(join)), members_(static_cast<std::size_t>(threads)) {
        try {
            for (int i = 1; i < threads; ++i) threads_.emplace_back([this, i] { serve(i, nullptr, {}); });
        } catch (const std::system_error&) {  // there are no more threads: those that came will do
        }
    }
    Team(const Team&) = delete;
    ~Team() {
        {
            const std::scoped_lock lock(mutex_);
            over_ = true;
        }
        changed_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    /// Asks all who have nothing to do, and may, to join.
    void offer(Split& split) {
        const std::scoped_lock lock(mutex_);
        bool is_taken = false;
        for (Member& member : members_) {
            if (!member.is_idle || member.task != nullptr) continue;
            if (member.waits_for != nullptr && !member.waits_for->leads_to(&split)) continue;
            member.task = &split;
            ++split.workers;
            idle_.fetch_sub(1, std::memory_order_relaxed);
            is_taken = true;
        }
        if (is_taken) changed_.notify_all();
    }

    /// Waits until nobody works on the split any more, and joins those who offer something below it. `look` is called
    /// now and then, and may throw; so may the work that was joined, and that of others. Then it has to be called
    /// again.
    void await(int thread, Split& split, const std::function<void()>& look) {
        serve(thread, &split, look);
        if (split.failure) std::rethrow_exception(std::exchange(split.failure, nullptr));
    }

private:
    struct Member {
        bool is_idle = false;
        const Split* waits_for = nullptr;
        Split* task = nullptr;
    };

    /// Does tasks until the team ends or, with a split, until nobody works on that.
    void serve(int thread, Split* until, const std::function<void()>& look) {
        Member& me = members_[static_cast<std::size_t>(thread)];
        std::unique_lock lock(mutex_);
        const auto is_done = [&] { return until != nullptr ? until->workers == 0 : over_; };
        while (!is_done()) {
            if (Split* const task = next_task(me, until, is_done, lock)) {
                lock.unlock();
                do_task(thread, *task, until);
            } else if (look && !is_done()) {
                lock.unlock();
                look();
            } else {
                continue;
            }
            lock.lock();
        }
    }

    /// Waits for a task, but no longer than for a while.
    template <class Done>
    Split* next_task(Member& me, const Split* until, const Done& is_done, std::unique_lock<std::mutex>& lock) {
        me = {.is_idle = true, .waits_for = until, .task = nullptr};
        idle_.fetch_add(1, std::memory_order_relaxed);
        changed_.wait_for(lock, patience, [&] { return me.task != nullptr || is_done(); });
        Split* const task = me.task;
        if (task == nullptr) idle_.fetch_sub(1, std::memory_order_relaxed);
        me = {};
        return task;
    }

    /// Works on a split. What goes wrong is thrown in a thread that waits for one of its own, which leads to this one;
    /// any other leaves it to the owner.
    void do_task(int thread, Split& task, Split* until) {
        std::exception_ptr failure;
        try {
            join_(thread, task);
        } catch (...) {
            failure = std::current_exception();
        }
        {
            const std::scoped_lock lock(mutex_);
            // Cut before anybody may take what is there for the whole: a split that is waited for leads to this one.
            if (failure) (until != nullptr ? *until : task).cut();
            if (failure && until == nullptr) task.failure = std::exchange(failure, nullptr);
            --task.workers;  // from here on the owner may be gone
            changed_.notify_all();
        }
        if (failure) std::rethrow_exception(failure);
    }

    static constexpr std::chrono::milliseconds patience{2};

    Join join_;
    std::mutex mutex_;  ///< guards the members, and how many work on every split
    std::condition_variable changed_;
    std::vector<Member> members_;
    std::atomic<int> idle_ = 0;
    bool over_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace gamegrove::othello
