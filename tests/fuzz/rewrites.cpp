#include "tests/fuzz/rewrites.h"

#include "core/calibration/gate.h"
#include "core/calibration/report.h"
#include "core/certificate/read.h"
#include "core/certificate/write.h"
#include "core/model/description_json.h"
#include "core/model/hugging_face.h"
#include "core/model/read_description.h"
#include "core/model/read_model.h"
#include "core/passes/checkpoint.h"
#include "core/recipe/recipe.h"
#include "core/schedule/hand_order.h"
#include "core/schedule/order_text.h"
#include "core/schedule/scene.h"
#include "core/search/findings_json.h"
#include "core/search/part_json.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "core/system/system_profile.h"

namespace blueprinting::fuzz {
namespace {

template <class Read, class Write, class ReadAgain>
Rewrite of(Read read, Write write, ReadAgain read_again)
{
    return [=](const std::string& text) { return round_trip(text, read, write, read_again); };
}

template <class Read, class Write>
Rewrite of(Read read, Write write)
{
    return of(read, write, read);
}

/// Nothing where it could not be written: no reader takes that for its format.
Json value_of(const Result<std::string>& text) { return text ? Json::parse(*text) : Json(); }

/// A recipe says nothing of the model; of so many blocks the chunks that it speaks of are whole.
RoundTrip recipe_rewritten(recipe::Format format, const std::string& text)
{
    const auto first = recipe::read(text, "input", {});
    if (!first)
        return {false, check_refusal(first.diagnostics(), text)};
    const std::int64_t chunks =
        strategy::pipeline_degree(first->execution) * strategy::virtual_stages(first->execution);
    const auto write = [&](const strategy::Execution& execution) {
        return recipe::write(format, {"m", chunks, 2048}, execution);
    };
    const auto written = write(first->execution);
    if (!written) // a strategy that another framework can say, and this one cannot
        return {true, check_refusal(written.diagnostics(), text)};
    const auto second = recipe::read(*written, "written", {{}, chunks});
    if (!second)
        return {true, "what was written is refused: " + to_line(second.diagnostics().front())};
    const auto rewritten = write(second->execution);
    if (!rewritten || *rewritten != *written)
        return {true, "writing again gives another text: " + *written};
    return {true, {}};
}

/// PyTorch's table and the typed order are one value; it is written as typed.
RoundTrip order_rewritten(const std::string& text)
{
    const auto first = schedule::parse_order(text, "input");
    if (!first)
        return {false, check_refusal(first.diagnostics(), text)};
    const std::string written = schedule::typed_text(first->order);
    const auto second = schedule::parse_order(written, "written");
    if (!second)
        return {true, "what was written is refused: " + to_line(second.diagnostics().front())};
    if (schedule::typed_text(second->order) != written)
        return {true, "writing again gives another text: " + written};
    return {true, {}};
}

const auto kModel = [](const JsonDocument& d) { return model::read_calculon_model(d, d.root(), "", "m"); };
const auto kDescription = [](const JsonDocument& d) { return model::description_from_json(d, d.root(), "", "m"); };
const auto kWriteDescription = [](const model::Description& value) { return model::to_json(value); };

void add_inputs(std::map<std::string, Rewrite>& out)
{
    for (const recipe::Format format : recipe::kFormats)
        out["recipe of " + std::string(to_string(format))] = [format](const std::string& text) {
            return recipe_rewritten(format, text);
        };
    out["JSON"] =
        of([](const JsonDocument& d) { return Result<Json>(d.root()); }, [](const Json& value) { return value; });
    out["model"] = of(kModel, model::to_calculon);
    out["Hugging Face config"] =
        of([](const JsonDocument& d) { return model::read_hugging_face_config(d, "m"); }, model::to_calculon, kModel);
    out["any model file"] = of(
        [](const JsonDocument& d) -> Result<model::TransformerModel> {
            auto reading = model::read_model(d, "m");
            if (!reading)
                return reading.failure_as<model::TransformerModel>();
            return std::move(reading->model);
        },
        model::to_calculon, kModel);
    out["model description"] = of(kDescription, kWriteDescription);
    // A reading has findings beside the description, which is what is written.
    const auto description = [](auto read) {
        return [read](const JsonDocument& d) -> Result<model::Description> {
            auto reading = read(d);
            if (!reading)
                return reading.template failure_as<model::Description>();
            return std::move(reading->description);
        };
    };
    out["config by family"] = of(description([](const JsonDocument& d) { return model::read_hugging_face(d, "m"); }),
                                 kWriteDescription, kDescription);
    out["any file of a description"] =
        of(description([](const JsonDocument& d) { return model::read_description(d, "m", 64); }), kWriteDescription,
           kDescription);
    out["system"] = of([](const JsonDocument& d) { return system::read_calculon_system(d, d.root(), "", "s"); },
                       system::to_calculon);
    // The flat form says less than an execution that no law lets pass: what it says is what stays.
    out["execution"] = of(
        [](const JsonDocument& d) -> Result<Json> {
            const auto read = strategy::from_mapping(d, d.root(), "", strategy::Rules::strict);
            if (!read)
                return read.failure_as<Json>();
            return strategy::to_calculon(*read);
        },
        [](const Json& value) { return value; });
    out["typed execution"] = of([](const JsonDocument& d) { return strategy::execution_from_json(d, d.root(), ""); },
                                [](const strategy::Execution& value) { return strategy::to_json(value); });
    // A shard may tell of a strategy that laws refuse, which its answers say when they are made.
    out["search shard"] = of(
        [](const JsonDocument& d) -> Result<Json> {
            const auto read = search::read_part(d);
            if (!read)
                return read.failure_as<Json>();
            return search::answers_json(*read);
        },
        [](const Json& value) { return value; });
    out["search question"] = of([](const JsonDocument& d) { return search::question_from_json(d, d.root(), ""); },
                                [](const search::Question& question) { return search::to_json(question); });
    for (const char* only_read : {"measured runs", "table of measured runs", "table of a search", "lines of a search",
                                  "execution list", "batch line", "batch answer", "preset index"})
        out[only_read] = nullptr;
}

void add_results(std::map<std::string, Rewrite>& out)
{
    out["checkpoint"] = of([](const JsonDocument& d) { return passes::checkpoint_from_json(d); },
                           [](const passes::PassCheckpoint& value) { return passes::to_json(value); });
    out["report"] = of([](const JsonDocument& d) { return calibration::report_from_json(d); },
                       [](const calibration::Report& value) { return calibration::to_json(value); });
    out["contract"] = of([](const JsonDocument& d) { return calibration::contract_from_json(d); },
                         [](const calibration::Contract& value) { return calibration::to_json(value); });
    out["certificate"] =
        of([](const JsonDocument& d) { return certificate::read_certificate(d); },
           [](const certificate::Certificate& value) { return value_of(certificate::write_certificate(value)); });
    out["manifest"] = of(
        [](const JsonDocument& d) {
            auto manifest = certificate::read_manifest(d);
            if (manifest)
                manifest->file.clear(); // the name is of the file, not of what it holds
            return manifest;
        },
        [](const certificate::Manifest& value) { return value_of(certificate::write_manifest(value)); });
    out["order"] = order_rewritten;
    out["scene"] = of([](const JsonDocument& d) { return schedule::scene_from_json(d, d.root(), ""); },
                      [](const schedule::Scene& value) { return schedule::to_json(value); });
    for (const char* only_read :
         {"ablations", "evidence", "statistics", "reply", "totals", "groups", "published checkpoint", "architectures",
          "lesson", "layout", "layers", "times of each stage", "trace", "span patterns"})
        out[only_read] = nullptr;
}

} // namespace

std::map<std::string, Rewrite> rewrites()
{
    std::map<std::string, Rewrite> out;
    add_inputs(out);
    add_results(out);
    return out;
}

} // namespace blueprinting::fuzz
