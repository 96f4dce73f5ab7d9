#include "core/oracle/records.h"

#include "core/base/embedded_file.h"
#include "core/base/json_lines.h"
#include "core/oracle/statistics.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <mutex>
#include <span>

namespace blueprinting::oracle {

std::span<const EmbeddedFile> embedded_records(); // defined by packaging/cmake/EmbedData.cmake

namespace {

Result<Record> read_record(const JsonDocument& document)
{
    Diagnostics diagnostics;
    Record record;
    ObjectReader reader(document, document.root(), "", diagnostics);
    record.id = reader.string("id").value_or("");
    const auto model_name = reader.string("model");
    const auto system_name = reader.string("system");
    const Json* execution = reader.object("execution");
    const Json* statistics = reader.object("stats");
    reader.finish();
    if (!diagnostics.empty())
        return diagnostics;

    const auto* known_model = model::find_preset(*model_name);
    const auto* known_system = system::find_preset(*system_name);
    if (!known_model)
        return document.error("oracle.unknown_model", "/model", "no preset model is named " + *model_name);
    if (!known_system)
        return document.error("oracle.unknown_system", "/system", "no preset system is named " + *system_name);
    auto read = strategy::from_mapping(document, *execution, "/execution", strategy::Rules::calculon_compatible);
    if (!read)
        return read.failure_as<Record>();
    record.question = {*known_model, *known_system, *std::move(read)};

    ObjectReader stats(document, *statistics, "/stats", diagnostics);
    record.answer = read_statistics(stats);
    record.fits = stats.boolean("fits_tier1").value_or(true);
    stats.finish();
    if (!diagnostics.empty())
        return diagnostics;
    record.answer.source = record.id;
    return record;
}

/// The execution without what changes no result.
strategy::Execution essence(strategy::Execution execution)
{
    if (strategy::tensor_degree(execution) == 1)
        execution.tiers.tensor = 0;
    if (strategy::pipeline_degree(execution) == 1)
        execution.tiers.pipeline = 0;
    if (strategy::data_degree(execution) == 1 || !strategy::is_training(execution))
        execution.tiers.data = 0;
    execution.num_procs.reset();
    return execution;
}

template <class Named>
bool same_but_for_name(const Named& a, Named b)
{
    b.name = a.name;
    return a == b;
}

class RecordedCalculon final : public Oracle {
public:
    [[nodiscard]] Identity identity() const override
    {
        return {"Calculon", "0.1.0", "https://github.com/calculon-ai/calculon",
                "caa4b11f8fe1fee3ba57adaacb7590d7deabd053", "recorded"};
    }

    Result<Answer> ask(const Question& question, const CancelToken& cancel) override
    {
        if (cancel.cancelled())
            return Cancelled{};
        std::call_once(m_once, [this] { m_records = read_records(); });
        if (!m_records)
            return m_records.failure_as<Answer>();
        const auto found = std::find_if(m_records->begin(), m_records->end(),
                                        [&](const Record& record) { return same(record.question, question); });
        return found == m_records->end() ? answer_of(State::not_covered) : found->answer;
    }

private:
    std::once_flag m_once;
    Result<std::vector<Record>> m_records = std::vector<Record>{};
};

} // namespace

bool same(const Question& a, const Question& b)
{
    return essence(a.execution) == essence(b.execution) && same_but_for_name(a.model, b.model) &&
           same_but_for_name(a.system, b.system);
}

Result<std::vector<Record>> read_records()
{
    std::vector<Record> records;
    for (const EmbeddedFile& file : embedded_records()) {
        JsonLines lines(file.bytes);
        while (const auto line = lines.next()) {
            auto document = JsonDocument::parse(std::string(line->text), std::string(file.path), line->number);
            if (!document)
                return document.failure_as<std::vector<Record>>();
            auto record = read_record(*document);
            if (!record)
                return record.failure_as<std::vector<Record>>();
            records.push_back(*std::move(record));
        }
    }
    return records;
}

std::unique_ptr<Oracle> make_recorded_calculon() { return std::make_unique<RecordedCalculon>(); }

} // namespace blueprinting::oracle
