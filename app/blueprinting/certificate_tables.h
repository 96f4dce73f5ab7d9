#pragma once
#include "core/certificate/ablation.h"
#include "core/certificate/checks.h"

#include <string>

/// The answers of `blueprinting certificate` as tables for people.
namespace blueprinting::cli::certificate_tables
{

std::string checks(const std::vector<certificate::CheckResult>& checks);
std::string evaluation(const certificate::Evaluation& evaluation);
std::string refit(const certificate::Certificate& shipped, const certificate::Refit& refit);
std::string ablations(const std::vector<certificate::Ablation>& ablations, const std::string& note);

} // namespace blueprinting::cli::certificate_tables
