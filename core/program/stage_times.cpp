#include "core/program/stage_times.h"

namespace blueprinting::program {

Breakdown StageTime::microbatch() const
{
    Breakdown out;
    for (const ChunkTime& chunk : chunks) {
        out += chunk.forward;
        out += chunk.backward;
    }
    return out;
}

} // namespace blueprinting::program
