#pragma once

#include <stdexcept>
#include <string>

namespace gamegrove {

/// A place in a text, both counted from 1; line 0 means "no particular place".
struct Place {
    int line = 0;
    int column = 0;
};

/// Anything wrong with a text or a move that came from outside. what() is a sentence for people, without the place.
class TextError : public std::runtime_error {
public:
    TextError(const std::string& message, Place place) : std::runtime_error(message), place_(place) {}
    Place place() const { return place_; }

private:
    Place place_;
};

/// The text does not follow its format.
class InvalidText : public TextError {
public:
    explicit InvalidText(const std::string& message, Place place = {}) : TextError(message, place) {}
};

/// The text names a move that the rules forbid here.
class IllegalMove : public TextError {
public:
    explicit IllegalMove(const std::string& message, Place place = {}) : TextError(message, place) {}
};

/// The text could mean more than one move.
class AmbiguousMove : public TextError {
public:
    explicit AmbiguousMove(const std::string& message, Place place = {}) : TextError(message, place) {}
};

/// There is no such game: a size or an option out of range.
class InvalidRules : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace gamegrove
