#include "app/blueprinting/common.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/subcommands.h"
#include "core/ir/diff.h"
#include "core/passes/checkpoint.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"

#include <memory>
#include <optional>

namespace blueprinting::cli {
namespace {

struct Options {
    std::string left, right;
    bool compatible = false;
};

/// One side: a checkpoint's IR, or a strategy.
struct Side {
    std::variant<passes::PassCheckpoint, strategy::Execution> what;
    Json label;
};

bool looks_like_checkpoint(const Json& value)
{
    return value.is_object() && value.contains("pass") && value.contains("ir");
}

Side strategy_side(const std::string& name, strategy::Execution execution)
{
    strategy::forget_redundant_processors(execution); // which the program's digests know nothing of
    const Digest digest = ir::strategy_fingerprint(execution);
    return {std::move(execution), {{"name", name}, {"kind", "strategy"}, {"digest", digest.hex()}}};
}

Result<Side> load(const std::string& name, const char* option, strategy::Rules rules)
{
    const auto origin = open_execution(name, option);
    if (!origin)
        return origin.failure_as<Side>();
    if (origin->document && looks_like_checkpoint(origin->document->root())) {
        auto checkpoint = passes::checkpoint_from_json(*origin->document);
        if (!checkpoint)
            return checkpoint.failure_as<Side>();
        Json label{{"name", name}, {"kind", checkpoint->schema}, {"digest", checkpoint->output.hex()}};
        return Side{std::move(checkpoint).value(), std::move(label)};
    }
    auto execution = load_execution(*origin, rules);
    if (!execution)
        return execution.failure_as<Side>();
    return strategy_side(name, std::move(execution).value());
}

bool is_checkpoint(const Side& side) { return std::holds_alternative<passes::PassCheckpoint>(side.what); }

std::optional<std::vector<ir::FieldChange>> changes(const Side& left, const Side& right)
{
    if (left.what.index() != right.what.index())
        return std::nullopt;
    if (const auto* a = std::get_if<passes::PassCheckpoint>(&left.what))
        return ir::differences(*a->ir, *std::get<passes::PassCheckpoint>(right.what).ir);
    auto a = std::get<strategy::Execution>(left.what);
    auto b = std::get<strategy::Execution>(right.what);
    // One side states another number than its degrees make: then the other says its own.
    if (a.num_procs || b.num_procs)
        for (strategy::Execution* each : {&a, &b})
            if (!each->num_procs)
                each->num_procs = strategy::checked_world_size(*each);
    return ir::differences(strategy::to_json(a), strategy::to_json(b));
}

int run(const Options& options)
{
    const auto rules = options.compatible ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    const auto left = load(options.left, "left", rules);
    const auto right = load(options.right, "right", rules);
    if (!left || !right) {
        report(left.diagnostics());
        report(right.diagnostics());
        return kBadInput;
    }
    const auto found = changes(*left, *right);
    if (!found)
        return report({{Severity::error, "diff.kinds", "right",
                        "compare a checkpoint with a checkpoint, or a strategy with a strategy: " + options.left +
                            " is a " + left->label["kind"].get<std::string>() + ", " + options.right + " is a " +
                            right->label["kind"].get<std::string>()}});
    if (options.compatible && is_checkpoint(*left))
        return report({{Severity::error, "usage", "",
                        "--calculon-compatible goes with strategies; " + options.left + " is a checkpoint"}});
    Json list = Json::array();
    for (const ir::FieldChange& change : *found)
        list.push_back({{"path", change.path}, {"left", change.left}, {"right", change.right}});
    return write_json(Output::differences, "",
                      {{"equal", found->empty()}, {"left", left->label}, {"right", right->label}, {"changes", list}});
}

} // namespace

Subcommand add_diff(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand("diff", "Compare two checkpoints, or two strategies, field by field");
    parser->add_option("left", options->left, "A checkpoint file, or an execution: a preset name or a file")
        ->required();
    parser->add_option("right", options->right, "A checkpoint file, or an execution: a preset name or a file")
        ->required();
    parser->add_flag("--calculon-compatible", options->compatible,
                     "Use Calculon's rules: uneven stages and p2p_rs_ag are legal; sequence check and inference bubble "
                     "as in Calculon");
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
