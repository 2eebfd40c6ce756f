#include "bind.h"
#include "engine_size.h"
#include "interpreter_lock.h"

/// The table of contents of the native module.
NB_MODULE(_core, module) {
    using namespace gamegrove::bindings;
    // Positions kept in global variables outlive the interpreter; that is no leak worth telling a user about.
    nanobind::set_leak_warnings(false);
    module.doc() = "The compiled core of gamegrove: the games and what must be fast.";
    // Before anything else is registered, and so called after it: what is left of the core's threads must not come
    // back.
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&Door::close));
    bind_errors(module);
    bind_cpu(module);
    module.attr("most_threads") = most_threads;
    module.attr("most_table_mib") = most_table_mib;
    bind_othello(module);
    bind_connect_four(module);
    bind_pente(module);
    bind_tree(module);
    bind_laboratory(module);
    bind_connect_four_engine(module);
    bind_othello_engine(module);
    bind_othello_training(module);
}
