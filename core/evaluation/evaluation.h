#pragma once

#include <optional>
#include <stdexcept>

#include "evaluation/blend.h"
#include "evaluation/catalogue.h"

namespace gamegrove {

template <class P>
Feature<P> feature(const P& start, std::string_view name) {
    for (const NamedFeature<P>& known : features(start))
        if (known.name == name) return known.make(start);
    throw std::invalid_argument("there is no feature '" + std::string(name) + "'");
}

/// Stands in for a feature that is carried from move to move in games that have none.
struct NothingCarried {
    template <class P>
    Balance operator()(const P&) const {
        return {};
    }
    template <class P>
    Balance after(Balance, const P&, Move, const P&) const {
        return {};
    }
};

/// An evaluation that is chosen at run time: weights of cells, or a blend. If the blend holds a feature whose balance
/// can be carried from move to move, a search carries it: begin() at its root, next() with every move.
template <class P>
class Evaluation {
public:
    Evaluation(const P& start, const Recipe& recipe)
        : cells_(is_cell_weights(start, recipe.lone_feature())
                     ? std::optional(cell_weights(start, recipe.lone_feature()))
                     : std::nullopt),
          blend_(recipe.terms, cells_of(start), [&](const std::string& name) {
              if (name != carried_feature_name(start)) return feature(start, name);
              if (!carried_) carried_ = carried_feature(start);
              return Feature<P>();
          }) {}

    /// The weights of cells that this is, if it is nothing else.
    const auto& cells() const { return cells_; }

    Balance begin(const P& position) const { return carried_ ? (*carried_)(position) : Balance{}; }

    Balance next(Balance balance, const P& position, Move move, const P& after) const {
        return carried_ ? carried_->after(balance, position, move, after) : Balance{};
    }

    Value operator()(const P& position, Balance carried) const {
        return cells_ ? (*cells_)(position) : blend_(position, stones_on(position), carried);
    }

    /// From scratch.
    Value operator()(const P& position) const { return (*this)(position, begin(position)); }

private:
    static auto carried_feature(const P& start) {
        if constexpr (requires { carried(start); })
            return carried(start);
        else
            return NothingCarried();
    }
    static std::string_view carried_feature_name(const P& start) {
        if constexpr (requires { name_of_carried(start); })
            return name_of_carried(start);
        else
            return {};
    }

    std::optional<decltype(cell_weights(std::declval<P>(), ""))> cells_;
    std::optional<decltype(carried_feature(std::declval<P>()))> carried_;
    Blend<P> blend_;
};

}  // namespace gamegrove
