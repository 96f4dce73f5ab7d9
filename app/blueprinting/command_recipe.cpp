#include "app/blueprinting/common.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/subcommands.h"
#include "core/base/diagnostic_json.h"
#include "core/base/file.h"
#include "core/recipe/recipe.h"

#include <algorithm>
#include <memory>

namespace blueprinting::cli {
namespace {

struct Options {
    std::string to, model, execution, file, output;
    std::optional<std::int64_t> sequence, gpus, blocks;
    bool compatible = false;
    bool json = false;
};

recipe::Format format_named(const std::string& name)
{
    for (const recipe::Format each : recipe::kFormats)
        if (name == to_string(each))
            return each;
    return recipe::Format::megatron; // the parser lets only known names through
}

Output output_of(recipe::Format format)
{
    switch (format) {
    case recipe::Format::megatron: return Output::recipe_arguments;
    case recipe::Format::torchtitan: return Output::recipe_sections;
    case recipe::Format::deepspeed: return Output::recipe_json;
    }
    return Output::recipe_arguments;
}

int export_recipe(const Options& options)
{
    const strategy::Preset* preset = strategy::find_preset(options.execution);
    const std::string argument = options.model.empty() && preset ? preset->model : options.model;
    if (argument.empty())
        return report({missing_option("--model")});
    const auto rules = options.compatible ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    const auto model = load_description(argument, options.sequence);
    const auto execution = load_execution(options.execution, rules);
    if (!model || !execution) { // both may be wrong, and both are said
        report(model.diagnostics());
        report(execution.diagnostics());
        return kBadInput;
    }
    report(model->findings);
    const model::Description& description = model->description;
    const recipe::Format format = format_named(options.to);
    const auto text = recipe::write(format, {description.name, description.blocks, description.sequence}, *execution);
    return text ? write_output(output_of(format), options.output, *text)
                : report(of_option("--execution", text.diagnostics()));
}

Diagnostics not_used(const recipe::Reading& reading)
{
    Diagnostics out;
    for (const std::string& name : reading.not_used)
        out.push_back({Severity::finding, "recipe.not_used", name, "not used: it says nothing of a strategy"});
    return out;
}

int import_recipe(const Options& options)
{
    const Style style = options.json ? Style::json : Style::text;
    const auto text = read_file(options.file);
    if (!text)
        return report(text.diagnostics(), style);
    const auto reading = recipe::read(*text, options.file, {options.gpus, options.blocks});
    if (!reading)
        return report(reading.diagnostics(), style);
    const Json execution = strategy::to_json(reading->execution);
    if (options.json)
        return write_json(Output::recipe_strategy, options.output,
                          {{"format", to_string(reading->format)},
                           {"execution", execution},
                           {"not_used", reading->not_used},
                           {"findings", to_json(reading->findings)}},
                          style);
    report(reading->findings);
    report(not_used(*reading));
    return write_json(Output::recipe_strategy, options.output, execution);
}

} // namespace

Subcommand add_recipe(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser =
        program.add_subcommand("recipe", "Strategies as settings of Megatron-LM, torchtitan and DeepSpeed, and back");
    parser->require_subcommand(1);
    const auto action = std::make_shared<std::function<int()>>();
    const auto add = [&](const char* name, const char* what, int (*run)(const Options&)) {
        CLI::App* sub = parser->add_subcommand(name, what);
        sub->callback([=] { *action = [=] { return run(*options); }; });
        return sub;
    };
    CLI::App* exported =
        add("export", "Write a strategy as a framework's settings; what it has none for, as comments", &export_recipe);
    std::vector<std::string> formats;
    for (const recipe::Format each : recipe::kFormats)
        formats.emplace_back(to_string(each));
    exported->add_option("--to", options->to, "megatron (arguments), torchtitan (TOML) or deepspeed (JSON)")
        ->required()
        ->check(CLI::IsMember(formats));
    exported->add_option(
        "--model", options->model,
        "Preset, Hugging Face config.json, description (blueprinting.model.v1) or Calculon model file");
    add_sequence(*exported, options->sequence);
    exported
        ->add_option("--execution", options->execution,
                     "Preset, or a file in Calculon's form or in the program's own; a preset also gives the model")
        ->required();
    exported->add_flag("--calculon-compatible", options->compatible,
                       "Use Calculon's rules: uneven stages and p2p_rs_ag are legal; sequence check and inference "
                       "bubble as in Calculon");
    exported->add_option("--output", options->output, "File to write instead of standard output");
    exported->footer(kNumberHelp);
    CLI::App* imported =
        add("import", "Read such settings, of any of the three, as a strategy in the typed form", &import_recipe);
    imported->add_option("file", options->file, "Arguments (as a launch script has them), TOML or JSON")->required();
    add_whole(*imported, "--gpus", options->gpus, {}, "All processors, where the file does not say");
    add_whole(*imported, "--blocks", options->blocks, {},
              "Blocks of the model, where the file gives the length of a chunk and not their number");
    imported->add_flag("--json", options->json, "Write the format, the strategy and what was not used in one answer");
    imported->add_option("--output", options->output, "File to write instead of standard output");
    imported->footer(kNumberHelp);
    return {parser, [action] { return *action ? (*action)() : kBadInput; }};
}

} // namespace blueprinting::cli
