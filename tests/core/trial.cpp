#include "trial.h"

namespace gamegrove {

Found Trial::run(Algorithm algorithm, int depth) {
    return gamegrove::run(algorithm, TrialNode(setting_, start, depth), conditions_.window, conditions_.options);
}

}  // namespace gamegrove
