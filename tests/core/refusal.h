#pragma once

#include <concepts>
#include <string>

#include "text/errors.h"

namespace gamegrove {

/// What a call is refused with: the place, where there is one, and the message, as in "2:5 this disc floats ...".
/// Errors of another type are left to the test framework, which reports them.
template <class Error, class Call>
std::string refusal(Call call) {
    try {
        call();
    } catch (const Error& error) {
        std::string text = error.what();
        if constexpr (std::derived_from<Error, TextError>) {
            const Place place = error.place();
            if (place.line != 0) text = std::to_string(place.line) + ":" + std::to_string(place.column) + " " + text;
        }
        return text;
    }
    return "not refused";
}

}  // namespace gamegrove
