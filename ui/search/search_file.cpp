#include "ui/search/search_file.h"

#include "core/base/digest.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/search/single.h"
#include "core/strategy/derived.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/shown.h"
#include "ui/workspace/field_words.h"

#include <QFileInfo>

#include <algorithm>
#include <set>

namespace blueprinting::ui {
namespace {

using strategy::Field;
using strategy::FieldRow;
using strategy::Kind;

/// Degrees, and what else the file's strategies differ in.
std::vector<const FieldRow*> shown_fields(const SearchFile& file)
{
    const bool further = std::ranges::any_of(
        file.rows, [](const SearchFile::Row& each) { return strategy::has_new_switch(each.of_file.execution); });
    auto out = search::knob_rows(further);
    std::erase_if(out, [&](const FieldRow* row) {
        if (row->field == Field::tensor_degree || row->field == Field::pipeline_degree ||
            row->field == Field::data_degree)
            return false;
        std::set<std::int64_t> values;
        for (const SearchFile::Row& each : file.rows)
            values.insert(search::knob_value(row->field, each.of_file.execution));
        return values.size() < 2;
    });
    return out;
}

Cell here_cell(const SearchFile::Row& row)
{
    if (!row.here)
        return text_cell(SearchWords::tr("breaks a law"), Tone::bad);
    const double here = row.here->value(), there = row.of_file.found.total.value();
    const bool same = here == there;
    return number_cell(here, same ? SearchWords::tr("the same") : shown(format::fixed(here, 3)),
                       same ? Tone::secondary : Tone::caution);
}

} // namespace

std::optional<SearchFileRef> search_file_of(const Json& state)
{
    const auto text = [&](const char* key) {
        return state.is_object() && state.contains(key) && state.at(key).is_string() ? state.at(key).get<std::string>()
                                                                                     : std::string();
    };
    SearchFileRef out{QString::fromStdString(text("path")), text("sha256")};
    return out.path.isEmpty() || out.digest.empty() ? std::nullopt : std::optional(out);
}

Json to_json(const SearchFileRef& file) { return {{"path", file.path.toStdString()}, {"sha256", file.digest}}; }

Result<SearchFileRead> read_search_file(const SearchFileRef& file, const search::Question& question,
                                        const strategy::Execution& execution, const CancelToken& cancel)
{
    auto bytes = read_file(file.path.toStdString());
    if (!bytes && file.digest.empty())
        return bytes.failure_as<SearchFileRead>();
    const std::string digest = bytes ? Digest::of_bytes(*bytes).hex() : std::string();
    if (!file.digest.empty() && file.digest != digest)
        return SearchFileRead{};
    auto found = search::read_found(*std::move(bytes), file.path.toStdString(), execution);
    if (!found)
        return found.failure_as<SearchFileRead>();
    auto out = std::make_shared<SearchFile>();
    out->file = {file.path, digest};
    out->model = found->model;
    out->system = found->system;
    out->strategies = found->rows.size();
    std::stable_sort(found->rows.begin(), found->rows.end(), [](const search::FileRow& a, const search::FileRow& b) {
        return a.found.total != b.found.total ? a.found.total < b.found.total : a.found.memory < b.found.memory;
    });
    for (search::FileRow& row : found->rows) {
        if (out->rows.size() == kSearchTop)
            break;
        if (cancel.cancelled())
            return Cancelled{};
        const auto here = search::single(question, row.execution);
        out->rows.push_back({std::move(row), here && here->legal() ? std::optional(here->found.total) : std::nullopt});
    }
    return SearchFileRead{std::move(out)};
}

SearchTable file_table(const SearchFile& file)
{
    SearchTable out;
    out.columns = {number_column("line", SearchWords::tr("line"), SearchWords::tr("In the file")),
                   number_column("time", SearchWords::tr("time (s)"), SearchWords::tr("As the file says")),
                   number_column("here", SearchWords::tr("here (s)"),
                                 SearchWords::tr("With the model and the system of the selected strategy")),
                   number_column("memory", SearchWords::tr("GiB used"), SearchWords::tr("As the file says")),
                   number_column("fits", SearchWords::tr("fits"), SearchWords::tr("As the file says"))};
    out.columns[0].names = true;
    const auto fields = shown_fields(file);
    for (const FieldRow* row : fields)
        out.columns.push_back(
            number_column(std::string(row->path).c_str(), knob_head(row->field), field_title(row->field)));
    for (std::size_t i = 0; i < file.rows.size(); ++i) {
        const SearchFile::Row& each = file.rows[i];
        const search::Found& found = each.of_file.found;
        const double gib = found.memory.value() / kGibibyte;
        TableRow row{QLatin1Char('f') + QString::number(i),
                     {number_cell(static_cast<double>(each.of_file.line), counted(each.of_file.line)),
                      number_cell(found.total.value(), shown(format::fixed(found.total.value(), 3))), here_cell(each),
                      number_cell(gib, shown(format::fixed(gib, 1))),
                      text_cell(found.fits ? SearchWords::tr("yes") : SearchWords::tr("no"),
                                found.fits ? Tone::text : Tone::bad)}};
        for (const FieldRow* field : fields) {
            const std::int64_t value = search::knob_value(field->field, each.of_file.execution);
            row.cells.push_back(
                number_cell(static_cast<double>(value), knob_value_text(field->field, value), Tone::text));
        }
        out.rows.push_back(std::move(row));
    }
    out.title = QFileInfo(file.file.path).fileName();
    out.note =
        file.strategies > file.rows.size()
            ? SearchWords::tr("the first %1 of %2 by time").arg(counted(file.rows.size()), counted(file.strategies))
            : SearchWords::tr("%1 strategies by time").arg(counted(file.strategies));
    if (!file.model.empty())
        out.note = SearchWords::tr("%1 on %2; ").arg(shown(file.model), shown(file.system)) + out.note;
    return out;
}

std::optional<std::size_t> file_row_of(const QString& key)
{
    bool whole = false;
    const auto place = key.mid(1).toULongLong(&whole);
    return whole && key.startsWith(QLatin1Char('f')) ? std::optional<std::size_t>(place) : std::nullopt;
}

} // namespace blueprinting::ui
