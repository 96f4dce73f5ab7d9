#include "core/base/foreign_text.h"
#include "core/recipe/format.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <cctype>

namespace blueprinting::recipe {
namespace {

/// Arguments without a value, so that a word behind one is another thing.
constexpr std::array kSwitches{"sequence-parallel",
                               "use-distributed-optimizer",
                               "recompute-activations",
                               "bf16",
                               "fp16",
                               "overlap-grad-reduce",
                               "overlap-param-gather",
                               "overlap-p2p-communication",
                               "tp-comm-overlap",
                               "overlap-moe-expert-parallel-comm",
                               "no-overlap-p2p-communication",
                               "no-async-tensor-model-parallel-allreduce"};

/// What the words of a shell are, with the place of each: quotes and a backslash at the end of a line as there,
/// comments left out.
struct Word {
    std::string text;
    SourceLocation where;
};

std::vector<Word> shell_words(const std::string& text, const std::string& place)
{
    std::vector<Word> out;
    std::size_t line = 1, begin_of_line = 0;
    bool within = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') {
            ++line;
            begin_of_line = i + 1;
        }
        if (quote == 0 && c == '\\' && i + 1 < text.size() && text[i + 1] == '\n')
            continue; // the line break ends the word, as the indented lines of launch scripts mean it
        if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
            within = false;
            continue;
        }
        if (quote == 0 && c == '#' && !within) {
            while (i + 1 < text.size() && text[i + 1] != '\n')
                ++i;
            continue;
        }
        if (!within) {
            out.push_back({"", {place, line, i - begin_of_line + 1}});
            within = true;
        }
        if (quote != 0 && c == quote)
            quote = 0;
        else if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else
            out.back().text += c;
    }
    return out;
}

bool is_switch(const std::string& name)
{
    return std::find(kSwitches.begin(), kSwitches.end(), name) != kSwitches.end();
}

