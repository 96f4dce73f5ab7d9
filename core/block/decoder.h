#pragma once
#include "core/block/operation.h"
#include "core/block/setting.h"

namespace blueprinting::block {

/// The operations of a piece of a model: a decoder block (attention and feed-forward part or experts, one behind the
/// other or side by side, with their norms and residual sums), or what stands outside the blocks.
Block decoder(const Setting& setting);

} // namespace blueprinting::block
