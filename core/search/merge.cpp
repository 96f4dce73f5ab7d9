#include "core/search/merge.h"

#include "core/base/written_number.h"
#include "core/search/part_json.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <tuple>

namespace blueprinting::search {
namespace {

/// A row of a shard's table, cut: what goes on, where it stands, whose it is.
struct Row {
    std::string text;
    std::int64_t devices = 0;
    std::int64_t number = -1; ///< −1: the row of a shard without strategies
    std::string question, shard;
};

std::optional<std::int64_t> whole(std::string_view text)
{
    const auto read = read_whole(text, {.least = 0});
    return read ? std::optional(*read) : std::nullopt;
}

/// The last cell of a row, taken off it.
std::string last_cell(std::string& row)
{
    const std::size_t comma = row.rfind(',');
    if (comma == std::string::npos)
        return "";
    std::string out = row.substr(comma + 1);
    row.resize(comma);
    return out;
}

std::optional<Row> csv_row(std::string line, bool with_devices)
{
    Row out;
    if (line.ends_with('\r'))
        line.pop_back();
    out.shard = last_cell(line);
    out.question = last_cell(line);
    const std::size_t first = line.find(',');
    if (first == std::string::npos)
        return std::nullopt;
    std::string_view rest = line;
    if (with_devices) {
        out.devices = whole(rest.substr(0, first)).value_or(0);
        rest.remove_prefix(first + 1);
    }
    const std::string_view number = rest.substr(0, rest.find(','));
    if (!number.empty()) {
        const auto value = whole(number);
        if (!value)
            return std::nullopt;
        out.number = *value;
    }
    out.text = line + "\r\n";
    return out;
}

std::optional<Row> jsonl_row(const std::string& line)
{
    Json value = Json::parse(line, nullptr, false);
    if (!value.is_object() || !value.contains("question") || !value.contains("shard") ||
        !value["question"].is_string() || !value["shard"].is_string())
        return std::nullopt;
    Row out;
    out.question = value["question"].get<std::string>();
    out.shard = value["shard"].get<std::string>();
    value.erase("question");
    value.erase("shard");
    const auto number_of = [&](const char* key, std::int64_t otherwise) {
        return value.contains(key) && value[key].is_number_integer() ? value[key].get<std::int64_t>() : otherwise;
    };
    out.devices = number_of("devices", 0);
    out.number = number_of("number", -1);
    out.text = value.dump() + "\n";
    return out;
}

/// One shard's table, read row by row.
class Table {
public:
    Table(std::filesystem::path path, TableForm form) : m_path(std::move(path)), m_form(form) {}

    [[nodiscard]] std::string name() const { return m_path.string(); }

    /// Opens it and stands at its first row.
    std::optional<Diagnostic> open()
    {
        m_file.open(m_path, std::ios::binary);
        if (!m_file)
            return Diagnostic{Severity::error, "file.not_found", name(), "cannot be opened"};
        if (m_form == TableForm::csv) {
            std::string head;
            std::getline(m_file, head);
            if (head.ends_with('\r'))
                head.pop_back();
            ++m_line;
            if (last_cell(head) != "shard" || last_cell(head) != "question")
                return no_shard();
            with_devices = head.starts_with("devices,");
            m_head = head + "\r\n";
        }
        if (!next() && !broken)
            return no_shard();
        if (broken)
            return no_shard();
        shard_of = {name(), row.question, {}};
        const auto shard = Shard::parse(row.shard);
        if (!shard)
            return no_shard();
        shard_of.shard = *shard;
        if (row.number < 0)
            next(); // it has no strategies
        return std::nullopt;
    }

    /// The next row; false at the end, or where a row is none of this shard's.
    bool next()
    {
        std::string line;
        at_end = !std::getline(m_file, line);
        if (at_end)
            return false;
        ++m_line;
        auto read = m_form == TableForm::csv ? csv_row(std::move(line), with_devices) : jsonl_row(line);
        if (!read || (m_first && (read->question != row.question || read->shard != row.shard))) {
            broken = true;
            at_end = true;
            return false;
        }
        m_first = true;
        row = *std::move(read);
        return true;
    }

    [[nodiscard]] Diagnostic no_shard() const
    {
        return {Severity::error, "search.merge.no_shard", name() + ":" + std::to_string(m_line),
                "is no row of a shard's table, as search --shard i/n --output writes it"};
    }
    [[nodiscard]] const std::string& head() const { return m_head; }

    Row row;
    ShardOf shard_of;
    bool with_devices = false;
    bool at_end = false, broken = false;

private:
    std::filesystem::path m_path;
    TableForm m_form;
    std::ifstream m_file;
    std::string m_head;
    std::size_t m_line = 0;
    bool m_first = false;
};

} // namespace

Result<Done> merge_tables(const std::vector<std::filesystem::path>& files, TableForm form, const TextSink& sink)
{
    std::vector<std::unique_ptr<Table>> tables;
    Diagnostics problems;
    std::vector<ShardOf> shards;
    for (const auto& file : files) {
        tables.push_back(std::make_unique<Table>(file, form));
        if (auto problem = tables.back()->open())
            problems.push_back(*std::move(problem));
        else
            shards.push_back(tables.back()->shard_of);
    }
    if (problems.empty())
        problems = not_one_whole(shards);
    for (const auto& table : tables)
        if (problems.empty() && table->head() != tables.front()->head())
            problems.push_back({Severity::error, "search.merge.different", table->name(),
                                "has other columns than " + tables.front()->name()});
    if (!problems.empty())
        return problems;
    TextStream out(sink);
    out << tables.front()->head();
    const auto behind = [](const Table* a, const Table* b) {
        return std::tie(a->row.devices, a->row.number) > std::tie(b->row.devices, b->row.number);
    };
    std::vector<Table*> heap;
    for (const auto& table : tables)
        if (!table->at_end)
            heap.push_back(table.get());
    std::make_heap(heap.begin(), heap.end(), behind);
    while (!heap.empty() && out.good()) {
        std::pop_heap(heap.begin(), heap.end(), behind);
        Table& first = *heap.back();
        out << first.row.text;
        if (first.next()) {
            std::push_heap(heap.begin(), heap.end(), behind);
            continue;
        }
        if (first.broken)
            return first.no_shard();
        heap.pop_back();
    }
    return Done{};
}

} // namespace blueprinting::search
