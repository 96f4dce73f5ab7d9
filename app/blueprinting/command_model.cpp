#include "app/blueprinting/common.h"
#include "app/blueprinting/load.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/table.h"
#include "core/base/diagnostic_json.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/model/counts.h"
#include "core/model/description_json.h"
#include "core/model/flops.h"
#include "core/model/released.h"

#include <algorithm>
#include <memory>

namespace blueprinting::cli {
namespace {

using Align = Table::Align;

struct Options {
    std::string model, output;
    std::optional<std::int64_t> sequence;
    std::int64_t tensor = 1;
    double element_bytes = 2;
    bool json = false;
};

/// Everything that is said of a model, counted once for both forms.
struct Facts {
    model::Description description;
    Diagnostics findings;
    model::ParameterCounts counts;
    std::optional<model::PublishedCount> published; ///< of a released model that the program carries
    std::optional<std::int64_t> padded_vocabulary;
};

Result<Facts> facts_of(const Options& options)
{
    auto read = load_description(options.model, options.sequence, "model");
    if (!read)
        return read.failure_as<Facts>();
    const auto counts = model::count_parameters(read->description);
    if (!counts)
        return Diagnostic{Severity::error, "model.count.overflow", "model", "the model has 2^63 parameters or more"};
    Facts out{std::move(read->description), std::move(read->findings), *counts, {}, {}};
    if (const model::ReleasedModel* released = model::find_released(options.model))
        out.published = released->published;
    if (!out.description.vocabulary)
        return out;
    out.padded_vocabulary = model::padded_vocabulary(*out.description.vocabulary, options.tensor);
    if (!out.padded_vocabulary)
        return Diagnostic{Severity::error, "model.count.overflow", "--tensor",
                          "a vocabulary padded to a multiple of " +
                              std::to_string(out.description.vocabulary->pad_multiple) + " times " +
                              std::to_string(options.tensor) + " has 2^63 rows or more"};
    return out;
}

Json to_json(const Facts& facts, const Options& options)
{
    const model::ParameterCounts& counts = facts.counts;
    Json parts = Json::object();
    for (const model::PartCount& part : counts.parts)
        parts[std::string(to_string(part.part))] = part.parameters;
    Json flops = Json::object();
    for (const model::FlopDefinition each : model::kFlopDefinitions)
        flops[std::string(to_string(each))] = model::flops_per_token(facts.description, each, options.tensor);
    Json parameters{{"total", counts.total},
                    {"active_with_embedding", counts.active_with_embedding},
                    {"active_without_lookup", counts.active_without_lookup},
                    {"mtp", counts.mtp},
                    {"first_block", counts.first_block},
                    {"last_block", counts.last_block}};
    if (counts.with_stored_head)
        parameters["with_stored_copy_of_the_head"] = *counts.with_stored_head;
    if (counts.with_stored_modules)
        parameters["with_mtp_and_second_embedding_and_head"] = *counts.with_stored_modules;
    Json out{{"name", facts.description.name},
             {"description", model::to_json(facts.description)},
             {"parameters", std::move(parameters)},
             {"parts", parts},
             {"flops_per_token", flops},
             {"kv_bytes",
              {{"per_token", model::kv_bytes_per_token(facts.description, options.element_bytes)},
               {"per_sequence", model::kv_bytes_per_sequence(facts.description, options.element_bytes)}}}};
    if (facts.padded_vocabulary)
        out["padded_vocabulary"] = *facts.padded_vocabulary;
    if (facts.published)
        out["published"] = {{"parameters", facts.published->parameters}, {"source", facts.published->source}};
    out["findings"] = blueprinting::to_json(facts.findings);
    return out;
}

std::string counts_text(const Facts& facts)
{
    const model::ParameterCounts& counts = facts.counts;
    Table table({{"parameters"}, {"", Align::right}, {"share", Align::right}});
    const auto row = [&](const std::string& name, std::int64_t value) {
        const double share =
            100 * static_cast<double>(value) / static_cast<double>(std::max<std::int64_t>(1, counts.total));
        table.add({name, format::integer(value), format::percent(share, 1, false)});
    };
    row("total", counts.total);
    for (const model::PartCount& part : counts.parts) {
        std::string name(to_string(part.part));
        std::replace(name.begin(), name.end(), '_', ' ');
        row("  " + name, part.parameters);
    }
    row("active, with embedding", counts.active_with_embedding);
    row("active, without the lookup", counts.active_without_lookup);
    row("first block", counts.first_block);
    row("last block", counts.last_block);
    if (counts.mtp > 0)
        table.add({"multi-token prediction, beside the total", format::integer(counts.mtp), ""});
    if (!facts.published)
        return table.text();
    return table.text() + "Published: " + format::integer(facts.published->parameters) +
           (facts.published->parameters == counts.total ? ", equal (" : ", which is not equal (") +
           facts.published->source + ")\n";
}

std::string flops_text(const Facts& facts, const Options& options)
{
    Table table({{"FLOPs a token, forward and backward, counted as"}, {"GFLOP", Align::right}});
    for (const model::FlopDefinition each : model::kFlopDefinitions) {
        std::string name(to_string(each));
        std::replace(name.begin(), name.end(), '_', ' ');
        table.add({name, format::fixed(model::flops_per_token(facts.description, each, options.tensor) / 1e9, 3)});
    }
    return table.text();
}

std::string text_of(const Facts& facts, const Options& options)
{
    const model::Description& model = facts.description;
    std::string out = visible_line(model.name) + ": " + format::integer(model.blocks) + " blocks, hidden " +
                      format::integer(model.hidden) + ", " + format::integer(model.attention.heads) +
                      " heads, sequence " + format::integer(model.sequence) + "\n\n" + counts_text(facts) + "\n" +
                      flops_text(facts, options) + "\n";
    const double token = model::kv_bytes_per_token(model, options.element_bytes);
    const double sequence = model::kv_bytes_per_sequence(model, options.element_bytes);
    out += "Keys and values kept for inference, " + format::shortest(options.element_bytes) +
           " bytes each: " + format::shortest(token / 1024) + " KiB a token, " +
           format::fixed(sequence / kGibibyte, 3) + " GiB a sequence\n";
    if (facts.padded_vocabulary)
        out += "Vocabulary: " + format::integer(model.vocabulary->size) + " tokens, padded to " +
               format::integer(*facts.padded_vocabulary) + " rows at tensor parallelism " +
               format::integer(options.tensor) + "\n";
    return out;
}

int run(const Options& options)
{
    const auto facts = facts_of(options);
    if (!facts)
        return report(facts.diagnostics(), options.json ? Style::json : Style::text);
    if (options.json)
        return write_json(Output::model, options.output, to_json(*facts, options), Style::json);
    report(facts->findings);
    return write_output(Output::model_tables, options.output, text_of(*facts, options));
}

} // namespace

Subcommand add_model(CLI::App& program)
{
    const auto options = std::make_shared<Options>();
    CLI::App* parser = program.add_subcommand("model", "Count the parameters, FLOPs and key-value bytes of a model");
    parser
        ->add_option("model", options->model,
                     "Preset, Hugging Face config.json, description (blueprinting.model.v1) or Calculon model file")
        ->required();
    add_sequence(*parser, options->sequence);
    add_whole(*parser, "--tensor", options->tensor, {},
              "Tensor-parallel degree, which pads the vocabulary (default 1)");
    add_real(*parser, "--element-bytes", options->element_bytes,
             "Bytes of one cached key or value (0.0625 to 16; default 2)", RealRange{0.0625, 16});
    parser->add_flag("--json", options->json, "Write JSON");
    parser->add_option("--output", options->output, "File to write instead of standard output");
    parser->footer(kNumberHelp);
    return {parser, [options] { return run(*options); }};
}

} // namespace blueprinting::cli
