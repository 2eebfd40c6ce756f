#pragma once

#include <memory>
#include <set>
#include <vector>

#include "algorithms/node.h"

/// SSS* as Stockman published it in 1979: states of nodes on an OPEN list, the most promising one first. For study: it
/// needs the memory and the time for the list that the driver's SSS* does not.
namespace gamegrove {

template <class N>
class Stockman {
public:
    explicit Stockman(const N& node) { push(visit(std::make_shared<Place>(node), infinity), false, infinity); }

    /// The exact value: the merit of the root when it is solved.
    Found solve() {
        for (;;) {
            const State state = open_.extract(open_.begin()).value();
            if (state.solved && !state.place->parent) return {state.merit, best_move_};
            if (state.solved)
                go_up(state);
            else if (state.place->node.is_leaf())
                push(state.place, true, std::min(state.merit, state.place->value_of_leaf()));
            else
                go_down(state);
        }
    }

private:
    /// A node of the tree with its parent. The root belongs to MAX.
    struct Place : std::enable_shared_from_this<Place> {
        explicit Place(N n) : node(std::move(n)) { list_moves(); }
        Place(N n, std::shared_ptr<const Place> from, int at)
            : node(std::move(n)), parent(std::move(from)), path(parent->path), maximising(!parent->maximising) {
            path.push_back(at);
            list_moves();
        }

        void list_moves() {
            if (node.is_leaf()) return;
            const auto sorted = node.moves();
            moves.assign(sorted.begin(), sorted.end());
        }

        std::shared_ptr<const Place> child(int number) const {
            return std::make_shared<Place>(node.after(moves[static_cast<std::size_t>(number)]),
                                           this->shared_from_this(), number);
        }

        std::shared_ptr<const Place> brother() const {
            const int next = path.back() + 1;
            return static_cast<std::size_t>(next) == parent->moves.size() ? nullptr : parent->child(next);
        }

        Value value_of_leaf() const {
            const Value value = node.evaluate().value;
            return maximising ? value : -value;
        }

        N node;
        std::shared_ptr<const Place> parent;
        std::vector<int> path;  ///< the numbers of the moves that lead here
        bool maximising = true;
        std::vector<Move> moves;
    };
    using PlacePointer = std::shared_ptr<const Place>;

    /// An entry of the OPEN list: a node, live or solved, and an upper bound of what MAX can get there.
    struct State {
        PlacePointer place;
        bool solved;
        Value merit;

        /// Large merits first, then from left to right.
        friend bool operator<(const State& a, const State& b) {
            return a.merit != b.merit ? a.merit > b.merit : a.place->path < b.place->path;
        }
    };

    void go_up(const State& state) {
        const PlacePointer parent = state.place->parent;
        if (!state.place->maximising) {
            // MAX has found her best move: nothing else below the parent can have more merit.
            std::erase_if(open_, [&](const State& other) { return is_below(*other.place, *parent); });
            if (!parent->parent) best_move_ = parent->moves[static_cast<std::size_t>(state.place->path.back())];
            push(parent, true, state.merit);
        } else if (const PlacePointer brother = state.place->brother()) {
            push(visit(brother, state.merit), false, state.merit);
        } else {
            push(parent, true, state.merit);
        }
    }

    void go_down(const State& state) {
        const int children = state.place->maximising ? static_cast<int>(state.place->moves.size()) : 1;
        for (int number = 0; number < children; ++number)
            push(visit(state.place->child(number), state.merit), false, state.merit);
    }

    PlacePointer visit(PlacePointer place, Value merit) {
        const Window asked{-infinity, merit};
        place->node.enter(place->maximising ? asked : asked.seen_by_opponent());
        constexpr std::size_t overhead = 160;  // the links of the list, the count of owners, the allocator's headers
        bytes_ += sizeof(Place) + sizeof(State) + overhead + sizeof(int) * place->path.size() +
                  sizeof(Move) * place->moves.size();
        place->node.setting().observer.check_memory(bytes_);
        return place;
    }

    void push(PlacePointer place, bool solved, Value merit) { open_.insert({std::move(place), solved, merit}); }

    static bool is_below(const Place& place, const Place& other) {
        return place.path.size() >= other.path.size() &&
               std::equal(other.path.begin(), other.path.end(), place.path.begin());
    }

    std::size_t bytes_ = 0;  ///< what the places and states of this search have taken
    std::set<State> open_;
    Move best_move_ = Move::none();
};

template <class N>
Found stockman(const N& node) {
    return Stockman<N>(node).solve();
}

}  // namespace gamegrove
