#pragma once
#include <QString>

#include <optional>

namespace blueprinting::ui {

/// What every table and mark says of a check or a gate: "passed", "failed"; "not checked" where it could not be made or
/// there was nothing to judge.
QString verdict_word(std::optional<bool> passed);

} // namespace blueprinting::ui
