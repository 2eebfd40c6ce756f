#include "engines/connect_four/solver.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engines/connect_four/search.h"

namespace gamegrove::connect_four {

namespace {

template <class Bits, class B>
Bits as(const typename Position<B>::Bits& set) {
    Bits same;
    for (std::size_t i = 0; i < same.word.size() && i < set.word.size(); ++i) same.word[i] = set.word[i];
    return same;
}

/// The two sides of a position in the words of a ground.
template <class Bits>
std::pair<Bits, Bits> stones_of(const AnyPosition& any) {
    return std::visit(
        []<class B>(const Position<B>& position) {
            return std::pair(as<Bits, B>(position.mover()), as<Bits, B>(position.opponent()));
        },
        static_cast<const std::variant<Position<Standard>, Position<Flexible>>&>(any));
}

const Rules& rules_of(const AnyPosition& any) {
    return std::visit([](const auto& position) -> const Rules& { return position.layout().rules; }, any);
}

bool is_lost(const AnyPosition& any) {
    return std::visit([](const auto& position) { return position.is_lost(); }, any);
}

/// Whether a board is searched with one word and 16 lanes at most. A step along a diagonal must be shorter than a word.
bool fits_one_word(const Rules& rules) {
    return cells_needed(rules) <= 64 && rules.width <= 16 && rules.height + 2 < 64;
}

/// The search for the score of one position on one kind of board.
template <class GroundType>
class Inquiry {
public:
    using Bits = typename GroundType::Bits;

    Inquiry(const GroundType& ground, const AnyPosition& position)
        : ground_(ground), stones_(stones_of<Bits>(position)), count_((stones_.first | stones_.second).count()) {}

    /// What the rules tell: exactly when the game is over or won at once.
    Known at_first_sight(bool is_lost) const {
        const Bits playable = board().playable(stones_.first | stones_.second);
        if (is_lost) return exactly(-board().win_at(count_ - 1));
        if (!playable.any()) return exactly(0);
        if ((board().completing_cells(stones_.first) & playable).any()) return exactly(board().win_at(count_));
        return {-board().win_at(count_ + 1), board().win_at(count_ + 2)};
    }

    /// Asks until nothing is open; `learned` is told what has become of it after every answer.
    void ask_until_known(const Known& open, Table& table, int threads, Budget& budget,
                         const std::function<void(const Known&, std::uint64_t nodes)>& learned) {
        Team team(threads, open, budget.nodes, [this](const Known& known) { return questions(known); });
        Budget watched = budget;
        Search<GroundType> leader(ground_, table, team, &watched);
        const auto tell = [&] { learned(team.known(), leader.nodes() + team.nodes_of_helpers()); };
        const auto tell_news = [&] {
            if (team.has_questions() && team.take_news()) tell();
        };
        watched.pulse = [&] {
            tell_news();
            budget.pulse();
        };
        const auto lead = [&] {
            while (team.answer_a_question([&](int alpha) { return ask(leader, alpha); })) tell_news();
        };
        const auto help = [&] {
            Search<GroundType> helper(ground_, table, team, nullptr);
            while (!team.is_spent() && team.answer_a_question([&](int alpha) { return ask(helper, alpha); })) {
            }
        };
        try {
            team.work(lead, help);
        } catch (const Stopped&) {
            tell();
            throw;
        }
        tell();
    }

private:
    static Known exactly(int score) { return {score, score}; }
    const Ground<Bits>& board() const { return *ground_; }

    int ask(Search<GroundType>& search, int alpha) const { return search.bound(stones_.first, stones_.second, alpha); }

    /// Which questions to ask next: whether there is a quick win, whether there is a quick loss, and then the two
    /// nearest to a draw that are open. The first two are shallow searches, and answer most positions that are easy.
    std::vector<int> questions(const Known& open) const {
        const auto is_open = [&](int alpha) { return open.lower <= alpha && alpha < open.upper; };
        const int quick = 3 * count_ <= board().size() ? 12 : 10;
        const int quick_win = board().win_at(count_ + 2 + quick);
        const int quick_loss = -board().win_at(count_ + 1 + quick);
        if (quick_win > 0 && is_open(quick_win)) return {quick_win};
        if (quick_loss < 0 && is_open(quick_loss)) return {quick_loss};
        const int nearest = std::clamp(-1, open.lower, open.upper - 1);
        const int next = nearest >= -1 && is_open(nearest + 1) ? nearest + 1 : nearest - 1;
        return is_open(next) ? std::vector{nearest, next} : std::vector{nearest};
    }

