#include "core/model/block_set.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace blueprinting::model {

bool contains(const BlockSet& set, std::int64_t block)
{
    return std::visit(Overloaded{[](const NoBlocks&) { return false; }, [](const AllBlocks&) { return true; },
                                 [&](const EvenBlocks&) { return block % 2 == 0; },
                                 [&](const BlocksFrom& s) { return block >= s.first; },
                                 [&](const EveryNthBlock& s) { return (block + 1) % s.step == 0; },
                                 [&](const ListedBlocks& s) {
                                     return std::binary_search(s.numbers.begin(), s.numbers.end(), block);
                                 }},
                      set);
}

std::int64_t count_in(const BlockSet& set, std::int64_t blocks)
{
    return std::visit(Overloaded{[](const NoBlocks&) { return std::int64_t{0}; },
                                 [&](const AllBlocks&) { return blocks; },
                                 [&](const EvenBlocks&) { return blocks / 2 + blocks % 2; },
                                 [&](const BlocksFrom& s) { return std::max<std::int64_t>(blocks - s.first, 0); },
                                 [&](const EveryNthBlock& s) { return blocks / s.step; },
                                 [&](const ListedBlocks& s) {
                                     return std::int64_t(std::lower_bound(s.numbers.begin(), s.numbers.end(), blocks) -
                                                         s.numbers.begin());
                                 }},
                      set);
}

bool same_blocks(const BlockSet& left, const BlockSet& right, std::int64_t blocks)
{
    if (left == right)
        return true;
    const std::int64_t count = count_in(left, blocks);
    if (count != count_in(right, blocks))
        return false;
    for (std::int64_t i = 0; count > 0 && i < blocks; ++i)
        if (contains(left, i) != contains(right, i))
            return false;
    return true;
}

} // namespace blueprinting::model
