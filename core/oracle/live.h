#pragma once
#include "core/oracle/answer_store.h"
#include "core/oracle/oracle.h"

#include <chrono>
#include <filesystem>
#include <memory>

namespace blueprinting::oracle {

/// A checkout of Calculon (github.com/calculon-ai/calculon) to ask.
struct LiveOptions {
    std::filesystem::path checkout;
    std::chrono::milliseconds time_limit{
        60'000};                    ///< for one question; of a run's first ones, for all until it answers (begin_run)
    std::string python = "python3"; ///< a name on PATH, or a path
    std::shared_ptr<AnswerStore> answers{}; ///< shared with other oracles; null: one of its own
};

/// Whether it can be asked, as far as a glance shows: oracle.checkout.* (checkout_folder), oracle.live.no_python.
Result<Done> check_live(const LiveOptions& options);

/// Asks the checkout by running `python3 bin/calculon llm MODEL EXECUTION SYSTEM OUTPUT` in it, on files in a temporary
/// folder that is removed however the run ends. An answer is kept in the store under a digest of the question and of
/// the checkout; a failure is not. ask() waits for the run: any thread, several at once; cancelled within some 10 ms,
/// and the run with it. The run can neither outlive this program, nor write or say without limit (process::run).
/// Errors: those of check_live, oracle.checkout.unreadable, oracle.live.temporary (no temporary folder),
/// process.not_started, and of read_reply. The identity's source_digest is over the sources that lie there, its
/// source_repository the folder.
std::unique_ptr<Oracle> make_live_calculon(LiveOptions options);

} // namespace blueprinting::oracle
