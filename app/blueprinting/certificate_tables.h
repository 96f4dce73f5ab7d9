#pragma once
#include "core/certificate/ablation.h"
#include "core/certificate/verdict.h"

#include <string>

/// The answers of `blueprinting certificate` as tables for people.
namespace blueprinting::cli::certificate_tables {

/// With the verdict, what was kept and not used, and what no check can tell. `manifest` may be null.
std::string checks(const certificate::Certificate& certificate, const certificate::Manifest* manifest,
                   const std::vector<certificate::CheckResult>& checks, const certificate::Judgement& judgement);
std::string evaluation(const certificate::Evaluation& evaluation);
std::string refit(const certificate::Certificate& shipped, const certificate::Refit& refit);
std::string ablations(const std::vector<certificate::Ablation>& ablations, const std::string& note);

} // namespace blueprinting::cli::certificate_tables
