#pragma once
#include "core/oracle/keeper.h"
#include "core/oracle/process.h"

namespace blueprinting::oracle::process {

/// Starts the command as the leader of a process group of its own: standard input empty, the two streams on these
/// descriptors, no other descriptor of ours open, signals as a fresh program has them, no core file, and no file larger
/// than command.most_file. It dies with the thread that calls this, and the keeper knows its group before it runs. 0
/// and `pid`, or why not (errno).
int start(const Command& command, int out, int err, Keeper& keeper, pid_t& pid);

} // namespace blueprinting::oracle::process
