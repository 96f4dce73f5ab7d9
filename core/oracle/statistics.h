#pragma once
#include "core/base/object_reader.h"
#include "core/oracle/oracle.h"

namespace blueprinting::oracle {

/// The figures under the names of Calculon's statistics (fw_time, proc_mem_tier1_cap_req, block_fw_flops, …). A time, a
/// total or a block metric that lacks is a problem of the reader, as is anything that is no number; the parts of the
/// memory and the recompute counter may lack. Keys that are not compared are left unread.
Answer read_statistics(ObjectReader& statistics);

} // namespace blueprinting::oracle
