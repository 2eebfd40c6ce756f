#include "clock/deputy.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#if defined(__unix__)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "doctest/doctest.h"

namespace gamegrove {
namespace {

using namespace std::chrono_literals;
using Numbers = Deputy<int>;

Budget within(std::chrono::milliseconds time) { return {.deadline = Budget::Clock::now() + time}; }

/// Tells 1, 2, 3 and so on until a limit is reached, and answers with the last number.
int count(Budget& limits, const Numbers::Tell& tell) {
    int number = 0;
    try {
        while (true) {
            limits.look(static_cast<std::uint64_t>(number));
            tell(++number);
            std::this_thread::sleep_for(1ms);
        }
    } catch (const Stopped&) {
    }
    return number;
}

/// Tells 1 and goes on until it may end, without a look at its limits, as a thread that has lost its processor.
struct Stuck {
    std::atomic<bool> may_end = false;

    Numbers::Work work() {
        return [this](Budget&, const Numbers::Tell& tell) {
            tell(1);
            while (!may_end) std::this_thread::sleep_for(1ms);
            return 2;
        };
    }
};

TEST_CASE("work on another thread that is done before the deadline is the answer" * doctest::test_suite("threads")) {
    Numbers deputy;
    Budget limits = within(1min);
    limits.nodes = 5;
    const auto reply = deputy.ask(limits, count, {});
    CHECK(reply.answer == 5);
    CHECK_FALSE(reply.is_late);
}

TEST_CASE("work on another thread that is not done at the deadline is answered for by what it has told" *
          doctest::test_suite("threads")) {
    Stuck stuck;
    Numbers deputy;
    Budget limits = within(300ms);
    const auto reply = deputy.ask(limits, stuck.work(), {});
    CHECK(reply.answer == 1);
    CHECK(reply.is_late);
    stuck.may_end = true;
    deputy.rest();
    Budget enough = within(1min);
    enough.nodes = 1;
    CHECK(deputy.ask(enough, count, {}).answer == 1);
}

TEST_CASE("while work on another thread still goes on, only a limit of the next question ends the wait for it" *
          doctest::test_suite("threads")) {
    Stuck stuck;
    Numbers deputy;
    Budget limits = within(100ms);
    deputy.ask(limits, stuck.work(), {});
    const auto reason = [&](Budget& next) {
        try {
            deputy.ask(next, count, {});
        } catch (const Stopped& limit) {
            return std::string(limit.reason);
        }
        return std::string("nothing");
    };
    Budget no_time = within(20ms);
    CHECK(reason(no_time) == "time");
    Budget unwanted = within(1min);
    unwanted.pulse = [] { throw Stopped{"stop"}; };
    CHECK(reason(unwanted) == "stop");
    stuck.may_end = true;
}

#if defined(__unix__)
TEST_CASE("a process that is forked off does not wait for the work of its parent") {
    Stuck stuck;
    Numbers deputy;
    Budget limits = within(100ms);
    deputy.ask(limits, stuck.work(), {});
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);  // rather than wait for ever
        Budget enough = within(1min);
        enough.nodes = 1;
        _exit(deputy.ask(enough, count, {}).answer == 1 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
    stuck.may_end = true;
}
#endif

TEST_CASE("work on another thread waits while somebody watches, and nothing is told after the deadline" *
          doctest::test_suite("threads")) {
    Numbers deputy;
    Budget limits = within(500ms);
    std::vector<int> seen;
    std::atomic<bool> is_watching = false;
    std::atomic<bool> has_waited = true;
    const auto work = [&](Budget&, const Numbers::Tell& tell) {
        for (int number = 1; number <= 3; ++number) {
            tell(number);
            if (is_watching) has_waited = false;
        }
        return 4;
    };
    const auto reply = deputy.ask(limits, work, [&](int number) {
        is_watching = true;
        seen.push_back(number);
        if (number == 2) std::this_thread::sleep_until(limits.deadline + 20ms);
        is_watching = false;
    });
    CHECK(seen == std::vector{1, 2});
    CHECK(has_waited);
    REQUIRE(reply.answer);
    CHECK(reply.is_late == (*reply.answer != 4));
}

TEST_CASE("what work on another thread throws is thrown where it was asked for" * doctest::test_suite("threads")) {
    Numbers deputy;
    Budget limits = within(1min);
    CHECK_THROWS_AS(deputy.ask(limits, [](Budget&, const auto&) -> int { throw std::domain_error("no"); }, {}),
                    std::domain_error);
    Budget more = within(1min);
    CHECK_THROWS_AS(deputy.ask(more, count, [](int) { throw std::domain_error("no"); }), std::domain_error);
    Budget enough = within(1min);
    enough.nodes = 2;
    CHECK(deputy.ask(enough, count, {}).answer == 2);
}

TEST_CASE("a stop sign ends work on another thread" * doctest::test_suite("threads")) {
    Numbers deputy;
    Budget limits = within(1min);
    std::atomic<bool> is_raised = false;
    limits.pulse = [&] {
        if (is_raised) throw Stopped{"stop"};
    };
    const auto reply = deputy.ask(limits, count, [&](int number) { is_raised = number >= 3; });
    REQUIRE(reply.answer);
    CHECK(*reply.answer >= 3);
    CHECK_FALSE(reply.is_late);
}

TEST_CASE("a stop sign that is raised already ends work on another thread before it begins" *
          doctest::test_suite("threads")) {
    Numbers deputy;
    Budget limits = within(1min);
    limits.pulse = [] { throw Stopped{"stop"}; };
    CHECK(deputy.ask(limits, count, {}).answer == 0);
}

TEST_CASE("a pulse that throws, such as for Ctrl-C, is thrown when the other thread has ended its work" *
          doctest::test_suite("threads")) {
    Numbers deputy;
    Budget limits = within(1min);
    bool is_over = false;
    limits.pulse = [looks = 0]() mutable {
        if (++looks > 3) throw std::domain_error("Ctrl-C");
    };
    const auto work = [&](Budget& budget, const Numbers::Tell& tell) {
        const int found = count(budget, tell);
        is_over = true;
        return found;
    };
    CHECK_THROWS_AS(deputy.ask(limits, work, {}), std::domain_error);
    CHECK(is_over);
}

}  // namespace
}  // namespace gamegrove
