#include "core/base/delimited_reader.h"
#include "core/base/shortened.h"
#include "core/base/written_number.h"
#include "core/measured/reading.h"
#include "core/model/released.h"
#include "core/strategy/derived.h"
#include "core/strategy/field_table.h"
#include "core/strategy/mapping.h"
#include "core/system/system_profile.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <set>

namespace blueprinting::measured {
namespace {

using strategy::Execution;
using strategy::Field;
using strategy::FieldRow;

/// Columns that are no field of a strategy.
constexpr std::array<std::string_view, 8> kOfRun{"id",     "source", "grade",    "model",
                                                 "system", "gpus",   "sequence", "seconds_per_iteration"};
constexpr std::string_view kRate = "tokens_per_second_per_gpu";
constexpr std::array<std::string_view, 10> kNeeded{"model", "system",     "gpus",         "tensor",   "pipeline",
                                                   "data",  "microbatch", "global_batch", "sequence", "recompute"};
constexpr std::pair<std::string_view, Field> kShort[] = {
    {"tensor", Field::tensor_degree},       {"pipeline", Field::pipeline_degree},  {"data", Field::data_degree},
    {"microbatch", Field::microbatch_size}, {"global_batch", Field::global_batch}, {"recompute", Field::recompute}};

/// The field that a column is of: the short names above, else its path, the end of it, or a flat key.
const FieldRow* field_of(std::string_view column)
{
    for (const auto& [name, field] : kShort)
        if (name == column)
            return &strategy::row(field);
    for (const FieldRow& row : strategy::field_rows())
        if (row.purpose != strategy::Purpose::inference && row.field != Field::schedule &&
            row.field != Field::purpose && row.field != Field::num_procs &&
            (column == row.path || column == row.key || column == row.own_key ||
             column == row.path.substr(row.path.find_last_of('.') + 1)))
            return &row;
    return nullptr;
}

constexpr std::size_t kMostUnknownColumns = 20; ///< that are named

/// One column of the table, by what its header names.
struct Column {
    std::string name;
    const FieldRow* field = nullptr; ///< null: of the run itself
};

/// A table of runs being read, a record at a time.
class TableReader {
public:
    TableReader(const std::string& file, Diagnostics& problems) : m_file(file), m_problems(problems) {}

    bool header(const DelimitedRecord& record)
    {
        const std::size_t before = m_problems.size();
        std::set<std::string> names;
        if (record.cells.size() == 1)
            for (const auto& [mark, name] : {std::pair(';', "semicolons"), {'\t', "tabs"}})
                if (record.cells.front().find(mark) != std::string::npos) {
                    refuse(record.line, "measured.csv", "", std::string("cells are parted by commas, not by ") + name);
                    return false;
                }
        if (is_of_another_table(record))
            return false;
        for (const std::string& cell : record.cells) {
            if (m_problems.size() - before == kMostUnknownColumns)
                return false; // this is no table of runs
            Column column{cell, field_of(cell)};
            const bool of_run =
                cell == kRate || std::find(kOfRun.begin(), kOfRun.end(), std::string_view(cell)) != kOfRun.end();
            if (of_run)
                column.field = nullptr;
            else if (!column.field)
                refuse(record.line, "measured.column", cell,
                       "there is no column " + shown(cell) + (m_problems.size() == before ? "; " + known() : ""));
            if (!names.insert(cell).second)
                refuse(record.line, "measured.column", cell, "the column " + shown(cell) + " stands there twice");
            m_columns.push_back(std::move(column));
        }
        std::string first, missing;
        for (const std::string_view needed : kNeeded)
            if (!names.contains(std::string(needed))) {
                missing += (missing.empty() ? "\"" : ", \"") + std::string(needed) + "\"";
                first = first.empty() ? std::string(needed) : first;
            }
        if (!missing.empty())
            refuse(record.line, "measured.column", first,
                   missing.find(',') == std::string::npos ? "the column " + missing + " is missing"
                                                          : "the columns " + missing + " are missing");
        if (!names.contains("seconds_per_iteration") && !names.contains(std::string(kRate)))
            refuse(record.line, "measured.column", "",
                   "a column \"seconds_per_iteration\" or \"" + std::string(kRate) + "\" is missing");
        return m_problems.size() == before;
    }

