#pragma once
#include "ui/workspace/session.h"
#include "ui/workspace/workspace.h"

#include <QString>

/// What follows from a strategy's fields, in the words that stand under them. Any strategy, legal or not: a quotient
/// that is not whole is written as one ("64 / 3 microbatches"). Pure.
namespace blueprinting::ui {

QString name_fact(const Session& session,
                  const SessionStrategy& strategy); ///< where the name speaks of another model than it has
QString model_fact(const SessionModel& model);      ///< "96 blocks · hidden 12 288 · 2048 tokens"
QString system_fact(const system::SystemProfile& system,
                    Datatype datatype);                     ///< "312 TFLOP/s fp16 · 2048 GB/s · 80 GiB"
QString degrees_fact(const strategy::Execution& execution); ///< "= 64 GPUs"
QString schedule_fact(const SessionStrategy& strategy, strategy::Rules rules); ///< "12 blocks a stage · 4 a chunk"
QString batch_fact(const strategy::Execution& execution);                      ///< "= 64 microbatches"
QString tiers_fact(const system::SystemProfile& system);                       ///< "0: 300 GB/s, 8 wide · 1: 25 GB/s"

/// The row of the strategy list: "18.03 s", "2 laws", "refused", "does not fit".
struct StandingText {
    QString text;
    bool bad = false;
    QString detail = {}; ///< the same in a sentence, where there is more to say
    bool bound = false;  ///< a time that nobody measured what it rests on
};
StandingText standing(const StrategyResult& result);
/// The same in a column with others: all that are seconds have as many decimals as the longest needs.
StandingText standing_among(const StrategyResult& result, const Workspace& workspace);
QString laws_count(std::size_t laws);         ///< "1 law", "2 laws"
QString findings_count(std::size_t findings); ///< "1 finding", "2 findings"

QString rules_label(strategy::Rules rules); ///< "Calculon-compatible rules"
QString rules_meaning();                    ///< what those rules admit beyond the strict ones

/// "TP 8, microbatch 2": every field in which the present form differs from the one that last broke no law, with the
/// value that it had then. Empty where there never was one.
QString last_legal_values(const StrategyResult& result, const SessionStrategy& present);

} // namespace blueprinting::ui
