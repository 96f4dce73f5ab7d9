#include "ui/measured/own_runs.h"

#include "core/base/file.h"

namespace blueprinting::ui {

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

Result<std::vector<measured::Row>> all_rows(std::vector<measured::Row> carried, const std::vector<OwnRuns>& own)
{
    for (const OwnRuns& each : own)
        carried.insert(carried.end(), each.rows.begin(), each.rows.end());
    if (Diagnostics repeated = measured::repeated_ids(carried); !repeated.empty())
        return repeated;
    return carried;
}

} // namespace blueprinting::ui
