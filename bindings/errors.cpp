#include "bind.h"

#include "text/errors.h"

namespace nb = nanobind;

namespace gamegrove::bindings {
namespace {

/// Raises the Python exception of that name, which keeps the place where the text went wrong.
void raise(const char* name, const TextError& error) {
    const nb::object type = nb::module_::import_("gamegrove.errors").attr(name);
    const nb::object instance = type(error.what(), error.place().line, error.place().column);
    PyErr_SetObject(type.ptr(), instance.ptr());
}

void translate(const std::exception_ptr& pointer, void*) {
    try {
        std::rethrow_exception(pointer);
    } catch (const InvalidText& error) {
        raise("InvalidTextError", error);
    } catch (const IllegalMove& error) {
        raise("IllegalMoveError", error);
    } catch (const AmbiguousMove& error) {
        raise("AmbiguousMoveError", error);
    } catch (const InvalidRules& error) {
        const nb::object type = nb::module_::import_("gamegrove.errors").attr("InvalidRulesError");
        PyErr_SetString(type.ptr(), error.what());
    }
}

}  // namespace

void bind_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace gamegrove::bindings
