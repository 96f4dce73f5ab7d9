#pragma once
#include "core/cost/estimate.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace blueprinting::cli {

/// --view, of every subcommand that prices; nothing where it is left out (search::shown_view). `what` is what it rules.
inline CLI::Option* add_view(CLI::App& parser, std::optional<cost::View>& into, const std::string& what)
{
    return parser
        .add_option_function<std::string>(
            "--view",
            [&into](const std::string& word) {
                into = word == to_string(cost::View::peak_only) ? cost::View::peak_only : cost::View::system_evidence;
            },
            what + ": peak_only or system_evidence; the latter where left out, peak_only of a data sheet")
        ->check(CLI::IsMember({"peak_only", "system_evidence"}));
}

} // namespace blueprinting::cli
