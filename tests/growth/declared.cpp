#include "tests/growth/declared.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace blueprinting::growth {
namespace {

std::set<std::string> found(const std::string& source_folder, const std::regex& declaration)
{
    std::set<std::string> out;
    for (const char* room : {"core", "ui"})
        for (const auto& each : std::filesystem::recursive_directory_iterator(source_folder + "/" + room)) {
            if (each.path().extension() != ".h")
                continue;
            std::ifstream file(each.path());
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at)
                out.insert((*at)[1]);
        }
    return out;
}

} // namespace

std::set<std::string> declared_readers(const std::string& source_folder)
{
    // At the beginning of a line, so that members and constructors are not meant: "Result<T> name(const JsonDocument&
    // …", also as the second parameter, and what reads files given as text.
    static const std::regex declaration(R"(\n[A-Za-z][A-Za-z0-9_:<>, ]*[ >]([a-z_]+)\([^;()]*const JsonDocument&)");
    static const std::regex of_files(
        R"(\n[A-Za-z][A-Za-z0-9_:<>, ]*[ >]((?:read|parse)_[a-z_]+)\([^;()]*(?:EvidenceFile|EmbeddedFile|process::Finished|ObjectReader))");
    std::set<std::string> out = found(source_folder, declaration);
    out.merge(found(source_folder, of_files));
    return out;
}

std::set<std::string> declared_exporters(const std::string& source_folder)
{
    static const std::regex declaration(R"(\nvoid ([a-z_]+)\([^;()]*const TextSink&)");
    return found(source_folder, declaration);
}

} // namespace blueprinting::growth
