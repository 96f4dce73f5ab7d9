#include "tests/support/readers.h"

#include "core/accounting/published.h"
#include "core/base/canonical_json.h"
#include "core/base/file.h"
#include "core/base/json_lines.h"
#include "core/base/object_reader.h"
#include "core/base/preset_index.h"
#include "core/calibration/experiment.h"
#include "core/calibration/gate.h"
#include "core/calibration/report.h"
#include "core/certificate/ablation.h"
#include "core/certificate/build.h"
#include "core/certificate/evidence.h"
#include "core/certificate/published.h"
#include "core/certificate/read.h"
#include "core/certificate/write.h"
#include "core/measured/row.h"
#include "core/model/description_json.h"
#include "core/model/hugging_face.h"
#include "core/model/read_description.h"
#include "core/model/read_model.h"
#include "core/oracle/records.h"
#include "core/oracle/reply.h"
#include "core/oracle/statistics.h"
#include "core/passes/checkpoint.h"
#include "core/passes/compile.h"
#include "core/recipe/recipe.h"
#include "core/schedule/kineto.h"
#include "core/schedule/lesson.h"
#include "core/schedule/order_text.h"
#include "core/schedule/uneven.h"
#include "core/search/batch.h"
#include "core/search/found_file.h"
#include "core/search/part_json.h"
#include "core/strategy/execution_list.h"
#include "core/strategy/mapped_laws.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

