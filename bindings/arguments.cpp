#include <algorithm>
#include <memory>

#include "position_methods.h"
#include "text/scanner.h"

namespace gamegrove::bindings {

NotationCache& NotationCache::of(const Frame& frame) {
    // Never destroyed: the strings would outlive the interpreter. There are few boards, so a list is searched fastest.
    static auto* const caches = new std::vector<std::unique_ptr<NotationCache>>();
    for (const auto& cache : *caches)
        if (cache->frame_ == frame) return *cache;
    caches->emplace_back(new NotationCache(frame));
    return *caches->back();
}

std::pair<int, int> size_of(const SizeArgument& size) {
    constexpr int most = 1000;
    if (const int* side = std::get_if<int>(&size)) return {*side, *side};
    if (const auto* sides = std::get_if<std::pair<int, int>>(&size)) return *sides;
    const std::string& text = std::get<std::string>(size);
    Scanner scanner(text);
    const std::optional<int> width = scanner.take_number(most);
    if (width && scanner.at_end()) return {*width, *width};
    if (width && (scanner.peek() == 'x' || scanner.peek() == 'X')) {
        scanner.take();
        const std::optional<int> height = scanner.take_number(most);
        if (height && scanner.at_end()) return {*width, *height};
    }
    throw InvalidRules("size " + quoted(text) + " should be a number or two with an x between them, such as 8 or 7x6");
}

namespace {

/// An option's value as Python code.
std::string code_of(const std::string& value) {
    if (value == "true") return "True";
    if (value == "false") return "False";
    return is_digit(value[0]) ? value : "'" + value + "'";
}

}  // namespace

std::string keywords_of_spec(std::string_view spec, std::string_view usual_name) {
    Scanner scanner(spec);
    const std::string name(scanner.take_while([](char c) { return c != ':'; }));
    std::string keywords = name == usual_name ? "" : ", preset='" + name + "'";
    if (!scanner.at_end()) scanner.take();
    while (!scanner.at_end()) {
        std::string option(scanner.take_while([](char c) { return c != '='; }));
        scanner.take();
        const std::string value(scanner.take_while([](char c) { return c != ','; }));
        if (!scanner.at_end()) scanner.take();
        if (option == "size" || option == "board") continue;
        std::replace(option.begin(), option.end(), '-', '_');
        keywords += ", " + option + "=" + code_of(value);
    }
    return keywords;
}

}  // namespace gamegrove::bindings
