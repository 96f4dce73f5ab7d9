#pragma once
#include "core/base/json_document.h"
#include "core/oracle/oracle.h"

#include <cmath>
#include <string>

namespace blueprinting::calibration {

/// JSON has no infinity: it is "Infinity" or "-Infinity".
inline Json number_json(double value)
{
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

/// The number, or its state in words.
inline Json figure_json(const oracle::Figure& figure)
{
    return figure.has_value() ? number_json(figure.value) : Json(std::string(to_string(figure.state)));
}

} // namespace blueprinting::calibration
