#include "app/blueprinting/common.h"
#include "app/blueprinting/interruption.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/search_text.h"
#include "app/blueprinting/subcommands.h"
#include "app/number_option.h"
#include "core/search/findings_json.h"

#include <chrono>
#include <memory>

namespace blueprinting::cli {
namespace {

using strategy::RecomputePolicy;
using strategy::TensorCommunication;

struct Arguments {
    std::string model, system;
    std::int64_t devices = 0;
    std::int64_t batch = 0;
    std::string tensor, pipeline, data, microbatch, virtual_stages;
    std::vector<std::string> recompute, communication, redo, sharding, fused;
    std::vector<std::int64_t> tensor_tiers, pipeline_tiers, data_tiers;
    std::string datatype = "float16";
    std::string attention = "multihead";
    std::string view = "system_evidence";
    std::string shard;
    std::int64_t top = 10;
    bool pareto = false;
    bool json = false;
    std::string output;
};

const std::map<std::string, RecomputePolicy> kRecompute{{"none", RecomputePolicy::none},
                                                        {"attention_only", RecomputePolicy::attention_only},
                                                        {"full", RecomputePolicy::full}};
const std::map<std::string, TensorCommunication> kCommunication{
    {"all_reduce", TensorCommunication::all_reduce},
    {"reduce_scatter_all_gather", TensorCommunication::reduce_scatter_all_gather}};
const std::map<std::string, bool> kSwitch{{"off", false}, {"on", true}};

/// What a list of words names; as it was where none was given. The parser has let only known words through.
template <class T>
void choose(const std::vector<std::string>& words, const std::map<std::string, T>& meanings, std::vector<T>& out)
{
    if (words.empty())
        return;
    out.clear();
    for (const std::string& word : words)
        out.push_back(meanings.at(word));
}

/// The options of what the space calls by other names.
const std::map<std::string, std::string> kOptions{{"devices", "--devices"},
                                                  {"global_batch", "--batch"},
                                                  {"model.blocks", "--model"},
                                                  {"microbatch", "--microbatch"},
                                                  {"virtual_stages", "--chunks"},
                                                  {"recompute", "--recompute"},
                                                  {"tensor.communication", "--communication"},
                                                  {"all_gather_redo", "--all-gather-redo"},
                                                  {"optimizer_sharding", "--optimizer-sharding"},
                                                  {"fused_activation", "--fused-activation"},
                                                  {"network_tiers.tensor", "--tensor-tier"},
                                                  {"network_tiers.pipeline", "--pipeline-tier"},
                                                  {"network_tiers.data", "--data-tier"},
                                                  {"shard", "--shard"}};

/// What no one option is to blame for is of the bounds of the degrees.
Diagnostics with_options(Diagnostics diagnostics)
{
    for (Diagnostic& each : diagnostics) {
        const auto option = kOptions.find(each.path);
        each.path = option != kOptions.end() ? option->second : "--devices, --tp, --pp, --dp";
    }
    return diagnostics;
}

Result<search::Question> question_of(const Arguments& arguments)
{
    Diagnostics problems;
    const auto keep = [&](const auto& result) {
        problems.insert(problems.end(), result.diagnostics().begin(), result.diagnostics().end());
    };
    const auto model = load_model(arguments.model);
    const auto system = load_system(arguments.system);
    keep(model);
    keep(system);
    search::Space space;
    if (system)
        space = search::Space::of(arguments.devices, arguments.batch, *system);
    const auto bound = [&](const std::string& text, const char* option, search::Allowed& into) {
        if (text.empty())
            return;
        const auto parsed = search::Allowed::parse(text, option);
        keep(parsed);
        if (parsed)
            into = *parsed;
    };
    bound(arguments.tensor, "--tp", space.tensor);
    bound(arguments.pipeline, "--pp", space.pipeline);
    bound(arguments.data, "--dp", space.data);
    bound(arguments.microbatch, "--microbatch", space.microbatch);
    bound(arguments.virtual_stages, "--chunks", space.virtual_stages);
    choose(arguments.recompute, kRecompute, space.recompute);
    choose(arguments.communication, kCommunication, space.communication);
    choose(arguments.redo, kSwitch, space.all_gather_redo);
    choose(arguments.sharding, kSwitch, space.optimizer_sharding);
    choose(arguments.fused, kSwitch, space.fused_activation);
    const auto tiers = [&](const std::vector<std::int64_t>& given, const char* option,
                           std::vector<std::int64_t>& into) {
        const auto count = system ? static_cast<std::int64_t>(system->networks.size()) : 0;
        for (const std::int64_t tier : given)
            if (system && (tier < 0 || tier >= count))
                problems.push_back({Severity::error, "search.tier.unknown", option,
                                    "the system has no network tier " + std::to_string(tier) + "; it has 0 to " +
                                        std::to_string(count - 1)});
        if (!given.empty())
            into = given;
    };
    tiers(arguments.tensor_tiers, "--tensor-tier", space.tensor_tiers);
    tiers(arguments.pipeline_tiers, "--pipeline-tier", space.pipeline_tiers);
    tiers(arguments.data_tiers, "--data-tier", space.data_tiers);
    space.datatype = *datatype_from(arguments.datatype);
    space.attention_type =
        arguments.attention == "multiquery" ? strategy::AttentionType::multiquery : strategy::AttentionType::multihead;
    search::Shard shard;
    if (!arguments.shard.empty()) {
        const auto parsed = search::Shard::parse(arguments.shard);
        if (parsed)
            shard = *parsed;
        else
            keep(Result<search::Shard>(with_options(parsed.diagnostics())));
    }
    if (!problems.empty())
        return problems;
    return search::Question{*model, *system, space, shard,
                            arguments.view == "peak_only" ? cost::View::peak_only : cost::View::system_evidence};
}

/// Options that the form of the answer leaves nothing to do, each by its name.
Diagnostics meaningless(const Arguments& arguments, const CLI::App& parser)
{
    Diagnostics out;
    const auto refuse = [&](const char* why) { out.push_back({Severity::error, "usage", "", why}); };
    if (arguments.pareto && arguments.json && arguments.output.empty())
        refuse("--pareto goes with the text answer or with --output, not with --json alone, which holds the front "
               "anyway: leave it out");
    if (arguments.pareto && !arguments.json && parser.count("--top") > 0)
        refuse(
            "--top goes with --json or with the fastest, not with --pareto, which says the whole front: leave it out");
    return out;
}

bool ends_with(const std::string& name, const char* ending) { return name.ends_with(ending); }

/// The whole space, or its front, as the table that the file's ending says.
int write_found(const Arguments& arguments, const search::Layout& layout, const search::Exploration& exploration,
                Style style)
{
    std::vector<search::Found> front;
    std::span<const search::Found> chosen = exploration.legal;
    if (arguments.pareto) {
        for (const std::size_t index : search::pareto_front(exploration.legal))
            front.push_back(exploration.legal[index]);
        chosen = front;
    }
    const bool csv = ends_with(arguments.output, ".csv");
    return write_output(
        csv ? Output::search_strategies : Output::search_strategy_lines, arguments.output,
        [&](const TextSink& sink) {
            csv ? search::found_csv(layout, chosen, sink) : search::found_jsonl(layout, chosen, sink);
        },
        style);
}

int run(const Arguments& arguments)
{
    const Style style = arguments.json ? Style::json : Style::text;
    if (!arguments.output.empty() && !ends_with(arguments.output, ".csv") && !ends_with(arguments.output, ".jsonl"))
        return report({{Severity::error, "usage", "", "--output " + arguments.output + " must end in .csv or .jsonl"}},
                      style);
    const auto question = question_of(arguments);
    if (!question)
        return report(question.diagnostics(), style);
    const auto layout = search::Layout::make(question->space, question->model.blocks);
    if (!layout)
        return report(with_options(layout.diagnostics()), style);
    const CancelToken cancel;
    const Interruption interruption(cancel);
    const auto begin = std::chrono::steady_clock::now();
    const auto exploration =
        search::explore(question->model, question->system, *layout, question->shard, question->view, {}, cancel);
    if (!exploration)
        return kBadInput; // interrupted: the signal ends the program
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    int code = kOk;
    if (!arguments.output.empty())
        code = write_found(arguments, *layout, *exploration, style);
    if (code != kOk)
        return code;
    if (!arguments.json)
        return write_output(Output::search_text, "",
                            search_text(*question, *layout, *exploration, static_cast<std::size_t>(arguments.top),
                                        arguments.pareto, seconds));
    const auto answer =
        search::exploration_json(*question, *layout, *exploration, static_cast<std::size_t>(arguments.top), seconds);
    return answer ? write_json(Output::search, "", *answer, style) : report(answer.diagnostics(), style);
}

} // namespace

Subcommand add_search(CLI::App& program)
{
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* parser = program.add_subcommand("search", "Every strategy that trains a model with a batch on a number "
                                                        "of devices, within bounds: which laws refuse how many, "
                                                        "which fit, the fastest of them and the front of time against "
                                                        "memory. A bound is numbers and stretches of them, as 1,2,8 "
                                                        "or 4..16");
    parser->add_option("--model", arguments->model, "Model: a preset's name or a file")->required();
    parser->add_option("--system", arguments->system, "System: a preset's name or a file")->required();
    add_whole(*parser, "--devices", arguments->devices, {}, "Processors: TP × PP × DP makes them")->required();
    add_whole(*parser, "--batch", arguments->batch, {}, "Global batch, in samples")->required();
    const auto bound = [&](const char* name, std::string& into, const char* help) {
        parser->add_option(name, into, help)->type_name("NUMBER..NUMBER,...");
    };
    bound("--tp", arguments->tensor, "Bound of the tensor-parallel degree");
    bound("--pp", arguments->pipeline, "Bound of the pipeline-parallel degree");
    bound("--dp", arguments->data, "Bound of the data-parallel degree");
    bound("--microbatch", arguments->microbatch, "Bound of the microbatch size");
    bound("--chunks", arguments->virtual_stages, "Bound of the chunks a stage v; 1 is 1F1B");
    const auto words = [&](const char* name, std::vector<std::string>& into, const char* help,
                           std::vector<std::string> allowed) {
        parser->add_option(name, into, help)->delimiter(',')->check(CLI::IsMember(std::move(allowed)));
    };
    words("--recompute", arguments->recompute, "Policies: none, attention_only, full; all where left out",
          {"none", "attention_only", "full"});
    words("--communication", arguments->communication,
          "Of tensor parallelism: all_reduce, reduce_scatter_all_gather; both where left out",
          {"all_reduce", "reduce_scatter_all_gather"});
    words("--all-gather-redo", arguments->redo, "off, on; both where left out", {"off", "on"});
    words("--optimizer-sharding", arguments->sharding, "off, on; both where left out", {"off", "on"});
    words("--fused-activation", arguments->fused, "off, on; off where left out", {"off", "on"});
    const auto tiers = [&](const char* name, std::vector<std::int64_t>& into, const char* help) {
        add_wholes(*parser, name, into, {.least = 0}, help);
    };
    tiers("--tensor-tier", arguments->tensor_tiers, "Network tiers of the tensor group; 0, the first, where left out");
    tiers("--pipeline-tier", arguments->pipeline_tiers, "Network tiers of the pipeline group; the last where left out");
    tiers("--data-tier", arguments->data_tiers, "Network tiers of the data group; the last where left out");
    parser->add_option("--datatype", arguments->datatype, "float8, float16, bfloat16 or float32")
        ->check(CLI::IsMember({"float8", "float16", "bfloat16", "float32"}))
        ->capture_default_str();
    parser->add_option("--attention", arguments->attention, "multihead or multiquery")
        ->check(CLI::IsMember({"multihead", "multiquery"}))
        ->capture_default_str();
    parser->add_option("--view", arguments->view, "What the times are of")
        ->check(CLI::IsMember({"peak_only", "system_evidence"}))
        ->capture_default_str();
    add_whole(*parser, "--top", arguments->top, {.least = 0}, "How many of the fastest to say; 10 where left out");
    parser->add_flag("--pareto", arguments->pareto, "Say, and write, the front of time against memory alone");
    parser->add_option("--shard", arguments->shard, "i/n: the i-th of n parts of the space")
        ->type_name("NUMBER/NUMBER");
    parser->add_option("--output", arguments->output, "File for every legal strategy, .csv or .jsonl");
    parser->add_flag("--json", arguments->json, "Answer in JSON: counts, front and top, each strategy compiled whole");
    parser->footer(kNumberHelp);
    return {parser, [arguments, parser] {
                if (const Diagnostics problems = meaningless(*arguments, *parser); !problems.empty())
                    return report(problems, arguments->json ? Style::json : Style::text);
                return run(*arguments);
            }};
}

} // namespace blueprinting::cli
