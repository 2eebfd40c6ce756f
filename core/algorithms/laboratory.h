#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithms/catalogue.h"
#include "algorithms/rule_pruning.h"
#include "evaluation/evaluation.h"
#include "memory/any_memory.h"
#include "observation/watcher.h"
#include "ordering/ordering.h"
#include "ordering/priorities.h"

namespace gamegrove {

enum class MemoryKind { none, exact, table, careless };

class Laboratory;

/// What a search is to be run with.
struct LaboratoryOptions {
    Recipe evaluation = "zero";
    MemoryKind memory = MemoryKind::none;
    int table_bits = 20;
    Replacement replacement = Replacement::two_tier;
    bool symmetry = false;
    Reasons order;
    Rules rules;
    Wins wins = Wins::sooner;
    bool free_passes = false;
    bool watch = false;
    Budget budget;
    /// Where a search of the same game with the same options has run before: its memory is taken over.
    Laboratory* heir_of = nullptr;

    /// Whether nothing but game and evaluation is asked for, so that all the rest can vanish from the code.
    bool is_plain() const { return memory == MemoryKind::none && !order.any() && !rules.any() && !watch; }
};

/// Where the algorithms run on one position of one game. What is remembered stays from run to run.
class Laboratory {
public:
    virtual ~Laboratory() = default;

    /// Searches to a depth; throws Stopped when the budget is spent.
    virtual Found run(Algorithm algorithm, int depth, Value guess, Window window, const AlgorithmOptions& options) = 0;
    /// Empties the memory.
    virtual void forget() = 0;
    /// What the memory knows of the position at a depth.
    virtual Bounds bounds(int depth) const = 0;
    /// The best play from here, as far as the memory knows it, beginning with a move.
    virtual std::vector<std::string> line(int depth, Move move) const = 0;
    virtual Counts counts() const = 0;
    virtual Move read(std::string_view move) const = 0;
    virtual std::string write(Move move) const = 0;
};

template <Position P>
class LaboratoryOf : public Laboratory {
public:
    LaboratoryOf(const P& position, const LaboratoryOptions& options)
        : position_(position),
          counters_(options.budget, options.watch),
          full_{Evaluation<P>(position, options.evaluation),
                memory_for(position, options),
                SortedOrder(options.order, priorities(position)),
                RulePruning(options.rules),
                counters_,
                options.wins,
                options.free_passes},
          plain_{full_.evaluation.cells().value_or(cell_weights(position, "zero")),
                 {},
                 {},
                 {},
                 counters_,
                 options.wins,
                 options.free_passes},
          is_plain_(options.is_plain() && full_.evaluation.cells()) {}

    Found run(Algorithm algorithm, int depth, Value guess, Window window, const AlgorithmOptions& options) override {
        if (is_plain_ && has_plain_form(algorithm))
            return run_plain(algorithm, PlainNode(plain_, position_, depth), window);
        full_.guess = guess;
        if (algorithm == Algorithm::mcts) return grow_tree(options.mcts);
        return gamegrove::run(algorithm, FullNode(full_, position_, depth), window, options);
    }

    void forget() override { full_.memory.forget(); }

    Bounds bounds(int depth) const override { return full_.memory.recall(position_, depth); }

    std::vector<std::string> line(int depth, Move move) const override {
        std::vector<std::string> line;
        P position = position_;
        for (; depth > 0 && position.moves().contains(move); move = full_.memory.recall(position, depth).move) {
            line.push_back(notation(position, move));
            position = position.after(move);
            if (!full_.free_passes || move != Move::pass()) --depth;
        }
        return line;
    }

    Counts counts() const override { return counters_.counts(); }
    Move read(std::string_view move) const override { return read_move(position_, move); }
    std::string write(Move move) const override { return notation(position_, move); }

private:
    /// A large tree takes long to give back: that is done with the laboratory, not in the time of the search.
    Found grow_tree(const MctsOptions& options) {
        mcts_ = std::make_unique<Mcts<FullNode>>(FullNode(full_, position_, 0), options);
        return mcts_->search();
    }

    using Weights = decltype(cell_weights(std::declval<P>(), ""));
    using PlainSetting = Setting<P, Weights, NoMemory, NaturalOrder, NoPruning, Counters>;
    using FullSetting = Setting<P, Evaluation<P>, AnyMemory<P>, SortedOrder, RulePruning, Watcher<P>>;
    using PlainNode = Node<PlainSetting>;
    using FullNode = Node<FullSetting>;

    static AnyMemory<P> memory_for(const P& position, const LaboratoryOptions& options) {
        if (auto* before = dynamic_cast<LaboratoryOf*>(options.heir_of))
            return std::exchange(before->full_.memory, AnyMemory<P>());
        using Kind = typename AnyMemory<P>::Kind;
        switch (options.memory) {
            case MemoryKind::exact: return AnyMemory<P>(Kind(ExactMemory<P>()), options.symmetry);
            case MemoryKind::table:
                return AnyMemory<P>(Kind(TranspositionTable(options.table_bits, options.replacement)),
                                    options.symmetry);
            case MemoryKind::careless: return AnyMemory<P>(Kind(CarelessTable(options.table_bits, position.key())));
            case MemoryKind::none: break;
        }
        return AnyMemory<P>();
    }

    P position_;
    Watcher<P> counters_;
    FullSetting full_;
    PlainSetting plain_;
    bool is_plain_;
    std::unique_ptr<Mcts<FullNode>> mcts_;
};

/// The laboratory for a position; each game's file compiles the algorithms for its boards.
std::unique_ptr<Laboratory> laboratory_for(const othello::AnyPosition& position, const LaboratoryOptions& options);
std::unique_ptr<Laboratory> laboratory_for(const connect_four::AnyPosition& position, const LaboratoryOptions& options);
std::unique_ptr<Laboratory> laboratory_for(const pente::AnyPosition& position, const LaboratoryOptions& options);
std::unique_ptr<Laboratory> laboratory_for(const tree::AnyPosition& position, const LaboratoryOptions& options);

}  // namespace gamegrove
