#pragma once
#include "core/strategy/field_table.h"
#include "ui/workspace/session.h"

#include <QString>

/// The fields that only strategies of models beyond six numbers use, as the editor has them: in which group, and where
/// each means something. Pure.
namespace blueprinting::ui {

struct FieldGroup {
    const char* id; ///< in the session: "parallelism"
    QString title;
    std::vector<strategy::Field> fields;
    bool folded = false; ///< at first
};
/// Degrees that only such strategies have; they stand under the others, and in no group.
const std::vector<strategy::Field>& modern_degrees();
/// Every other quiet row of the table once; a new one stands in the first group until it is put elsewhere.
std::vector<FieldGroup> modern_groups();

/// Whether the field means something beside the strategy's others: the experts' of a model with experts, a kind of
/// context parallelism where there is some.
bool means_something(strategy::Field field, const SessionStrategy& strategy);
/// Why a field can have no other value than it has; empty where it can.
QString why_fixed(strategy::Field field, const SessionStrategy& strategy);
/// The word before the field's control, where its title has no room there.
QString row_word(strategy::Field field);
/// What the older controls say in words of models of six numbers, and modern ones say otherwise.
bool replaced_by_modern(strategy::Field field);

/// "CP 2 · EP 8": what of the group is not as a strategy begins.
QString group_summary(const FieldGroup& group, const SessionStrategy& strategy);

/// "core attention", of a module that can be recomputed by itself.
QString module_label(strategy::Module module);
/// Whether some block of the model has the part.
bool has_module(const model::Description& model, strategy::Module module);

} // namespace blueprinting::ui
