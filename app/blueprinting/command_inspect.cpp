#include "app/blueprinting/common.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/subcommands.h"
#include "core/ir/text.h"
#include "core/passes/compile.h"
#include "core/program/piece_evaluation.h"
#include "core/strategy/derived.h"
#include "core/strategy/field_table.h"
#include "core/strategy/laws.h"

#include <algorithm>
#include <memory>

namespace blueprinting::cli {
namespace {

struct Options {
    std::string model, execution, stage, output;
    std::string piece; ///< of a program: a block's number, or a part outside the blocks
    std::optional<std::int64_t> sequence;
    bool digest = false;
    bool text = false;
    bool compatible = false;
};

/// A tier past so many is on no system that this makes up, and left alone: whether it exists is for a system to say.
constexpr std::int64_t kMostNetworks = 64;

/// No system is asked for here: one that refuses nothing, so that exactly the laws about model and strategy speak.
system::SystemProfile any_system(const strategy::NetworkTiers& tiers)
{
    system::SystemProfile out;
    for (const Datatype type : kDatatypes) {
        out.matrix[type] = {};
        out.vector[type] = {};
    }
    system::Network network;
    network.size = kMaxInteger;
    const std::int64_t highest = std::max({tiers.tensor, tiers.pipeline, tiers.data, tiers.context, tiers.expert,
                                           std::optional<std::int64_t>(0)})
                                     .value_or(0);
    out.networks.assign(static_cast<std::size_t>(std::min<std::int64_t>(highest, kMostNetworks - 1)) + 1, network);
    return out;
}

const passes::PassCheckpoint& stage_of(const passes::Compilation& compilation, const std::string& stage)
{
    return stage == "model"         ? compilation.model
           : stage == "distributed" ? compilation.distributed
                                    : compilation.portable;
}

/// The model given, or the one that a preset execution is of.
Result<search::Origin> chosen_model(const Options& options)
{
    const strategy::Preset* preset = strategy::find_preset(options.execution);
    if (options.model.empty() && !preset)
        return missing_option("--model");
    auto origin = options.model.empty() ? search::Origin{"--execution " + options.execution, preset->model}
                                        : open_model(options.model);
    if (origin)
        origin->sequence = options.sequence;
    return origin;
}

/// The laws about model and strategy alone.
template <class Model>
std::vector<strategy::Violation> broken_laws(const Model& model, const strategy::Execution& execution,
                                             strategy::Rules rules)
{
    auto out = strategy::violations(model, any_system(execution.tiers), execution, rules);
    std::erase_if(out, [&](const strategy::Violation& each) {
        return each.code == "strategy.network.unknown_tier" && strategy::number_of(execution, each.field) >= 0;
    });
    for (strategy::Violation& each : out)
        each.of_system.reset();
    return out;
}

int write(const Options& options, const passes::Compilation& compilation)
{
    const passes::PassCheckpoint& checkpoint = stage_of(compilation, options.stage);
    if (options.digest)
        return write_json(
            Output::checkpoint_digest, options.output,
            {{"stage", options.stage}, {"schema", checkpoint.schema}, {"digest", checkpoint.output.hex()}});
    if (options.text)
        return write_output(Output::checkpoint_text, options.output, ir::text_form(*checkpoint.ir));
    return write_json(Output::checkpoint, options.output, passes::to_json(checkpoint));
}

/// "0 to 60, embedding, head"
std::string pieces_words(const program::Program& program)
{
    std::string out = "a block's number, 0 to " + std::to_string(program.model.blocks - 1);
    for (const program::Part& part : program.parts)
        out += ", " + std::string(block::to_string(part.kind));
    return out;
}

/// One piece of a strategy that is priced as a program.
int inspect_piece(const Options& options, const model::Description& model, const strategy::Execution& execution,
                  const search::Origins& origins)
{
    if (const auto broken = broken_laws(model, execution, strategy::Rules::strict); !broken.empty())
        return report(search::placed(broken, origins));
    const auto program = program::compile_program(model, execution);
    if (!program)
        return report(search::placed(program.diagnostics(), origins));
    const auto piece = program::find_piece(*program, options.piece.empty() ? "0" : options.piece);
    if (!piece)
        return report({{Severity::error, "usage", "",
                        "--piece is \"" + options.piece + "\"; this model has " + pieces_words(*program)}});
    const auto compilation = passes::compile(model, piece->piece, execution);
    return compilation ? write(options, *compilation) : report(search::placed(compilation.diagnostics(), origins));
}

/// Whether six numbers and the strategies of their models do not say all of it.
bool is_program(const model::Description& model, const strategy::Execution& execution)
{
    return !model::plain_model(model) || strategy::has_new_switch(execution);
}

int run(const Options& options)
{
    const auto rules = options.compatible ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    const auto model_origin = chosen_model(options);
    const auto execution_origin = open_execution(options.execution);
    if (model_origin && execution_origin && rules == strategy::Rules::strict) {
        const auto read = load_description(*model_origin);
        const auto execution = load_execution(*execution_origin, rules);
        if (read && !execution && !model::plain_model(read->description))
            return report(execution.diagnostics());
        if (read && execution && is_program(read->description, *execution)) {
            report(read->findings);
            return inspect_piece(options, read->description, *execution, {*model_origin, {}, *execution_origin});
        }
    }
    if (!options.piece.empty())
        return report({{Severity::error, "usage", "",
                        "--piece chooses among the kinds of block of a model of today; the blocks of six numbers are "
                        "alike: leave it out"}});
    const auto model = model_origin ? load_model(*model_origin) : model_origin.failure_as<model::TransformerModel>();
    const auto execution = execution_origin ? load_execution(*execution_origin, rules)
                                            : execution_origin.failure_as<strategy::Execution>();
    if (!model || !execution) { // both may be wrong, and both are said
        report(model.diagnostics());
        report(execution.diagnostics());
        return kBadInput;
    }
    const search::Origins origins{*model_origin, {}, *execution_origin};
    if (const auto broken = broken_laws(*model, *execution, rules); !broken.empty())
        return report(search::placed(broken, origins));
    const auto compilation = passes::compile(*model, *execution, rules);
    if (!compilation)
        return report(search::placed(compilation.diagnostics(), origins));
    return write(options, *compilation);
}

} // namespace

Subcommand add_inspect(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand("inspect", "Compile a strategy and write one of its checkpoints");
    parser->add_option("--model", options->model, "Preset, Calculon model file or Hugging Face config.json");
    add_sequence(*parser, options->sequence);
    parser
        ->add_option("--execution", options->execution,
                     "Preset, or a file in Calculon's form or in the program's own; a preset also gives the model")
        ->required();
    parser->add_option("--stage", options->stage, "ModelIR, DistributedTaskIR or PortablePlanIR")
        ->required()
        ->check(CLI::IsMember({"model", "distributed", "portable"}));
    parser->add_option("--piece", options->piece,
                       "Of a model of today: the number of a block, or embedding, head, mtp_input or mtp_head; block 0 "
                       "where it is left out");
    CLI::Option* digest = parser->add_flag("--digest", options->digest, "Write only the digest");
    parser->add_flag("--text", options->text, "Write the text form instead of the checkpoint")->excludes(digest);
    parser->add_flag("--calculon-compatible", options->compatible,
                     "Use Calculon's rules: uneven stages and p2p_rs_ag are legal; sequence check and inference bubble "
                     "as in Calculon");
    parser->add_option("--output", options->output, "File to write instead of standard output");
    parser->footer(kNumberHelp);
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
