#include "tests/fuzz/held.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace blueprinting::fuzz {
namespace {

/// What is wrong with a refusal; "" where nothing is.
std::string fault_of(const Diagnostics& said, const std::string& text)
{
    // A carriage return may end a line of a table.
    const auto ends = std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; });
    const auto lines = static_cast<std::size_t>(ends) + 1;
    if (said.size() > Diagnostics::kMost + 1)
        return "more is said than anybody reads";
    for (const Diagnostic& each : said) {
        if (each.code.empty() || each.message.empty())
            return "a diagnostic without code or message";
        if (each.location && each.location->line > lines)
            return "a line behind the end: " + to_line(each);
        if (to_line(each).size() > 2000)
            return "a line of " + std::to_string(to_line(each).size()) + " bytes";
    }
    return {};
}

bool about_syntax(const Diagnostics& said)
{
    return std::any_of(said.begin(), said.end(), [](const Diagnostic& each) { return each.code.starts_with("json."); });
}

} // namespace

std::vector<HeldReader> held_readers(const std::string& folder)
{
    std::vector<testing::Reader> readers = testing::all_readers(folder);
    std::map<std::string, Rewrite> written = rewrites();
#ifdef BLUEPRINTING_WITH_EXPLORER
    testing::add_window_readers(readers, folder);
    add_window_rewrites(written, folder);
#endif
    std::vector<HeldReader> out;
    for (testing::Reader& each : readers) {
        const auto found = written.extract(each.name);
        if (found.empty()) {
            std::fprintf(stderr, "tests/fuzz/rewrites.cpp does not say whether \"%s\" is written\n", each.name.c_str());
            std::exit(2);
        }
        out.push_back({std::move(each), found.mapped()});
    }
    for (const auto& [name, unused] : written) {
        std::fprintf(stderr, "tests/fuzz/rewrites.cpp writes \"%s\", which nothing reads\n", name.c_str());
        std::exit(2);
    }
    return out;
}

std::vector<std::size_t> turns_of(const std::vector<HeldReader>& readers)
{
    constexpr std::size_t most = 16;
    std::vector<std::size_t> out;
    for (std::size_t turn = 0; turn < most; ++turn)
        for (std::size_t i = 0; i < readers.size(); ++i) {
            std::size_t bytes = 0;
            for (const std::string& each : readers[i].reader.seeds)
                bytes += each.size();
            const std::size_t mean = std::max<std::size_t>(bytes / readers[i].reader.seeds.size(), 1);
            if (turn < std::clamp<std::size_t>(8192 / mean, 1, most))
                out.push_back(i);
        }
    return out;
}

void remember(std::vector<std::string>& pool, std::size_t seeds, const std::string& text, Dice& dice)
{
    constexpr std::size_t most = 64;
    std::size_t longest = 64;
    for (std::size_t i = 0; i < seeds; ++i)
        longest = std::max(longest, pool[i].size());
    if (text.size() > 2 * longest)
        return;
    if (pool.size() < seeds + most)
        pool.push_back(text);
    else
        pool[seeds + dice.below(most)] = text;
}

std::string folder_of(const testing::Reader& reader)
{
    std::string out = reader.name;
    std::replace(out.begin(), out.end(), ' ', '-');
    return out;
}

std::vector<std::string> files_in(const std::filesystem::path& folder)
{
    std::vector<std::string> out;
    for (const auto& each : std::filesystem::directory_iterator(folder))
        if (each.is_regular_file())
            out.push_back(each.path().string());
    std::sort(out.begin(), out.end());
    return out;
}

Held hold(const HeldReader& reader, const std::string& text)
{
    const Diagnostics said = reader.reader.read(text);
    Held out{!about_syntax(said), said.empty(), fault_of(said, text)};
    if (!out.fault.empty() || !out.value || !reader.rewrite)
        return out;
    RoundTrip again = reader.rewrite(text);
    if (said.empty() && !again.read)
        again.fault = "read at first, and refused when read again";
    // Laws may speak against what is a value of its kind all the same.
    out.read = out.read || again.read;
    out.fault = std::move(again.fault);
    return out;
}

} // namespace blueprinting::fuzz
