#pragma once
#include "core/accounting/recipe.h"
#include "core/base/json_document.h"

#include <QString>

#include <optional>
#include <vector>

namespace blueprinting::ui {

/// What the view is asked: which compressions and options the compared optimizers have.
struct OptimizerSwitches {
    bool group_scales = true;
    bool gradient_release = false;
    bool weight_split = true;
    bool quantised_moments = true;
    bool operator==(const OptimizerSwitches&) const = default;
};
/// As the session keeps them. What is missing or of another kind stays as it is at first.
Json to_json(const OptimizerSwitches& switches);
OptimizerSwitches switches_from(const Json& state);

/// One optimizer of the view: a rule as published, or under the switches.
struct OptimizerRow {
    QString key;    ///< "sgd", "sgd.switched", "adam", "adam.switched"
    QString name;   ///< "FlashAdam(W)"
    QString spoken; ///< in a sentence: "FlashAdam"
    QString also;   ///< the rules of the same shape, in words
    bool switched = false;
    accounting::PerParameter bytes;     ///< under the options that apply to it
    std::optional<double> with_release; ///< total if gradients were released; none for the plain rules
    bool operator==(const OptimizerRow&) const = default;
};

/// SGD and Adam(W), each followed by what the switches make of it; that row is absent where no switch changes anything.
std::vector<OptimizerRow> optimizer_rows(const OptimizerSwitches& switches);

} // namespace blueprinting::ui
