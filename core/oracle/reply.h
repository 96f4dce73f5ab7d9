#pragma once
#include "core/oracle/oracle.h"
#include "core/oracle/process.h"

namespace blueprinting::oracle {

/// The words in which a run of Calculon refused its inputs: behind "ERROR: " on either stream, or those of the
/// assertion or Llm.Error that a traceback ends with; an assertion without words is quoted. Nothing where it did not
/// refuse.
std::optional<std::string> refusal_in(const std::string& out, const std::string& err);

/// What a finished run says: the figures in the file `output` that it was to write into this open folder, or its
/// refusal. Errors oracle.live.timed_out, .too_much (on a stream, or into a file: more than `command` admits),
/// .no_module (Python lacks one), .incomplete (the checkout lacks one of its own), .no_llm (a Calculon of before that
/// command), .crashed (a signal, or any other exit code without a refusal), .no_output, .not_finite, .output (no
/// regular file, larger than 1 MiB, no JSON, a figure that lacks or is no number); the end of standard error follows as
/// a finding, oracle.live.standard_error.
Result<Answer> read_reply(const process::Command& command, const process::Finished& run, int folder, const char* output,
                          const std::string& source);

} // namespace blueprinting::oracle
