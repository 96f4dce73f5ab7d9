#pragma once
#include <CLI/CLI.hpp>

#include <functional>

namespace blueprinting::cli {

/// A subcommand that was added to the program: its parser, and what runs when it is the one chosen. `run` returns the
/// exit code (common.h). Options are bound to state that `run` shares, so that the list below is all that main knows.
struct Subcommand {
    CLI::App* parser = nullptr;
    std::function<int()> run;
};

#define BLUEPRINTING_SUBCOMMAND(name) Subcommand add_##name(CLI::App& program);
#include "app/blueprinting/subcommands.def"
#undef BLUEPRINTING_SUBCOMMAND

} // namespace blueprinting::cli
