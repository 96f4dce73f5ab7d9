#pragma once
#include "core/cost/estimate.h"

#include <QString>

namespace blueprinting::ui {

/// What every view says of a plan that its GPU cannot hold, so that no figure of it is taken for one that can be had.
/// Only where Estimate::fits is false.
QString does_not_fit(const cost::Estimate& estimate); ///< "does not fit by 151.9 GiB"
/// "Does not fit by 151.9 GiB: ", before whatever a headline says of it.
QString does_not_fit_first(const cost::Estimate& estimate);
/// "231.9 of 80 GiB"
QString needs_of(const cost::Estimate& estimate);

} // namespace blueprinting::ui
