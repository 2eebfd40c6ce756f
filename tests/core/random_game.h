#pragma once

#include <compare>
#include <random>
#include <span>
#include <string>

#include "games/playout.h"
#include "games/position.h"
#include "games/symmetry.h"

/// Made-up games: thousands of them, at the cost of a hash a node.
namespace gamegrove {

/// What the ends of a made-up game are worth: any value, so that many are equal; each another value; or values that
/// make the first of all moves the best one everywhere.
enum class Ends { any, different, best_first };

/// The rules of one made-up game.
struct RandomRules {
    std::uint64_t seed = 0;
    int fewest_moves = 1;
    int most_moves = 3;
    int length = 4;        ///< after so many plies every game has ended
    int early_ends = 0;    ///< how many positions in a hundred end the game before that
    int passes = 0;        ///< how many positions in a hundred leave the mover nothing but a pass
    int crowd = 0;         ///< how many positions there are at each ply; 0 for a tree, where no two ways meet
    bool circles = false;  ///< games have no length, and a position can come again
    Ends ends = Ends::any;
    Value spread = 10;  ///< values lie between -spread and spread
    int key_bits = 64;  ///< how many bits of a key tell positions apart

    std::string text() const {
        return "seed " + std::to_string(seed) + ", moves " + std::to_string(fewest_moves) + "-" +
               std::to_string(most_moves) + ", length " + std::to_string(length) + ", early ends " +
               std::to_string(early_ends) + ", passes " + std::to_string(passes) + ", crowd " + std::to_string(crowd) +
               (circles ? ", circles" : "") + ", spread " + std::to_string(spread);
    }
};

/// A position of a made-up game: its place, from which everything else is hashed.
class RandomGame {
public:
    RandomGame() : RandomGame(a_game) {}
    explicit RandomGame(const RandomRules& rules) : rules_(&rules) {}
    explicit RandomGame(const RandomRules&& rules) = delete;  // they must outlive the game

    CellMoves<1> moves() const {
        if (is_over()) return {};
        if (!passed_ && chance(passing) < rules_->passes) return CellMoves<1>::only_pass();
        const int choices = rules_->most_moves - rules_->fewest_moves + 1;
        const int count = rules_->fewest_moves + static_cast<int>(hash(branching) % static_cast<unsigned>(choices));
        return CellMoves<1>(Bits<1>{{(std::uint64_t{1} << count) - 1}});
    }

    RandomGame after(Move move) const {
        RandomGame next = *this;
        next.passed_ = move == Move::pass();
        next.ply_ = rules_->circles ? 1 - ply_ : ply_ + 1;
        // A way through a tree as a number: its digits are the moves, a pass is 0.
        next.place_ =
            place_ * static_cast<std::uint64_t>(rules_->most_moves + 1) + static_cast<std::uint64_t>(move.index + 1);
        if (rules_->crowd > 0) next.place_ = mixed(next.place_ ^ rules_->seed) % static_cast<unsigned>(rules_->crowd);
        if (rules_->ends == Ends::best_first) next.planted_ = -planted_ + (move.index > 0 ? next.disadvantage() : 0);
        return next;
    }

    Value final_value() const {
        if (rules_->ends == Ends::best_first) return planted_;
        return turn() == Side::first ? value_for_first() : -value_for_first();
    }

    /// What the mover may think of a game that goes on.
    Value estimate() const { return hashed_value(guessing); }

    std::uint64_t key() const {
        const std::uint64_t key = hash(0);
        return rules_->key_bits == 64 ? key : key & ((std::uint64_t{1} << rules_->key_bits) - 1);
    }

    Side turn() const { return ply_ % 2 == 0 ? Side::first : Side::second; }
    std::uint64_t place() const { return place_; }

    friend auto operator<=>(const RandomGame&, const RandomGame&) = default;

private:
    static const RandomRules a_game;
    static constexpr std::uint64_t ending = 1, passing = 2, branching = 3, valuing = 4, guessing = 5;

    std::uint64_t hash(std::uint64_t question) const {
        const std::uint64_t here =
            mixed(place_ + (rules_->seed << 32)) + static_cast<std::uint64_t>(2 * ply_ + passed_);
        return mixed(mixed(here) + question);
    }
    int chance(std::uint64_t question) const { return static_cast<int>(hash(question) % 100); }

    bool is_over() const {
        if (!rules_->circles && ply_ == rules_->length) return true;
        return place_ != 0 && chance(ending) < rules_->early_ends;
    }

    Value hashed_value(std::uint64_t question) const {
        return static_cast<Value>(hash(question) % static_cast<unsigned>(2 * rules_->spread + 1)) - rules_->spread;
    }

    /// What the move that leads here gives away.
    Value disadvantage() const { return static_cast<Value>(hash(valuing) % static_cast<unsigned>(rules_->spread + 1)); }

    Value value_for_first() const { return rules_->ends == Ends::different ? shuffled(place_) : hashed_value(valuing); }

    /// A number below 2^19 as another one, never two as the same: each step can be undone.
    Value shuffled(std::uint64_t number) const {
        constexpr std::uint64_t below = (1U << 19) - 1;
        number = (number + mixed(rules_->seed)) & below;
        number = (number * 0x2c1b5) & below;
        number ^= number >> 9;
        number = (number * 0x5a2d7) & below;
        number ^= number >> 11;
        return static_cast<Value>(number) - (1 << 18);
    }

    const RandomRules* rules_;
    std::uint64_t place_ = 0;
    int ply_ = 0;
    bool passed_ = false;
    Value planted_ = 0;  ///< what the game is worth to the mover, where the first move is the best one
};

inline const RandomRules RandomGame::a_game;

static_assert(Position<RandomGame>);

struct Estimate {
    Value operator()(const RandomGame& game) const { return game.estimate(); }
};

inline std::span<const Symmetry> symmetries(const RandomGame&) { return std::span(symmetries_of_square).first<1>(); }

inline RandomGame transformed(const RandomGame& game, Symmetry) { return game; }

/// Rules of any kind, for games that are small enough to be searched by their definition.
inline RandomRules random_rules(std::mt19937_64& random) {
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    struct Size {
        int moves;
        int length;
    };
    constexpr std::array sizes = {Size{2, 8}, Size{2, 6}, Size{3, 5},  Size{3, 4},  Size{4, 4},
                                  Size{4, 3}, Size{6, 3}, Size{10, 2}, Size{30, 1}, Size{1, 6}};
    const Size size = sizes[static_cast<std::size_t>(below(sizes.size()))];
    RandomRules rules{.seed = random(), .most_moves = size.moves, .length = size.length};
    rules.fewest_moves = below(2) == 0 ? size.moves : 1;
    rules.early_ends = below(2) == 0 ? 0 : below(30);
    rules.passes = below(3) == 0 ? below(40) : 0;
    rules.crowd = below(3) == 0 ? 1 + below(20) : 0;
    rules.circles = rules.crowd > 0 && below(2) == 0;
    rules.ends = below(4) == 0 && rules.crowd == 0 ? Ends::different : Ends::any;
    constexpr std::array spreads = {1, 2, 10, 100, 900'000};
    rules.spread = spreads[static_cast<std::size_t>(below(spreads.size()))];
    return rules;
}

}  // namespace gamegrove
