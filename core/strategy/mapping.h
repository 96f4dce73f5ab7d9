#pragma once
#include "core/base/json_document.h"
#include "core/strategy/parallelism.h"

namespace blueprinting::strategy {

/// The flat adapter: the only place where flat external keys exist. Reads canonical or alias keys (Calculon's execution
/// file is one such mapping), refuses disagreeing aliases, unknown and missing keys, wrong types, each with its
/// pointer. Only num_procs may be left out; nothing else is guessed, not even what must be off. What the types cannot
/// hold is refused here with its own code: strategy.unsupported.overlap, .offload, .communication (p2p_rs_ag under
/// strict rules), strategy.network.unknown_tier of a number below 0. Laws are checked by laws.h, not here.
Result<Execution> from_mapping(const JsonDocument& document, const Json& value, const std::string& pointer,
                               Rules rules);

/// Calculon's 23 keys; Calculon accepts what this writes for a legal execution. What it cannot say of an illegal one (a
/// schedule that the degree does not imply) is lost: to_json keeps everything.
Json to_calculon(const Execution& execution);

/// Where a file that an execution was read from says what a law is about: the place of the flat key (or of the typed
/// form's key) for the dotted path of a field. Nothing where the file leaves it out.
std::optional<SourceLocation> locate_field(const JsonDocument& document, const std::string& pointer,
                                           std::string_view path);

/// The canonical typed form {parallelism: {tensor: {...}, pipeline: {...}, ...}, global_batch, …}: what sessions store
/// and what is digested. Reading it back gives the same execution.
Json to_json(const Execution& execution);
Result<Execution> execution_from_json(const JsonDocument& document, const Json& value, const std::string& pointer);

/// Executions that the program carries, in the order of data/executions (Table 5, Figure 1 and Figure 7 of arXiv
/// 2205.05198), each with its model and system.
struct Preset {
    std::string name; ///< "seqsel-tab5/gpt3-175B/full"
    std::string model;
    std::string system;
    Execution execution;
    std::string source;
};
const std::vector<Preset>& presets();
const Preset* find_preset(std::string_view name);

} // namespace blueprinting::strategy
