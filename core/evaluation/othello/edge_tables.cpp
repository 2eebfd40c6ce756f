#include "evaluation/othello/edge_tables.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

namespace gamegrove::othello {

namespace {

constexpr int mine = 1;
constexpr int theirs = 2;
constexpr int most_squares = 14;
constexpr double worth_of_a_corner = 4.0;
constexpr double usual_chance = 0.5;
constexpr double chance_of_a_corner = 0.1;
constexpr double chance_of_a_corner_unseen = 0.2;  // when the state does not say what stands on the X square

constexpr auto powers_of_three = [] {
    std::array<int, most_squares + 1> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 3 * powers[i - 1];
    return powers;
}();
constexpr int power_of_three(int n) { return powers_of_three[static_cast<std::size_t>(n)]; }

/// A state, digit by digit.
struct Edge {
    std::array<int, most_squares> square{};
    int size = 0;     ///< the squares on the edge itself
    int squares = 0;  ///< with the X squares, if they belong to it

    static Edge of(int state, int size, int squares) {
        Edge edge{.size = size, .squares = squares};
        for (int i = 0; i < squares; ++i, state /= 3) edge[i] = state % 3;
        return edge;
    }

    int& operator[](int i) { return square[static_cast<std::size_t>(i)]; }
    int operator[](int i) const { return square[static_cast<std::size_t>(i)]; }

    int state() const {
        int state = 0;
        for (int i = squares - 1; i >= 0; --i) state = 3 * state + (*this)[i];
        return state;
    }

    Edge mirrored() const {
        Edge image = *this;
        std::reverse(image.square.begin(), image.square.begin() + size);
        std::reverse(image.square.begin() + size, image.square.begin() + squares);
        return image;
    }

    Edge with_colours_swapped() const {
        Edge image = *this;
        for (int i = 0; i < squares; ++i) image[i] = (3 - image[i]) % 3;
        return image;
    }

    int empties() const { return static_cast<int>(std::count(square.begin(), square.begin() + squares, 0)); }

    bool is_corner(int i) const { return i == 0 || i == size - 1; }

    double as_it_stands() const {
        double sum = 0;
        for (int i = 0; i < size; ++i) {
            const double worth = is_corner(i) ? worth_of_a_corner : 1.0;
            sum += (*this)[i] == mine ? worth : (*this)[i] == theirs ? -worth : 0.0;
        }
        return sum;
    }

    struct Played {
        int state;
        bool flips;  ///< discs along the edge
    };

    /// The state after a play of mine, from that before it.
    Played play(int i, int before) const {
        const int flipped = i < size ? flipped_from(i, 1) + flipped_from(i, -1) : 0;
        return {before + power_of_three(i) - flipped, flipped > 0};
    }

    /// How likely it is that a play without flips along the edge is possible.
    double chance(int i) const {
        if (!is_corner(i)) return usual_chance;
        if (squares == size) return chance_of_a_corner_unseen;
        return (*this)[i == 0 ? size : size + 1] == theirs ? usual_chance : chance_of_a_corner;
    }

private:
    /// How much the state falls when a disc of mine on a square turns theirs over in a direction: a digit of 2
    /// becomes 1.
    int flipped_from(int from, int step) const {
        int fall = 0;
        int end = from + step;
        for (; end >= 0 && end < size && (*this)[end] == theirs; end += step) fall += power_of_three(end);
        return end >= 0 && end < size && (*this)[end] == mine ? fall : 0;
    }
};

/// Values every state, from full edges to emptier ones.
class LoneEdge {
public:
    LoneEdge(int size, bool with_x_squares)
        : size_(size),
          squares_(size + (with_x_squares ? 2 : 0)),
          value_(static_cast<std::size_t>(power_of_three(squares_))) {
        std::vector<std::uint8_t> empties;
        for (int state = 0; state < power_of_three(squares_); ++state)
            empties.push_back(static_cast<std::uint8_t>(edge(state).empties()));
        for (int wanted = 0; wanted <= squares_; ++wanted)
            for (int state = 0; state < power_of_three(squares_); ++state)
                if (empties[static_cast<std::size_t>(state)] == wanted) settle(state);
    }

    int squares() const { return squares_; }
    double value(int state) const { return static_cast<double>(value_[static_cast<std::size_t>(state)]); }

private:
    Edge edge(int state) const { return Edge::of(state, size_, squares_); }
    void set(int state, float value) { value_[static_cast<std::size_t>(state)] = value; }

