#include "core/base/canonical_json.h"
#include "core/base/embedded_file.h"
#include "core/calibration/memory_figures.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

// The files that the rooms of model and system carry (packaging/cmake/EmbedData.cmake).
namespace blueprinting::model {
std::span<const EmbeddedFile> model_files();
}
namespace blueprinting::system {
std::span<const EmbeddedFile> system_files();
}

namespace blueprinting::calibration {
namespace {

constexpr std::string_view kTable5 = "seqsel-tab5/";
constexpr std::array<std::string_view, 2> kTableOrder{"full", "seqsel"};
constexpr std::array<std::string_view, 5> kFigureOrder{"none", "seq", "sel", "seqsel", "full"};

Result<InputFile> file_of(std::span<const EmbeddedFile> files, const std::string& path)
{
    const auto found =
        std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.path == path; });
    if (found == files.end())
        return Diagnostic{Severity::error, "calibration.input.missing", path, "there is no built-in data file " + path};
    return InputFile{path, Digest::of_bytes(found->bytes).hex()};
}

Result<CaseInputs> case_of(const strategy::Preset& preset, std::string name)
{
    CaseInputs out;
    out.name = std::move(name);
    const auto* model = model::find_preset(preset.model);
    const auto* system = system::find_preset(preset.system);
    if (!model || !system)
        return Diagnostic{Severity::error, "calibration.input.missing", preset.name,
                          preset.name + " names a model or system that is not built in"};
    out.question = {*model, *system, preset.execution};
    auto model_file = file_of(model::model_files(), "models/" + preset.model + ".json");
    auto system_file = file_of(system::system_files(), "systems/" + preset.system + ".json");
    auto execution = canonical_json(strategy::to_calculon(preset.execution));
    if (!model_file)
        return model_file.failure_as<CaseInputs>();
    if (!system_file)
        return system_file.failure_as<CaseInputs>();
    if (!execution)
        return execution.failure_as<CaseInputs>();
    out.model = *std::move(model_file);
    out.system = *std::move(system_file);
    out.execution = {"executions/seqsel.json#" + preset.name, Digest::of_bytes(*execution).hex()};
    return out;
}

/// Sizes first; of one size as the table's columns and the figures' legends go.
void sort_as_published(std::vector<CaseInputs>& cases, std::span<const std::string_view> order)
{
    const auto key = [&](const CaseInputs& one) {
        const std::string mode = one.name.substr(one.name.rfind('/') + 1);
        return std::pair(model::parameter_count(one.question.model).value,
                         std::find(order.begin(), order.end(), mode) - order.begin());
    };
    std::stable_sort(cases.begin(), cases.end(),
                     [&](const CaseInputs& a, const CaseInputs& b) { return key(a) < key(b); });
}

Result<std::vector<CaseInputs>> cases_of(std::string_view prefix, std::size_t dropped,
                                         std::span<const std::string_view> order)
{
    std::vector<CaseInputs> cases;
    for (const strategy::Preset& preset : strategy::presets()) {
        if (!preset.name.starts_with(prefix))
            continue;
        auto one = case_of(preset, preset.name.substr(dropped));
        if (!one)
            return one.failure_as<std::vector<CaseInputs>>();
        cases.push_back(*std::move(one));
    }
    sort_as_published(cases, order);
    return cases;
}

} // namespace

Result<std::vector<CaseInputs>> table5_cases() { return cases_of(kTable5, kTable5.size(), kTableOrder); }

Result<std::vector<CaseInputs>> figure_cases(std::string_view prefix) { return cases_of(prefix, 0, kFigureOrder); }

} // namespace blueprinting::calibration
