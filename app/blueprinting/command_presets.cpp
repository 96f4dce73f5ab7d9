#include "app/blueprinting/common.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/table.h"
#include "core/base/format.h"
#include "core/model/counts.h"
#include "core/model/description_json.h"
#include "core/model/released.h"
#include "core/model/transformer_model.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "core/system/system_profile.h"

#include <cmath>
#include <memory>

namespace blueprinting::cli {
namespace {

using Align = Table::Align;

struct Options {
    std::string kind;
    bool json = false;
};

/// A figure of a data sheet: whole where it is whole.
std::string figure(double value)
{
    const bool whole = std::floor(value) == value && std::fabs(value) < 1e15;
    return whole ? format::integer(static_cast<std::int64_t>(value)) : format::significant(value);
}

/// The groups that boxes show presets in: what is released, and what the references were made with.
constexpr const char* kReleased = "Released";
constexpr const char* kOfReferences = "Of the references";

void add_released_models(Json& out)
{
    for (const model::ReleasedModel& each : model::released_models()) {
        Json made{{"name", each.description.name},
                  {"group", kReleased},
                  {"description", model::to_json(each.description)},
                  {"source", each.source}};
        if (const auto counts = model::count_parameters(each.description))
            made["parameters"] = counts->total;
        if (each.published)
            made["published"] = {{"parameters", each.published->parameters}, {"source", each.published->source}};
        out.push_back(std::move(made));
    }
}

Json models_json()
{
    Json out = Json::array();
    for (const model::Preset& preset : model::presets()) {
        const auto count = model::parameter_count(preset.model);
        out.push_back({{"name", preset.model.name},
                       {"group", kOfReferences},
                       {"model", model::to_calculon(preset.model)},
                       {"parameters", count.value},
                       {"parameter_formula", count.formula},
                       {"source", preset.source}});
    }
    add_released_models(out);
    return out;
}

std::string released_table()
{
    Table table({{"released model"},
                 {"blocks", Align::right},
                 {"hidden", Align::right},
                 {"heads", Align::right},
                 {"sequence", Align::right},
                 {"vocabulary", Align::right},
                 {"parameters", Align::right},
                 {"active", Align::right}});
    for (const model::ReleasedModel& each : model::released_models()) {
        const model::Description& m = each.description;
        const auto counts = model::count_parameters(m);
        table.add({m.name, format::integer(m.blocks), format::integer(m.hidden), format::integer(m.attention.heads),
                   format::integer(m.sequence), m.vocabulary ? format::integer(m.vocabulary->size) : "",
                   counts ? format::integer(counts->total) : "",
                   counts ? format::integer(counts->active_with_embedding) : ""});
    }
    return table.text();
}

std::string models_table()
{
    Table table({{"model"},
                 {"hidden", Align::right},
                 {"feedforward", Align::right},
                 {"sequence", Align::right},
                 {"heads", Align::right},
                 {"head size", Align::right},
                 {"blocks", Align::right},
                 {"weights of all blocks (no vocabulary)"}});
    for (const model::Preset& preset : model::presets()) {
        const model::TransformerModel& m = preset.model;
        table.add({m.name, format::integer(m.hidden), format::integer(m.feedforward), format::integer(m.sequence),
                   format::integer(m.heads), format::integer(m.head_size), format::integer(m.blocks),
                   model::parameter_count(m).formula});
    }
    return table.text() + "\n" + released_table();
}

Json system_json(const system::Preset& preset, const char* group)
{
    const Digest revision = system::evidence_revision(preset.system);
    Json out{{"name", preset.system.name},
             {"group", group},
             {"system", system::to_calculon(preset.system)},
             {"evidence_revision", revision.empty() ? Json() : Json(revision.hex())},
             {"source", preset.source}};
    if (const auto status = system::calibration(preset.system))
        out["calibration"] = to_string(*status);
    return out;
}

Json systems_json()
{
    Json out = Json::array();
    for (const system::Preset& preset : system::presets())
        out.push_back(system_json(preset, kOfReferences));
    for (const system::Preset& preset : system::released_systems())
        out.push_back(system_json(preset, kReleased));
    return out;
}

std::string rates(const std::map<Datatype, system::EngineRate>& engine)
{
    std::string out;
    for (const auto& [type, rate] : engine)
        out += (out.empty() ? "" : ", ") + std::string(to_string(type)) + " " + figure(rate.tflops);
    return out;
}

std::string networks(const std::vector<system::Network>& all)
{
    std::string out;
    for (const system::Network& network : all)
        out += (out.empty() ? "" : "; ") + figure(network.bandwidth_gbps) + " GB/s to " + format::integer(network.size);
    return out;
}

std::string systems_table()
{
    Table table({{"system"},
                 {"matrix, TFLOP/s"},
                 {"vector, TFLOP/s"},
                 {"memory", Align::right},
                 {"GB/s", Align::right},
                 {"networks (bandwidth, GPUs)"},
                 {"evidence"}});
    for (const auto* group : {&system::presets(), &system::released_systems()})
        for (const system::Preset& preset : *group) {
            const system::SystemProfile& s = preset.system;
            const Digest revision = system::evidence_revision(s);
            table.add({s.name, rates(s.matrix), rates(s.vector), figure(s.mem1.capacity_gib) + " GiB",
                       figure(s.mem1.bandwidth_gbps), networks(s.networks),
                       revision.empty() ? std::string(in_words(system::CalibrationStatus::datasheet))
                                        : revision.short_hex()});
        }
    return table.text();
}

Json executions_json()
{
    Json out = Json::array();
    for (const strategy::Preset& preset : strategy::presets())
        out.push_back({{"name", preset.name},
                       {"model", preset.model},
                       {"system", preset.system},
                       {"execution", strategy::to_calculon(preset.execution)},
                       {"source", preset.source}});
    return out;
}

std::string executions_table()
{
    Table table({{"execution"},
                 {"model"},
                 {"system"},
                 {"t", Align::right},
                 {"p", Align::right},
                 {"d", Align::right},
                 {"schedule"},
                 {"v", Align::right},
                 {"batch", Align::right},
                 {"microbatch", Align::right},
                 {"recompute"},
                 {"tensor communication"}});
    for (const strategy::Preset& preset : strategy::presets()) {
        const strategy::Execution& e = preset.execution;
        table.add({preset.name, preset.model, preset.system, format::integer(strategy::tensor_degree(e)),
                   format::integer(strategy::pipeline_degree(e)), format::integer(strategy::data_degree(e)),
                   std::string(strategy::schedule_name(strategy::pipeline(e).schedule)),
                   format::integer(strategy::virtual_stages(e)), format::integer(e.global_batch),
                   format::integer(e.microbatch_size), std::string(to_string(strategy::recompute(e))),
                   std::string(to_string(strategy::tensor(e).communication)) + (e.all_gather_redo ? ", redo" : "")});
    }
    return table.text();
}

int run(const Options& options)
{
    const Style style = options.json ? Style::json : Style::text;
    const bool models = options.kind == "models";
    const bool systems = options.kind == "systems";
    if (options.json)
        return write_json(Output::presets, "",
                          models    ? models_json()
                          : systems ? systems_json()
                                    : executions_json(),
                          style);
    return write_output(Output::presets_table, "",
                        models    ? models_table()
                        : systems ? systems_table()
                                  : executions_table(),
                        style);
}

} // namespace

Subcommand add_presets(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand("presets", "List the built-in models, systems or executions");
    parser->add_option("kind", options->kind, "models, systems or executions")
        ->required()
        ->check(CLI::IsMember({"models", "systems", "executions"}));
    parser->add_flag("--json", options->json, "Write JSON, with each preset's file and source");
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
