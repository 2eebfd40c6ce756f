#include "games/connect_four/rules.h"

#include <map>
#include <mutex>

namespace gamegrove::connect_four {

Flexible::Flexible(const Rules& rules) {
    static std::map<Rules, Layout<Bits>> layouts;
    static std::mutex guard;
    const std::lock_guard lock(guard);
    layout_ = &layouts.try_emplace(rules, rules).first->second;
}

}  // namespace gamegrove::connect_four
