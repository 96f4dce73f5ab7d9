#include "core/oracle/checkout.h"

#include "core/base/file.h"

#include <algorithm>
#include <cstring>
#include <sys/stat.h>
#include <vector>

namespace blueprinting::oracle {
namespace {

namespace fs = std::filesystem;

/// More than this is no checkout of Calculon alone; looking at all of it would cost more than a run.
constexpr std::size_t kMostFiles = 20000;
/// Larger files count by size and time, not by their bytes.
constexpr std::uintmax_t kWhole = std::uintmax_t{1} << 20;

Diagnostic checkout_failure(std::string code, const fs::path& path, std::string message)
{
    return {Severity::error, "oracle.checkout." + std::move(code), "", std::move(message),
            SourceLocation{path.string(), 0, 0}};
}

bool passed_over(const fs::path& path)
{
    const std::string name = path.filename().string();
    return name.starts_with(".") || name == "__pycache__" || name.ends_with(".pyc");
}

/// Regular files below the folder in the order of their names; nothing past kMostFiles.
std::optional<std::vector<fs::path>> files_below(const fs::path& folder, std::error_code& error)
{
    std::vector<fs::path> files;
    std::size_t seen = 0;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        if (++seen > kMostFiles)
            return std::nullopt;
        std::error_code ignored;
        if (passed_over(at->path()))
            at.disable_recursion_pending();
        else if (at->is_regular_file(ignored))
            files.push_back(at->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// A length before each piece, so that the pieces cannot run into each other.
void add(DigestStream& stream, std::string_view piece)
{
    stream.add(std::to_string(piece.size()) + ":");
    stream.add(piece);
}

Result<Done> add_file(DigestStream& stream, const fs::path& folder, const fs::path& file)
{
    add(stream, file.lexically_relative(folder).string());
    struct stat facts {};
    if (::stat(file.c_str(), &facts) == 0 && static_cast<std::uintmax_t>(facts.st_size) > kWhole) {
        add(stream, std::to_string(facts.st_size) + " " + std::to_string(facts.st_mtim.tv_sec) + " " +
                        std::to_string(facts.st_mtim.tv_nsec));
        return Done{};
    }
    auto bytes = read_file(file);
    if (!bytes)
        return checkout_failure("unreadable", file, bytes.diagnostics().front().message);
    add(stream, *bytes);
    return Done{};
}

Result<Digest> digest_of(const fs::path& folder, const std::vector<fs::path>& files)
{
    DigestStream stream;
    for (const fs::path& file : files)
        if (const auto added = add_file(stream, folder, file); !added)
            return added.failure_as<Digest>();
    return stream.finish();
}

/// The quoted text behind "__version__ =".
std::string version_in(const fs::path& file)
{
    const auto text = read_file(file);
    if (!text)
        return "";
    const std::size_t name = text->find("__version__");
    const std::size_t open = name == std::string::npos ? name : text->find_first_of("'\"\n", name);
    if (open == std::string::npos || (*text)[open] == '\n')
        return "";
    const std::size_t close = text->find_first_of(std::string{(*text)[open], '\n'}, open + 1);
    return close == std::string::npos || (*text)[close] == '\n' ? "" : text->substr(open + 1, close - open - 1);
}

} // namespace

Result<fs::path> checkout_folder(const fs::path& path)
{
    if (path.empty())
        return checkout_failure("missing", path, "the folder of a checkout of Calculon is expected; none is named");
    std::error_code error;
    fs::path folder = fs::canonical(path, error);
    if (error == std::errc::no_such_file_or_directory)
        return checkout_failure("missing", path, "there is no such folder; a checkout of Calculon is expected");
    if (error)
        return checkout_failure("unreadable", path, "the checkout of Calculon cannot be read: " + error.message());
    if (!fs::is_directory(folder, error))
        return checkout_failure("not_a_folder", path,
                                "this is a file; the folder of a checkout of Calculon is expected");
    if (!fs::is_regular_file(folder / "bin" / "calculon", error))
        return checkout_failure("no_program", path, "this folder is no checkout of Calculon: it has no bin/calculon");
    return folder;
}

Result<Checkout> open_checkout(const fs::path& path)
{
    auto folder = checkout_folder(path);
    if (!folder)
        return folder.failure_as<Checkout>();
    Checkout out;
    out.folder = *std::move(folder);
    std::error_code error;
    std::vector<fs::path> sources;
    const auto package = files_below(out.folder / "calculon", error);
    for (const fs::path& file : package.value_or(std::vector<fs::path>{}))
        if (file.extension() == ".py")
            sources.push_back(file);
    sources.push_back(out.folder / "bin" / "calculon");
    const auto digest = digest_of(out.folder, sources);
    if (!digest)
        return digest.failure_as<Checkout>();
    out.sources = *digest;
    out.version = version_in(out.folder / "calculon" / "__init__.py");

    std::error_code walked;
    const auto all = files_below(out.folder, walked);
    if (all && !walked)
        if (const auto state = digest_of(out.folder, *all))
            out.state = *state;
    return out;
}

} // namespace blueprinting::oracle