/// NAME=value of the environment.
bool is_assignment(const std::string& word)
{
    const std::size_t end = word.find('=');
    return end != std::string::npos && end > 0 &&
           std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(end),
                       [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
}

bool is_meant(const std::string& text) { return text.find("--") != std::string::npos; }

Result<std::vector<Setting>> parse(const std::string& text, const std::string& place)
{
    std::vector<Setting> out;
    bool takes = false; // whether words go to the last setting
    for (Word& word : shell_words(text, place)) {
        const std::size_t equals = word.text.find('=');
        if (word.text.starts_with("--") && word.text.size() > 2) {
            const std::string name = word.text.substr(2, equals == std::string::npos ? equals : equals - 2);
            out.push_back({name, {}, [where = word.where] { return where; }});
            if (equals != std::string::npos)
                out.back().words.push_back(word.text.substr(equals + 1));
            takes = equals == std::string::npos && !is_switch(name);
        } else if (is_assignment(word.text)) {
            out.push_back(
                {word.text.substr(0, equals), {word.text.substr(equals + 1)}, [where = word.where] { return where; }});
            takes = false;
        } else if (takes) {
            out.back().words.push_back(std::move(word.text));
        } else {
            out.push_back({std::move(word.text), {}, [where = word.where] { return where; }});
        }
    }
    return out;
}

/// All processors, from the environment, torchrun's arguments or what is given beside; nothing where that was refused.
std::optional<std::int64_t> world_of(Settings& settings, const Given& given)
{
    std::optional<std::int64_t> world = settings.integer("WORLD_SIZE");
    std::optional<std::int64_t> nodes, of_a_node;
    for (const char* name : {"nnodes", "num-nodes"})
        if (settings.has(name))
            nodes = settings.integer(name);
    for (const char* name : {"nproc-per-node", "nproc_per_node"})
        if (settings.has(name))
            of_a_node = settings.integer(name);
    if (!world && of_a_node) {
        world = product(settings, *of_a_node, nodes.value_or(1));
        if (!world)
            return world;
    }
    if (world && given.gpus && *world != *given.gpus)
        settings.refuse("recipe.value", "the file is for " + std::to_string(*world) + " processors, not for " +
                                            std::to_string(*given.gpus));
    if (!world)
        world = given.gpus;
    if (!world)
        settings.refuse("recipe.missing", "nothing says the number of processors (WORLD_SIZE, or --nnodes and "
                                          "--nproc-per-node), which makes the data-parallel degree");
    return world;
}

void read_recompute(Settings& settings, strategy::TransformerTrainingParallelism& out)
{
    const bool activations = settings.flag("recompute-activations");
    const auto granularity =
        settings.has("recompute-granularity") ? settings.word("recompute-granularity") : std::nullopt;
    const auto method = settings.has("recompute-method") ? settings.word("recompute-method") : std::nullopt;
    const std::int64_t layers =
        settings.has("recompute-num-layers") ? settings.integer("recompute-num-layers").value_or(1) : 1;
    const std::vector<std::string> modules = settings.words("recompute-modules");
    if (granularity == "full") {
        out.recompute = strategy::RecomputePolicy::full;
        if (method && *method != "uniform")
            settings.refuse("recompute-method", "recipe.unsupported",
                            "only uniform recomputes every block, not " + *method);
        if (layers != 1)
            settings.refuse("recompute-num-layers", "recipe.unsupported",
                            "one checkpoint for each block is all that a strategy can say, not one for " +
                                std::to_string(layers));
    } else if (granularity == "selective" || (!granularity && activations)) {
        out.recompute = strategy::RecomputePolicy::attention_only;
        if (!modules.empty() && modules != std::vector<std::string>{"core_attn"})
            settings.refuse("recompute-modules", "recipe.unsupported",
                            "core_attn alone is what a strategy can recompute besides whole blocks");
    } else if (granularity) {
        settings.refuse_value("recompute-granularity", "full or selective");
    }
}

Datatype read_datatype(Settings& settings)
{
    const bool bfloat16 = settings.flag("bf16");
    const bool float16 = settings.flag("fp16");
    if (bfloat16 && float16)
        settings.refuse("fp16", "recipe.value", "goes not with --bf16");
    for (const char* name : {"fp8-format", "fp8-recipe", "fp4-format"})
        if (settings.has(name))
            settings.refuse(name, "strategy.unsupported.precision",
                            "a strategy cannot say that some products run in another datatype");
    return bfloat16 ? Datatype::bfloat16 : float16 ? Datatype::float16 : Datatype::float32;
}

void refuse_what_no_strategy_says(Settings& settings)
{
    settings.only("context-parallel-size", "1", "strategy.unsupported.context",
                  "a strategy has no context parallelism");
    settings.only("expert-model-parallel-size", "1", "strategy.unsupported.expert",
                  "a strategy has no expert parallelism");
    settings.only("expert-tensor-parallel-size", "1", "strategy.unsupported.expert",
                  "a strategy has no expert parallelism");
    if (settings.has(kMegatronLayout))
        settings.refuse(kMegatronLayout, "recipe.unsupported", "a strategy lays its blocks evenly over the stages");
    for (const char* name : {"overlap-grad-reduce", "overlap-param-gather", "tp-comm-overlap",
                             "overlap-p2p-communication", "overlap-moe-expert-parallel-comm"})
        if (settings.flag(name))
            settings.refuse(name, "strategy.unsupported.overlap",
                            "communication is charged whole here, never beside computation");
    for (const char* name : {"no-overlap-p2p-communication", "no-async-tensor-model-parallel-allreduce",
                             "ckpt-fully-parallel-save", "ckpt-fully-parallel-load", "seq-length"})
        settings.ignore(name);
}

void read(Settings& settings, const Given& given, Found& found)
{
    strategy::Execution& out = found.execution;
    auto& training = std::get<strategy::TransformerTrainingParallelism>(out.parallelism);
    const std::int64_t t = settings.integer("tensor-model-parallel-size").value_or(1);
    const std::int64_t p = settings.integer(kMegatronStages).value_or(1);
    set_pipeline(out, p, megatron_chunks(settings, p, given.blocks).value_or(1));
    training.tensor.degree = t;
    const bool sequence = settings.flag("sequence-parallel");
    if (sequence && t > 1) {
        training.tensor.communication = strategy::TensorCommunication::reduce_scatter_all_gather;
        out.all_gather_redo = true;
        found.findings.push_back(assumed("sequence parallelism of Megatron-LM gathers again in the backward pass: "
                                         "sequence_parallel_all_gather_redo is on"));
    } else if (sequence) {
        found.findings.push_back(assumed("--sequence-parallel means nothing at a tensor-parallel degree of 1"));
    }
    training.data.optimizer_sharding = settings.flag("use-distributed-optimizer");
    read_recompute(settings, training);
    out.datatype = read_datatype(settings);
    refuse_what_no_strategy_says(settings);
    const auto world = world_of(settings, given);
    const auto microbatch = settings.integer("micro-batch-size");
    if (!microbatch && !settings.has("micro-batch-size"))
        settings.refuse("recipe.missing", "--micro-batch-size is missing");
    const auto batch = settings.integer("global-batch-size");
    if (!world || !microbatch)
        return;
    if (*world % t != 0 || *world / t % p != 0) {
        settings.refuse("recipe.indivisible", std::to_string(*world) + " processors do not divide into groups of " +
                                                  std::to_string(t) + " times " + std::to_string(p));
        return;
    }
    training.data.degree = *world / t / p;
    if (training.data.optimizer_sharding && training.data.degree == 1) {
        training.data.optimizer_sharding = false;
        found.findings.push_back(assumed("--use-distributed-optimizer means nothing at a data-parallel degree of 1"));
    }
    out.microbatch_size = *microbatch;
    if (settings.has("global-batch-size")) {
        out.global_batch = batch.value_or(1);
        return;
    }
    out.global_batch = product(settings, *microbatch, training.data.degree).value_or(1);
    found.findings.push_back(assumed("--global-batch-size is left out: one microbatch for each group"));
}

std::string write(const Model& model, const strategy::Execution& execution)
{
    const std::int64_t t = strategy::tensor_degree(execution);
    const std::int64_t p = strategy::pipeline_degree(execution);
    const std::int64_t v = strategy::virtual_stages(execution);
    std::string out = "# Megatron-LM, " + visible_line(model.name) + ": " + degrees_in_words(execution) +
                      "\n# One argument a line. WORLD_SIZE is of the environment, as torchrun sets it, and makes the "
                      "data-parallel degree.\nWORLD_SIZE=" +
                      std::to_string(strategy::world_size(execution)) + "\n";
    const auto say = [&](const std::string& argument) { out += "--" + argument + "\n"; };
    const auto number = [&](const char* name, std::int64_t value) { say(name + (" " + std::to_string(value))); };
    std::vector<std::string> comments = common_comments(execution);
    number("num-layers", model.blocks);
    number("seq-length", model.sequence);
    number("tensor-model-parallel-size", t);
    number(kMegatronStages, p);
    if (v > 1)
        number("num-layers-per-virtual-pipeline-stage", model.blocks / p / v);
    number("micro-batch-size", execution.microbatch_size);
    number("global-batch-size", execution.global_batch);
    using strategy::TensorCommunication;
    const TensorCommunication communication = strategy::tensor(execution).communication;
    if (communication == TensorCommunication::p2p_rs_ag)
        comments.push_back("p2p_rs_ag has no counterpart: Calculon alone has it");
    else if (communication == TensorCommunication::reduce_scatter_all_gather && t > 1)
        say("sequence-parallel");
    else if (communication == TensorCommunication::reduce_scatter_all_gather)
        comments.push_back("reduce_scatter_all_gather has no counterpart at a tensor-parallel degree of 1");
    if (communication == TensorCommunication::reduce_scatter_all_gather && t > 1 && !execution.all_gather_redo)
        comments.push_back("sequence_parallel_all_gather_redo off has no counterpart: sequence parallelism gathers "
                           "again in the backward pass");
    switch (strategy::recompute(execution)) {
    case strategy::RecomputePolicy::none: break;
    case strategy::RecomputePolicy::attention_only:
        say("recompute-granularity selective");
        say("recompute-modules core_attn");
        break;
    case strategy::RecomputePolicy::full:
        say("recompute-granularity full");
        say("recompute-method uniform");
        say("recompute-num-layers 1");
        break;
    }
    if (strategy::optimizer_sharding(execution))
        say("use-distributed-optimizer");
    if (execution.datatype == Datatype::bfloat16)
        say("bf16");
    else if (execution.datatype == Datatype::float16)
        say("fp16");
    else if (execution.datatype == Datatype::float8)
        comments.push_back("datatype float8 of everything has no counterpart: --fp8-format is of linear layers alone");
    for (const std::string& comment : comments)
        out += "# " + comment + "\n";
    return out;
}

} // namespace

const FormatRow& megatron_format()
{
    static const FormatRow row{Format::megatron, is_meant, parse, read, write};
    return row;
}

} // namespace blueprinting::recipe
