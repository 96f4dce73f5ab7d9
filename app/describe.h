#pragma once
#include "core/base/json_document.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <string_view>

/// The command line of a program as data: what the manual pages and the completion of shells are made of when the
/// programs are built (packaging/texts), so that they say what --help says.
namespace blueprinting {

inline Json described(const CLI::Option& option)
{
    Json names = Json::array();
    for (const std::string& name : option.get_snames())
        names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        names.push_back("--" + name);
    const bool positional = option.get_positional() && names.empty();
    if (positional)
        names.push_back(option.get_name(true));
    return {{"names", names},
            {"positional", positional},
            {"type", option.get_expected_max() == 0 ? "" : option.get_type_name()},
            {"many", option.get_expected_max() > 1},
            {"required", option.get_required()},
            {"default", option.get_default_str()},
            {"description", option.get_description()}};
}

/// {"name", "description", "options", "subcommands", "footer"}; options as --help has them, {"names", "positional",
/// "type", "many", "required", "default", "description"}.
inline Json described(const CLI::App& app)
{
    Json out{{"name", app.get_name()},
             {"description", app.get_description()},
             {"options", Json::array()},
             {"subcommands", Json::array()},
             {"footer", app.get_footer()}};
    for (const CLI::Option* option : app.get_options())
        if (!option->get_group().empty()) // the others are no part of the help
            out["options"].push_back(described(*option));
    for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; }))
        out["subcommands"].push_back(described(*below));
    return out;
}

/// Whether a program was asked for it, which the build does and nobody else need.
inline bool asks_for_description(int argc, char** argv)
{
    return argc == 2 && std::string_view(argv[1]) == "--describe";
}

} // namespace blueprinting