    std::optional<Row> row(const DelimitedRecord& record)
    {
        m_line = record.line;
        const std::size_t before = m_problems.told();
        if (record.cells.size() != m_columns.size()) {
            refuse(m_line, "measured.cells", "",
                   "this line has " + std::to_string(record.cells.size()) + " cells, the first has " +
                       std::to_string(m_columns.size()));
            return std::nullopt;
        }
        Row out;
        out.location = {m_file, m_line, 0};
        out.plain.emplace();
        Execution& execution = out.plain->execution;
        execution.parallelism = strategy::TransformerTrainingParallelism{};
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (!m_columns[i].field)
                of_run(m_columns[i].name, record.cells[i], out);
        // Degrees before what follows from them: one chunk of a pipeline is another schedule than one of a stage.
        std::set<Field> said;
        for (const bool chunks : {false, true})
            for (std::size_t i = 0; i < m_columns.size(); ++i)
                if (const FieldRow* field = m_columns[i].field; field &&
                                                                (field->field == Field::virtual_stages) == chunks &&
                                                                !left_out(m_columns[i].name, record.cells[i])) {
                    set(execution, *field, m_columns[i].name, record.cells[i]);
                    said.insert(field->field);
                }
        if (m_problems.told() != before)
            return std::nullopt;
        finish(out, said);
        if (m_problems.told() != before)
            return std::nullopt;
        return out;
    }

private:
    void refuse(std::size_t line, const char* code, const std::string& column, std::string message)
    {
        m_problems.push_back({Severity::error, code, column.empty() ? "" : "/" + shortened(column), std::move(message),
                              SourceLocation{m_file, line, 0}});
    }

    /// Whether a field is not said; the needed ones must be, for nothing is taken in their place.
    bool left_out(const std::string& column, const std::string& cell)
    {
        if (cell.empty() && std::find(kNeeded.begin(), kNeeded.end(), std::string_view(column)) != kNeeded.end())
            refuse(m_line, "measured.value", column, "\"" + column + "\" must not be empty");
        return cell.empty();
    }

    /// Whether this is the first line of another table, or of none: one refusal says so.
    bool is_of_another_table(const DelimitedRecord& record)
    {
        std::size_t known_names = 0;
        std::string small;
        constexpr std::size_t most = 64; // a table of runs has named one by then
        for (std::size_t i = 0; i < std::min(most, record.cells.size()); ++i) {
            const std::string& cell = record.cells[i];
            known_names += is_column(cell) ? 1 : 0;
            std::string lower(cell);
            std::ranges::transform(lower, lower.begin(), [](unsigned char letter) {
                return static_cast<char>(letter < 0x80 ? std::tolower(letter) : letter);
            });
            if (small.empty() && lower != cell && is_column(lower))
                small = "columns have names in small letters: \"" + lower + "\", not " + shown(cell);
        }
        if (!small.empty())
            refuse(record.line, "measured.column", "", small);
        else if (known_names == 0)
            refuse(record.line, "measured.column", shortened(record.cells.front()),
                   "this is no table of runs: its first line names no column of one; " + known());
        return !small.empty() || known_names == 0;
    }

    static bool is_column(const std::string& name)
    {
        return name == kRate || std::find(kOfRun.begin(), kOfRun.end(), std::string_view(name)) != kOfRun.end() ||
               field_of(name);
    }

    static std::string known()
    {
        std::string out = "columns are";
        for (const std::string_view name : kNeeded)
            out += " " + std::string(name) + ",";
        return out + " seconds_per_iteration or " + std::string(kRate) +
               ", and fields of a strategy as virtual_stages, tensor.communication, optimizer_sharding";
    }

    /// A number as the rest of the program reads it, or the refusal that names the column.
    template <class T>
    std::optional<T> number(const std::string& column, const Result<T>& read)
    {
        if (read)
            return *read;
        refuse(m_line, "measured.value", column, "\"" + column + "\": " + read.diagnostics().front().message);
        return std::nullopt;
    }

    std::optional<double> within(const std::string& column, const std::string& cell, const RealRange& range)
    {
        if (cell.empty())
            return std::nullopt;
        const auto value = number(column, read_real(cell));
        if (value && !is_within(*value, range)) {
            refuse(m_line, "measured.time", column, must_be_within(column, range, cell));
            return std::nullopt;
        }
        return value;
    }

