#pragma once
#include "core/search/points.h"
#include "ui/widgets/controls/filter_bar.h"

namespace blueprinting::ui {

/// What is filtered by, a chip each: its key is "seconds", "bytes" or the path of a knob's field.
std::vector<FilterChip> filter_chips(const search::Brush& brush);

/// A brush without the part with this key; without all of it where the key is empty.
search::Brush without_filter(search::Brush brush, const QString& key);

} // namespace blueprinting::ui
