#include "core/passes/transaction.h"

namespace blueprinting::passes {

Result<PassCheckpoint> publish(const PassInfo& info, const Digest& input, ir::AnyIR made, Diagnostics lineage_problems)
{
    Diagnostics problems = ir::verify(made);
    problems.insert(problems.end(), lineage_problems.begin(), lineage_problems.end());
    if (!problems.empty())
        return problems;
    PassCheckpoint out;
    out.pass = std::string(info.name);
    out.revision = info.revision;
    out.input = input;
    out.schema = std::string(ir::schema_of(made));
    out.output = ir::digest(made);
    out.ir = std::make_shared<const ir::AnyIR>(std::move(made));
    return out;
}

} // namespace blueprinting::passes
