#pragma once
#include "core/strategy/parallelism.h"

#include <QString>

namespace blueprinting::ui {

/// What the control of a field is called: by tests and settings, by those who cannot see it, and among the places of
/// the palette. A field that is not named here goes by its row's words. Pure.
struct ControlWords {
    QString name;       ///< "tpField"
    QString accessible; ///< "Tensor-parallel degree"
    QString place;      ///< "TP (tensor-parallel degree)"
};
ControlWords control_words(strategy::Field field, const strategy::Execution& execution = {});

} // namespace blueprinting::ui
