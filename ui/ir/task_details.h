#pragma once
#include "core/ir/explanation.h"
#include "ui/ir/ir_subject.h"

#include <vector>

/// Why a task does what it does: its formulas with the numbers put in, and where it comes from and leads to. Pure.
namespace blueprinting::ui {

/// Leads to a task of a stage, or to the stage alone.
struct TaskLink {
    QString text;
    IrStage stage = IrStage::distributed;
    QString task; ///< key; empty for the stage
    bool operator==(const TaskLink&) const = default;
};
struct LinkRow {
    QString label;
    std::vector<TaskLink> links;
    bool operator==(const LinkRow&) const = default;
};
struct FormulaText {
    QString quantity, symbols, numbers, result;
    bool nothing = false; ///< the task does none of it
    bool operator==(const FormulaText&) const = default;
};

struct TaskDetails {
    QString key;                       ///< empty where there is no such task
    QString title;                     ///< "attn.q, forward"
    QString headline;                  ///< "linear [M,N]·[N,K], matrix engine, float16"
    QString id;                        ///< of the task in the stage shown
    std::vector<FormulaText> formulas; ///< operations first
    std::vector<ir::SymbolBinding> symbols;
    std::vector<LinkRow> across; ///< ModelIR, the plan, gradients, optimizer, what runs again
    std::vector<LinkRow> around; ///< needs, needed by
    QString flags;
    QString plain;      ///< all formulas as text, for the clipboard
    bool stale = false; ///< of the last legal form
};

/// Of the task with this key; empty where the subject has none. `stage` is the one shown: its ids, its links around.
TaskDetails task_details(const IrSubject& subject, IrStage stage, const QString& key);

/// The task that is shown where none is picked: attn.q forward, or the first there is.
QString default_task(const IrSubject& subject);

} // namespace blueprinting::ui