    /// Values a state with its images, so that they agree to the last bit.
    void settle(int state) {
        const Edge here = edge(state);
        const Edge swapped = here.with_colours_swapped();
        const int least =
            std::min({here.state(), here.mirrored().state(), swapped.state(), swapped.mirrored().state()});
        if (state != least) return;
        const auto known = static_cast<float>((my_turn(here) - my_turn(swapped)) / 2);
        set(swapped.state(), -known);
        set(swapped.mirrored().state(), -known);
        set(here.state(), known);
        set(here.mirrored().state(), known);
    }

    /// What the edge is worth to me if I am to play.
    double my_turn(const Edge& here) {
        struct Play {
            double value;
            double chance;
        };
        std::array<Play, most_squares> plays{};
        std::size_t count = 0;
        const double elsewhere = here.as_it_stands();
        const int state = here.state();
        for (int i = 0; i < squares_; ++i) {
            if (here[i] != 0) continue;
            const Edge::Played next = here.play(i, state);
            const double gained = value(next.state);
            if (gained > elsewhere) plays[count++] = {gained, next.flips ? 1.0 : here.chance(i)};
        }
        std::sort(plays.begin(), plays.begin() + count, [](Play a, Play b) { return a.value > b.value; });
        double expected = 0;
        double none_before = 1;
        for (std::size_t i = 0; i < count; ++i) {
            expected += none_before * plays[i].chance * plays[i].value;
            none_before *= 1 - plays[i].chance;
        }
        return expected + none_before * elsewhere;
    }

    int size_;
    int squares_;
    std::vector<float> value_;
};

std::int16_t in_tenths(double value) { return static_cast<std::int16_t>(std::lround(10 * value)); }

int digit_of(int state, int square) { return state / power_of_three(square) % 3; }

/// The weight of one square: the mean of value times owner, divided by the mean of the owner's square, which is 2/3.
double weight_of_square(const LoneEdge& edge, int square) {
    double sum = 0;
    for (int state = 0; state < power_of_three(edge.squares()); ++state) {
        const int digit = digit_of(state, square);
        if (digit != 0) sum += digit == mine ? edge.value(state) : -edge.value(state);
    }
    return sum / power_of_three(edge.squares()) * 1.5;
}

/// The mean value of all edges that begin with this corner, C square and X square.
std::vector<double> ends_of_edge(const LoneEdge& edge, int size) {
    std::vector<double> sum(27);
    for (int state = 0; state < power_of_three(edge.squares()); ++state)
        sum[static_cast<std::size_t>(state % 9 + 9 * digit_of(state, size))] += edge.value(state);
    for (double& each : sum) each /= power_of_three(edge.squares() - 3);
    return sum;
}

CornerTable corner_table(const LoneEdge& edge, int size) {
    const std::vector<double> end = ends_of_edge(edge, size);
    const auto part = [&](int corner, int c, int x) { return end[static_cast<std::size_t>(corner + 3 * c + 9 * x)]; };
    CornerTable table;
    for (int state = 0; state < 81; ++state) {
        const int corner = state % 3;
        const int x = state / 27;
        table.corner.push_back(in_tenths(part(corner, state / 3 % 3, x) + part(corner, state / 9 % 3, x)));
    }
    for (int square = 2; square < size - 2; ++square) table.middle.push_back(in_tenths(weight_of_square(edge, square)));
    return table;
}

StateTable state_table(const LoneEdge& edge) {
    StateTable table{.squares = edge.squares(), .value = {}};
    for (int state = 0; state < power_of_three(edge.squares()); ++state)
        table.value.push_back(in_tenths(edge.value(state)));
    return table;
}

/// The tables that come from an edge without its X squares.
struct NarrowTables {
    explicit NarrowTables(int size) {
        const LoneEdge edge(size, false);
        states = state_table(edge);
        for (int square = 0; square < size; ++square) squares.push_back(in_tenths(weight_of_square(edge, square)));
    }

    StateTable states;
    std::vector<std::int16_t> squares;
};

/// The tables that come from an edge with its X squares.
struct WideTables {
    explicit WideTables(int size) {
        const LoneEdge edge(size, true);
        states = state_table(edge);
        corners = corner_table(edge, size);
    }

    StateTable states;
    CornerTable corners;
};

/// Makes the tables of a size once, whoever asks for them first.
template <class Tables>
const Tables& kept(int size) {
    static std::mutex mutex;
    static std::map<int, Tables> tables;
    const std::lock_guard lock(mutex);
    return tables.try_emplace(size, size).first->second;
}

}  // namespace

const StateTable& edge_states(int size) { return kept<NarrowTables>(size).states; }
const std::vector<std::int16_t>& edge_squares(int size) { return kept<NarrowTables>(size).squares; }
const StateTable& wide_edge_states(int size) { return kept<WideTables>(size).states; }
const CornerTable& edge_corners(int size) { return kept<WideTables>(size).corners; }

}  // namespace gamegrove::othello
