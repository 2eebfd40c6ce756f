#include "algorithms/laboratory.h"

namespace gamegrove {

std::unique_ptr<Laboratory> laboratory_for(const tree::AnyPosition& position, const LaboratoryOptions& options) {
    return std::visit(
        [&]<class P>(const P& p) -> std::unique_ptr<Laboratory> {
            return std::make_unique<LaboratoryOf<P>>(p, options);
        },
        position);
}

}  // namespace gamegrove
