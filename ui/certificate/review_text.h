#pragma once
#include "ui/certificate/review.h"
#include "ui/widgets/controls/answer.h"
#include "ui/workspace/view.h"

namespace blueprinting::ui {

/// The certificate in a sentence: its file, or "the published certificate".
QString subject_of(const Review& review);

/// The view's answer: which certificate it is, whether it holds, and why.
Answer answer_of(const Review& review);

/// "rows ≥ 8 a candidate"
QString check_title(const certificate::CheckResult& check, const certificate::Certificate& certificate);
/// Why a check came out as it did, with the table's terms as the view calls them.
QString check_reason(const certificate::CheckResult& check);
/// "15 of 15", and the tone that goes with it.
struct ChecksCount {
    QString text;
    Tone tone = Tone::good;
};
ChecksCount checks_count(const Review& review);

/// The checks that the review still waits for: the refit is being made.
[[nodiscard]] inline bool is_being_checked(const Review& review) { return !review.refit; }

QList<StatusItem> review_status(const Review& review);

/// "13.25": percent figures with two decimals; "–" where there is none.
QString percent_figure(const std::optional<double>& value, int decimals = 2);
QString count_figure(std::size_t value);
/// "≥ 90", "≤ 2", "none"
QString gate_limit(certificate::Gate gate);
/// "Pairs in order"
/// What the gate looks at, in which unit, and what it allows.
QString gate_tip(certificate::Gate gate);
QString gate_name(certificate::Gate gate);

} // namespace blueprinting::ui
