#pragma once
#include "ui/search/search_run.h"
#include "ui/widgets/controls/answer.h"

namespace blueprinting::ui {

/// The answer of one number of devices, or, where there are several and none is opened, of them all. `mine` is what is
/// known of the selected strategy, where it is.
Answer search_answer(const SearchRun& run, std::optional<std::size_t> count, const search::Explanation* mine);
/// Why a question has none: the first refusal, with the field that it is about.
Answer refused_answer(const Diagnostics& diagnostics);
/// What of these a field says of itself: "" where nothing.
QString refusal_of(const Diagnostics& diagnostics, std::string_view path);

/// Why a strategy of the session has no rank here: the laws that refuse it, or that it is no answer to this question.
/// Empty where it has one.
QString not_ranked_text(const search::Question& question, const SessionStrategy& strategy, const QString& letter);

/// What lets nothing through, and what would open it: a law, or the memory. Empty where something counts.
Answer nothing_answer(const SearchRun& run, std::size_t count);

/// "TP 4 with PP 16"
QString change_text(const search::Neighbour& change);

} // namespace blueprinting::ui
