#include "core/base/embedded_file.h"
#include "core/base/object_reader.h"
#include "core/oracle/records.h"

#include <algorithm>
#include <mutex>
#include <span>

namespace blueprinting::oracle {

std::span<const EmbeddedFile> embedded_paper(); // defined by packaging/cmake/EmbedData.cmake

namespace {

/// What the paper prints for one set of inputs.
struct Printed {
    std::string where; ///< "Table 5"
    Question question;
    Figure total_seconds{State::not_published, 0};
    PublishedMemory memory{{State::not_published, 0}, {State::not_published, 0}, {State::not_published, 0}};
};

/// Rows name their inputs by the id of a record.
Result<std::vector<Printed>> read_paper()
{
    auto records = read_records();
    if (!records)
        return records.failure_as<std::vector<Printed>>();
    std::vector<Printed> all;
    for (const EmbeddedFile& file : embedded_paper()) {
        auto document = JsonDocument::parse(std::string(file.bytes), std::string(file.path));
        if (!document)
            return document.failure_as<std::vector<Printed>>();
        Diagnostics diagnostics;
        ObjectReader root(*document, document->root(), "", diagnostics);
        (void)root.string("source");
        root.each("figures", [&](ObjectReader& row) {
            Printed printed;
            printed.where = row.string("where").value_or("");
            const std::string inputs = row.string("inputs").value_or("");
            const auto figure = [&](const char* key, double unit, Figure& into) {
                if (row.has(key))
                    into = Figure::of(row.number(key).value_or(0) * unit);
            };
            figure("total_seconds", 1, printed.total_seconds);
            figure("parameters_and_optimizer_gib", kGibibyte, printed.memory.parameters_and_optimizer_bytes);
            figure("activations_gib", kGibibyte, printed.memory.activation_bytes);
            figure("activation_percent_of_none", 1, printed.memory.activation_percent_of_none);
            const auto record =
                std::find_if(records->begin(), records->end(), [&](const Record& r) { return r.id == inputs; });
            if (record == records->end())
                row.fail("oracle.unknown_record", "inputs", "no record has the id " + inputs);
            else
                printed.question = record->question;
            all.push_back(std::move(printed));
        });
        root.finish();
        if (!diagnostics.empty())
            return diagnostics;
    }
    return all;
}

class Paper final : public Oracle {
public:
    [[nodiscard]] Identity identity() const override
    {
        return {"Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models", "2022",
                "https://arxiv.org/abs/2205.05198", "arXiv:2205.05198", "paper"};
    }

    Result<Answer> ask(const Question& question, const CancelToken& cancel) override
    {
        if (cancel.cancelled())
            return Cancelled{};
        std::call_once(m_once, [this] { m_printed = read_paper(); });
        if (!m_printed)
            return m_printed.failure_as<Answer>();

        Answer answer = answer_of(State::not_covered);
        for (const Printed& printed : *m_printed) {
            if (!same(printed.question, question))
                continue;
            if (!answer.covered())
                answer = answer_of(State::not_published);
            answer.source += (answer.source.empty() ? "" : ", ") + printed.where;
            const auto take = [](Figure& into, const Figure& from) {
                if (from.has_value())
                    into = from;
            };
            take(answer.total_seconds, printed.total_seconds);
            take(answer.published_memory.parameters_and_optimizer_bytes, printed.memory.parameters_and_optimizer_bytes);
            take(answer.published_memory.activation_bytes, printed.memory.activation_bytes);
            take(answer.published_memory.activation_percent_of_none, printed.memory.activation_percent_of_none);
        }
        return answer;
    }

private:
    std::once_flag m_once;
    Result<std::vector<Printed>> m_printed = std::vector<Printed>{};
};

} // namespace

std::unique_ptr<Oracle> make_paper() { return std::make_unique<Paper>(); }

} // namespace blueprinting::oracle
