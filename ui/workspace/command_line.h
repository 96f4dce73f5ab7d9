#pragma once
#include "ui/workspace/session.h"

#include <QString>

/// What to type into a shell for the figures on the screen. Pure.
namespace blueprinting::ui {

/// In single quotes where a shell would read more than the text.
QString shell_quoted(const QString& text);

/// A preset's or a released model's name where the model is that one, else the model itself as JSON; as a shell reads
/// it.
QString model_argument(const SessionModel& model);

/// " --model … --system … --execution …" (and --calculon-compatible) of these fields, as `estimate`, `schedule` and
/// `inspect` take them: preset names where the values are a preset's, else the values themselves as JSON. `inspect`
/// asks for no system.
QString strategy_arguments(const LegalForm& form, strategy::Rules rules, bool with_system = true);

} // namespace blueprinting::ui
