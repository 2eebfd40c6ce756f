#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/errors.h"

namespace gamegrove {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The text without the white space around it.
std::string_view trimmed(std::string_view text);

/// What stands between quotes in a message: the text, shortened, with control characters made visible.
std::string quoted(std::string_view text);

/// Reads a text from left to right and knows in which line and column it is.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool at_end() const { return at_ == text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[at_]; }
    char take();
    /// The whole character that begins here, which in UTF-8 may be several chars.
    std::string_view take_character();
    void skip_spaces();
    Place place() const { return place_; }

    /// The characters from here for which `belongs` holds.
    template <class Predicate>
    std::string_view take_while(Predicate belongs) {
        const std::size_t start = at_;
        while (!at_end() && belongs(peek())) take();
        return text_.substr(start, at_ - start);
    }

    /// The number whose digits begin here, read up to `limit`; nothing when there are no digits or it is larger.
    std::optional<int> take_number(int limit);

private:
    std::string_view text_;
    std::size_t at_ = 0;
    Place place_{1, 1};
};

}  // namespace gamegrove
