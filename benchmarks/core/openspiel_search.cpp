/// OpenSpiel's C++ alpha-beta, so that Python can call it: the wheel has the compiled AlphaBetaSearch(), the headers
/// and the sources, but its Python module does not hand the function on. openspiel_search.py compiles this file, links
/// it to the wheel's module, and loads it.
///
/// The boards of OpenSpiel's states are private, and the public ways to them (texts, tensors) are slow. To be fair, the
/// evaluations here read the boards themselves, for which this file is compiled with -fno-access-control.

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "open_spiel/algorithms/minimax.h"
#include "open_spiel/games/connect_four/connect_four.h"
#include "open_spiel/games/othello/othello.h"
#include "open_spiel/spiel.h"

namespace {

using namespace open_spiel;

/// An ended game is worth 1, 0 or -1 in OpenSpiel, so an estimate must be smaller: thousandths keep all of them in
/// order.
constexpr double scale = 1000;

struct Zero {
    double operator()(const State&) const { return 0; }
};

/// The discs of the first player minus those of the second, by the weight of their columns.
struct Columns {
    double operator()(const State& state) const {
        using namespace connect_four;
        constexpr std::array<int, kDefaultNumCols> weights = {0, 1, 2, 4, 2, 1, 0};
        const CellState* cell = static_cast<const ConnectFourState&>(state).board_.data();
        int value = 0;
        for (int row = 0; row < kDefaultNumRows; ++row)
            for (const int weight : weights) {
                value += weight * ((*cell == CellState::kCross) - (*cell == CellState::kNought));
                ++cell;
            }
        return value / scale;
    }
};

/// The discs of the first player minus those of the second: corners 9, other edge squares 3, the rest 1.
struct Squares {
    double operator()(const State& state) const {
        using namespace othello;
        const auto& board = static_cast<const OthelloState&>(state).board_;
        int value = 0;
        for (int cell = 0; cell < kNumCells; ++cell)
            value += weights[cell] * ((board[cell] == CellState::kBlack) - (board[cell] == CellState::kWhite));
        return value / scale;
    }

    static constexpr std::array<int, othello::kNumCells> weights = [] {
        std::array<int, othello::kNumCells> made{};
        const auto on_rim = [](int at) { return at == 0 || at == 7; };
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column)
                made[row * 8 + column] = on_rim(row) && on_rim(column) ? 9 : on_rim(row) || on_rim(column) ? 3 : 1;
        return made;
    }();
};

}  // namespace

/// What a search has found.
struct Answer {
    double value;            ///< to the first player, in thousandths
    std::int64_t action;     ///< OpenSpiel's number of the best move
    std::int64_t evaluated;  ///< how often the evaluation was asked for
};

namespace {

template <class Evaluation>
Answer search(const Game& game, int depth) {
    std::int64_t evaluated = 0;
    // One pointer is all it captures, so that the copies which the search makes at every node need no memory.
    const auto evaluation = [&evaluated](const State& state) {
        ++evaluated;
        return Evaluation()(state);
    };
    // Neither game can take back moves, so it has to copy the states.
    const auto [value, action] = algorithms::AlphaBetaSearch(game, nullptr, evaluation, depth, 0, /*use_undo=*/false);
    return {value * scale, action, evaluated};
}

}  // namespace

/// Searches the first position of a game.
extern "C" [[gnu::visibility("default")]] Answer openspiel_alpha_beta(const char* game, const char* evaluation,
                                                                      int depth) {
    const std::shared_ptr<const Game> loaded = LoadGame(game);
    const std::string_view name = evaluation;
    if (name == "columns") return search<Columns>(*loaded, depth);
    if (name == "squares") return search<Squares>(*loaded, depth);
    return search<Zero>(*loaded, depth);
}
