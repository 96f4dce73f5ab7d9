#pragma once
#include "app/number_option.h"

namespace blueprinting::cli {

/// --sequence, of every subcommand that takes a model.
inline CLI::Option* add_sequence(CLI::App& parser, std::optional<std::int64_t>& into)
{
    return add_whole(parser, "--sequence", into, {}, "Tokens of a training sequence, in place of the model's own");
}

} // namespace blueprinting::cli