    /// A name that is not left out says something.
    std::string name(const std::string& column, const std::string& cell)
    {
        if (!cell.empty() && is_blank(cell))
            refuse(m_line, "measured.empty", column, "\"" + column + "\" must not be blanks alone");
        return cell;
    }

    void of_run(const std::string& column, const std::string& cell, Row& out)
    {
        if (column == "id") {
            out.id = name(column, cell);
        } else if (column == "source") {
            out.source = name(column, cell);
        } else if (column == "grade") {
            if (cell != "A" && cell != "B" && cell != "C" && !cell.empty())
                refuse(m_line, "measured.value", column, "\"grade\" must be A, B or C, not " + shown(cell));
            out.grade = cell == "A" ? Grade::a : cell == "C" ? Grade::c : Grade::b;
            m_graded = true;
        } else if (column == "model") {
            out.model_name = cell;
            if (const auto* preset = model::find_preset(cell))
                out.plain->model = *preset;
            else if (const model::ReleasedModel* released = model::find_released(cell))
                out.modern = {released->description, {}};
            else
                refuse(m_line, "measured.model", column, no_model(cell));
        } else if (column == "system") {
            out.system = cell;
            if (!system::find_preset(cell))
                refuse(m_line, "measured.system", column, no_system(cell));
        } else if (column == "gpus") {
            out.gpus = number(column, read_whole(cell, {}));
        } else if (column == "sequence") {
            out.sequence = number(column, read_whole(cell, {}));
        } else if (column == "seconds_per_iteration") {
            out.seconds_per_iteration = within(column, cell, kSeconds);
        } else {
            out.tokens_per_second_per_gpu = within(column, cell, kTokensPerSecond);
        }
    }

    void set(Execution& execution, const FieldRow& field, const std::string& column, const std::string& cell)
    {
        if (field.kind == strategy::Kind::integer || field.kind == strategy::Kind::tier) {
            const std::int64_t least = field.kind == strategy::Kind::tier ? 0 : 1;
            if (const auto value = number(column, read_whole(cell, {.least = least})))
                field.set(execution, *value);
            return;
        }
        std::string allowed;
        for (std::size_t i = 0; i < field.words.size(); ++i) {
            const strategy::Word& word = field.words[i];
            if (cell == word.key || (!word.flat.empty() && cell == word.flat))
                return field.set(execution, static_cast<std::int64_t>(i));
            if (word.strict)
                allowed += (allowed.empty() ? "" : ", ") + std::string(word.key);
        }
        if (field.kind == strategy::Kind::flag) {
            for (const auto& [word, value] : {std::pair("true", 1), {"on", 1}, {"false", 0}, {"off", 0}})
                if (cell == word)
                    return field.set(execution, value);
            allowed = "true or false";
        }
        refuse(m_line, "measured.value", column, "\"" + column + "\" must be " + allowed + ", not " + shown(cell));
    }

