#include "core/calibration/memory_figures.h"

#include "core/calibration/failures.h"
#include "core/search/evaluate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace blueprinting::calibration {
namespace {

using cost::MemoryPart;

/// Bytes a GPU in the paper's cuts, of an estimate or of the reference.
struct Cuts {
    oracle::Figure parameters_and_optimizer, activations;
};

struct Strategy {
    std::string figure;
    CaseInputs inputs;
    Cuts estimated;
};

template <class Part>
Cuts cut(Part part)
{
    const auto sum = [&](std::initializer_list<MemoryPart> parts) {
        double bytes = 0;
        for (const MemoryPart one : parts) {
            const oracle::Figure figure = part(one);
            if (!figure.has_value())
                return figure;
            bytes += figure.value;
        }
        return oracle::Figure::of(bytes);
    };
    return {sum({MemoryPart::weights, MemoryPart::weight_gradients, MemoryPart::optimizer}),
            sum({MemoryPart::activations, MemoryPart::activation_checkpoints})};
}

/// The strategies with "none" in place of what follows the last '/'.
std::string none_of(const std::string& strategy) { return strategy.substr(0, strategy.rfind('/') + 1) + "none"; }

oracle::Figure percent_of(const oracle::Figure& part, const oracle::Figure& whole)
{
    if (!part.has_value() || !whole.has_value())
        return part.has_value() ? whole : part;
    return whole.value > 0 ? oracle::Figure::of(100 * part.value / whole.value)
                           : oracle::Figure{oracle::State::not_covered, 0};
}

MemoryRow row_of(const Strategy& strategy, MemoryQuantity quantity, double estimated, const oracle::Figure& calculon,
                 const oracle::Figure& paper)
{
    MemoryRow row{strategy.figure, strategy.inputs.name, quantity, estimated, calculon, paper, {}, {}, {}};
    row.estimated_vs_calculon = error_of(estimated, calculon);
    row.estimated_vs_paper = error_of(estimated, paper);
    row.calculon_vs_paper = calculon.has_value() ? error_of(calculon.value, paper) : Error{calculon.state, 0};
    return row;
}

MemoryDeviation deviation(const std::vector<MemoryRow>& rows, const std::string& figure, Error MemoryRow::*error)
{
    MemoryDeviation out;
    double sum = 0;
    for (const MemoryRow& row : rows) {
        if (row.figure != figure || !(row.*error).has_value())
            continue;
        const double size = std::fabs((row.*error).value);
        ++out.rows;
        sum += size;
        if (size > out.max_absolute_percent) {
            out.max_absolute_percent = size;
            out.largest = row.strategy;
        }
    }
    out.mean_absolute_percent = out.rows == 0 ? 0 : sum / static_cast<double>(out.rows);
    return out;
}

/// Compiles and prices; asks nobody.
Result<std::vector<Strategy>> estimate_all(MemoryFigures& figures, const std::function<void(const Progress&)>& progress,
                                           const CancelToken& cancel)
{
    std::vector<Strategy> out;
    for (const auto& [name, prefix] : {std::pair("Figure 1", "seqsel-fig1/"), std::pair("Figure 7", "seqsel-fig7/")}) {
        auto cases = figure_cases(prefix);
        if (!cases)
            return cases.failure_as<std::vector<Strategy>>();
        for (CaseInputs& inputs : *cases)
            out.push_back({name, std::move(inputs), {}});
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (cancel.cancelled())
            return Cancelled{};
        Strategy& strategy = out[i];
        const oracle::Question& question = strategy.inputs.question;
        const auto evaluation =
            search::evaluate(question.model, question.system, question.execution, strategy::Rules::calculon_compatible);
        if (!evaluation)
            return evaluation.failure_as<std::vector<Strategy>>();
        const cost::Memory& memory = evaluation->evidence.memory;
        strategy.estimated = cut([&](MemoryPart part) { return oracle::Figure::of(memory[part].value()); });
        if (i == 0)
            figures.hardware = {question.system.name, system::evidence_revision(question.system).hex()};
        if (progress)
            progress({Progress::Stage::estimated, strategy.inputs.name, i + 1, out.size(), evaluation->peak_only.total,
                      evaluation->evidence.total});
    }
    return out;
}

} // namespace