namespace blueprinting::testing {
namespace {

std::string file_of(const std::string& path)
{
    auto text = read_file(std::string(BLUEPRINTING_SOURCE_DIR "/") + path);
    return text ? *std::move(text) : std::string();
}

std::vector<std::string> files_of(const std::string& folder)
{
    std::vector<std::string> paths;
    for (const auto& each : std::filesystem::directory_iterator(std::string(BLUEPRINTING_SOURCE_DIR "/") + folder))
        if (each.path().extension() == ".json" && each.path().filename() != "SOURCES.json")
            paths.push_back(folder + "/" + each.path().filename().string());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> out;
    for (const std::string& path : paths)
        out.push_back(file_of(path));
    return out;
}

/// The first `count` lines, each with its line break.
std::string head(const std::string& text, std::size_t count)
{
    std::size_t end = 0;
    for (; count > 0 && end < text.size(); --count)
        end = std::min(text.find('\n', end), text.size() - 1) + 1;
    return text.substr(0, end);
}

/// Of a reader of one JSON value: Result<T> read(const JsonDocument&).
template <class Read>
std::function<Diagnostics(const std::string&)> of_document(Read read)
{
    return [read](const std::string& text) -> Diagnostics {
        const auto document = JsonDocument::parse(text, "input");
        if (!document)
            return document.diagnostics();
        return read(*document).diagnostics();
    };
}

/// Of a reader of one line: Diagnostics read(const JsonLines::Line&).
template <class Read>
std::function<Diagnostics(const std::string&)> of_lines(Read read)
{
    return [read](const std::string& text) {
        Diagnostics out;
        JsonLines lines(text);
        while (const auto line = lines.next()) {
            const Diagnostics found = read(*line);
            out.insert(out.end(), found.begin(), found.end());
        }
        return out;
    };
}

/// The diagnostics of an answer of the batch, as far as anybody looks at them here.
Diagnostics of_answer(const Json& answer)
{
    Diagnostics out;
    if (!answer["ok"].get<bool>())
        for (const Json& each : answer["diagnostics"])
            out.push_back({Severity::error, each["code"], each["path"], each["message"]});
    return out;
}

std::vector<std::string> checkpoints()
{
    std::vector<std::string> out;
    const auto* preset = strategy::find_preset("seqsel-tab5/gpt3-175B/full");
    const auto compiled =
        passes::compile(*model::find_preset(preset->model), preset->execution, strategy::Rules::strict);
    for (const passes::PassCheckpoint* each : {&compiled->model, &compiled->distributed, &compiled->portable}) {
        out.push_back(*pretty_json(passes::to_json(*each)));
        out.push_back(*canonical_json(passes::to_json(*each)));
    }
    return out;
}

std::string report()
{
    const auto cases = calibration::table5_cases();
    const auto calculon = oracle::make_recorded_calculon();
    const auto paper = oracle::make_paper();
    const auto made =
        calibration::run_experiment({cases->begin(), cases->begin() + 1}, *calculon, *paper, {}, CancelToken());
    return *pretty_json(calibration::to_json(*made));
}

/// What a shard of a small search says, and the question that it carries.
std::string shard_answer()
{
    search::Asked asked;
    asked.devices = "4";
    asked.batch = 4;
    for (const strategy::Field field : {strategy::Field::virtual_stages, strategy::Field::microbatch_size})
        asked.bounds[field] = "1";
    const auto question = search::question_of(*model::find_preset("megatron-126M"), *system::find_preset("a100_80g"),
                                              cost::View::system_evidence, asked);
    return search::answers_json(*search::answer(*question, {1, 2}, 1, {}, CancelToken()))->dump();
}

/// A part of the published certificate, small enough to be altered many times.
std::string few_cells()
{
    const EmbeddedFile file = certificate::published_certificate();
    auto out = *certificate::read_certificate(*JsonDocument::parse(std::string(file.bytes), ""));
    out.cells.resize(2);
    out.manifest->expected.resize(2);
    return *certificate::write_certificate(out);
}

std::string few_manifest_cells()
{
    const EmbeddedFile file = certificate::published_manifest();
    auto out = *certificate::read_manifest(*JsonDocument::parse(std::string(file.bytes), ""));
    out.cells.resize(3);
    return *certificate::write_manifest(out);
}

/// One announced cell with four runs of each of its layouts, in the form that a campaign writes.
std::string evidence()
{
    const Json row{{"cell", "cal-a"},
                   {"model", "m"},
                   {"layers", 4},
                   {"tp", 1},
                   {"cp", 2},
                   {"source", "s"},
                   {"requests_sha256", std::string(64, 'a')},
                   {"device", "H100"},
                   {"param_dtype", "bf16"},
                   {"hidden_size", 2560}};
    const EmbeddedFile file = certificate::published_certificate();
    const auto published = *certificate::read_certificate(*JsonDocument::parse(std::string(file.bytes), ""));
    const Json whole = Json::parse(file.bytes);
    Json cell = row;
    cell["record_type"] = "calibration_cell";
    cell["gdn_layers"] = 0;
    cell["uses_gdn"] = false;
    cell["candidates"] = Json::array();
    std::string out;
    for (const char* label : {"x", "y"}) {
        cell["candidates"].push_back({{"label", label}, {"features", whole["cells"][0]["candidates"][0]["features"]}});
        for (int run = 0; run < 4; ++run) {
            Json sample = row;
            sample.update({{"record_type", "calibration_sample"},
                           {"candidate_label", label},
                           {"role", "measured"},
                           {"ms_max_rank", 10.0 + run}});
            out += sample.dump() + "\n";
        }
    }
    return cell.dump() + "\n" + out;
}

std::vector<std::string> executions()
{
    std::vector<std::string> out;
    for (const strategy::Preset& preset : strategy::presets())
        out.push_back(strategy::to_calculon(preset.execution).dump(1));
    return out;
}

std::string few_executions()
{
    Json list = Json::parse(file_of("data/executions/seqsel.json"));
    Json& all = list["executions"];
    all.erase(all.begin() + 2, all.end());
    return list.dump(1);
}

std::vector<std::string> typed_executions()
{
    std::vector<std::string> out;
    for (const strategy::Preset& preset : strategy::presets())
        out.push_back(strategy::to_json(preset.execution).dump(1));
    return out;
}

std::vector<std::string> models()
{
    std::vector<std::string> out;
    for (const model::Preset& preset : model::presets())
        out.push_back(model::to_calculon(preset.model).dump(1));
    return out;
}

std::vector<std::string> systems()
{
    std::vector<std::string> out;
    for (const system::Preset& preset : system::presets())
        out.push_back(system::to_calculon(preset.system).dump(1));
    return out;
}

std::string batch()
{
    const auto& preset = strategy::presets().front();
    const Json named{{"id", 1}, {"model", preset.model}, {"system", preset.system}, {"execution", preset.name}};
    const Json whole{{"id", "b"},
                     {"model", model::to_calculon(*model::find_preset(preset.model))},
                     {"system", system::to_calculon(*system::find_preset(preset.system))},
                     {"execution", strategy::to_calculon(preset.execution)}};
    return named.dump() + "\n" + whole.dump() + "\n";
}

/// The same of models that six numbers do not say: released, described, and as a config.
std::string modern_batch()
{
    const auto& preset = strategy::presets().front();
    std::string out;
    for (const Json& model : {Json("Llama-3.1-8B"), Json::parse(file_of("data/released-models/Llama-3.1-8B.json")),
                              Json{{"model_type", "llama"},
                                   {"hidden_size", 4096},
                                   {"intermediate_size", 14336},
                                   {"num_hidden_layers", 32},
                                   {"num_attention_heads", 32},
                                   {"num_key_value_heads", 8},
                                   {"vocab_size", 128256},
                                   {"max_position_embeddings", 8192},
                                   {"hidden_act", "silu"}}})
        out += Json{{"id", 1},
                    {"model", model},
                    {"system", "a100_80g"},
                    {"execution", strategy::to_calculon(preset.execution)}}
                   .dump() +
               "\n";
    return out;
}

/// Laws are looked at, too, as both programs do of an execution that the reader lets in.
Diagnostics with_laws(const JsonDocument& document, const Result<strategy::Execution>& read)
{
    const auto* model = model::find_preset("gpt3-175B");
    const auto* system = system::find_preset("a100_80g");
    Diagnostics out;
    if (!read) {
        out = read.diagnostics();
        for (const Diagnostic& each : strategy::as_diagnostics(
                 strategy::laws_beside(out, document, document.root(), "", *model, *system, strategy::Rules::strict)))
            out.push_back(each);
        return out;
    }
    for (const strategy::Violation& each : strategy::violations(*model, *system, *read, strategy::Rules::strict))
        out.push_back(
            {Severity::error, each.code, each.path, each.message, strategy::locate_field(document, "", each.path)});
    return out;
}

std::function<Diagnostics(const std::string&)> of_execution(Result<strategy::Execution> (*read)(const JsonDocument&))
{
    return [read](const std::string& text) -> Diagnostics {
        const auto document = JsonDocument::parse(text, "input");
        return document ? with_laws(*document, read(*document)) : document.diagnostics();
    };
}

/// Every preset as one framework's settings.
std::vector<std::string> recipes(recipe::Format format)
{
    std::vector<std::string> out;
    for (const strategy::Preset& preset : strategy::presets())
        out.push_back(
            *recipe::write(format, {preset.model, model::find_preset(preset.model)->blocks, 2048}, preset.execution));
    return out;
}

void add_inputs(std::vector<Reader>& out)
{
    for (const recipe::Format format : recipe::kFormats)
        out.push_back(
            {"recipe of " + std::string(to_string(format)),
             {},
             recipes(format),
             [](const std::string& text) -> Diagnostics { return recipe::read(text, "input", {}).diagnostics(); }});
    out.push_back({"JSON",
                   {"parse"},
                   {R"({"a": [1, -2.5e-3, 1e300, true, null, "\u00e9\n\"", {}], "b": {"c": [[]]}})", "[]"},
                   of_document([](const JsonDocument& document) { return Result<Json>(document.root()); })});
    out.push_back({"model", {"read_calculon_model"}, models(), of_document([](const JsonDocument& document) {
                       return model::read_calculon_model(document, document.root(), "", "m");
                   })});
    out.push_back(
        {"Hugging Face config",
         {"read_hugging_face_config", "hugging_face_findings"},
         {R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "n_ctx": 1024, "n_inner": null})",
          R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "max_position_embeddings": 4096,
                        "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "num_hidden_layers": 32})"},
         of_document([](const JsonDocument& document) {
             auto read = model::read_hugging_face_config(document, "m");
             static_cast<void>(model::hugging_face_findings(document));
             return read;
         })});
    out.push_back({"any model file", {"read_model"}, models(), of_document([](const JsonDocument& document) {
                       return model::read_model(document, "m");
                   })});
    out.push_back(
        {"model description",
         {"description_from_json"},
         {R"({"hidden": 64, "blocks": 4, "sequence": 32, "vocabulary": {"size": 100}, "attention": {"heads": 8, "head_size": 8, "window": 9,
                        "window_layers": [0, 2]}, "mlp": {"feedforward": 256, "gated": true}, "norm": {"kind": "rms"},
                        "moe": {"experts": 8, "top_k": 2, "feedforward": 32, "layers": {"first_dense": 1}}, "mtp": {"modules": 1}})"},
         of_document([](const JsonDocument& document) {
             return model::description_from_json(document, document.root(), "", "m");
         })});
    out.push_back({"config by family",
                   {"read_hugging_face"},
                   {file_of("tests/modern/configs/Llama-3.1-8B/config.json"),
                    file_of("tests/modern/configs/DeepSeek-V3/config.json"),
                    file_of("tests/modern/configs/Qwen1.5-MoE-A2.7B/config.json")},
                   of_document([](const JsonDocument& document) { return model::read_hugging_face(document, "m"); })});
    out.push_back(
        {"any file of a description",
         {"read_description"},
         {file_of("data/released-models/Mixtral-8x7B-v0.1.json"), file_of("data/models/megatron-22B.json"),
          file_of("tests/modern/configs/Gemma-2-27B/config.json")},
         of_document([](const JsonDocument& document) { return model::read_description(document, "m", 64); })});
    out.push_back(
        {"measured runs",
         {"read_rows"},
         {head(file_of("data/measured/narayanan21-t1.jsonl"), 2)},
         [](const std::string& text) -> Diagnostics { return measured::read_rows(text, "runs.jsonl").diagnostics(); },
         true,
         true});
    out.push_back(
        {"table of measured runs",
         {"read_runs", "read_table"},
         {"model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
          "seconds_per_iteration\ngpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,18.13\n"},
         [](const std::string& text) -> Diagnostics { return measured::read_table(text, "runs.csv").diagnostics(); },
         false,
         true});
    out.push_back(
        {"table of a search",
         {"read_found", "names_found"},
         {"number,tensor_par,pipeline_par,data_par,pipeline_interleaving,microbatch_size,activation_recompute,"
          "tensor_par_comm_type,total_seconds,memory_bytes,fits\r\n"
          "7,8,8,1,3,1,attn_only,rs_ag,11.5,6.4e10,true\r\n",
          R"({"model": "m", "system": "s", "top": [{"id": 1, "execution": )" +
              strategy::to_calculon(strategy::presets().front().execution).dump() +
              R"(, "total_seconds": 2.5, "memory_bytes": {"total": 1e9}, "fits": true}], "front": []})"},
         [](const std::string& text) -> Diagnostics {
             static_cast<void>(search::names_found(text));
             return search::read_found(text, "found.csv", strategy::presets().front().execution).diagnostics();
         }});
    out.push_back(
        {"lines of a search",
         {"read_found"},
         {R"({"number": 7, "execution": )" + strategy::to_calculon(strategy::presets().front().execution).dump() +
          R"(, "total_seconds": 2.5, "memory_bytes": 1e9, "fits": true})"},
         [](const std::string& text) -> Diagnostics {
             return search::read_found(text, "found.jsonl", strategy::presets().front().execution).diagnostics();
         },
         true});
    out.push_back({"system", {"read_calculon_system"}, systems(), of_document([](const JsonDocument& document) {
                       return system::read_calculon_system(document, document.root(), "", "s");
                   })});
    out.push_back({"execution",
                   {"from_mapping", "locate_field", "locate_member", "laws_beside"},
                   executions(),
                   of_execution([](const JsonDocument& document) {
                       return strategy::from_mapping(document, document.root(), "", strategy::Rules::strict);
                   })});
    out.push_back(
        {"typed execution", {"execution_from_json"}, typed_executions(), of_execution([](const JsonDocument& document) {
             return strategy::execution_from_json(document, document.root(), "");
         })});
    out.push_back({"execution list",
                   {"read_execution_list"},
                   {few_executions(), file_of("data/executions/seqsel.json")},
                   of_document([](const JsonDocument& document) {
                       return strategy::read_execution_list(document, strategy::Rules::strict);
                   })});
    out.push_back({"batch line",
                   {"read_inputs", "origins_of"},
                   {batch(), modern_batch()},
                   of_lines([](const JsonLines::Line& line) {
                       const auto document = JsonDocument::parse(std::string(line.text), "input", line.number);
                       return document ? search::read_inputs(*document, strategy::Rules::strict).diagnostics()
                                       : document.diagnostics();
                   }),
                   true});
    out.push_back({"batch answer",
                   {"read_inputs"},
                   {batch(), modern_batch(), head(file_of("data/oracle/train.jsonl"), 3)},
                   of_lines([](const JsonLines::Line& line) {
                       return of_answer(search::evaluate_line(line.text, "input", line.number, strategy::Rules::strict,
                                                              cost::View::system_evidence));
                   }),
                   true,
                   true});
    const std::string shard = shard_answer();
    out.push_back({"search shard", {"read_part"}, {shard}, of_document(search::read_part)});
    out.push_back({"search question",
                   {"question_from_json"},
                   {Json::parse(shard)["part"]["question"].dump()},
                   of_document([](const JsonDocument& document) {
                       return search::question_from_json(document, document.root(), "");
                   })});
    out.push_back(
        {"preset index",
         {"preset_index"},
         {R"({"files": [{"name": "gpt3-13B", "source": "a paper"}]})"},
         [](const std::string& text) {
             const std::string preset = file_of("data/models/gpt3-13B.json");
             const std::vector<EmbeddedFile> files{{"models/SOURCES.json", text}, {"models/gpt3-13B.json", preset}};
             return preset_index(files, "models").diagnostics();
         }});
}

