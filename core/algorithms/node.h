#pragma once

#include "algorithms/values.h"
#include "evaluation/evaluation.h"

namespace gamegrove {

/// What all nodes of one search share. An algorithm is generic over each of these.
template <Position P, class EvaluationType, class MemoryType, class OrderingType, class PruningType, class ObserverType>
struct Setting {
    using Position = P;

    EvaluationType evaluation;  ///< what a position at the horizon is worth to the side to move
    MemoryType memory;          ///< where to look things up
    OrderingType ordering;      ///< which move first
    PruningType pruning;        ///< takes moves away before the search sees them
    ObserverType& observer;     ///< watches, and ends the search when the budget is spent
    Wins wins = Wins::sooner;
    bool free_passes = false;
    Value guess = 0;  ///< what the value may be: where MTD(f) and aspiration begin

    void sweep() { observer.swept(); }
};

/// What an evaluation carries from move to move: nothing, unless it says how.
template <class Evaluation>
struct CarriedBy {
    template <class P>
    static CarriedBy begin(const Evaluation&, const P&) {
        return {};
    }
    template <class P>
    CarriedBy after(const Evaluation&, const P&, Move, const P&) const {
        return {};
    }
    template <class P>
    Value value(const Evaluation& evaluation, const P& position) const {
        return evaluation(position);
    }
};

template <class P>
struct CarriedBy<Evaluation<P>> {
    Balance balance;

    static CarriedBy begin(const Evaluation<P>& evaluation, const P& position) { return {evaluation.begin(position)}; }
    CarriedBy after(const Evaluation<P>& evaluation, const P& position, Move move, const P& next) const {
        return {evaluation.next(balance, position, move, next)};
    }
    Value value(const Evaluation<P>& evaluation, const P& position) const { return evaluation(position, balance); }
};

/// A position in a search, and how many plies are still to be searched below it. What an algorithm needs to know of
/// game, evaluation, memory and order, it asks here. Making one is most of the work of a node; compilers do not inline
/// it into the many algorithms of one unit by themselves, which costs a plain search half its speed.
template <class SettingType>
class Node {
public:
    using Setting = SettingType;
    using Position = typename Setting::Position;
    using Moves = decltype(std::declval<Position>().moves());

    [[gnu::always_inline]] Node(Setting& setting, const Position& position, int depth)
        : setting_(&setting),
          position_(position),
          depth_(depth),
          carried_(Carried::begin(setting.evaluation, position_)),
          legal_(setting.pruning(position_, position_.moves(), depth)) {}

    Setting& setting() const { return *setting_; }
    const Position& position() const { return position_; }
    int depth() const { return depth_; }
    const Moves& legal() const { return legal_; }

    /// Whether the game is over here, or the search reaches no further.
    bool is_leaf() const { return depth_ == 0 || legal_.empty(); }

    /// The value of a leaf.
    [[gnu::always_inline]] Found evaluate() const {
        const bool at_horizon = !legal_.empty();
        const Value value = at_horizon ? carried_.value(setting_->evaluation, position_)
                                       : worth(setting_->wins, position_.final_value(), depth_);
        setting_->observer.evaluated(position_, value, at_horizon);
        return {value, Move::none()};
    }

    /// The moves in the order in which they should be tried.
    decltype(auto) moves(Move remembered = Move::none()) const {
        return setting_->ordering.sort(position_, depth_, legal_, remembered);
    }

    /// The node that a move leads to. A forced pass costs no ply if passes are free.
    [[gnu::always_inline]] Node after(Move move) const {
        const bool free = setting_->free_passes && move == Move::pass();
        const int depth = depth_ - (free ? 0 : 1);
        if constexpr (std::is_empty_v<Carried>) {  // a path of its own: a plain search is a tenth slower without it
            return Node(*setting_, position_.after(move), depth);
        } else {
            const Position next = position_.after(move);
            return Node(*setting_, next, depth, carried_.after(setting_->evaluation, position_, move, next));
        }
    }

    /// The same position, to be searched less deeply.
    Node shallower(int depth) const { return Node(*setting_, position_, depth, carried_); }

    void enter(Window window) const { setting_->observer.entered(position_, depth_, window); }

    void leave(Found found) const { setting_->observer.left(found); }

    /// What the memory knows. Of an entry that belongs to another position with the same key nothing may be believed.
    Bounds recall(Window window) const {
        const Bounds known = setting_->memory.recall(position_, depth_);
        if (belongs_elsewhere(known)) return {};
        if (known.settle(window)) setting_->observer.recalled();
        return known;
    }

    /// Keeps what a search with this window has found, and gives it back.
    Found remember(Found found, Window window) const {
        setting_->memory.remember(position_, depth_, Bounds::proven_by(found, window));
        setting_->observer.check_memory(setting_->memory.bytes());
        return found;
    }

    /// A move has refuted the opponent's last one.
    void cut_off(Move move) const {
        setting_->ordering.reward(position_, depth_, move);
        setting_->observer.cut_off();
    }

private:
    using Carried = CarriedBy<decltype(SettingType::evaluation)>;

    [[gnu::always_inline]] Node(Setting& setting, const Position& position, int depth, Carried carried)
        : setting_(&setting),
          position_(position),
          depth_(depth),
          carried_(carried),
          legal_(setting.pruning(position_, position_.moves(), depth)) {}

    /// A move that is not legal gives another position away, and so does a lower bound without the move that has it,
    /// unless the memory tells of leaves where there are none.
    bool belongs_elsewhere(Bounds known) const {
        if (known.move == Move::none())
            return known.lower != -infinity && !is_leaf() && !setting_->memory.is_careless();
        return !legal_.contains(known.move);
    }

    Setting* setting_;
    Position position_;
    int depth_;
    [[no_unique_address]] Carried carried_;
    Moves legal_;
};

}  // namespace gamegrove
