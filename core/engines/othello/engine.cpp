#include "engines/othello/engine.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "engines/othello/search.h"

namespace gamegrove::othello {

namespace {

constexpr int pass_cell = -1;

/// One search of an analysis: how deep, and how sure.
struct Rung {
    int depth;
    int confidence;
};

/// Which searches to do one after the other.
///
/// A selective search to the end of the game costs about as much as one that ends some plies before it, so those
/// depths are left out. An engine that does not know how far shallow searches are off cannot search selectively.
std::vector<Rung> ladder(const Question& question, int empties, bool is_selective) {
    constexpr int left_out = 8;
    constexpr int deep = 12;            // searches that end here or deeper leave out every second depth before
    constexpr int few_cells = 13;       // up to here the certain search is as quick as the selective one
    constexpr int moderate_cells = 20;  // up to here the least sure search finds moves that are good enough
    std::vector<Rung> rungs;
    const int depth = std::min(question.depth, empties);
    const bool to_the_end = depth == empties;
    const int last = to_the_end ? std::max(empties - left_out, 0) : depth;
    for (int each = 1; each <= last; ++each)
        if (last < deep || each % 2 == last % 2) rungs.push_back({each, 0});
    if (!to_the_end) {
        if (is_selective) rungs.push_back({depth, 1});
        return rungs;
    }
    if (empties > few_cells && is_selective) rungs.push_back({empties, empties <= moderate_cells ? 0 : 1});
    rungs.push_back({empties, certain});
    return rungs;
}

template <class B>
class EngineOn final : public Engine {
public:
    explicit EngineOn(const Options& options)
        : EngineOn(
              options,
              std::make_shared<const Weights<B>>(options.weights.empty() ? Weights<B>() : Weights<B>(options.weights)),
              !options.weights.empty()) {}

    Findings analyse(const AnyPosition& any, const Question& question, Budget& budget, const Watch& watch) override {
        const Position<B>& position = own(any);
        if (empties_ != position.empties()) {
            table_.forget();  // what discs count is part of every value
            empties_ = position.empties();
        }
        table_.age();
        Inquiry inquiry(*this, position, question, budget, watch);
        return inquiry.answer();
    }

    Findings at_sight(const AnyPosition& any, const Question& question) const override {
        const Position<B>& position = own(any);
        Findings findings{.confidence = certain};
        for (const Move move : position.moves()) {
            MoveValue& each = findings.moves.emplace_back();
            each.move = move;
            if (!is_judging_) continue;
            const Position<B> next = position.after(move);
            const bool is_over = next.moves().empty();
            each.value = is_over ? -next.final_value() : -static_cast<int>(std::lround(evaluation_of(next)));
            each.bound = bound_of(each.value, question.alpha, question.beta);
            each.depth = findings.depth = 1;
            each.line = {move};
        }
        std::ranges::stable_sort(findings.moves, std::greater<>(), &MoveValue::value);
        return findings;
    }

    double evaluation(const AnyPosition& any) const override { return evaluation_of(own(any)); }

    void forget() override { table_.forget(); }

    std::unique_ptr<Engine> sibling(std::size_t table_bytes, int threads) const override {
        const Options options{.table_bytes = table_bytes, .threads = threads, .doubt = doubt_};
        return std::unique_ptr<Engine>(new EngineOn(options, weights_, is_judging_));
    }

private:
    EngineOn(const Options& options, std::shared_ptr<const Weights<B>> weights, bool is_judging)
        : weights_(std::move(weights)),
          is_judging_(is_judging),
          doubt_(options.doubt),
          table_(options.table_bytes),
          threads_(options.threads) {}

    /// What a value in a window says.
    static MoveValue::Bound bound_of(int value, int alpha, int beta) {
        return value >= beta    ? MoveValue::Bound::at_least
               : value <= alpha ? MoveValue::Bound::at_most
                                : MoveValue::Bound::exact;
    }

    /// Nobody has all cells while the game goes on.
    double evaluation_of(const Position<B>& position) const {
        constexpr double most = Search<B>::all_cells - 1;
        const int stage = Weights<B>::stage_of((position.mover() | position.opponent()).count());
        const int units = States<B>(position.mover(), position.opponent()).sum(weights_->table(stage));
        return std::clamp(static_cast<double>(units) / Weights<B>::unit, -most, most);
    }

    static const Position<B>& own(const AnyPosition& any) {
        if (const auto* position = std::get_if<Position<B>>(&any)) return *position;
        throw std::invalid_argument("this is a position of another board");
    }