    /// What a table does not say: as a public row does it, and named among what is assumed.
    void finish(Row& out, const std::set<Field>& said)
    {
        Execution& execution = out.plain->execution;
        if (!out.seconds_per_iteration && !out.tokens_per_second_per_gpu)
            refuse(m_line, "measured.time", "",
                   "neither \"seconds_per_iteration\" nor \"" + std::string(kRate) + "\" is given");
        const auto world = strategy::checked_world_size(execution);
        if (!world || *world != *out.gpus)
            refuse(m_line, "measured.gpus", "gpus",
                   "\"gpus\" must be tensor × pipeline × data" +
                       (world ? " = " + std::to_string(*world) : std::string()) + ", not " + std::to_string(*out.gpus));
        if (!said.contains(Field::virtual_stages) && strategy::pipeline_degree(execution) > 1)
            strategy::set_schedule(execution, strategy::OneForwardOneBackward{});
        out.plain->model.sequence = *out.sequence;
        out.global_batch = execution.global_batch;
        tiers(out, said);
        for (const FieldRow& field : strategy::field_rows())
            if (!said.contains(field.field) && !field.tier && field.kind != strategy::Kind::tier &&
                field.purpose != strategy::Purpose::inference && field.field != Field::purpose &&
                field.field != Field::num_procs && field.field != Field::schedule &&
                strategy::exists(field, execution, strategy::Rules::strict))
                if (const auto value = field.get(execution))
                    out.assumed.push_back(std::string(field.title) + ": " +
                                          (field.kind == strategy::Kind::integer
                                               ? std::to_string(*value)
                                               : std::string(field.label_of(*value))));
        const std::string name = std::filesystem::path(m_file).filename().string();
        if (out.id.empty())
            out.id = std::filesystem::path(m_file).stem().string() + "-L" + std::to_string(m_line);
        if (out.source.empty())
            out.source = name;
        if (!m_graded)
            out.grade = Grade::b; // a table of whoever ran it
        out.strategy_is = "with assumed parts";
        if (auto words = two_measurements(out))
            out.inconsistent.push_back(*std::move(words));
        out.tokens_from = out.tokens_per_second_per_gpu ? "as given" : "";
        out.json = {{"source", out.source},
                    {"model", out.model_name},
                    {"system", *out.system},
                    {"gpus", *out.gpus},
                    {"sequence", *out.sequence},
                    {"global_batch", *out.global_batch},
                    {"strategy", strategy::to_json(execution)}};
        out.expressible_with = "plain";
        if (!out.modern && !strategy::has_new_switch(execution))
            return;
        // A released model, or a strategy that six numbers do not price.
        if (!out.modern)
            out.modern = {model::describe(out.plain->model), {}};
        out.modern->execution = execution;
        out.modern->model.sequence = *out.sequence;
        out.expressible_with = "modern";
        out.plain.reset();
    }

    /// The least network that holds the group and all that lie within it.
    void tiers(Row& out, const std::set<Field>& said)
    {
        Execution& execution = out.plain->execution;
        const system::SystemProfile* system = out.system ? system::find_preset(*out.system) : nullptr;
        if (!system)
            return;
        std::int64_t within = 1;
        for (const auto& [degree, tier] : {std::pair(Field::tensor_degree, Field::tensor_tier),
                                           {Field::pipeline_degree, Field::pipeline_tier},
                                           {Field::data_degree, Field::data_tier}}) {
            const std::int64_t size = strategy::number_of(execution, degree).value_or(1);
            within = within > kMaxInteger / size ? kMaxInteger : within * size;
            if (size == 1 || said.contains(tier))
                continue;
            std::size_t least = 0;
            while (least + 1 < system->networks.size() && system->networks[least].size < within)
                ++least;
            strategy::set_number(execution, tier, static_cast<std::int64_t>(least));
            out.assumed.push_back(std::string(strategy::row(tier).title) + ": " + std::to_string(least));
        }
    }

    const std::string& m_file;
    Diagnostics& m_problems;
    std::vector<Column> m_columns;
    std::size_t m_line = 1;
    bool m_graded = false;
};

} // namespace

Result<std::vector<Row>> read_table(std::string_view text, const std::string& file, const CancelToken& cancel)
{
    Diagnostics problems;
    DelimitedReader records(text, file, "measured.csv");
    TableReader reader(file, problems);
    std::vector<Row> out;
    const auto header = records.next(problems);
    if (header && reader.header(*header))
        while (const auto record = problems.full() ? std::nullopt : records.next(problems)) {
            if (cancel.cancelled())
                return Cancelled{};
            if (auto row = reader.row(*record))
                out.push_back(*std::move(row));
        }
    const Diagnostics repeated = repeated_ids({}, out);
    problems.insert(problems.end(), repeated.begin(), repeated.end());
    if (!problems.empty())
        return problems;
    return out;
}

Result<std::vector<Row>> read_runs(std::string_view text, const std::string& file, const CancelToken& cancel)
{
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        return Diagnostic{Severity::error, "measured.encoding", "", "the file is UTF-16; it must be saved as UTF-8",
                          SourceLocation{file, 0, 0}};
    text = without_mark(text);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool lines = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    auto rows = lines ? read_rows(text, file, cancel) : read_table(text, file, cancel);
    if (rows && rows->empty())
        return Diagnostics{
            {Severity::error, "measured.empty", "",
             "no line holds a run: JSONL rows, or a CSV whose first line names its columns, are expected",
             SourceLocation{file, 0, 0}}};
    return rows;
}

} // namespace blueprinting::measured
