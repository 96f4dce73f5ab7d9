#pragma once
#include "core/strategy/law_blocks.h"
#include "ui/workspace/session.h"

#include <QString>

#include <functional>
#include <vector>

namespace blueprinting::ui {

/// One way out of a broken law, offered as a button.
struct QuickFix {
    QString label; ///< "4", "1F1B", "Turn off"
    QString step;  ///< the undo step: "Set v to 4"
    std::function<void(strategy::Execution&)> apply;
    bool elsewhere = false; ///< it leaves the block's own field as it is and sets another: a tier instead of a degree
};

/// What the block offers, the nearest legal values of its field first; for fields that are chosen, the choices that
/// keep the law. Empty where nothing in one field would help.
std::vector<QuickFix> quick_fixes(const SessionStrategy& strategy, const strategy::LawBlock& block,
                                  strategy::Rules rules);

/// Where no value of the one field would help: values for it and one other field that together keep every law on both,
/// the nearest below and above. Empty where there is no such pair.
struct PairedFixes {
    QString why; ///< "No PP alone is legal while v is 3."
    std::vector<QuickFix> fixes;
};
PairedFixes paired_fixes(const SessionStrategy& strategy, strategy::Field field, strategy::Rules rules);

} // namespace blueprinting::ui
