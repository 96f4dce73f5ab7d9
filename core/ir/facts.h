#pragma once
#include "core/primitive/primitive.h"

#include <string_view>

namespace blueprinting::ir {

// Tasks are made of primitives: what is said of these is said here too.
using namespace primitive;
using primitive::to_string;

/// What a value or buffer of the block is for.
enum class BufferRole { weight, activation, activation_gradient, weight_gradient, optimizer_state };

/// Which blocks of a chunk run a task. Everything is `every` but under Calculon's p2p_rs_ag, where the last block of a
/// chunk (the edge block) has other collectives than those before it (the inner ones).
enum class BlockScope { every, inner, edge };

std::string_view to_string(BlockScope scope);
std::string_view to_string(BufferRole role);

} // namespace blueprinting::ir
