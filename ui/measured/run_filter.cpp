#include "ui/measured/run_filter.h"

#include "core/measured/facts.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <set>

namespace blueprinting::ui {

std::string_view key_of(RunFact fact)
{
    switch (fact) {
    case RunFact::source: return "source";
    case RunFact::gpu: return "gpu";
    case RunFact::tensor: return "tensor";
    case RunFact::recompute: return "recompute";
    case RunFact::model: return "model";
    case RunFact::family: return "family";
    case RunFact::year: return "year";
    case RunFact::machine: return "machine";
    case RunFact::form: return "form";
    }
    return "";
}

std::string fact_of(const measured::Row& row, RunFact fact)
{
    const strategy::Execution* execution = row.execution();
    switch (fact) {
    case RunFact::source: return row.source;
    case RunFact::gpu: {
        std::string gpu = measured::gpu_of(row);
        return gpu.empty() ? std::string(kNotStated) : gpu;
    }
    case RunFact::tensor: return execution ? std::to_string(strategy::tensor_degree(*execution)) : "";
    case RunFact::recompute: return execution ? std::string(to_string(strategy::recompute(*execution))) : "";
    case RunFact::model: return row.model_name;
    case RunFact::family: return row.family();
    case RunFact::year: {
        const auto year = measured::year_of(row);
        return year ? std::to_string(*year) : std::string(kNotStated);
    }
    case RunFact::machine: return row.machine.empty() ? "as priced" : "another machine";
    case RunFact::form: return row.expressible_with;
    }
    return {};
}

bool RunFilter::lets(const measured::Row& row) const
{
    if (!grades[static_cast<std::size_t>(row.grade)])
        return false;
    return std::all_of(kRunFacts.begin(), kRunFacts.end(),
                       [&](RunFact fact) { return of(fact).empty() || of(fact) == fact_of(row, fact); });
}

int RunFilter::narrowed() const
{
    return static_cast<int>(
        std::count_if(only.begin(), only.end(), [](const std::string& value) { return !value.empty(); }));
}

std::vector<std::string> values_of(const measured::Runs& runs, RunFact fact)
{
    std::set<std::string> values;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs.prediction(i).in(cost::View::peak_only))
            values.insert(fact_of(runs.row(i), fact));
    values.erase("");
    std::vector<std::string> out(values.begin(), values.end());
    if (fact == RunFact::tensor)
        std::sort(out.begin(), out.end(), [](const std::string& a, const std::string& b) {
            return std::pair(a.size(), a) < std::pair(b.size(), b);
        });
    return out;
}

} // namespace blueprinting::ui
