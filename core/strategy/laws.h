#pragma once
#include "core/model/description.h"
#include "core/strategy/field_table.h"
#include "core/system/system_profile.h"

#include <optional>
#include <string>
#include <vector>

namespace blueprinting::strategy {

/// One broken law. `below` and `above` are the nearest values of that one field that satisfy every law on it with all
/// other fields as they are; nothing where there is none or the field is not a number. For v, 1 means 1F1B (and may be
/// `below` an interleaved v of 1, which is not the same).
struct Violation {
    std::string code; ///< stable, "strategy.microbatch.indivisible"
    Field field = Field::model;
    std::string path;
    std::string message; ///< one sentence that names both numbers
    std::optional<std::int64_t> below;
    std::optional<std::int64_t> above;
    /// Where a stated num_procs, which the degrees made until now, forbids every other value of a degree: the nearest
    /// ones that are legal once num_procs follows.
    std::optional<std::int64_t> below_with_processors = {};
    std::optional<std::int64_t> above_with_processors = {};
    /// What the field is weighed against, for its place to be found: a member of the model ("hidden"), a JSON pointer
    /// into the system's file ("/networks/1/size"; "" is the whole). Nothing where the law looks at neither.
    std::optional<std::string> of_model = {};
    std::optional<std::string> of_system = {};
    bool operator==(const Violation&) const = default;
};

/// Every violated law at once, in a fixed order (degrees, schedule, batch, model, world size, datatype, networks);
/// empty means legal. A law whose prerequisite failed is not evaluated. Pure; any thread.
std::vector<Violation> violations(const model::TransformerModel& model, const system::SystemProfile& system,
                                  const Execution& execution, Rules rules);

/// The same of any model.
std::vector<Violation> violations(const model::Description& model, const system::SystemProfile& system,
                                  const Execution& execution, Rules rules);

/// The codes alone, each once, in the same order: what a search counts, without messages or nearest values.
std::vector<std::string_view> violated_codes(const model::TransformerModel& model, const system::SystemProfile& system,
                                             const Execution& execution, Rules rules);

/// The same as diagnostics, the nearest values said in the message.
Diagnostics as_diagnostics(const std::vector<Violation>& violations);

} // namespace blueprinting::strategy
