#pragma once
#include "core/strategy/field_table.h"

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

/// The tip, and what the field is called in files and on the command line.
QString whats_this(strategy::Field field);

/// Of one word among those of a choice: what it does, and the field's unit and law.
FieldTip word_tip(strategy::Field field, std::int64_t value);

/// Fields of the editor that are none of the strategy itself.
enum class FreeField { name, system };
FieldTip field_tip(FreeField field);

} // namespace blueprinting::ui
