#include "games/pente/board.h"

#include <map>
#include <mutex>

namespace gamegrove::pente {

template <class BoardType>
const BoardType* board_of(const Rules& rules) {
    static std::map<Rules, BoardType> boards;
    static std::mutex guard;
    const std::lock_guard lock(guard);
    return &boards.try_emplace(rules, rules).first->second;
}

template const SmallBoard* board_of<SmallBoard>(const Rules&);
template const MiddleBoard* board_of<MiddleBoard>(const Rules&);
template const LargeBoard* board_of<LargeBoard>(const Rules&);

}  // namespace gamegrove::pente
