#pragma once
#include "core/program/component.h"

#include <vector>

namespace blueprinting::program {

/// Times of one chunk for one microbatch, transfers among them.
struct ChunkTime {
    Breakdown forward, backward;        ///< backward with what is recomputed
    Seconds recompute, weight_gradient; ///< of the backward
};
struct StageTime {
    std::vector<ChunkTime> chunks; ///< in the order of a microbatch
    Breakdown step;                ///< once
    [[nodiscard]] Breakdown microbatch() const;
};

} // namespace blueprinting::program
