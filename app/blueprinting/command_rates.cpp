#include "app/blueprinting/common.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/table.h"
#include "core/base/diagnostic_json.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/model/rates.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <functional>
#include <memory>

namespace blueprinting::cli {
namespace {

using model::FlopDefinition;
using Align = Table::Align;
using Figure = std::function<double(FlopDefinition)>;

constexpr double kTrillion = 1e12;
/// Of what a person measures, in its unit: more than nothing, and less than a thousand of the fastest GPUs do together.
constexpr RealRange kAmount{1e-9, 1e19};

struct Options {
    std::string model, execution, definition, output;
    std::optional<std::int64_t> sequence, tensor, gpus;
    std::optional<double> speed, flops, peak; ///< tokens/s, FLOP/s and its most, all of one GPU
    std::optional<double> tokens, price, power, pue;
    double goodput = 1;
    bool json = false;
};

struct Facts {
    Options options; ///< with what the execution says of tensor parallelism and GPUs
    model::Description description;
    Diagnostics findings;

    [[nodiscard]] double flops(FlopDefinition definition) const
    {
        return model::flops_per_token(description, definition, options.tensor.value_or(1));
    }
    /// Tokens a second and GPU: measured, or what the FLOP/s are by this definition.
    [[nodiscard]] double speed(FlopDefinition definition) const
    {
        return options.speed ? *options.speed : model::tokens_per_second(*options.flops, flops(definition));
    }
    [[nodiscard]] double rate(FlopDefinition definition) const
    {
        return options.speed ? model::model_flops_per_second(*options.speed, flops(definition)) : *options.flops;
    }
    /// For so many tokens; checkpoints, restarts and the like take what goodput leaves.
    [[nodiscard]] double hours(FlopDefinition definition, double tokens) const
    {
        return model::gpu_hours(tokens, speed(definition)) / options.goodput;
    }
};

/// What does not go together, each by its name.
Diagnostics meaningless(const Options& options)
{
    Diagnostics out;
    const auto refuse = [&](const char* why) { out.push_back({Severity::error, "usage", "", why}); };
    if (!options.speed && !options.flops)
        refuse("a speed is missing: --tokens-per-second-per-gpu, or --model-flops for FLOP/s of one GPU");
    if (options.power.has_value() != options.pue.has_value())
        refuse("--power and --pue go together: energy is of the whole site");
    if (options.power && !options.tokens)
        refuse("--power goes with --tokens: energy is of so many tokens");
    if (!options.definition.empty() && options.speed && options.flops)
        refuse("--definition goes with one speed: of two, the answer says by which definition they agree");
    return out;
}

/// What an execution says takes the place of options that are left out, and disagrees with none that is given.
Diagnostics follow_execution(Options& options)
{
    if (options.execution.empty())
        return {};
    const auto execution = load_execution(options.execution, strategy::Rules::strict);
    if (!execution)
        return execution.diagnostics();
    Diagnostics out;
    const auto follow = [&](std::optional<std::int64_t>& given, std::int64_t said, const char* option) {
        if (given && *given != said)
            out.push_back({Severity::error, "usage", "",
                           std::string(option) + " is " + std::to_string(*given) + ", but the execution has " +
                               std::to_string(said) + ": leave one out"});
        given = said;
    };
    const auto world = strategy::checked_world_size(*execution);
    const std::int64_t t = strategy::tensor_degree(*execution);
    if (t < 1 || !world || *world < 1 || *world > kMaxInteger)
        return {{Severity::error, "strategy.world_size.overflow", "--execution",
                 "its degrees make no number of processors from 1 to 2^53"}};
    follow(options.tensor, t, "--tensor");
    follow(options.gpus, *world, "--gpus");
    return out;
}

Result<Facts> facts_of(Options options)
{
    Diagnostics problems = meaningless(options);
    const Diagnostics more = follow_execution(options);
    problems.insert(problems.end(), more.begin(), more.end());
    if (const strategy::Preset* preset = strategy::find_preset(options.execution); preset && options.model.empty())
        options.model = preset->model;
    if (options.model.empty())
        problems.push_back(missing_option("--model"));
    if (!problems.empty())
        return problems;
    auto read = load_description(options.model, options.sequence);
    if (!read)
        return read.failure_as<Facts>();
    return Facts{std::move(options), std::move(read->description), std::move(read->findings)};
}

std::optional<FlopDefinition> chosen(const Facts& facts)
{
    for (const FlopDefinition each : model::kFlopDefinitions)
        if (facts.options.definition == to_string(each))
            return each;
    return std::nullopt;
}

/// A figure that is another by each definition: under its name, or alone where one definition was asked for.
Json by_definition(const Facts& facts, const Figure& figure)
{
    if (const auto one = chosen(facts))
        return figure(*one);
    Json out = Json::object();
    for (const FlopDefinition each : model::kFlopDefinitions)
        out[std::string(to_string(each))] = figure(each);
    return out;
}

/// What follows from the speed: one number where that was measured.
Json of_speed(const Facts& facts, const Figure& figure)
{
    return facts.options.speed ? Json(figure(FlopDefinition::exact)) : by_definition(facts, figure);
}

Json of_rate(const Facts& facts, const Figure& figure)
{
    return facts.options.speed ? by_definition(facts, figure) : Json(figure(FlopDefinition::exact));
}

/// The cost of so many tokens; `suffix` is of its keys.
void add_cost(Json& out, const Facts& facts, double tokens, const std::string& suffix)
{
    const Options& o = facts.options;
    const auto hours = [&, tokens](FlopDefinition each) { return facts.hours(each, tokens); };
    out["gpu_hours" + suffix] = of_speed(facts, hours);
    if (o.gpus)
        out["days" + suffix] = of_speed(
            facts, [&](FlopDefinition each) { return model::days(hours(each), static_cast<double>(*o.gpus)); });
    if (o.price)
        out["cost" + suffix] = of_speed(facts, [&](FlopDefinition each) { return model::cost(hours(each), *o.price); });
}

Json to_json(const Facts& facts)
{
    const Options& o = facts.options;
    const auto flops = [&](FlopDefinition each) { return facts.flops(each); };
    const auto rate = [&](FlopDefinition each) { return facts.rate(each); };
    const auto used = [&](FlopDefinition each) { return model::utilisation(facts.rate(each), *o.peak); };
    Json out{{"model", facts.description.name},
             {"sequence", facts.description.sequence},
             {"tensor_degree", o.tensor.value_or(1)},
             {"goodput", o.goodput},
             {"flops_per_token", by_definition(facts, flops)},
             {"tokens_per_second_per_gpu", of_speed(facts, [&](FlopDefinition each) { return facts.speed(each); })},
             {"model_flops_per_second_per_gpu", of_rate(facts, rate)},
             {"findings", blueprinting::to_json(facts.findings)}};
    if (const auto one = chosen(facts))
        out["definition"] = to_string(*one);
    if (o.gpus)
        out["gpus"] = *o.gpus;
    if (o.peak)
        out["model_flops_utilisation"] = of_rate(facts, used);
    if (o.speed)
        for (const FlopDefinition each : model::kFlopDefinitions) {
            out["tflops_" + std::string(to_string(each))] = rate(each) / kTrillion;
            if (o.peak)
                out["mfu_" + std::string(to_string(each))] = used(each);
        }
    if (o.speed && o.flops)
        out["definition_of_the_printed_number"] =
            to_string(model::closest_definition(facts.description, o.tensor.value_or(1), *o.speed, *o.flops));
    add_cost(out, facts, kTrillion, "_per_trillion_tokens");
    if (!o.tokens)
        return out;
    add_cost(out, facts, *o.tokens, "");
    if (o.power)
        out["energy_joules"] = of_speed(
            facts, [&](FlopDefinition each) { return model::energy(facts.hours(each, *o.tokens), *o.power, *o.pue); });
    return out;
}

std::string name_of(FlopDefinition definition)
{
    std::string out(to_string(definition));
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

/// The definitions that are shown.
std::vector<FlopDefinition> shown(const Facts& facts)
{
    if (const auto one = chosen(facts))
        return {*one};
    return {model::kFlopDefinitions.begin(), model::kFlopDefinitions.end()};
}

std::string rates_text(const Facts& facts)
{
    std::vector<Table::Column> columns{{"FLOPs counted as"},
                                       {"GFLOP a token", Align::right},
                                       {"tokens/s a GPU", Align::right},
                                       {"TFLOP/s a GPU", Align::right}};
    if (facts.options.peak)
        columns.push_back({"MFU", Align::right});
    Table table(columns);
    for (const FlopDefinition each : shown(facts)) {
        std::vector<std::string> row{name_of(each), format::fixed(facts.flops(each) / 1e9, 3),
                                     format::significant(facts.speed(each)),
                                     format::significant(facts.rate(each) / kTrillion)};
        if (facts.options.peak)
            row.push_back(format::percent(100 * model::utilisation(facts.rate(each), *facts.options.peak), 2, false));
        table.add(row);
    }
    return table.text();
}

std::string cost_text(const Facts& facts, double tokens)
{
    const Options& o = facts.options;
    std::vector<Table::Column> columns{{"for " + format::significant(tokens) + " tokens"}, {"GPU-hours", Align::right}};
    if (o.gpus)
        columns.push_back({"days on " + format::integer(*o.gpus) + " GPUs", Align::right});
    if (o.price)
        columns.push_back({"cost", Align::right});
    if (o.power && o.tokens)
        columns.push_back({"MWh", Align::right});
    Table table(columns);
    std::vector<FlopDefinition> rows = shown(facts);
    if (o.speed)
        rows = {FlopDefinition::exact};
    for (const FlopDefinition each : rows) {
        const double hours = facts.hours(each, tokens);
        std::vector<std::string> row{o.speed ? "at this speed" : name_of(each), format::significant(hours)};
        if (o.gpus)
            row.push_back(format::significant(model::days(hours, static_cast<double>(*o.gpus))));
        if (o.price)
            row.push_back(format::significant(model::cost(hours, *o.price)));
        if (o.power && o.tokens)
            row.push_back(format::significant(model::energy(hours, *o.power, *o.pue) / 3.6e9));
        table.add(row);
    }
    return table.text();
}

std::string text_of(const Facts& facts)
{
    const Options& o = facts.options;
    std::string out =
        visible_line(facts.description.name) + ", sequence " + format::integer(facts.description.sequence) +
        ", tensor parallelism " + format::integer(o.tensor.value_or(1)) + "\n\n" + rates_text(facts) + "\n" +
        cost_text(facts, o.tokens.value_or(kTrillion)) + "goodput " + format::percent(100 * o.goodput, 1, false) +
        ": what checkpoints, restarts and evaluation take is in no other number\n";
    if (o.speed && o.flops)
        out += "the two speeds agree best where FLOPs are counted as " +
               name_of(model::closest_definition(facts.description, o.tensor.value_or(1), *o.speed, *o.flops)) + "\n";
    return out;
}

int run(const Options& options)
{
    const auto facts = facts_of(options);
    if (!facts)
        return report(facts.diagnostics(), options.json ? Style::json : Style::text);
    if (options.json)
        return write_json(Output::rates, options.output, to_json(*facts), Style::json);
    report(facts->findings);
    return write_output(Output::rates_tables, options.output, text_of(*facts));
}

} // namespace

Subcommand add_rates(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand(
        "rates", "What a measured speed is in FLOP/s and utilisation, by each public definition, and what tokens cost");
    parser->add_option("--model", options->model,
                       "Preset, Hugging Face config.json, description (blueprinting.model.v1) or Calculon model file");
    parser->add_option("--execution", options->execution,
                       "Execution whose tensor-parallel degree and GPUs these are; a preset also names its model");
    add_sequence(*parser, options->sequence);
    add_whole(*parser, "--tensor", options->tensor, {},
              "Tensor-parallel degree, which pads the vocabulary (default 1)");
    add_real(*parser, "--tokens-per-second-per-gpu", options->speed, "Speed that was measured", kAmount);
    add_real(*parser, "--model-flops", options->flops,
             "FLOP/s of one GPU that somebody printed; beside a speed, asks which definition they were counted by",
             kAmount);
    add_real(*parser, "--peak", options->peak, "Dense peak of one GPU, FLOP/s, for the utilisation", kAmount);
    parser->add_option("--definition", options->definition, "Answer by one definition alone")
        ->check(CLI::IsMember({"palm", "megatron", "megatron_window", "exact"}));
    add_whole(*parser, "--gpus", options->gpus, {}, "GPUs, for days");
    add_real(*parser, "--tokens", options->tokens, "Tokens to train on; 10^12 where left out", kAmount);
    add_real(*parser, "--price", options->price, "Price of a GPU-hour, for the cost", kAmount);
    add_real(*parser, "--power", options->power, "Watts of one GPU, for the energy; with --pue and --tokens", kAmount);
    add_real(*parser, "--pue", options->pue, "Power usage effectiveness of the site, 1 or more", RealRange{1, 100});
    add_real(*parser, "--goodput", options->goodput,
             "Share of the time that trains, above 0 to 1, which hours and what follows are divided by (default 1)",
             RealRange{1e-6, 1});
    parser->add_flag("--json", options->json, "Write JSON");
    parser->add_option("--output", options->output, "File to write instead of standard output");
    parser->footer(kNumberHelp);
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