    /// One question about one position.
    class Inquiry {
    public:
        Inquiry(EngineOn& engine, const Position<B>& position, const Question& question, Budget& budget,
                const Watch& watch)
            : engine_(engine),
              question_(question),
              watch_(watch),
              position_(position),
              root_(Node<B>::of(position.mover(), position.opponent())) {
            const Common<B> common{*engine.weights_, engine.doubt_, engine.table_, position.empties(),
                                   &nodes_of_helpers_};
            for (int i = 0; i < engine.threads_; ++i)
                searches_.push_back(std::make_unique<Search<B>>(common, i == 0 ? &budget : nullptr));
            for (const Symmetry symmetry : symmetries(position))
                if (symmetry != Symmetry::identity && transformed(position, symmetry) == position)
                    symmetries_.push_back(symmetry);
            if (root_.moves.any())
                for_each_bit(root_.moves, [&](int cell) { add(cell); });
            else if (!root_.is_over())
                add(pass_cell);
        }

        Findings answer() {
            if (findings_.moves.empty()) return {};
            std::optional<Team> team;
            if (engine_.threads_ > 1) {
                team.emplace(engine_.threads_, [this](int thread, Split& split) {
                    searches_[static_cast<std::size_t>(thread)]->join(split);
                });
                for (int i = 0; i < engine_.threads_; ++i) searches_[static_cast<std::size_t>(i)]->enter(&*team, i);
            }
            try {
                for (const Rung& rung : ladder(question_, root_.empties, engine_.doubt_.is_known())) climb(rung);
            } catch (const Stopped& limit) {
                findings_.stopped = limit.reason;
            }
            return told();
        }

    private:
        /// Of moves that are alike only the first is searched.
        void add(int cell) {
            const Move move = cell == pass_cell ? Move::pass() : Move{static_cast<std::int16_t>(cell)};
            const auto is_image = [&](const MoveValue& first) {
                return std::ranges::any_of(
                    symmetries_, [&](Symmetry symmetry) { return image(position_, first.move, symmetry) == move; });
            };
            if (std::ranges::none_of(findings_.moves, is_image)) findings_.moves.emplace_back().move = move;
        }

        /// What has been found out so far, with the images of every move behind it.
        Findings told() const {
            Findings all = findings_;
            all.nodes = nodes();
            all.moves.clear();
            for (const MoveValue& first : findings_.moves) {
                const auto begin = static_cast<std::ptrdiff_t>(all.moves.size());
                all.moves.push_back(first);
                for (const Symmetry symmetry : symmetries_) {
                    MoveValue twin = first;
                    twin.move = image(position_, first.move, symmetry);
                    for (Move& move : twin.line) move = image(position_, move, symmetry);
                    if (std::ranges::find(all.moves.begin() + begin, all.moves.end(), twin.move, &MoveValue::move) ==
                        all.moves.end())
                        all.moves.push_back(std::move(twin));
                }
            }
            return all;
        }

        /// Called when the helpers are idle.
        std::uint64_t nodes() const {
            std::uint64_t all = 0;
            for (const auto& search : searches_) all += search->nodes();
            return all;
        }

        Node<B> after(Move move) const { return move == Move::pass() ? root_.after_pass() : root_.after(move.index); }

        void climb(const Rung& rung) {
            const bool is_end = rung.depth >= root_.empties;
            searches_[0]->set_confidence(rung.confidence);
            std::vector<MoveValue> moves = findings_.moves;
            search_moves(moves, rung);
            for (MoveValue& each : moves) {
                each.line.clear();
                if (!is_end && !engine_.is_judging_) each.bound = MoveValue::Bound::none;
            }
            findings_.moves = std::move(moves);  // before the lines, during which a limit may be reached
            findings_.depth = rung.depth;
            const bool leaves_out = engine_.doubt_.is_known() && rung.depth > Doubt::first_depth;
            findings_.confidence = is_end || leaves_out ? rung.confidence : certain;
            findings_.is_end = is_end;
            try {
                for (MoveValue& each : findings_.moves)
                    if (each.bound == MoveValue::Bound::exact) each.line = line_of(each, rung);
            } catch (const Stopped&) {
                tell();
                throw;
            }
            tell();
        }

        void tell() {
            if (watch_) watch_(told());
        }

        /// Values of the best moves; the list is in the order of the search before.
        void search_moves(std::vector<MoveValue>& moves, const Rung& rung) {
            const int wanted = std::min(question_.lines, static_cast<int>(moves.size()));
            const int least = std::clamp(question_.alpha, -most, most - 1);
            const int enough = std::clamp(question_.beta, least + 1, most);
            std::vector<int> best;  // the values of the best moves so far, in falling order
            for (std::size_t i = 0; i < moves.size(); ++i) {
                MoveValue& each = moves[i];
                const int lower = static_cast<int>(best.size()) < wanted ? least : std::max(least, best.back());
                const int guess = each.bound == MoveValue::Bound::exact ? each.value : lower;
                const bool is_first = static_cast<int>(best.size()) < wanted;
                each.value = is_first ? around(each, guess, lower, enough, rung) : brother(each, lower, enough, rung);
                each.bound = bound_of(each.value, lower, enough);
                each.depth = rung.depth;
                if (each.bound != MoveValue::Bound::at_most) {
                    best.insert(std::ranges::upper_bound(best, each.value, std::greater<>()), each.value);
                    if (static_cast<int>(best.size()) > wanted) best.pop_back();
                }
                if (each.value >= enough && wanted == 1) {
                    for (std::size_t j = i + 1; j < moves.size(); ++j) moves[j].bound = MoveValue::Bound::none;
                    break;
                }
            }
            std::ranges::stable_sort(moves, [](const MoveValue& a, const MoveValue& b) {
                return std::pair(a.bound != MoveValue::Bound::none, a.value) >
                       std::pair(b.bound != MoveValue::Bound::none, b.value);
            });
        }

