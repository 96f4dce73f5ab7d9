#pragma once
#include "core/measured/choices.h"
#include "core/measured/like.h"

#include <string>

/// What `blueprinting measured` says to people.
namespace blueprinting::cli {

std::string summary_text(const measured::Runs& runs, std::span<const measured::Grade> grades, cost::View view);
std::string rows_text(const measured::Runs& runs, cost::View view);
std::string choices_text(const measured::Runs& runs, cost::View view);
/// `bound`: of the strategy's system only the data sheet is known.
std::string like_text(const measured::Runs& runs, const measured::Likeness& likeness, Seconds predicted,
                      cost::View view, bool bound);

} // namespace blueprinting::cli
