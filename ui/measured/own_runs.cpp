#include "ui/measured/own_runs.h"

#include "core/base/file.h"

namespace blueprinting::ui {

namespace {

Result<OwnRuns> read_own_runs(const QString& path)
{
    const auto bytes = read_file(path.toStdString());
    if (!bytes)
        return bytes.failure_as<OwnRuns>();
    auto rows = measured::read_runs(*bytes, path.toStdString());
    if (!rows)
        return rows.failure_as<OwnRuns>();
    return OwnRuns{{path, Digest::of_bytes(*bytes).hex()}, *std::move(rows)};
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
            auto read = read_own_runs(file.path);
            if (!read && file.digest.empty())
                return read.failure_as<AllRuns>();
            if (!read || (!file.digest.empty() && read->file.digest != file.digest)) {
                out.lost.push_back({file.path, read.has_value()});
                continue;
            }
            known = std::make_shared<const OwnRuns>(*std::move(read));
        }
        rows.insert(rows.end(), known->rows.begin(), known->rows.end());
        out.own.push_back(std::move(known));
    }
    if (rows.empty()) {
        out.runs = std::move(published);
        return out;
    }
    const auto own = measured::Runs::of(std::move(rows), measured::Reach::any, cancel, progress);
    if (!own)
        return own.failure_as<AllRuns>();
    out.runs = std::make_shared<const measured::Runs>(measured::Runs::joined(*published, *own));
    // Ids tell runs apart, whatever file they are from.
    if (Diagnostics repeated = measured::repeated_ids(out.runs->rows()); !repeated.empty())
        return repeated;
    return out;
}

} // namespace blueprinting::ui