void add_results(std::vector<Reader>& out, const std::string& folder)
{
    out.push_back({"checkpoint",
                   {"checkpoint_from_json", "ir_from_json"},
                   checkpoints(),
                   of_document([](const JsonDocument& document) { return passes::checkpoint_from_json(document); })});
    out.push_back({"report", {"report_from_json"}, {report()}, of_document([](const JsonDocument& document) {
                       return calibration::report_from_json(document);
                   })});
    out.push_back(
        {"contract", {"contract_from_json"}, files_of("data/contracts"), of_document([](const JsonDocument& document) {
             return calibration::contract_from_json(document);
         })});
    out.push_back({"certificate", {"read_certificate"}, {few_cells()}, of_document([](const JsonDocument& document) {
                       return certificate::read_certificate(document);
                   })});
    out.push_back({"manifest", {"read_manifest"}, {few_manifest_cells()}, of_document([](const JsonDocument& document) {
                       return certificate::read_manifest(document);
                   })});
    out.push_back({"ablations",
                   {"read_ablations"},
                   {file_of("data/certificates/layout-cost-v2-ablations.json")},
                   of_document([](const JsonDocument& document) { return certificate::read_ablations(document); })});
    out.push_back({"evidence",
                   {"read_evidence"},
                   {evidence()},
                   [](const std::string& text) -> Diagnostics {
                       const std::vector<certificate::EvidenceFile> files{{"input", text}};
                       const auto read = certificate::read_evidence(files);
                       if (read)
                           static_cast<void>(certificate::aggregate(*read, 2));
                       return read.diagnostics();
                   },
                   true});
    out.push_back({"statistics",
                   {"read_statistics"},
                   {Json::parse(head(file_of("data/oracle/train.jsonl"), 1))["stats"].dump(1)},
                   [](const std::string& text) -> Diagnostics {
                       const auto document = JsonDocument::parse(text, "input");
                       if (!document)
                           return document.diagnostics();
                       Diagnostics problems;
                       ObjectReader reader(*document, document->root(), "", problems);
                       static_cast<void>(oracle::read_statistics(reader));
                       reader.ignore("fits_tier1"); // of records, which say it beside
                       reader.finish();
                       return problems;
                   }});
    out.push_back({"reply",
                   {"read_reply"},
                   {Json::parse(head(file_of("data/oracle/train.jsonl"), 1))["stats"].dump(1)},
                   [folder](const std::string& text) -> Diagnostics {
                       if (const auto written = write_file_atomically(folder + "/output.json", text); !written)
                           return written.diagnostics();
                       const int open_folder = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
                       auto said = oracle::read_reply(oracle::process::Command{}, oracle::process::Finished{},
                                                      open_folder, "output.json", "input")
                                       .diagnostics();
                       ::close(open_folder);
                       return said;
                   }});
    for (const auto& [name, function, read] :
         {std::tuple(
              "totals", "read_totals", +[](const JsonDocument& d) { return accounting::read_totals(d).diagnostics(); }),
          std::tuple(
              "groups", "read_groups", +[](const JsonDocument& d) { return accounting::read_groups(d).diagnostics(); }),
          std::tuple(
              "published checkpoint", "read_checkpoint",
              +[](const JsonDocument& d) { return accounting::read_checkpoint(d).diagnostics(); }),
          std::tuple(
              "architectures", "read_architectures",
              +[](const JsonDocument& d) { return accounting::read_architectures(d).diagnostics(); })})
        out.push_back({name, {function}, files_of("data/accounting"), [read = read](const std::string& text) {
                           const auto document = JsonDocument::parse(text, "input");
                           return document ? read(*document) : document.diagnostics();
                       }});
    out.push_back(
        {"lesson", {"read_lesson"}, files_of("resources/lessons"), of_document([](const JsonDocument& document) {
             return schedule::read_lesson(document);
         })});
    out.push_back({"order",
                   {"parse_order", "group_of_order"},
                   {"0F0,0F1,,0B0,0B1\n1F0,1B0,1F1,1B1\n", "0F0 0I0 0W0\n", "0F0,(0F1;1B0)OVERLAP_F_B,0B0,0B1\n",
                    "0F0 0F1 0B0 | 0B1\n1F0 1B0 | 1F1 1B1\n"},
                   [](const std::string& text) { return schedule::parse_order(text, "input").diagnostics(); }});
    out.push_back({"layout", {"read_layout"}, {"Et*3|(tt|)*2m|L", "E|t*8|t*8,L"}, [](const std::string& text) {
                       return schedule::read_layout(text).diagnostics();
                   }});
    out.push_back({"layers", {"read_layers"}, {"8,8,8,6", "1"}, [](const std::string& text) {
                       return schedule::read_layers(text).diagnostics();
                   }});
    out.push_back({"times of each stage",
                   {"read_time_lists"},
                   {"F:1,1,1,2 B:2 forward:0.25", "F:1 I:0.5 W:0.5"},
                   [](const std::string& text) { return schedule::read_time_lists(text).diagnostics(); }});
    out.push_back({"trace",
                   {"read_trace"},
                   {file_of("tests/core/schedule/traces/clean/rank0.json")},
                   [folder](const std::string& text) -> Diagnostics {
                       if (const auto written = write_file_atomically(folder + "/trace.json", text); !written)
                           return written.diagnostics();
                       return schedule::read_trace(folder + "/trace.json").diagnostics();
                   }});
    out.push_back({"span patterns",
                   {"read_patterns", "patterns_from"},
                   {R"-([{"name": "fwd (\\d+) (\\d+)", "kind": "F", "stage": 1, "microbatch": 2}])-"},
                   [folder](const std::string& text) -> Diagnostics {
                       if (const auto written = write_file_atomically(folder + "/patterns.json", text); !written)
                           return written.diagnostics();
                       return schedule::read_patterns(folder + "/patterns.json").diagnostics();
                   },
                   false,
                   true});
    out.push_back({"scene",
                   {"scene_from_json"},
                   {schedule::to_json(schedule::starting_scene()).dump(1)},
                   of_document([](const JsonDocument& document) {
                       return schedule::scene_from_json(document, document.root(), "");
                   })});
}

} // namespace

std::vector<Reader> all_readers(const std::string& folder)
{
    std::vector<Reader> out;
    add_inputs(out);
    add_results(out, folder);
#ifdef BLUEPRINTING_WITH_EXPLORER
    add_explorer_readers(out);
#endif
    return out;
}

} // namespace blueprinting::testing