std::string_view to_string(MemoryQuantity quantity)
{
    switch (quantity) {
    case MemoryQuantity::parameters_and_optimizer: return "parameters_and_optimizer_bytes";
    case MemoryQuantity::activations: return "activation_bytes";
    case MemoryQuantity::activations_of_none: return "activation_percent_of_none";
    }
    return "";
}

Result<MemoryFigures> run_memory_figures(oracle::Oracle& calculon, oracle::Oracle& paper,
                                         const std::function<void(const Progress&)>& progress,
                                         const CancelToken& cancel)
{
    MemoryFigures out;
    out.oracle = calculon.identity();
    const oracle::Identity published = paper.identity();
    out.paper_baseline = {"Figures 1 and 7", published.name, published.source_repository};
    auto strategies = estimate_all(out, progress, cancel);
    if (!strategies)
        return strategies.failure_as<MemoryFigures>();

    std::map<std::string, Cuts> references;
    std::map<std::string, oracle::PublishedMemory> printed;
    Failures failures;
    calculon.begin_run();
    for (const Strategy& strategy : *strategies) {
        const auto say = [&](Progress::Stage stage) {
            if (progress)
                progress({stage, strategy.inputs.name, printed.size(), strategies->size(), {}, {}});
        };
        say(Progress::Stage::asking);
        const auto reference = calculon.ask(strategy.inputs.question, cancel);
        if (reference.cancelled())
            return Cancelled{};
        if (reference)
            failures.answered();
        else if (failures.add(reference.diagnostics()))
            return *failures.of_all();
        else
            out.calculon_failures[strategy.inputs.name] = reference.diagnostics().front().message;
        const oracle::Answer answer = reference ? *reference : oracle::answer_of(oracle::State::not_covered);
        references[strategy.inputs.name] =
            cut([&](MemoryPart part) { return answer.memory_parts[static_cast<std::size_t>(part)]; });
        const auto page = paper.ask(strategy.inputs.question, cancel);
        if (!page)
            return page.failure_as<MemoryFigures>();
        printed[strategy.inputs.name] = page->published_memory;
        say(Progress::Stage::compared);
    }

    if (const Diagnostics* failed = failures.of_all())
        return *failed;

    std::map<std::string, Cuts> estimates;
    for (const Strategy& strategy : *strategies)
        estimates[strategy.inputs.name] = strategy.estimated;
    for (const Strategy& strategy : *strategies) {
        const std::string& name = strategy.inputs.name;
        const Cuts& ours = strategy.estimated;
        const Cuts& theirs = references[name];
        const oracle::PublishedMemory& page = printed[name];
        if (strategy.figure == "Figure 1") {
            out.rows.push_back(row_of(strategy, MemoryQuantity::parameters_and_optimizer,
                                      ours.parameters_and_optimizer.value, theirs.parameters_and_optimizer,
                                      page.parameters_and_optimizer_bytes));
            out.rows.push_back(row_of(strategy, MemoryQuantity::activations, ours.activations.value, theirs.activations,
                                      page.activation_bytes));
        } else if (const std::string none = none_of(name); none != name) { // "none" is 100 % by definition
            out.rows.push_back(row_of(strategy, MemoryQuantity::activations_of_none,
                                      percent_of(ours.activations, estimates[none].activations).value,
                                      percent_of(theirs.activations, references[none].activations),
                                      page.activation_percent_of_none));
        }
    }
    for (const char* figure : {"Figure 1", "Figure 7"})
        out.summary.push_back({figure, deviation(out.rows, figure, &MemoryRow::estimated_vs_calculon),
                               deviation(out.rows, figure, &MemoryRow::estimated_vs_paper),
                               deviation(out.rows, figure, &MemoryRow::calculon_vs_paper)});
    return out;
}

} // namespace blueprinting::calibration
