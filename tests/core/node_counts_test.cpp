#include <string_view>

#include "algorithms/alpha_beta.h"
#include "algorithms/rule_pruning.h"
#include "doctest/doctest.h"
#include "evaluation/catalogue.h"
#include "memory/none.h"
#include "observation/counters.h"
#include "ordering/ordering.h"

/// The nodes that plain alpha-beta visits, every call counted: figures that programs written by others print too.
namespace gamegrove {
namespace {

using ConnectFour = connect_four::Position<connect_four::Standard>;
using Othello = othello::Position<othello::Board8>;

/// Othello in which the end of a game counts for nothing, as in a program that asks only its evaluation.
class EndlessOthello : public Othello {
public:
    EndlessOthello() = default;
    explicit EndlessOthello(const Othello& position) : Othello(position) {}

    EndlessOthello after(Move move) const { return EndlessOthello(Othello::after(move)); }
    Value final_value() const { return 0; }

    friend auto operator<=>(const EndlessOthello&, const EndlessOthello&) = default;
};

static_assert(Position<EndlessOthello>);

struct Search {
    std::uint64_t nodes;
    Value value;

    friend bool operator==(const Search&, const Search&) = default;
};

template <class P>
Search plain_alpha_beta(std::string_view evaluation_name, int depth) {
    const P start;
    Counters counters({});
    auto evaluates = cell_weights(start, evaluation_name);
    using Plain = Setting<P, decltype(evaluates), NoMemory, NaturalOrder, NoPruning, Counters>;
    Plain setting{evaluates, {}, {}, {}, counters};
    const Value value = alpha_beta(Node<Plain>(setting, start, depth)).value;
    return {counters.counts().nodes, value};
}

TEST_CASE("alpha-beta on the empty Connect Four board that sees only ends") {
    CHECK(plain_alpha_beta<ConnectFour>("zero", 6) == Search{1249, 0});
    CHECK(plain_alpha_beta<ConnectFour>("zero", 8) == Search{12574, 0});
}

TEST_CASE("alpha-beta on the empty Connect Four board that likes the middle") {
    CHECK(plain_alpha_beta<ConnectFour>("columns", 6) == Search{18574, 0});
    CHECK(plain_alpha_beta<ConnectFour>("columns", 8) == Search{302010, 1});
}

TEST_CASE("alpha-beta at the start of Othello") {
    CHECK(plain_alpha_beta<Othello>("squares", 5) == Search{426, 3});
    CHECK(plain_alpha_beta<Othello>("squares", 6) == Search{1029, -2});
    CHECK(plain_alpha_beta<Othello>("squares", 7) == Search{3015, 5});
    CHECK(plain_alpha_beta<Othello>("squares", 8) == Search{14658, -4});
    CHECK(plain_alpha_beta<Othello>("squares", 9) == Search{41874, 5});
    CHECK(plain_alpha_beta<Othello>("squares", 10) == Search{129080, -2});
    CHECK(plain_alpha_beta<Othello>("squares", 11) == Search{687262, 3});
}

TEST_CASE("alpha-beta at the start of an Othello whose ends count for nothing") {
    CHECK(plain_alpha_beta<EndlessOthello>("squares", 10) == Search{129080, -2});
    CHECK(plain_alpha_beta<EndlessOthello>("squares", 11) == Search{687398, 3});
}

}  // namespace
}  // namespace gamegrove
