#include "core/search/found_file.h"

#include "core/base/delimited_reader.h"
#include "core/base/json_lines.h"
#include "core/base/object_reader.h"
#include "core/base/written_number.h"
#include "core/search/question.h"
#include "core/strategy/derived.h"
#include "core/strategy/field_table.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace blueprinting::search {
namespace {

using strategy::Field;
using strategy::FieldRow;

constexpr std::array<std::string_view, 4> kFigures{"number", "total_seconds", "memory_bytes", "fits"};
constexpr std::array<std::string_view, 4> kNeededKeys{"tensor_par", "pipeline_par", "data_par", "microbatch_size"};
constexpr std::size_t kMostUnknownColumns = 20; ///< that are named

template <class Names>
bool among(const Names& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

Diagnostic part_of(const std::string& file, std::size_t line)
{
    return {Severity::error, "search.file.part", "",
            "this is a part of a search; join the parts first, with blueprinting search --merge",
            SourceLocation{file, line, 0}};
}

/// The field of a strategy that a column is of.
const FieldRow* field_of(std::string_view column)
{
    for (const FieldRow& row : strategy::field_rows())
        if ((row.varies() || is_further(row.field)) && column == (row.key.empty() ? row.path : row.key))
            return &row;
    return nullptr;
}

/// A table, a record at a time.
class TableReader {
public:
    TableReader(const std::string& file, const strategy::Execution& base, Diagnostics& problems)
        : m_file(file), m_base(base), m_problems(problems)
    {
        m_base.parallelism = strategy::TransformerTrainingParallelism{};
        m_base.num_procs.reset(); // each row has its own degrees
    }

    bool header(const DelimitedRecord& record)
    {
        if (among(record.cells, "question") && among(record.cells, "shard")) {
            m_problems.push_back(part_of(m_file, record.line));
            return false;
        }
        const std::size_t before = m_problems.size();
        std::set<std::string> names;
        for (const std::string& cell : record.cells) {
            if (m_problems.size() - before == kMostUnknownColumns)
                return false; // this is no such table
            m_columns.push_back({cell, field_of(cell)});
            if (!m_columns.back().field && !among(kFigures, cell) && cell != "devices" && cell != "calibration")
                refuse(record.line, "search.file.column", cell, "there is no column " + shown(cell));
            if (!names.insert(cell).second)
                refuse(record.line, "search.file.column", cell, "the column " + shown(cell) + " stands there twice");
        }
        const auto needed = [&](std::string_view name) {
            if (!names.contains(std::string(name)))
                refuse(record.line, "search.file.column", std::string(name),
                       "the column \"" + std::string(name) + "\" is missing");
        };
        std::ranges::for_each(kFigures, needed);
        std::ranges::for_each(kNeededKeys, needed);
        return m_problems.size() == before;
    }

    void row(const DelimitedRecord& record, std::vector<FileRow>& out)
    {
        const std::size_t before = m_problems.told();
        m_line = record.line;
        if (record.cells.size() != m_columns.size())
            return refuse(m_line, "search.file.cells", "",
                          "this line has " + std::to_string(record.cells.size()) + " cells, the first has " +
                              std::to_string(m_columns.size()));
        FileRow row{m_line, {}, m_base};
        std::int64_t chunks = 1;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const FieldRow* field = m_columns[i].field;
            if (field && field->field == Field::virtual_stages)
                chunks = number(m_columns[i].name, read_whole(record.cells[i], {})).value_or(1);
            else if (field)
                set(row.execution, *field, m_columns[i].name, record.cells[i]);
        }
        // What so many stages of so many chunks run: the degree decides, wherever its column stands.
        strategy::set_schedule(row.execution,
                               strategy::training_schedule(strategy::pipeline_degree(row.execution), chunks));
        std::int64_t devices = 0;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (!m_columns[i].field)
                figure(row.found, devices, m_columns[i].name, record.cells[i]);
        if (m_problems.told() == before)
            out.push_back(std::move(row));
    }

private:
    struct Column {
        std::string name;
        const FieldRow* field = nullptr; ///< null: a figure
    };

    void refuse(std::size_t line, const char* code, const std::string& column, std::string message)
    {
        m_problems.push_back({Severity::error, code, column.empty() ? "" : "/" + column, std::move(message),
                              SourceLocation{m_file, line, 0}});
    }

    template <class T>
    std::optional<T> number(const std::string& column, const Result<T>& read)
    {
        if (read)
            return *read;
        refuse(m_line, "search.file.value", column, "\"" + column + "\": " + read.diagnostics().front().message);
        return std::nullopt;
    }

    void figure(Found& found, std::int64_t& devices, const std::string& column, const std::string& cell)
    {
        if (column == "calibration")
            return;
        if (column == "fits") {
            found.fits = cell == "true";
            if (cell != "true" && cell != "false")
                refuse(m_line, "search.file.value", column, "\"fits\" must be true or false, not " + shown(cell));
        } else if (column == "number" || column == "devices") {
            if (const auto value = number(column, read_whole(cell, {.least = column == "number" ? 0 : 1})))
                (column == "number" ? m_number : devices) = *value;
            found.number = static_cast<std::uint64_t>(m_number);
        } else if (const auto value = number(column, read_real(cell))) {
            if (*value <= 0)
                return refuse(m_line, "search.file.value", column,
                              "\"" + column + "\" must be above 0, not " + shown(cell));
            if (column == "total_seconds")
                found.total = Seconds(*value);
            else
                found.memory = Bytes(*value);
        }
    }

    void set(strategy::Execution& execution, const FieldRow& field, const std::string& column, const std::string& cell)
    {
        if (field.kind == strategy::Kind::integer || field.kind == strategy::Kind::tier) {
            const std::int64_t least = field.kind == strategy::Kind::tier ? 0 : 1;
            if (const auto value = number(column, read_whole(cell, {.least = least})))
                field.set(execution, *value);
            return;
        }
        if (field.field == Field::recompute_modules) {
            if (const auto modules = modules_from(cell))
                return field.set(execution, *modules);
            return refuse(m_line, "search.file.value", column,
                          "\"" + column + "\" must be none or modules joined by +, not " + shown(cell) +
                              "; there are " + module_names());
        }
        if (field.kind == strategy::Kind::flag && (cell == "true" || cell == "false"))
            return field.set(execution, cell == "true" ? 1 : 0);
        std::string allowed = field.kind == strategy::Kind::flag ? "true or false" : "";
        for (std::size_t i = 0; field.kind != strategy::Kind::flag && i < field.words.size(); ++i) {
            const strategy::Word& word = field.words[i];
            const std::string_view key = word.flat.empty() ? word.key : word.flat;
            if (cell == key)
                return field.set(execution, static_cast<std::int64_t>(i));
            if (word.strict)
                allowed += (allowed.empty() ? "" : ", ") + std::string(key);
        }
        refuse(m_line, "search.file.value", column, "\"" + column + "\" must be " + allowed + ", not " + shown(cell));
    }

    const std::string& m_file;
    strategy::Execution m_base;
    Diagnostics& m_problems;
    std::vector<Column> m_columns;
    std::size_t m_line = 1;
    std::int64_t m_number = 0;
};

/// A strategy in an object: `number` under this key, memory as a number or as an answer's parts with their total.
std::optional<FileRow> row_of(const JsonDocument& document, ObjectReader& reader, const std::string& number_key,
                              const std::string& pointer)
{
    FileRow out;
    bool sound = true;
    if (const auto number = reader.integer(number_key, 0))
        out.found.number = static_cast<std::uint64_t>(*number);
    else
        sound = false;
    const auto positive = [&](ObjectReader& from, const std::string& key, auto& into) {
        const auto value = from.number(key);
        if (value && *value <= 0)
            from.fail("search.file.value", key, "\"" + key + "\" must be above 0");
        if (!value || *value <= 0)
            sound = false;
        else
            into = std::remove_reference_t<decltype(into)>(*value);
    };
    positive(reader, "total_seconds", out.found.total);
    if (number_key == "id")
        reader.object("memory_bytes", [&](ObjectReader& memory) {
            positive(memory, "total", out.found.memory);
            for (const std::string& key : memory.unread())
                memory.ignore(key);
        });
    else
        positive(reader, "memory_bytes", out.found.memory);
    if (const auto fits = reader.boolean("fits"))
        out.found.fits = *fits;
    else
        sound = false;
    const Json* execution = reader.object("execution");
    if (!execution)
        return std::nullopt;
    const auto read = strategy::from_mapping(document, *execution, pointer + "/execution", strategy::Rules::strict);
    if (!read) {
        for (const Diagnostic& each : read.diagnostics())
            reader.fail(each.code, "execution", each.message);
        return std::nullopt;
    }
    out.execution = *read;
    strategy::forget_redundant_processors(out.execution);
    out.line = std::max<std::size_t>(1, document.locate(pointer).line);
    return sound ? std::optional(out) : std::nullopt;
}

void read_lines(std::string_view text, const std::string& file, FoundFile& out, Diagnostics& problems)
{
    JsonLines lines(text);
    for (auto line = lines.next(); line && !problems.full(); line = lines.next()) {
        const auto document = JsonDocument::parse(std::string(line->text), file, line->number);
        if (!document) {
            problems.insert(problems.end(), document.diagnostics().begin(), document.diagnostics().end());
            continue;
        }
        const Json& root = document->root();
        if (root.is_object() && root.contains("question") && root.contains("shard"))
            return problems.push_back(part_of(file, line->number));
        ObjectReader reader(*document, root, "", problems);
        if (auto row = row_of(*document, reader, "number", "")) {
            row->line = line->number;
            out.rows.push_back(*std::move(row));
        }
        reader.ignore("devices");
        reader.ignore("calibration");
        reader.finish();
        if (out.rows.size() > kMostFileRows)
            return;
    }
}

/// Front and first by rank of one number of devices; a strategy that is in both is one row.
void read_answer(const JsonDocument& document, const Json& answer, const std::string& pointer, FoundFile& out,
                 Diagnostics& problems)
{
    std::set<std::uint64_t> numbers;
    for (const char* list : {"top", "front"}) {
        ObjectReader reader(document, answer, pointer, problems);
        const Json* all = reader.array(list);
        for (std::size_t i = 0; all && i < all->size() && !problems.full(); ++i) {
            const std::string at = reader.pointer(list) + pointer_step(i);
            ObjectReader one(document, (*all)[i], at, problems);
            if (auto row = row_of(document, one, "id", at); row && numbers.insert(row->found.number).second)
                out.rows.push_back(*std::move(row));
        }
    }
}

void read_document(std::string text, const std::string& file, FoundFile& out, Diagnostics& problems)
{
    const auto document = JsonDocument::parse(std::move(text), file);
    if (!document) {
        problems = document.diagnostics();
        return;
    }
    const Json& root = document->root();
    if (root.is_object() && root.contains("part"))
        return problems.push_back(part_of(file, 1));
    ObjectReader reader(*document, root, "", problems);
    out.model = reader.string("model").value_or("");
    out.system = reader.string("system").value_or("");
    if (!reader.valid() || !problems.empty())
        return;
    if (!reader.has("counts"))
        return read_answer(*document, root, "", out, problems);
    const Json* counts = reader.array("counts");
    for (std::size_t i = 0; counts && i < counts->size() && !problems.full(); ++i)
        read_answer(*document, (*counts)[i], "/counts" + pointer_step(i), out, problems);
}

/// Numbers tell strategies apart within one number of devices.
void refuse_repeated(const FoundFile& found, const std::string& file, Diagnostics& problems)
{
    std::map<std::pair<std::int64_t, std::uint64_t>, std::size_t> lines;
    for (const FileRow& row : found.rows) {
        const std::int64_t devices = strategy::checked_world_size(row.execution).value_or(0);
        const auto [at, is_new] = lines.try_emplace({devices, row.found.number}, row.line);
        if (!is_new)
            problems.push_back({Severity::error, "search.file.repeated", "",
                                "strategy " + std::to_string(row.found.number) + " stands in line " +
                                    std::to_string(at->second) + " already",
                                SourceLocation{file, row.line, 0}});
    }
}

std::string_view first_line(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.substr(0, text.find_first_of("\r\n"));
}

/// Told without parsing it: a whole answer may stand in one line, and its rows have an "id".
bool names_line(std::string_view line)
{
    return std::ranges::all_of(std::array{"\"number\"", "\"execution\"", "\"total_seconds\"", "\"memory_bytes\""},
                               [&](const char* key) { return line.find(key) != std::string_view::npos; });
}

bool names_columns(std::string_view line)
{
    const std::string cells = "," + std::string(line) + ",";
    return std::ranges::all_of(std::array{",number,", ",total_seconds,", ",memory_bytes,"},
                               [&](const char* column) { return cells.find(column) != std::string::npos; });
}

} // namespace

