#include "core/ir/distributed_ir.h"
#include "core/strategy/derived.h"

namespace blueprinting::ir {

model::Description description_of(const ProgramSemantics& program)
{
    if (program.description)
        return *program.description;
    return model::describe(
        {"", program.hidden, program.feedforward, program.sequence, program.heads, program.head_size, program.blocks});
}

block::Setting setting_of(const ProgramSemantics& program)
{
    return block::setting_of(description_of(program), program.piece ? *program.piece : block::Piece{},
                             program.execution);
}

bool is_extended(const ProgramSemantics& program)
{
    return program.description || program.piece || strategy::has_new_switch(program.execution);
}

} // namespace blueprinting::ir