        /// The value of a move in a window, searched with a small one around a guess first. Selective searches may
        /// contradict each other; when they do so for long the whole window is searched at once.
        int around(const MoveValue& each, int guess, int alpha, int beta, const Rung& rung) {
            const int step = rung.confidence == certain ? 1 : 2;
            int lower = std::max(alpha, guess - step);
            int upper = std::min(beta, guess + step);
            for (int wider = 2; wider <= most; wider *= 2) {
                const int found = value(each, lower, upper, rung);
                if (found >= beta) return found;
                if (found <= lower && lower > alpha) {
                    lower = std::max(alpha, found - wider);
                    upper = std::max(found, lower) + 1;
                } else if (found >= upper && upper < beta) {
                    lower = std::max(alpha, found - 1);
                    upper = std::min(beta, found + wider);
                } else {
                    return found;
                }
            }
            return value(each, alpha, beta, rung);
        }

        int brother(const MoveValue& each, int lower, int beta, const Rung& rung) {
            if (lower >= beta) return value(each, beta - 1, beta, rung);
            const int found = value(each, lower, lower + 1, rung);
            return found > lower && found < beta ? around(each, found, lower, beta, rung) : found;
        }

        int value(const MoveValue& each, int alpha, int beta, const Rung& rung) {
            look_at_budget();
            return -searches_[0]->value(after(each.move), -beta, -alpha, depth_after(each.move, rung));
        }

        /// A search of few cells does not look by itself. The first search is finished whatever the limits are.
        void look_at_budget() {
            if (findings_.depth > 0) searches_[0]->look_at_budget();
        }

        /// A pass fills no cell, and so costs no depth.
        static int depth_after(Move move, const Rung& rung) {
            return move == Move::pass() ? rung.depth : rung.depth - 1;
        }

        /// How the game goes on after a move, as far as the table tells; to its end when that is certain.
        std::vector<Move> line_of(const MoveValue& each, const Rung& rung) {
            const bool is_certain = rung.depth >= root_.empties && rung.confidence == certain;
            std::vector<Move> line{each.move};
            Node<B> node = after(each.move);
            int score = -each.value;
            for (int depth = depth_after(each.move, rung); depth > 0 && !node.is_over(); --depth) {
                Move next = Move::pass();
                if (node.moves.any()) {
                    const auto memo = engine_.table_.recall(node.key());
                    const int cell = memo ? memo->move[0] : no_cell;
                    const bool is_known = cell < Bits::capacity && node.moves.test(cell);
                    if (!is_known && !is_certain) break;
                    next = Move{static_cast<std::int16_t>(is_certain ? best_cell(node, score, is_known ? cell : no_cell)
                                                                     : cell)};
                } else {
                    ++depth;
                }
                line.push_back(next);
                node = next == Move::pass() ? node.after_pass() : node.after(next.index);
                score = -score;
            }
            return line;
        }

        /// A cell that reaches the score of a position to the end of the game; `likely` is tried first.
        int best_cell(const Node<B>& node, int score, int likely) {
            const auto reaches = [&](int cell) {
                look_at_budget();
                const Node<B> next = node.after(cell);
                return -searches_[0]->value(next, -score, -score + 1, next.empties) >= score;
            };
            if (likely != no_cell && reaches(likely)) return likely;
            int found = node.moves.lowest();
            bool is_found = false;
            for_each_bit(node.moves, [&](int cell) {
                if (is_found || cell == likely || !reaches(cell)) return;
                found = cell;
                is_found = true;
            });
            return found;
        }

        using Bits = typename B::Bits;
        static constexpr int most = Search<B>::all_cells + 1;

        EngineOn& engine_;
        Question question_;
        const Watch& watch_;
        const Position<B>& position_;
        Node<B> root_;
        std::vector<Symmetry> symmetries_;  ///< those that change nothing about the position
        std::atomic<std::uint64_t> nodes_of_helpers_ = 0;
        std::vector<std::unique_ptr<Search<B>>> searches_;
        Findings findings_;
    };

    std::shared_ptr<const Weights<B>> weights_;
    bool is_judging_;  ///< whether it has weights, without which only the end of a game means anything
    Doubt doubt_;
    Table table_;
    int threads_;
    Empties empties_ = Empties::to_nobody;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const AnyPosition& position, const Engine::Options& options) {
    return std::visit(
        [&]<class B>(const Position<B>&) -> std::unique_ptr<Engine> { return std::make_unique<EngineOn<B>>(options); },
        position.as_variant());
}

}  // namespace gamegrove::othello
