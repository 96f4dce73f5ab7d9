#pragma once
#include "ui/workspace/evaluations.h"

#include <QString>
#include <QStringList>

#include <vector>

/// What two strategies differ in, in words. Pure.
namespace blueprinting::ui {

/// A field whose value is not the same on both sides.
struct FieldChange {
    /// Of an execution file, or "schedule" (which follows from several of them), "model", "system", or
    /// "system.mem1.GBps" where two systems of one name differ in a few values of their file.
    QString key;
    QString title; ///< "TP communication"
    QString before, after;
    bool operator==(const FieldChange&) const = default;
};

struct StrategyChanges {
    std::vector<FieldChange> fields; ///< model and system first, then the execution's in the order of the editor
    /// Fields of an execution (the keys of its file) that are equal.
    int equal_fields = 0;
    std::vector<FieldChange> equal; ///< the same with their values, those that mean something for both
    bool operator==(const StrategyChanges&) const = default;
};
StrategyChanges changes_between(const LegalForm& before, const LegalForm& after);

/// Names without what all of them begin with, cut at spaces: "GPT-175B full", "GPT-175B seqsel" → "full", "seqsel".
/// Names stay whole where one would be left with nothing, and where there is only one.
QStringList short_names(const QStringList& names);

} // namespace blueprinting::ui
