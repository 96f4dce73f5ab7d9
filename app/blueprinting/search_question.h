#pragma once
#include "app/blueprinting/load.h"
#include "core/search/question.h"

#include <CLI/CLI.hpp>

#include <map>

namespace blueprinting::cli {

/// The options that say what a search is asked, as they were given.
struct QuestionArguments {
    std::string model, system;
    std::string devices;
    std::int64_t batch = 0;
    bool batch_per_device = false;
    std::map<strategy::Field, std::string> bounds;
    std::map<strategy::Field, std::vector<std::string>> words; ///< of choices and switches
    std::map<strategy::Field, std::vector<std::int64_t>> tiers;
    std::map<strategy::Field, std::string> told; ///< one word
    std::optional<std::int64_t> sequence;
    std::optional<cost::View> view;
    std::string must_fit = "on";
    double reserve_gib = 0;
    std::string rank = "time";
    std::optional<double> price;
    double band = 3;
};

/// Adds them to a parser. None is required by the parser: a merge asks nothing.
void add_question(CLI::App& parser, QuestionArguments& arguments);

/// "usage" names an option that is missing; other problems name their option as the builder of questions refuses them.
Result<search::Question> question_of(const QuestionArguments& arguments);

/// Problems of a question with the options that they are about.
Diagnostics with_options(Diagnostics diagnostics);

} // namespace blueprinting::cli
