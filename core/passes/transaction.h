#pragma once
#include "core/base/result.h"
#include "core/ir/verify.h"
#include "core/passes/checkpoint.h"

#include <functional>

namespace blueprinting::passes {

/// What a pass is called and which revision of its rules this is.
struct PassInfo {
    std::string_view name;
    int revision = 1;
};

/// Publishes what a pass made. Its problems are the pass's: nothing is published where there is one.
Result<PassCheckpoint> publish(const PassInfo& info, const Digest& input, ir::AnyIR made, Diagnostics lineage_problems);

/// A pass from one IR to another as a transaction: the input must be of the type that the pass reads (pass.input.type)
/// and be what its checkpoint's digest says (pass.input.digest); then `body` runs; its output and lineage are verified
/// and it must name the input as its source (ir.source.digest); only then is a checkpoint published.
template <class In, class Out>
Result<PassCheckpoint> run_pass(const PassInfo& info, const PassCheckpoint& input,
                                const std::function<Result<Out>(const In&, const Digest&)>& body)
{
    const In* source = input.ir ? std::get_if<In>(input.ir.get()) : nullptr;
    if (!source)
        return Diagnostic{Severity::error, "pass.input.type", std::string(info.name),
                          std::string(info.name) + " reads " + std::string(In::kSchema) + ", not " + input.schema};
    if (ir::digest(*source) != input.output)
        return Diagnostic{Severity::error, "pass.input.digest", std::string(info.name),
                          "the input of " + std::string(info.name) + " is not what its digest " +
                              input.output.short_hex() + " says"};
    Result<Out> made = body(*source, input.output);
    if (!made)
        return made.template failure_as<PassCheckpoint>();
    Diagnostics problems = ir::verify_lineage(*made, *source);
    if (made->source != input.output)
        problems.push_back(
            {Severity::error, "ir.source.digest", "source",
             "the source digest is " + made->source.short_hex() + ", the input's is " + input.output.short_hex()});
    return publish(info, input.output, ir::AnyIR(std::move(made).value()), std::move(problems));
}

} // namespace blueprinting::passes
