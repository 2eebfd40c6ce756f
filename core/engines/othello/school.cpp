#include "engines/othello/school.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace gamegrove::othello {

namespace {

/// Whether work that is going on is still wanted. Its one important method is check(), which whoever works for long
/// calls now and then.
class Wish {
public:
    void withdraw() { is_withdrawn_ = true; }

    void check() const {
        if (is_withdrawn_.load(std::memory_order_relaxed)) throw Stopped{"stop"};
    }

private:
    std::atomic<bool> is_withdrawn_ = false;
};

/// Calls `work(worker, number)` for all numbers below `count`, on some threads, and `pulse` here meanwhile, which may
/// throw. Then, or when a work throws, the wish is withdrawn, and what was thrown first is thrown here.
template <class Work>
void for_all(std::size_t count, int threads, const std::function<void()>& pulse, Wish& wish, const Work& work) {
    std::atomic<std::size_t> next = 0;
    std::atomic<int> busy = threads;
    std::exception_ptr failure;
    std::mutex mutex;
    const auto fail = [&] {
        const std::scoped_lock lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
        wish.withdraw();
    };
    const auto serve = [&](int worker) {
        try {
            for (std::size_t i; (i = next.fetch_add(1)) < count;) work(worker, i);
        } catch (...) {
            fail();
        }
        --busy;
    };
    std::vector<std::thread> team;
    try {
        for (int i = 0; i < threads; ++i) team.emplace_back(serve, i);
    } catch (const std::system_error&) {  // there are no more threads: those that came will do
        busy -= threads - static_cast<int>(team.size());
        if (team.empty()) throw;
    }
    try {
        while (busy > 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            pulse();
        }
    } catch (...) {
        fail();
    }
    for (std::thread& each : team) each.join();
    if (failure) std::rethrow_exception(failure);
}

template <class B>
Weights<B> weights_from(std::string_view bytes) {
    return bytes.empty() ? Weights<B>() : Weights<B>(bytes);
}

/// The first cells of the opening that a game begins with.
std::vector<int> beginning(std::uint64_t game, const std::vector<std::vector<int>>& openings) {
    if (openings.empty() || game % 2 == 0) return {};
    const std::vector<int>& whole = openings[mixed(game) % openings.size()];
    const auto length = static_cast<std::ptrdiff_t>(mixed(7 * game + 1) % (whole.size() + 1));
    return {whole.begin(), whole.begin() + length};
}

template <class B>
class SchoolOn final : public School {
public:
    void teach(const Staff& staff, std::uint64_t first, std::size_t games,
               const std::vector<std::vector<int>>& openings) override {
        for (const auto& opening : openings)
            for (const int cell : opening)
                if (cell < 0 || cell >= Bits::capacity) throw std::invalid_argument("an opening has no such cell");
        std::vector<std::vector<Lesson<B>>> taught(games);
        with_teachers(staff, games, [&](Teacher<B>& teacher, std::size_t i) {
            teacher.teach(first + i, beginning(first + i, openings), taught[i]);
        });
        for (const auto& each : taught) lessons_.insert(lessons_.end(), each.begin(), each.end());
    }

    void label(const Staff& staff, const std::vector<AnyPosition>& positions) override {
        std::vector<Lesson<B>> labelled(positions.size());
        with_teachers(staff, positions.size(), [&](Teacher<B>& teacher, std::size_t i) {
            const auto* position = std::get_if<Position<B>>(&positions[i]);
            if (position == nullptr) throw std::invalid_argument("this is a position of another board");
            teacher.forget();
            labelled[i] = {position->mover(), position->opponent(),
                           static_cast<std::int16_t>(teacher.label(position->mover(), position->opponent()))};
        });
        lessons_.insert(lessons_.end(), labelled.begin(), labelled.end());
    }

