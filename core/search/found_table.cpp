#include "core/base/delimited.h"
#include "core/search/findings_json.h"
#include "core/strategy/mapping.h"

namespace blueprinting::search {
namespace {

using strategy::FieldRow;

/// A flat value as a cell.
void put(DelimitedWriter& table, const Json& value)
{
    if (value.is_boolean())
        table.boolean(value.get<bool>());
    else if (value.is_number_integer())
        table.integer(value.get<std::int64_t>());
    else if (value.is_number())
        table.number(value.get<double>());
    else
        table.text(value.is_string() ? value.get<std::string>() : value.dump());
}

/// What stands beside the strategies of a table.
struct Marks {
    bool devices = false;                                   ///< the number of devices first
    bool extended = false;                                  ///< strategies differ in the further fields as well
    std::optional<system::CalibrationStatus> calibration{}; ///< of the system, behind the figures
    std::optional<std::string> question{};                  ///< its digest, and
    std::string shard{};                                    ///< the shard, last
};

class Csv {
public:
    Csv(TextStream& out, Marks marks)
        : m_table(out, DelimitedWriter::Separator::comma),
          m_marks(std::move(marks)),
          m_rows(knob_rows(m_marks.extended))
    {
        if (m_marks.devices)
            m_table.text("devices");
        m_table.text("number");
        for (const FieldRow* row : m_rows)
            m_table.text(knob_name(row->field));
        for (const char* figure : {"total_seconds", "memory_bytes", "fits"})
            m_table.text(figure);
        if (m_marks.calibration)
            m_table.text("calibration");
        if (m_marks.question) {
            m_table.text("question");
            m_table.text("shard");
        }
        m_table.end_row();
    }
    void add(std::int64_t devices, const Layout& layout, const Found& one)
    {
        const strategy::Execution execution = layout.at(one.number);
        if (m_marks.devices)
            m_table.integer(devices);
        m_table.integer(static_cast<std::int64_t>(one.number));
        for (const FieldRow* row : m_rows)
            put(m_table, knob_json(row->field, knob_value(row->field, execution)));
        m_table.number(one.total.value());
        m_table.number(one.memory.value());
        m_table.boolean(one.fits);
        if (m_marks.calibration)
            m_table.text(std::string(to_string(*m_marks.calibration)));
        end();
    }
    /// A row that says whose the table is, where it has no other.
    void add_none()
    {
        for (std::size_t i = 0; i < m_rows.size() + 4 + (m_marks.devices ? 1 : 0) + (m_marks.calibration ? 1 : 0); ++i)
            m_table.text("");
        end();
    }

private:
    void end()
    {
        if (m_marks.question) {
            m_table.text(*m_marks.question);
            m_table.text(m_marks.shard);
        }
        m_table.end_row();
    }
    DelimitedWriter m_table;
    Marks m_marks;
    std::vector<const FieldRow*> m_rows;
};

class Jsonl {
public:
    Jsonl(TextStream& out, Marks marks) : m_out(out), m_marks(std::move(marks)) {}
    void add(std::int64_t devices, const Layout& layout, const Found& one)
    {
        Json line{{"number", one.number},
                  {"execution", layout.extended() ? strategy::to_json(layout.at(one.number))
                                                  : strategy::to_calculon(layout.at(one.number))},
                  {"total_seconds", one.total.value()},
                  {"memory_bytes", one.memory.value()},
                  {"fits", one.fits}};
        if (m_marks.devices)
            line["devices"] = devices;
        if (m_marks.calibration)
            line["calibration"] = to_string(*m_marks.calibration);
        end(std::move(line));
    }
    void add_none() { end(Json::object()); }

private:
    void end(Json line)
    {
        if (m_marks.question) {
            line["question"] = *m_marks.question;
            line["shard"] = m_marks.shard;
        }
        m_out << line.dump() << '\n';
    }
    TextStream& m_out;
    Marks m_marks;
};

template <class Table>
void all(const Layout& layout, std::span<const Found> found, const TextSink& sink,
         std::optional<system::CalibrationStatus> calibration)
{
    TextStream out(sink);
    Table table(out, Marks{.extended = layout.extended(), .calibration = calibration});
    for (const Found& one : found) {
        if (!out.good())
            return;
        table.add(0, layout, one);
    }
}

template <class Table>
Result<Done> write(const Question& question, const Shard& shard, const std::vector<Exploration>* front_of,
                   const TextSink& sink, const CancelToken& cancel)
{
    const auto layouts = layouts_of(question);
    if (!layouts)
        return layouts.failure_as<Done>();
    Marks marks{.devices = question.devices.size() > 1,
                .extended = question.extended(),
                .calibration = system::calibration(question.system)};
    if (shard.count > 1) {
        marks.question = question_digest(question);
        marks.shard = std::to_string(shard.index) + "/" + std::to_string(shard.count);
    }
    const bool marked = marks.question.has_value();
    TextStream out(sink);
    Table table(out, std::move(marks));
    bool any = false;
    for (std::size_t i = 0; i < layouts->size(); ++i) {
        const Layout& layout = (*layouts)[i];
        const auto add = [&](const Found& one) {
            table.add(question.devices[i], layout, one);
            any = true;
            return out.good();
        };
        if (front_of) {
            for (const Found& one : (*front_of)[i].front)
                add(one);
            continue;
        }
        const auto done = each_legal({.model = question.model,
                                      .system = question.system,
                                      .layout = layout,
                                      .shard = shard,
                                      .view = question.view,
                                      .judgement = question.judgement()},
                                     add, cancel);
        if (!done || !out.good())
            return done;
    }
    if (marked && !any)
        table.add_none();
    return Done{};
}

} // namespace

void found_csv(const Layout& layout, std::span<const Found> found, const TextSink& sink,
               std::optional<system::CalibrationStatus> calibration)
{
    all<Csv>(layout, found, sink, calibration);
}

void found_jsonl(const Layout& layout, std::span<const Found> found, const TextSink& sink,
                 std::optional<system::CalibrationStatus> calibration)
{
    all<Jsonl>(layout, found, sink, calibration);
}

Result<Done> write_strategies(const Question& question, const Shard& shard, TableForm form,
                              const std::vector<Exploration>* front_of, const TextSink& sink, const CancelToken& cancel)
{
    return form == TableForm::csv ? write<Csv>(question, shard, front_of, sink, cancel)
                                  : write<Jsonl>(question, shard, front_of, sink, cancel);
}

} // namespace blueprinting::search
