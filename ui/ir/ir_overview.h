#pragma once
#include "ui/ir/ir_subject.h"
#include "ui/widgets/controls/answer.h"
#include "ui/workspace/strategy_fields.h"

#include <vector>

/// The chain of passes, what moved the digest, and the line that the view opens with. Pure.
namespace blueprinting::ui {

/// What left a checkpoint as it was, by digest or because it had nothing to add.
struct Unchanged {
    QString by;  ///< "transformer-import", "recompute, recommunication"
    QString why; ///< "The same digest in full and seqsel"
    bool operator==(const Unchanged&) const = default;
};
/// A checkpoint in the chain (or the schedule's command graph at its end).
struct PassCard {
    QString key; ///< "model", "distributed", "portable", "commands", "opened"
    QString title;
    QString schema;   ///< "distributed_task.v1"; empty where there is none
    QString digest;   ///< whole; empty where there is none
    QString counts;   ///< "70 tasks, 10 collectives"
    QString relation; ///< to the other strategy: "same digest in full", "full has 86 tasks"
    std::vector<Unchanged> unchanged;
    QString edited;      ///< "Unchanged by the last edit: TP 8 → 4"; told by hovering, since no session keeps it
    bool stale = false;  ///< of the last legal form
    QString link;        ///< to the picked task: "attn.q is task 4"
    bool marked = false; ///< holds the picked task's source or target
    QString arrow;       ///< the pass that leads on from here; empty at the end
    bool arrow_unchanged = false; ///< and its result is the same as the other's
    bool operator==(const PassCard&) const = default;
};
/// `other` and `before` (the strategy as it was before its last edit) may be null. `picked` is a task key.
std::vector<PassCard> pass_cards(const IrSubject& subject, const IrSubject* other, IrStage current,
                                 const QString& picked, const IrSubject* before = nullptr);
/// The card of an opened checkpoint: `subject` is the strategy that it is compared with.
PassCard opened_card(const IrSubject& opened, const IrSubject* subject);

/// Fields that moved the digest of this stage, in the order of the editor: those that ir::moving_fields names, of
/// ModelIR the model's alone, none where the digests are equal.
std::vector<FieldChange> digest_movers(const IrSubject& left, const IrSubject& right, IrStage stage);

/// What ir::verify says of the IR of this stage.
struct IrVerdict {
    QString words;   ///< "Verified, 0 problems"
    QString details; ///< a line a problem; empty where there is none
    bool sound = true;
    bool operator==(const IrVerdict&) const = default;
};
IrVerdict verdict_of(const ir::AnyIR& ir);

/// `other` stands on the left of the comparison, as a baseline does; null where there is nothing to compare with.
Answer ir_answer(const IrSubject& subject, const IrSubject* other);
/// Of an opened checkpoint against a strategy.
Answer opened_answer(const IrSubject& opened, IrStage stage, const IrSubject* subject);

} // namespace blueprinting::ui