    GroundType ground_;
    std::pair<Bits, Bits> stones_;  ///< of the mover and of the other
    int count_;
};

/// The positions from which the last move may have come.
template <class B>
std::vector<AnyPosition> predecessors(const Position<B>& position) {
    std::vector<AnyPosition> found;
    const auto& layout = position.layout();
    const auto first_free = position.discs() + layout.bottom;
    for_each_bit(position.opponent() & (first_free >> 1), [&](int top) {
        const auto stone = Position<B>::Bits::of(top);
        found.emplace_back(Position<B>(position.board(), position.opponent() & ~stone, position.discs() & ~stone));
    });
    return found;
}

int cells_of(const AnyPosition& position) {
    const Rules& rules = rules_of(position);
    return rules.width * rules.height;
}

}  // namespace

Verdict not_begun(const AnyPosition& position, std::string_view reason) {
    const int most = (cells_of(position) + 1) / 2;
    return {-most, most, 0, std::string(reason)};
}

Solver::Solver(const Options& options) : options_(options), table_(options.table_bytes) {}

Verdict Solver::solve(const AnyPosition& position, const std::optional<Window>& window, Budget& budget,
                      const Watch& watch) {
    const Rules& rules = rules_of(position);
    remember_board(rules);
    const Window wanted = window.value_or(Window{-cells_of(position), cells_of(position)});
    const auto on = [&](const auto& ground) { return close_in(ground, position, wanted, budget, watch); };
    if (rules == Rules{}) return on(StandardGround{});
    if (fits_one_word(rules) && rules.width <= 8) return on(FlexibleGround<1, 8>{Ground<Bits<1>>(rules)});
    if (fits_one_word(rules)) return on(FlexibleGround<1, 16>{Ground<Bits<1>>(rules)});
    if (rules.width <= 16) return on(FlexibleGround<2, 16>{Ground<Bits<2>>(rules)});
    return on(FlexibleGround<2, 64>{Ground<Bits<2>>(rules)});
}

void Solver::remember_board(const Rules& rules) {
    if (board_ == rules) return;
    board_.reset();  // should there be no memory to begin with
    table_.begin(fits_one_word(rules) ? cells_needed(rules) : 64);
    board_ = rules;
}

Known Solver::known_from_book(const AnyPosition& position, Known known) const {
    if (options_.book == nullptr) return known;
    if (const auto score = options_.book->score(position)) return {*score, *score};
    // The side that has just moved had no better move than the best.
    for (const AnyPosition& before : std::visit([](const auto& p) { return predecessors(p); }, position))
        if (const auto score = options_.book->score(before)) known.lower = std::max(known.lower, -*score);
    return known;
}

template <class GroundType>
Verdict Solver::close_in(const GroundType& ground, const AnyPosition& position, const Window& window, Budget& budget,
                         const Watch& watch) {
    Inquiry<GroundType> inquiry(ground, position);
    Known known = inquiry.at_first_sight(is_lost(position));
    if (known.lower < known.upper) known = known_from_book(position, known);
    Verdict verdict{known.lower, known.upper, 0, {}};
    const Known open{std::max(known.lower, window.lower), std::min(known.upper, window.upper)};
    if (open.lower >= open.upper) return verdict;
    const auto learned = [&](const Known& left, std::uint64_t nodes) {
        if (left.lower > open.lower) verdict.lower = left.lower;
        if (left.upper < open.upper) verdict.upper = left.upper;
        verdict.nodes = nodes;
        if (watch) watch(verdict);
    };
    try {
        inquiry.ask_until_known(open, table_, options_.threads, budget, learned);
    } catch (const Stopped& limit) {
        verdict.stopped = limit.reason;
    }
    return verdict;
}

}  // namespace gamegrove::connect_four
