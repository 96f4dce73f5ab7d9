#pragma once
#include "core/oracle/measured.h"
#include "ui/workspace/session.h"

/// The measured runs that strategies of a session were added with: they are a reference beside the others for as long
/// as a strategy is what was run, and the session file keeps them.
namespace blueprinting::ui {

/// Where a session keeps them among what its views keep.
inline constexpr std::string_view kMeasurementsId = "measurements";

/// No two of one form. What is none in a file written by hand counts as not there.
std::vector<oracle::Measurement> measurements_of(const Session& session);
/// What a run is known by that was of these inputs, whatever their model (Measurement::form).
std::string measured_form(const LegalForm& form);
/// In the place of an earlier one of the same form.
void add_measurement(Session& session, const oracle::Measurement& measurement);

} // namespace blueprinting::ui
