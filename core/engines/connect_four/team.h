#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "engines/connect_four/table.h"

namespace gamegrove::connect_four {

/// Several threads that find one score with one table. Its one important method is work().
///
/// Each thread takes a question, whether the score is above alpha, and searches for the answer. Two questions may be in
/// work at the same time; when the answer to one makes the other needless, its search ends. Of the threads with the
/// same question each leaves the positions that another is searching for later, so they spread over the tree.
class Team {
public:
    /// Thrown out of a search whose answer is not needed any more.
    struct Left {};

    /// The questions to ask when so much is known of the score, the first one first: one or two.
    using Plan = std::function<std::vector<int>(const Known& open)>;
    /// Gives a bound of the score that tells whether it is above alpha.
    using Answer = std::function<int(int alpha)>;

    /// To find out what is open of a score, with so many nodes at most.
    Team(int threads, const Known& open, std::uint64_t most_nodes, Plan plan)
        : lower_(open.lower),
          upper_(open.upper),
          most_nodes_(most_nodes),
          plan_(std::move(plan)),
          helpers_(static_cast<std::size_t>(threads - 1)) {}
    Team(const Team&) = delete;

    /// What is known by now, of the part that was open.
    Known known() const {
        const std::scoped_lock lock(mutex_);
        return {lower_, upper_};
    }

    bool has_questions() const { return lower_ < upper_; }

    /// Whether there were answers since the last time.
    bool take_news() { return news_.exchange(false, std::memory_order_relaxed); }

    /// Runs `lead` here and, when it takes a while, `help` on the other threads, until all of them end.
    void work(const std::function<void()>& lead, std::function<void()> help) {
        help_ = std::move(help);
        const auto end = [this] {
            over_.store(true);
            for (std::thread& helper : helpers_)
                if (helper.joinable()) helper.join();
        };
        try {
            lead();
        } catch (...) {
            end();
            throw;
        }
        end();
        if (failure_) std::rethrow_exception(failure_);
    }

    /// Takes the next question and lets `search` answer it; says no when everything is known.
    bool answer_a_question(const Answer& search) {
        const std::optional<int> alpha = take();
        if (!alpha) return false;
        try {
            const int value = search(*alpha);
            give_back(*alpha, value);
        } catch (const Left&) {
            give_back(*alpha, std::nullopt);
        }
        return true;
    }

    /// Called by the leader now and then, with how many nodes he has searched.
    void call_for_help(std::uint64_t nodes) {
        nodes_of_leader_.store(nodes, std::memory_order_relaxed);
        if (helpers_.empty() || joined_.load(std::memory_order_relaxed) || nodes < patience) return;
        joined_.store(true);
        try {
            for (std::thread& helper : helpers_) helper = std::thread([this] { help_or_fail(); });
        } catch (const std::system_error&) {  // there are no more threads: those that came will do
        }
    }

    void count_for_helper(std::uint64_t nodes) { nodes_of_helpers_.fetch_add(nodes, std::memory_order_relaxed); }
    std::uint64_t nodes_of_helpers() const { return nodes_of_helpers_.load(std::memory_order_relaxed); }

    /// Whether the helpers are to end because all have searched as many nodes as they may. The leader notices himself.
    bool is_spent() const {
        return nodes_of_leader_.load(std::memory_order_relaxed) + nodes_of_helpers() >= most_nodes_;
    }

    /// Ends a search for a question that is answered by now, or needs no answer any more.
    void leave_if_answered(int alpha) const {
        const bool is_open =
            lower_.load(std::memory_order_relaxed) <= alpha && alpha < upper_.load(std::memory_order_relaxed);
        if (!is_open || over_.load(std::memory_order_relaxed)) throw Left{};
    }

    void leave_if_spent() const {
        if (is_spent()) throw Left{};
    }

    /// Whether a node with so many empty cells is worth being shared.
    bool shares(int empty) const { return joined_.load(std::memory_order_relaxed) && empty >= fewest_empty; }

    /// A position and a question about it.
    static std::uint64_t mark(std::uint64_t code, int alpha) {
        return code + static_cast<std::uint64_t>(alpha + 128) * 0x9e3779b97f4a7c15U;
    }

    bool is_busy(std::uint64_t mark) const { return place(mark).load(std::memory_order_relaxed) == mark; }

    /// Tells the others, as long as it lives, that a position is being searched.
    class Busy {
    public:
        Busy(Team& team, bool shared, std::uint64_t mark) : place_(shared ? &team.place(mark) : nullptr) {
            if (place_ != nullptr) place_->store(mark, std::memory_order_relaxed);
        }
        Busy(const Busy&) = delete;
        ~Busy() {
            if (place_ != nullptr) place_->store(0, std::memory_order_relaxed);
        }

    private:
        std::atomic<std::uint64_t>* place_;
    };

private:
    static constexpr std::uint64_t patience = 20'000;  // nodes; most questions are answered sooner, and need no thread
    static constexpr int fewest_empty = 14;            // smaller trees are searched faster than shared

    std::optional<int> take() {
        const std::scoped_lock lock(mutex_);
        if (over_ || !has_questions()) return std::nullopt;
        const std::vector<int> questions = plan_({lower_, upper_});
        const auto askers = [&](int alpha) { return std::ranges::count(asked_, alpha); };
        const int alpha = *std::ranges::min_element(questions, {}, askers);
        asked_.push_back(alpha);
        return alpha;
    }

    void give_back(int alpha, std::optional<int> value) {
        const std::scoped_lock lock(mutex_);
        asked_.erase(std::ranges::find(asked_, alpha));
        if (!value) return;
        news_ = true;
        if (*value > alpha) {
            lower_ = std::max(lower_.load(), *value);
        } else {
            upper_ = std::min(upper_.load(), *value);
        }
    }

    void help_or_fail() {
        try {
            help_();
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            failure_ = std::current_exception();
            over_ = true;
        }
    }

    std::atomic<std::uint64_t>& place(std::uint64_t mark) const { return busy_[mark % busy_.size()]; }

    mutable std::mutex mutex_;
    std::atomic<int> lower_;
    std::atomic<int> upper_;
    std::uint64_t most_nodes_;
    Plan plan_;
    std::vector<int> asked_;  ///< the questions in work, one for each thread
    std::vector<std::thread> helpers_;
    std::function<void()> help_;
    std::exception_ptr failure_;
    std::atomic<bool> joined_ = false;
    std::atomic<bool> over_ = false;
    std::atomic<bool> news_ = false;
    std::atomic<std::uint64_t> nodes_of_leader_ = 0;  ///< when he looked the last time
    std::atomic<std::uint64_t> nodes_of_helpers_ = 0;
    mutable std::array<std::atomic<std::uint64_t>, 4096> busy_{};
};

}  // namespace gamegrove::connect_four
