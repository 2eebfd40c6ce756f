#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace gamegrove::connect_four {

/// Several threads that answer one question with one table. A position that one of them searches is left for later by
/// the others, so they spread over the tree. Its one important method is first_answer().
class Team {
public:
    /// Thrown out of a search when another thread has the answer.
    struct Left {};

    /// Who asks works on the answer himself, as the leader; the others join him when it takes a while.
    explicit Team(int threads) : helpers_(static_cast<std::size_t>(threads - 1)) {}
    Team(const Team&) = delete;

    /// Runs `work(true)` here and `work(false)` on the other threads, and gives the first answer of all.
    int first_answer(const std::function<int(bool leads)>& work) {
        work_ = &work;
        joined_.store(false);
        done_.store(false);
        {
            const Farewell farewell{*this};
            answer_unless_done(true);
        }
        return answer_;
    }

    /// Called by the leader now and then, with how many nodes he has searched for the answer.
    void call_for_help(std::uint64_t nodes) {
        if (helpers_.empty() || joined_.load() || nodes < patience) return;
        joined_.store(true);
        try {
            for (std::thread& helper : helpers_) helper = std::thread([this] { answer_unless_done(false); });
        } catch (const std::system_error&) {  // there are no more threads: those that came will do
        }
    }

    void add_nodes_of_helper(std::uint64_t nodes) { nodes_of_helpers_ += nodes; }
    std::uint64_t nodes_of_helpers() const { return nodes_of_helpers_; }

    void leave_if_done() const {
        if (done_.load(std::memory_order_relaxed)) throw Left{};
    }

    /// Whether a node with so many empty cells is worth being shared.
    bool shares(int empty) const { return joined_.load(std::memory_order_relaxed) && empty >= fewest_empty; }

    bool is_busy(std::uint64_t code) const { return place(code).load(std::memory_order_relaxed) == code; }

    /// Tells the others, as long as it lives, that a position is being searched.
    class Busy {
    public:
        Busy(Team& team, bool shared, std::uint64_t code) : place_(shared ? &team.place(code) : nullptr) {
            if (place_ != nullptr) place_->store(code, std::memory_order_relaxed);
        }
        Busy(const Busy&) = delete;
        ~Busy() {
            if (place_ != nullptr) place_->store(0, std::memory_order_relaxed);
        }

    private:
        std::atomic<std::uint64_t>* place_;
    };

private:
    static constexpr std::uint64_t patience = 20'000;
    static constexpr int fewest_empty = 14;

    /// However the leader ends, the others end, too.
    struct Farewell {
        Team& team;
        ~Farewell() {
            team.done_.store(true);
            for (std::thread& helper : team.helpers_)
                if (helper.joinable()) helper.join();
        }
    };

    void answer_unless_done(bool leads) {
        try {
            const int answer = (*work_)(leads);
            if (!done_.exchange(true)) answer_ = answer;
        } catch (const Left&) {  // another thread has the answer
        }
    }

    std::atomic<std::uint64_t>& place(std::uint64_t code) const { return busy_[code % busy_.size()]; }

    std::vector<std::thread> helpers_;
    const std::function<int(bool)>* work_ = nullptr;
    std::atomic<bool> joined_ = false;
    std::atomic<bool> done_ = false;
    std::atomic<std::uint64_t> nodes_of_helpers_ = 0;
    int answer_ = 0;  ///< written once, by the first thread that is done
    mutable std::array<std::atomic<std::uint64_t>, 4096> busy_{};
};

}  // namespace gamegrove::connect_four
