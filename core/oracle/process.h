#pragma once
#include "core/base/cancel.h"
#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::oracle::process {

/// A program to run: no shell reads any of it.
struct Command {
    std::filesystem::path program;        ///< absolute
    std::vector<std::string> arguments;   ///< behind the program's name
    std::vector<std::string> environment; ///< the whole of it, "NAME=value"
    std::filesystem::path folder;         ///< where it runs
    std::chrono::milliseconds time_limit;
    std::uintmax_t most_said = std::uintmax_t{64} << 20; ///< bytes on either stream; past them it is stopped
    std::uintmax_t most_file = std::uintmax_t{64} << 20; ///< bytes of any file that it writes (RLIMIT_FSIZE)
    std::filesystem::path watched; ///< a folder in which all that it writes is counted; "" for none
    std::uintmax_t most_written = std::uintmax_t{256} << 20; ///< bytes in that folder; past them it is stopped
    std::size_t most_files = 1000;                           ///< files and folders in it, likewise
    /// Bytes that it may write wherever it can, its streams among them.
    [[nodiscard]] std::uintmax_t most_in_all() const { return most_written + 2 * most_said; }
};

/// How a program ended, and the last 64 KiB of what it said on each stream.
struct Finished {
    enum class How {
        exited,
        signalled,
        timed_out,
        said_too_much,
        wrote_too_much,
        wrote_elsewhere ///< outside the watched folder: more than most_in_all
    } how = How::exited;
    int code = 0; ///< the exit code, or the signal's number
    std::string out, err;
};

/// Runs it in a process group of its own, standard input empty, no other descriptor of ours open in it. When it ends,
/// takes too long, says or writes too much or is cancelled, whatever is left of the group is killed; so it is where
/// this program dies, even by kill -9. What has left the group (setsid) runs on, but is neither waited for nor listened
/// to, though it may hold the streams open. process.not_started where it cannot be started. Waits; any thread, several
/// at once.
Result<Finished> run(const Command& command, const CancelToken& cancel);

/// An executable file of this name on PATH, or the name itself where it holds a slash; nothing where there is none.
std::optional<std::filesystem::path> find_program(std::string_view name);

} // namespace blueprinting::oracle::process
