#include "bind.h"

namespace gamegrove::bindings {

void bind_cpu(nanobind::module_& module) {
    // Set by the build: the instruction set that this copy of the core was compiled for.
    module.attr("cpu_level") = GAMEGROVE_CPU_LEVEL;
}

}  // namespace gamegrove::bindings
