#include "app/blueprinting/common.h"
#include "app/blueprinting/subcommands.h"
#include "core/base/diagnostic_json.h"
#include "core/ir/verify.h"
#include "core/passes/checkpoint.h"

#include <algorithm>
#include <memory>

namespace blueprinting::cli {
namespace {

struct Options {
    std::string checkpoint;
    std::string source;
};

/// A checkpoint that cannot be read, or is not what its digest says, is bad input; one that can be read and whose IR is
/// unsound failed its check.
bool is_finding_of_the_verifier(const Diagnostic& diagnostic)
{
    return diagnostic.code.starts_with("ir.") && !diagnostic.code.starts_with("ir.schema.") &&
           diagnostic.code != "ir.model.forbidden";
}

Json counts(const ir::AnyIR& any)
{
    if (const auto* model = std::get_if<ir::ModelIR>(&any))
        return {{"values", model->values.size()}, {"operations", model->operations.size()}};
    if (const auto* distributed = std::get_if<ir::DistributedTaskIR>(&any))
        return {{"values", distributed->values.size()}, {"tasks", distributed->tasks.size()}};
    const auto& plan = std::get<ir::PortablePlanIR>(any);
    return {{"buffers", plan.buffers.size()}, {"tasks", plan.tasks.size()}};
}

Diagnostics lineage_problems(const ir::AnyIR& made, const ir::AnyIR& source)
{
    if (const auto* distributed = std::get_if<ir::DistributedTaskIR>(&made))
        return ir::verify_lineage(*distributed, std::get<ir::ModelIR>(source));
    return ir::verify_lineage(std::get<ir::PortablePlanIR>(made), std::get<ir::DistributedTaskIR>(source));
}

/// Each with its place in the checkpoint's file.
Diagnostics against_source(const JsonDocument& document, const passes::PassCheckpoint& checkpoint,
                           const passes::PassCheckpoint& source)
{
    if (source.output != checkpoint.input)
        return {document.error("checkpoint.input", "/input",
                               "the source given digests to " + source.output.short_hex() +
                                   ", the checkpoint was made from " +
                                   (checkpoint.input.empty() ? "nothing" : checkpoint.input.short_hex()))};
    Diagnostics out;
    for (const Diagnostic& each : lineage_problems(*checkpoint.ir, *source.ir))
        out.push_back(document.error(each.code, "/ir" + each.path, each.message));
    return out;
}

int write(const Json& answer, const Diagnostics& problems)
{
    const int written = write_json(Output::checkpoint_verdict, "", answer);
    report(problems);
    return written != kOk ? written : problems.empty() ? kOk : kFailed;
}

int run(const Options& options)
{
    const auto document = JsonDocument::read(options.checkpoint);
    if (!document)
        return report(document.diagnostics());
    const auto checkpoint = passes::checkpoint_from_json(*document);
    if (!checkpoint) {
        const Diagnostics& problems = checkpoint.diagnostics();
        if (!std::all_of(problems.begin(), problems.end(), is_finding_of_the_verifier))
            return report(problems);
        return write({{"ok", false}, {"problems", blueprinting::to_json(problems)}}, problems);
    }
    Diagnostics problems;
    if (!options.source.empty()) {
        const auto source_document = JsonDocument::read(options.source);
        const auto source = source_document ? passes::checkpoint_from_json(*source_document)
                                            : source_document.failure_as<passes::PassCheckpoint>();
        if (!source)
            return report(source.diagnostics());
        problems = against_source(*document, *checkpoint, *source);
    }
    return write({{"ok", problems.empty()},
                  {"pass", checkpoint->pass},
                  {"revision", checkpoint->revision},
                  {"schema", checkpoint->schema},
                  {"digest", checkpoint->output.hex()},
                  {"input", checkpoint->input.hex()},
                  {"counts", counts(*checkpoint->ir)},
                  {"problems", blueprinting::to_json(problems)}},
                 problems);
}

} // namespace

Subcommand add_verify(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser =
        program.add_subcommand("verify", "Read a checkpoint, verify its content and compute its digest again");
    parser->add_option("checkpoint", options->checkpoint, "A file that inspect wrote")->required();
    parser->add_option("--source", options->source,
                       "The checkpoint that it was made from; the link between the two is verified too");
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
