#pragma once
#include "core/model/counts.h"
#include "core/model/released.h"
#include "core/program/block_rows.h"
#include "core/program/chunk_units.h"
#include "ui/workspace/figures.h"

namespace blueprinting::ui {

/// What the Model view shows: one strategy as a program, plain models among them. Immutable once made.
struct ModelSubject {
    SessionStrategy strategy; ///< the form that the rest is of
    bool current = true;      ///< else its last legal form
    bool bound = false;       ///< nobody measured what its times rest on
    std::shared_ptr<const program::Evaluation> program;
    model::Description model;
    std::optional<model::ParameterCounts> counts;
    std::optional<model::PublishedCount> published;      ///< of a released model that is carried
    std::shared_ptr<const system::SystemProfile> system; ///< that `axes` and `groups` point into
    program::AxisCost axes;
    std::vector<program::AxisGroups> groups;    ///< who talks to whom
    std::optional<program::UnitTimeline> units; ///< of the only stage, under full sharding
    [[nodiscard]] const program::ProgramEstimate& estimate() const
    {
        return bound ? program->peak_only : program->evidence;
    }
};

/// Why there is nothing to show of a strategy.
struct NoSubject {
    QString headline, why;
};

/// Of a strategy with its result; evaluates a plain one as a program. `why` is filled where there is no subject.
std::optional<ModelSubject> model_subject(const SessionStrategy& strategy, const StrategyResult& result,
                                          NoSubject& why);

} // namespace blueprinting::ui