bool names_found(std::string_view text)
{
    const std::string_view line = first_line(text);
    return line.starts_with('{') ? names_line(line) : names_columns(line);
}

Result<FoundFile> read_found(std::string text, const std::string& file, const strategy::Execution& base)
{
    FoundFile out;
    Diagnostics problems;
    const std::string_view line = first_line(text);
    if (!line.starts_with('{')) {
        DelimitedReader records(text, file, "search.file.csv");
        TableReader reader(file, base, problems);
        const auto header = records.next(problems);
        if (header && reader.header(*header))
            while (const auto record = problems.full() ? std::nullopt : records.next(problems)) {
                reader.row(*record, out.rows);
                if (out.rows.size() > kMostFileRows)
                    break;
            }
    } else if (names_line(line)) {
        read_lines(text, file, out, problems);
    } else {
        read_document(std::move(text), file, out, problems);
    }
    if (out.rows.size() > kMostFileRows)
        return Diagnostic{Severity::error, "search.file.too_many", "",
                          "more than " + std::to_string(kMostFileRows) +
                              " strategies; write the front, or narrow the "
                              "bounds",
                          SourceLocation{file, out.rows.back().line, 0}};
    refuse_repeated(out, file, problems);
    if (!problems.empty())
        return problems;
    if (out.rows.empty())
        return Diagnostic{Severity::error, "search.file.empty", "", "no strategy stands in it",
                          SourceLocation{file, 1, 0}};
    return out;
}

} // namespace blueprinting::search
