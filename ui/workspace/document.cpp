#include "ui/workspace/document.h"

#include "core/model/description_json.h"
#include "ui/workspace/session_json.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace blueprinting::ui {
namespace {

constexpr std::array kKinds{
    DocumentKind::session,   DocumentKind::calculon_model, DocumentKind::description,         DocumentKind::system,
    DocumentKind::execution, DocumentKind::execution_list, DocumentKind::hugging_face_config, DocumentKind::certificate,
    DocumentKind::manifest,  DocumentKind::report,         DocumentKind::checkpoint,          DocumentKind::runs,
    DocumentKind::search};

/// How many of the keys the object has.
std::size_t count(const Json& object, std::initializer_list<const char*> keys)
{
    return static_cast<std::size_t>(std::ranges::count_if(keys, [&](const char* key) { return object.contains(key); }));
}

constexpr std::string_view kCertificate = "art.dev.trainer_rank_cost_calibration_certificate.";

/// Behind the quote that ends the string that begins at `at`; npos where none does.
std::size_t behind_string(std::string_view text, std::size_t at)
{
    for (std::size_t end = text.find_first_of("\"\\", at + 1); end != std::string_view::npos;
         end = text.find_first_of("\"\\", end + 2)) {
        if (text[end] == '"')
            return end + 1;
    }
    return std::string_view::npos;
}

std::string known_kinds()
{
    std::string out;
    for (const DocumentKind kind : kKinds)
        out += (out.empty() ? "" : kind == kKinds.back() ? " or " : ", ") + std::string(described(kind));
    return out;
}

std::string keys_of(const Json& object)
{
    std::string out;
    std::size_t shown_keys = 0;
    for (const auto& item : object.items()) {
        if (++shown_keys > 4)
            return out + ", …";
        out += (out.empty() ? "" : ", ") + shown(item.key());
    }
    return out;
}

} // namespace

std::string_view to_string(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::session: return "session";
    case DocumentKind::calculon_model: return "model";
    case DocumentKind::description: return "description";
    case DocumentKind::system: return "system";
    case DocumentKind::execution: return "execution";
    case DocumentKind::execution_list: return "executions";
    case DocumentKind::hugging_face_config: return "config";
    case DocumentKind::certificate: return "certificate";
    case DocumentKind::manifest: return "manifest";
    case DocumentKind::report: return "report";
    case DocumentKind::checkpoint: return "checkpoint";
    case DocumentKind::runs: return "runs";
    case DocumentKind::search: return "search";
    }
    return "";
}

std::string_view described(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::session: return "a session";
    case DocumentKind::calculon_model: return "a Calculon model";
    case DocumentKind::description: return "a model's description";
    case DocumentKind::system: return "a Calculon system";
    case DocumentKind::execution: return "an execution";
    case DocumentKind::execution_list: return "a list of executions";
    case DocumentKind::hugging_face_config: return "a Hugging Face config";
    case DocumentKind::certificate: return "a layout-cost certificate";
    case DocumentKind::manifest: return "a certificate's manifest";
    case DocumentKind::report: return "a calibration report";
    case DocumentKind::checkpoint: return "a checkpoint";
    case DocumentKind::runs: return "a file of measured runs";
    case DocumentKind::search: return "what a search wrote";
    }
    return "";
}

Result<DocumentKind> sniff(const JsonDocument& document)
{
    const Json& root = document.root();
    const auto unknown = [&](const std::string& pointer, const std::string& what) {
        return document.error("document.unknown", pointer, what + "; what opens here is " + known_kinds());
    };
    if (!root.is_object())
        return unknown("", "the file holds " + shown(root) + " and not an object");

    if (const auto schema = root.find("schema"); schema != root.end() && schema->is_string()) {
        const auto& name = schema->get_ref<const std::string&>();
        if (name.starts_with("blueprinting.session."))
            return DocumentKind::session;
        if (name == model::kDescriptionSchema)
            return DocumentKind::description;
        if (name.starts_with("blueprinting.calculon-calibration-experiment."))
            return DocumentKind::report;
        if (name.starts_with(kCertificate))
            return DocumentKind::certificate;
        if (name.starts_with("art.dev.trainer_rank_cost_calibration_manifest."))
            return DocumentKind::manifest;
        if (count(root, {"pass", "revision", "input", "output", "ir"}) >= 2)
            return DocumentKind::checkpoint;
        return unknown("/schema", "the schema " + shown(*schema) + " is not known");
    }
    if (count(root, {"strategies", "refused", "front", "top", "counts", "scaling", "global_batch", "devices"}) >= 3)
        return DocumentKind::search;
    if (count(root, {"attention", "hidden", "blocks", "sequence"}) >= 3)
        return DocumentKind::description;
    if (root.contains("executions"))
        return DocumentKind::execution_list;
    if (root.contains("parallelism")) // the typed form, which says what Calculon's keys have no words for
        return DocumentKind::execution;
    // A file that lacks a key or two of its kind is still of the kind: its reader then says what is missing.
    if (count(root, {"matrix", "vector", "mem1", "mem2", "networks", "processing_mode"}) >= 2)
        return DocumentKind::system;
    if (count(root, {"tensor_par", "pipeline_par", "data_par", "tensor_parallel", "pipeline_parallel", "data_parallel",
                     "microbatch_size", "num_procs", "pipeline_interleaving"}) >= 2)
        return DocumentKind::execution;
    if (count(root, {"hidden", "feedforward", "seq_size", "attn_heads", "attn_size", "num_blocks"}) >= 2)
        return DocumentKind::calculon_model;
    if (count(root, {"pass", "revision", "input", "output", "ir"}) >= 3)
        return DocumentKind::checkpoint;
    if (count(root, {"model_type", "architectures", "hidden_size", "n_embd", "d_model", "num_hidden_layers", "n_layer",
                     "num_attention_heads", "n_head", "transformers_version"}) >= 2)
        return DocumentKind::hugging_face_config;
    if (root.empty())
        return unknown("", "the file holds an empty object");
    return unknown("", "an object with the keys " + keys_of(root) + " is of no kind known here");
}

bool names_certificate(std::string_view text)
{
    if (text.find(kCertificate) == std::string_view::npos)
        return false; // most files
    int depth = 0;
    std::string_view before; // the string before this one, with its quotes
    bool value = false;      // after the colon of the top object's key `before`
    for (std::size_t at = 0; at < text.size();) {
        switch (text[at]) {
        case '{':
        case '[': ++depth, ++at; break;
        case '}':
        case ']': --depth, ++at; break;
        case ':': value = depth == 1, ++at; break;
        case ',': value = false, ++at; break;
        case '"': {
            const std::size_t end = behind_string(text, at);
            if (end == std::string_view::npos)
                return false;
            if (depth == 1 && value && before == "\"schema\"")
                return text.substr(at + 1).starts_with(kCertificate);
            if (depth == 1)
                before = text.substr(at, end - at);
            at = end;
            break;
        }
        default: at = std::min(text.find_first_of("{}[]:,\"", at), text.size());
        }
    }
    return false;
}

bool names_runs(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf")) // as spreadsheets begin a file
        text.remove_prefix(3);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    if (line.starts_with('{')) {
        const auto row = JsonDocument::parse(std::string(line), "");
        return row && row->root().is_object() && count(row->root(), {"id", "grade", "measured", "expressible"}) == 4;
    }
    const std::string cells = "," + std::string(line) + ",";
    return std::ranges::all_of(std::array{",model,", ",system,", ",gpus,"},
                               [&](const char* column) { return cells.find(column) != std::string::npos; });
}

} // namespace blueprinting::ui
