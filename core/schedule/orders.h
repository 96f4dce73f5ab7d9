#pragma once
#include "core/schedule/command_graph.h"

namespace blueprinting::schedule {

/// Order of one stage's compute queue, appended to `out`. Only where has_executable_order().
///
/// GPipe: all forwards, then all backwards. 1F1B: min(m, p−1−i) forwards, forward and backward in turn, the remaining
/// backwards. Interleaved (Megatron-LM, arXiv 2104.04473): the k-th forward has q = k mod pv, chunk ⌊q/p⌋, microbatch
/// ⌊k/pv⌋·p + q mod p, the k-th backward the same with chunk v−1−⌊q/p⌋; warm-up 2(p−1−i) + (v−1)p forwards, all of them
/// when m = p. Zero bubble (2401.10241, handcrafted schedules): h = 1 or 2, w = min(m, h(p−1−i)), δ = h·i; w forwards,
/// then per j: forward j+w, input gradient j, weight gradient j−δ; then the remaining weight gradients.
void append_order(const Request& request, std::int64_t stage, std::vector<Slot>& out);

/// Of all stages.
Orders orders(const Request& request);

} // namespace blueprinting::schedule