    std::string fit(std::string_view bytes, int first, int last, int margin, const Fitting& fitting, int threads,
                    const std::function<void()>& pulse) const override {
        if (first < 0 || last >= Weights<B>::stages || first > last) throw std::invalid_argument("no such stages");
        Weights<B> weights = weights_from<B>(bytes);
        // A state is worth about the same in the stage after these, which was fitted before.
        const std::vector<float> later =
            last + 1 < Weights<B>::stages ? weights.by_class(last + 1) : Weights<B>().by_class(0);
        std::mutex mutex;
        Wish wish;
        for_all(static_cast<std::size_t>(last - first + 1), threads, pulse, wish, [&](int, std::size_t i) {
            const int stage = first + static_cast<int>(i);
            const std::vector<float> by_class =
                fitted<B>(lessons_of_stage(lessons_, stage, margin), later, fitting, [&] { wish.check(); });
            const std::scoped_lock lock(mutex);
            weights.set(stage, by_class);
        });
        return weights.bytes();
    }

    std::vector<Error> errors(std::string_view bytes) const override {
        const Weights<B> weights = weights_from<B>(bytes);
        std::vector<Error> errors(static_cast<std::size_t>(B::cells.count()) + 1);
        for (const Lesson<B>& lesson : lessons_) {
            const int units =
                States<B>(lesson.mover, lesson.opponent).sum(weights.table(Weights<B>::stage_of(lesson.discs())));
            const double off = static_cast<double>(units) / Weights<B>::unit - lesson.value;
            Error& error = errors[static_cast<std::size_t>(lesson.discs())];
            ++error.count;
            error.squares += off * off;
            error.absolute += std::abs(off);
        }
        return errors;
    }

    std::string bytes() const override {
        std::string result(lessons_.size() * lesson_bytes, '\0');
        for (std::size_t i = 0; i < lessons_.size(); ++i) {
            char* const target = result.data() + i * lesson_bytes;
            std::memcpy(target, &lessons_[i].mover, sizeof(Bits));
            std::memcpy(target + sizeof(Bits), &lessons_[i].opponent, sizeof(Bits));
            std::memcpy(target + 2 * sizeof(Bits), &lessons_[i].value, sizeof(std::int16_t));
        }
        return result;
    }

    void add(std::string_view bytes) override {
        if (bytes.size() % lesson_bytes != 0) throw std::invalid_argument("these are no lessons of this board");
        std::vector<Lesson<B>> more;
        for (std::size_t at = 0; at < bytes.size(); at += lesson_bytes) {
            Lesson<B>& lesson = more.emplace_back();
            std::memcpy(&lesson.mover, bytes.data() + at, sizeof(Bits));
            std::memcpy(&lesson.opponent, bytes.data() + at + sizeof(Bits), sizeof(Bits));
            std::memcpy(&lesson.value, bytes.data() + at + 2 * sizeof(Bits), sizeof(std::int16_t));
            if ((lesson.mover & lesson.opponent).any() || ((lesson.mover | lesson.opponent) & ~B::cells).any())
                throw std::invalid_argument("these are no lessons of this board");
        }
        lessons_.insert(lessons_.end(), more.begin(), more.end());
    }

    std::size_t size() const override { return lessons_.size(); }
    int stages() const override { return Weights<B>::stages; }
    int discs_per_stage() const override { return Weights<B>::discs_per_stage; }

private:
    using Bits = typename B::Bits;
    static constexpr std::size_t lesson_bytes = 2 * sizeof(Bits) + sizeof(std::int16_t);

    template <class Work>
    static void with_teachers(const Staff& staff, std::size_t count, const Work& work) {
        const Weights<B> weights = weights_from<B>(staff.weights);
        std::vector<std::unique_ptr<Teacher<B>>> teachers;
        Wish wish;
        for (int i = 0; i < staff.threads; ++i)
            teachers.push_back(
                std::make_unique<Teacher<B>>(weights, staff.doubt, staff.curriculum, [&] { wish.check(); }));
        for_all(count, staff.threads, staff.pulse, wish,
                [&](int worker, std::size_t i) { work(*teachers[static_cast<std::size_t>(worker)], i); });
    }

    std::vector<Lesson<B>> lessons_;
};

}  // namespace

std::unique_ptr<School> make_school(const AnyPosition& position) {
    return std::visit(
        []<class B>(const Position<B>&) -> std::unique_ptr<School> { return std::make_unique<SchoolOn<B>>(); },
        position.as_variant());
}

}  // namespace gamegrove::othello
