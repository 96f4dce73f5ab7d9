#pragma once
#include "ui/workspace/session.h"

/// What reading a model's file told, kept in the session beside the model. Pure.
namespace blueprinting::ui {

/// Keeps what was found in this file of this model, in place of what was known of the model before.
void keep_findings(Session& session, const SessionModel& model, const std::string& file, const Diagnostics& findings);

/// What still holds for this strategy: all that was found of its model and is not mended by its other fields (one
/// key-value head, once the attention is multiquery).
struct StandingFindings {
    std::string file; ///< where it was found
    Diagnostics findings;
};
StandingFindings standing_findings(const Session& session, const SessionStrategy& strategy);

/// Forgets what was found of this model, for every strategy that has it.
void dismiss_findings(Session& session, const SessionModel& model);
/// Forgets what is of a model that no strategy has, nor had when it was last legal.
void forget_findings_without_model(Session& session);

} // namespace blueprinting::ui
