#pragma once
#include "core/ir/distributed_ir.h"
#include "core/ir/verify_support.h"

namespace blueprinting::ir {

/// What holds for a task by itself: shape, phase, engine, scope, and that its collective is the one that its
/// boundary's side, phase and mode ask for, over all ranks and of all elements. Not for use outside the verifiers.
void check_task(Findings& findings, const Task& task, const ProgramSemantics& program, std::size_t index);
/// What holds for the program: positive sizes and degrees, and the bytes between two stages.
void check_program(Findings& findings, const ProgramSemantics& program);

/// Dependencies of one task, given the tasks before it.
void check_order(Findings& findings, const std::vector<EntityId>& dependencies, const IdTable& tasks,
                 std::size_t index);

} // namespace blueprinting::ir
