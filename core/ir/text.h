#pragma once
#include "core/ir/serialise.h"

#include <string>
#include <vector>

namespace blueprinting::ir {

/// One line of an IR's text form. A line folds away the deeper ones that follow it.
struct TextLine {
    int depth = 0;
    std::string text; ///< without indentation
    EntityId entity;  ///< that the line belongs to; "" for headings
    bool operator==(const TextLine&) const = default;
};

/// The whole IR for people: the same IR always gives the same lines. References are by name; ids stand once, with what
/// they name. Numbers are plain digits, so that they can be searched.
std::vector<TextLine> text_lines(const AnyIR& ir);
/// The lines with two spaces for each depth.
std::string text_form(const AnyIR& ir);

} // namespace blueprinting::ir
