#include "core/passes/checkpoint.h"

namespace blueprinting::passes {

Json to_json(const PassCheckpoint& checkpoint)
{
    return {{"pass", checkpoint.pass},
            {"revision", checkpoint.revision},
            {"schema", checkpoint.schema},
            {"input", checkpoint.input.hex()},
            {"output", checkpoint.output.hex()},
            {"ir", ir::to_json(*checkpoint.ir)}};
}

} // namespace blueprinting::passes
