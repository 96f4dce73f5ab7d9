#include "ui/measured/own_runs.h"

#include "core/base/file.h"
#include "core/base/format.h"

#include <algorithm>

namespace blueprinting::ui {

namespace {

/// Lines that hold something.
std::size_t line_count(std::string_view text)
{
    std::size_t out = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += text.substr(0, end).find_first_not_of(" \t\r") != std::string_view::npos ? 1 : 0;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string number(std::size_t value) { return format::integer(static_cast<std::int64_t>(value)); }

Diagnostic too_many(const QString& path, std::size_t lines, std::size_t others)
{
    return {Severity::error, "measured.too_many", "",
            "the window shows at most " + number(kMostOwnRuns) + " own runs" +
                (others > 0 ? ", of which " + number(others) + " are open" : std::string()) + "; this file has " +
                number(lines) + " lines. Keep those that matter; \"blueprinting measured FILE\" takes any number",
            SourceLocation{path.toStdString(), 0, 0}};
}

/// `others`: rows that stand beside it.
Result<std::shared_ptr<const OwnRuns>> read_own_runs(const RunsFile& file, std::size_t others,
                                                     const CancelToken& cancel)
{
    using Read = std::shared_ptr<const OwnRuns>;
    const auto bytes = read_file(file.path.toStdString());
    if (!bytes)
        return bytes.failure_as<Read>();
    const std::string digest = Digest::of_bytes(*bytes).hex();
    if (!file.digest.empty() && digest != file.digest)
        return Read(); // something else stands there now
    // A table's first line is no row.
    if (const std::size_t lines = line_count(*bytes); lines > kMostOwnRuns - others + 1)
        return too_many(file.path, lines, others);
    auto rows = measured::read_runs(*bytes, file.path.toStdString(), cancel);
    if (!rows)
        return rows.failure_as<Read>();
    if (rows->size() > kMostOwnRuns - others)
        return too_many(file.path, rows->size(), others);
    return std::make_shared<const OwnRuns>(OwnRuns{{file.path, digest}, *std::move(rows)});
}

} // namespace

std::vector<RunsFile> own_files_of(const Json& state)
{
    std::vector<RunsFile> out;
    if (!state.is_object() || !state.contains("own") || !state.at("own").is_array())
        return out;
    for (const Json& each : state.at("own"))
        if (each.is_object() && each.contains("path") && each.at("path").is_string() && each.contains("sha256") &&
            each.at("sha256").is_string())
            out.push_back(
                {QString::fromStdString(each.at("path").get<std::string>()), each.at("sha256").get<std::string>()});
    return out;
}

Json to_json(const std::vector<RunsFile>& files)
{
    Json out = Json::array();
    for (const RunsFile& each : files)
        out.push_back({{"path", each.path.toStdString()}, {"sha256", each.digest}});
    return out;
}

Result<AllRuns> with_own_runs(std::shared_ptr<const measured::Runs> published, const OwnFiles& have,
                              const std::vector<RunsFile>& wanted, const CancelToken& cancel,
                              const measured::Progress& progress)
{
    AllRuns out;
    out.published = published->size();
    std::vector<measured::Row> rows;
    for (const RunsFile& file : wanted) {
        if (cancel.cancelled())
            return Cancelled{};
        std::shared_ptr<const OwnRuns> known;
        for (const auto& each : have)
            if (each->file == file)
                known = each;
        if (!known) {
            auto read = read_own_runs(file, rows.size(), cancel);
            if (read.cancelled())
                return Cancelled{};
            if (!read && file.digest.empty())
                return read.failure_as<AllRuns>();
            if (!read || !*read) {
                out.lost.push_back({file.path, read.has_value()});
                continue;
            }
            known = *std::move(read);
        }
        rows.insert(rows.end(), known->rows.begin(), known->rows.end());
        out.own.push_back(std::move(known));
    }
    if (rows.empty()) {
        out.runs = std::move(published);
        return out;
    }
    // Ids tell runs apart, whatever file they are from; told before the rows are priced.
    if (Diagnostics repeated = measured::repeated_ids(published->rows(), rows); !repeated.empty())
        return repeated;
    const auto own = measured::Runs::of(std::move(rows), measured::Reach::any, cancel, progress);
    if (!own)
        return own.failure_as<AllRuns>();
    out.runs = std::make_shared<const measured::Runs>(measured::Runs::joined(*published, *own));
    return out;
}

} // namespace blueprinting::ui
