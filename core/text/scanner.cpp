#include "text/scanner.h"

#include <cstdint>

namespace gamegrove {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

namespace {

constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// At most `most` bytes of the text, never cutting a UTF-8 character in two.
std::string_view shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && continues_character(text[most])) --most;
    return text.substr(0, most);
}

}  // namespace

std::string quoted(std::string_view text) {
    const std::string_view head = shortened(text, 40);
    std::string result = "'";
    for (const char c : head) {
        if (c == '\n')
            result += "\\n";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            result += '?';
        else
            result += c;
    }
    return result + (head.size() < text.size() ? "...'" : "'");
}

char Scanner::take() {
    const char c = text_[at_++];
    if (c == '\n')
        place_ = {place_.line + 1, 1};
    else if (at_end() || !continues_character(text_[at_]))
        ++place_.column;
    return c;
}

std::string_view Scanner::take_character() {
    const std::size_t start = at_;
    take();
    while (!at_end() && continues_character(peek())) take();
    return text_.substr(start, at_ - start);
}

void Scanner::skip_spaces() { take_while(is_space); }

std::optional<int> Scanner::take_number(int limit) {
    const std::string_view digits = take_while(is_digit);
    if (digits.empty()) return std::nullopt;
    std::int64_t number = 0;
    for (const char digit : digits) {
        number = 10 * number + (digit - '0');
        if (number > limit) return std::nullopt;
    }
    return static_cast<int>(number);
}

}  // namespace gamegrove
