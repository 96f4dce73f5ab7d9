#include "app/blueprinting/common.h"
#include "app/blueprinting/interruption.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/search_text.h"
#include "app/blueprinting/subcommands.h"
#include "app/number_option.h"
#include "core/search/findings_json.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

namespace blueprinting::cli {
namespace {

using strategy::Field;
using strategy::FieldRow;
using strategy::Kind;
using strategy::Searched;

struct Arguments {
    std::string model, system;
    std::int64_t devices = 0;
    std::int64_t batch = 0;
    std::string tensor, pipeline, data, microbatch, virtual_stages;
    std::map<Field, std::vector<std::string>> words; ///< of choices and switches
    std::map<Field, std::vector<std::int64_t>> tiers;
    std::map<Field, std::string> told; ///< one word
    std::string view = "system_evidence";
    std::string shard;
    std::int64_t top = 10;
    bool pareto = false;
    bool json = false;
    std::string output;
};

/// The fields with an option of values, as help lists them; a new one stands at the end.
std::vector<const FieldRow*> option_rows()
{
    auto out = strategy::rows_in({Field::recompute, Field::tensor_communication, Field::all_gather_redo,
                                  Field::optimizer_sharding, Field::fused_activation, Field::tensor_tier,
                                  Field::pipeline_tier, Field::data_tier, Field::datatype});
    std::erase_if(out, [](const FieldRow* row) { return !row->listed() && row->searched != Searched::told; });
    return out;
}

/// The words of a row's values that an option takes, by value.
std::vector<std::string> words_of(const FieldRow& row)
{
    if (row.kind == Kind::flag)
        return {"off", "on"};
    std::vector<std::string> out;
    for (const strategy::Word& word : row.words)
        if (word.strict)
            out.emplace_back(word.key);
    return out;
}

/// The parser has let only known words through.
std::int64_t value_of(const FieldRow& row, const std::string& word)
{
    const auto words = words_of(row);
    return std::find(words.begin(), words.end(), word) - words.begin();
}

/// The option of a path that the search names; empty where there is none.
std::string_view option_of(const std::string& path)
{
    if (const FieldRow* row = strategy::row_of_path(path))
        return row->option;
    static constexpr std::pair<std::string_view, std::string_view> kOthers[] = {{"devices", "--devices"},
                                                                                {"model.blocks", "--model"},
                                                                                {"microbatch", "--microbatch"},
                                                                                {"virtual_stages", "--chunks"},
                                                                                {"shard", "--shard"}};
    for (const auto& [name, option] : kOthers)
        if (path == name)
            return option;
    return {};
}

/// What no one option is to blame for is of the bounds of the degrees.
Diagnostics with_options(Diagnostics diagnostics)
{
    for (Diagnostic& each : diagnostics) {
        const std::string_view option = option_of(each.path);
        each.path = option.empty() ? "--devices, --tp, --pp, --dp" : option;
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
    const auto unknown_tiers = [&](const FieldRow& row, const std::vector<std::int64_t>& given) {
        const auto count = system ? static_cast<std::int64_t>(system->networks.size()) : 0;
        for (const std::int64_t tier : given)
            if (system && (tier < 0 || tier >= count))
                problems.push_back({Severity::error, "search.tier.unknown", std::string(row.option),
                                    "the system has no network tier " + std::to_string(tier) + "; it has 0 to " +
                                        std::to_string(count - 1)});
    };
    bound(arguments.tensor, "--tp", space.tensor);
    bound(arguments.pipeline, "--pp", space.pipeline);
    bound(arguments.data, "--dp", space.data);
    bound(arguments.microbatch, "--microbatch", space.microbatch);
    bound(arguments.virtual_stages, "--chunks", space.virtual_stages);
    for (const FieldRow* row : option_rows()) {
        std::vector<std::int64_t> values;
        if (const auto given = arguments.words.find(row->field); given != arguments.words.end())
            for (const std::string& word : given->second)
                values.push_back(value_of(*row, word));
        if (const auto given = arguments.told.find(row->field); given != arguments.told.end())
            values.push_back(value_of(*row, given->second));
        if (const auto given = arguments.tiers.find(row->field); given != arguments.tiers.end()) {
            values = given->second;
            unknown_tiers(*row, values);
        }
        if (!values.empty())
            space[row->field] = search::Values(std::move(values));
    }
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

/// "Policies: none, attention_only, full; all where left out"
std::string help_of(const FieldRow& row)
{
    if (row.kind == Kind::tier)
        return std::string(row.option_of);
    const auto words = words_of(row);
    std::string out = row.option_of.empty() ? "" : std::string(row.option_of) + ": ";
    for (std::size_t i = 0; i < words.size(); ++i)
        out += (i == 0 ? "" : row.searched == Searched::told && i + 1 == words.size() ? " or " : ", ") + words[i];
    if (row.searched == Searched::told)
        return out;
    const std::string all = words.size() == 2 ? "both" : "all";
    return out + "; " +
           (row.searched == Searched::all ? all : words[static_cast<std::size_t>(row.silent().value_or(0))]) +
           " where left out";
}

void add_field(CLI::App& parser, const FieldRow& row, Arguments& arguments)
{
    const std::string name(row.option);
    if (row.kind == Kind::tier) {
        add_wholes(parser, name.c_str(), arguments.tiers[row.field], {.least = 0}, help_of(row).c_str());
    } else if (row.searched == Searched::told) {
        std::string& word = arguments.told[row.field];
        word = words_of(row)[static_cast<std::size_t>(row.silent().value_or(0))];
        parser.add_option(name, word, help_of(row))->check(CLI::IsMember(words_of(row)))->capture_default_str();
    } else {
        parser.add_option(name, arguments.words[row.field], help_of(row))
            ->delimiter(',')
            ->check(CLI::IsMember(words_of(row)));
    }
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
    for (const FieldRow* row : option_rows())
        add_field(*parser, *row, *arguments);
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
