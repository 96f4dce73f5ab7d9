#include "app/blueprinting/search_question.h"

#include "app/blueprinting/common.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/view_option.h"
#include "app/number_option.h"
#include "core/search/evaluate.h"

#include <algorithm>

namespace blueprinting::cli {
namespace {

using strategy::Field;
using strategy::FieldRow;
using strategy::Kind;
using strategy::Searched;

/// The fields with an option of values, as help lists them; a new one stands at the end.
std::vector<const FieldRow*> option_rows()
{
    auto out = strategy::rows_in({Field::recompute, Field::tensor_communication, Field::all_gather_redo,
                                  Field::optimizer_sharding, Field::fused_activation, Field::tensor_tier,
                                  Field::pipeline_tier, Field::data_tier, Field::datatype});
    std::erase_if(out, [](const FieldRow* row) { return !row->listed() && row->searched != Searched::told; });
    for (const Field field : search::kFurtherFields)
        if (strategy::row(field).kind != Kind::integer)
            out.push_back(&strategy::row(field));
    return out;
}

/// The option of a path that the search names; empty where there is none.
std::string_view option_of(const std::string& path)
{
    if (const FieldRow* row = strategy::row_of_path(path))
        return row->option;
    static constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
        {"devices", "--devices"},       {"model.blocks", "--model"}, {"microbatch", "--microbatch"},
        {"virtual_stages", "--chunks"}, {"shard", "--shard"},        {"rank", "--rank"},
        {"reserve", "--reserve-gib"},   {"price", "--price"},        {"band", "--band"}};
    for (const auto& [name, option] : kOthers)
        if (path == name)
            return option;
    return {};
}

/// "Policies: none, attention_only, full; all where left out"
std::string help_of(const FieldRow& row)
{
    if (row.kind == Kind::tier)
        return std::string(row.option_of);
    if (row.field == Field::recompute_modules)
        return "Sets of recomputed modules, each joined by +, as none,core_attn,mlp+moe_act, beside the policies; none "
               "where left out. There are " +
               search::module_names();
    if (row.field == Field::fused_attention)
        return "Flash attention: off, on; off of a model of six numbers, else on, where left out";
    const auto words = search::words_of(row);
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

void add_field(CLI::App& parser, const FieldRow& row, QuestionArguments& arguments)
{
    const std::string name(row.option);
    if (row.kind == Kind::tier) {
        add_wholes(parser, name, arguments.tiers[row.field], {.least = 0}, help_of(row));
    } else if (row.field == Field::recompute_modules) {
        parser.add_option(name, arguments.words[row.field], help_of(row))
            ->delimiter(',')
            ->type_name("MODULE+MODULE,...");
    } else if (row.searched == Searched::told) {
        std::string& word = arguments.told[row.field];
        word = search::words_of(row)[static_cast<std::size_t>(row.silent().value_or(0))];
        parser.add_option(name, word, help_of(row))->check(CLI::IsMember(search::words_of(row)))->capture_default_str();
    } else {
        parser.add_option(name, arguments.words[row.field], help_of(row))
            ->delimiter(',')
            ->check(CLI::IsMember(search::words_of(row)));
    }
}

} // namespace

void add_question(CLI::App& parser, QuestionArguments& arguments)
{
    parser.add_option("--model", arguments.model, "Model: a preset's name or a file");
    add_sequence(parser, arguments.sequence);
    parser.add_option("--system", arguments.system, "System: a preset's name or a file");
    parser
        .add_option(
            "--devices", arguments.devices,
            "Processors: TP × CP × PP × DP makes them. A list, as 64,96, or a stretch, which here doubles: 64..4096 "
            "is 64, 128, … 4096; each number is a space of its own")
        ->type_name("NUMBER..NUMBER,...");
    add_whole(parser, "--batch", arguments.batch, {}, "Global batch, in samples");
    parser.add_flag("--batch-per-device", arguments.batch_per_device,
                    "--batch is of one device: the global batch grows with the devices");
    const auto bound = [&](const char* name, Field field, const char* help) {
        parser.add_option(name, arguments.bounds[field], help)->type_name("NUMBER..NUMBER,...");
    };
    bound("--tp", Field::tensor_degree, "Bound of the tensor-parallel degree");
    bound("--pp", Field::pipeline_degree, "Bound of the pipeline-parallel degree");
    bound("--dp", Field::data_degree, "Bound of the data-parallel degree");
    bound("--microbatch", Field::microbatch_size, "Bound of the microbatch size");
    bound("--chunks", Field::virtual_stages, "Bound of the chunks a stage v; 1 is 1F1B");
    bound("--cp", Field::context_degree, "Bound of the context-parallel degree; 1 where left out");
    bound("--ep", Field::expert_degree, "Bound of the expert-parallel degree; 1 where left out");
    bound("--etp", Field::expert_tensor_degree, "Bound of the expert tensor-parallel degree; 1 where left out");
    for (const FieldRow* row : option_rows())
        add_field(parser, *row, arguments);
    add_view(parser, arguments.view, "What the times are of");
    parser.add_option("--must-fit", arguments.must_fit, "off: what does not fit into the first memory counts as well")
        ->check(CLI::IsMember({"on", "off"}))
        ->capture_default_str();
    add_real(parser, "--reserve-gib", arguments.reserve_gib, "GiB of the first memory to keep free; 0 where left out");
    parser
        .add_option("--rank", arguments.rank,
                    "What comes first: least time, most tokens a second and GPU, least cost of tokens (needs --price), "
                    "or least memory; ties by memory, then number")
        ->check(CLI::IsMember(search::rank_words()))
        ->capture_default_str();
    add_real(parser, "--price", arguments.price, "Of one GPU for an hour: costs are told in its currency");
    add_real(parser, "--band", arguments.band,
             "What lies within so many percent of the best is one answer; 3 where left out");
}

Result<search::Question> question_of(const QuestionArguments& arguments)
{
    Diagnostics missing;
    const auto need = [&](const char* option, bool given) {
        if (!given)
            missing.push_back(missing_option(option));
    };
    need("--model", !arguments.model.empty());
    need("--system", !arguments.system.empty());
    need("--devices", !arguments.devices.empty());
    need("--batch", arguments.batch > 0);
    if (!missing.empty())
        return missing;
    Diagnostics problems;
    const auto model = load_description(arguments.model, arguments.sequence);
    const auto system = load_system(arguments.system);
    for (const Diagnostics& each : {model.diagnostics(), system.diagnostics()})
        problems.insert(problems.end(), each.begin(), each.end());
    const auto view = search::shown_view(system ? system::calibration(*system) : std::nullopt, arguments.view);
    if (!view)
        for (const Diagnostic& each : of_option("--view", view.diagnostics()))
            problems.push_back(each);
    if (!problems.empty())
        return problems;
    report(model->findings);
    search::Asked asked;
    asked.devices = arguments.devices;
    asked.batch = arguments.batch;
    asked.batch_per_device = arguments.batch_per_device;
    asked.bounds = arguments.bounds;
    asked.words = arguments.words;
    for (const auto& [field, word] : arguments.told)
        asked.words[field] = {word};
    asked.tiers = arguments.tiers;
    asked.must_fit = arguments.must_fit == "on";
    asked.reserve_gib = arguments.reserve_gib;
    asked.rank = arguments.rank;
    asked.price = arguments.price;
    asked.band_percent = arguments.band;
    auto question = search::question_of(model->description, *system, *view, asked);
    if (!question)
        return with_options(question.diagnostics());
    return question;
}

Diagnostics with_options(Diagnostics diagnostics)
{
    for (Diagnostic& each : diagnostics) {
        const std::string_view option = option_of(each.path);
        // What no one option is to blame for is of the bounds of the degrees.
        if (!option.empty())
            each.path = option;
        else
            each.path =
                each.path == "degrees.context" ? "--devices, --tp, --cp, --pp, --dp" : "--devices, --tp, --pp, --dp";
    }
    return diagnostics;
}

} // namespace blueprinting::cli
