#pragma once
#include <QString>

namespace blueprinting::ui {

/// What a view says first: its result with numbers, and why.
struct Answer {
    QString headline, why;
    bool operator==(const Answer&) const = default;
};

} // namespace blueprinting::ui
