#pragma once

namespace blueprinting::ui {

/// Properties of the widget that asks where to save: what can be chosen beside the file, as the words of a check box in
/// the dialog, and whether it is chosen, before and after. Without the first there is no such box.
inline constexpr char kSaveChoice[] = "saveChoice";
inline constexpr char kSaveChosen[] = "saveChosen";

} // namespace blueprinting::ui
