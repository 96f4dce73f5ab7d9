#pragma once
#include "core/base/digest.h"

#include <filesystem>
#include <optional>
#include <string>

namespace blueprinting::oracle {

/// A folder that holds Calculon's sources, looked at once.
struct Checkout {
    std::filesystem::path folder; ///< absolute, links resolved
    std::string version;          ///< what calculon/__init__.py calls __version__; "" where it says nothing
    Digest sources;               ///< over bin/calculon and the Python files below calculon/: names and bytes
    /// Over everything that could reach a run (the sources, and whatever else lies there, hidden folders and byte code
    /// left out); nothing where that is too much to look at.
    std::optional<Digest> state;
};

/// The same folder, absolute and with links resolved, where it looks like a checkout; reads nothing of it.
/// oracle.checkout.missing, .not_a_folder, .no_program (it has no bin/calculon), .unreadable; each names the path.
Result<std::filesystem::path> checkout_folder(const std::filesystem::path& path);
/// The same problems, and sources that cannot be read. Reads what lies there.
Result<Checkout> open_checkout(const std::filesystem::path& path);

} // namespace blueprinting::oracle
