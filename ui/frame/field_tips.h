#pragma once
#include "core/strategy/laws.h"

#include <QString>

/// What the tool tip of a field of the editor says. Pure.
namespace blueprinting::ui {

struct FieldTip {
    QString meaning; ///< one sentence or two
    QString unit;    ///< what its number counts, or that it is no number
    QString law;     ///< what it may be beside the other fields
    /// "…\nUnit: …\nLaw: …"
    [[nodiscard]] QString text() const;
};

FieldTip field_tip(strategy::Field field);

/// Fields of the editor that no law speaks of by name.
enum class FreeField { name, system, purpose, fused_activation, attention_type };
FieldTip field_tip(FreeField field);

/// Of one recompute policy among the three: what it recomputes, and the field's unit and law.
FieldTip recompute_tip(strategy::RecomputePolicy policy);

} // namespace blueprinting::ui
