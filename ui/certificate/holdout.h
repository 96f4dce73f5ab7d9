#pragma once
#include "ui/certificate/review.h"

namespace blueprinting::ui {

/// What the builder withholds: cells by pattern, and terms of the fit.
struct Holdout {
    std::vector<std::string> patterns;
    std::vector<std::string> dropped;
    bool operator==(const Holdout&) const = default;
    [[nodiscard]] bool empty() const { return patterns.empty() && dropped.empty(); }
};
Json to_json(const Holdout& holdout);
/// What is not of its form is left out.
Holdout holdout_from(const Json& value);

/// One choice of the builder's menus.
struct HoldoutChoice {
    QString text; ///< "every CP4 cell, 18"
    std::string pattern;
};
std::vector<HoldoutChoice> topology_choices(const Review& review);
std::vector<HoldoutChoice> model_choices(const Review& review);
std::vector<HoldoutChoice> shape_choices(const Review& review);
/// Terms of the fit; `pattern` is the term's name.
std::vector<HoldoutChoice> term_choices(const Review& review);

/// A pattern as its chip writes it: "TP1 CP2", "Qwen3-4B", "hetero".
QString pattern_text(const Review& review, const std::string& pattern);
/// "withhold the attention model, drop GDN levels"; empty for nothing.
QString holdout_title(const Review& review, const Holdout& holdout);
/// The reported ablation that withholds exactly these cells, null where there is none.
const certificate::AblationCase* reported_case(const Review& review, const Holdout& holdout);

/// One line of the comparison.
struct HoldoutRow {
    certificate::Gate gate = certificate::Gate::pairs_in_order;
    std::optional<double> shipped;
    std::optional<double> refitted;
    std::optional<double> source; ///< absent: not published
    bool passed = true;
    bool judged = true;
};
/// The withheld cells under the shipped and the refitted table.
std::vector<HoldoutRow> holdout_rows(const Review& review, const Holdout& holdout, const certificate::Refit& refit);

} // namespace blueprinting::ui
