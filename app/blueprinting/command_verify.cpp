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
    return diagnostic.code.starts_with("ir.") && diagnostic.code != "ir.schema.unknown" && diagnostic.code != "ir.model.forbidden";
}

Result<passes::PassCheckpoint> read(const std::string& path)
{
    const auto document = JsonDocument::read(path);
    return document ? passes::checkpoint_from_json(*document) : document.failure_as<passes::PassCheckpoint>();
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

Diagnostics against_source(const passes::PassCheckpoint& checkpoint, const passes::PassCheckpoint& source)
{
    if (source.output != checkpoint.input)
        return {{Severity::error, "checkpoint.input", "/input",
                 "the source given digests to " + source.output.short_hex() + ", the checkpoint was made from " +
                     (checkpoint.input.empty() ? "nothing" : checkpoint.input.short_hex())}};
    if (const auto* distributed = std::get_if<ir::DistributedTaskIR>(checkpoint.ir.get()))
        return ir::verify_lineage(*distributed, std::get<ir::ModelIR>(*source.ir));
    return ir::verify_lineage(std::get<ir::PortablePlanIR>(*checkpoint.ir), std::get<ir::DistributedTaskIR>(*source.ir));
}

int write(const Json& answer, const Diagnostics& problems)
{
    const int written = write_json(Output::checkpoint_verdict, "", answer);
    report(problems);
    return written != kOk ? written : problems.empty() ? kOk : kFailed;
}

int run(const Options& options)
{
    const auto checkpoint = read(options.checkpoint);
    if (!checkpoint) {
        const Diagnostics& problems = checkpoint.diagnostics();
        if (!std::all_of(problems.begin(), problems.end(), is_finding_of_the_verifier))
            return report(problems);
        return write({{"ok", false}, {"problems", blueprinting::to_json(problems)}}, problems);
    }
    Diagnostics problems;
    if (!options.source.empty()) {
        const auto source = read(options.source);
        if (!source)
            return report(source.diagnostics());
        problems = against_source(*checkpoint, *source);
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
    CLI::App* parser = program.add_subcommand("verify", "Read a checkpoint, verify what is in it and digest it again");
    parser->add_option("checkpoint", options->checkpoint, "File that inspect wrote")->required();
    parser->add_option("--source", options->source, "Checkpoint that it was made from: check the lineage between the two");
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
