#pragma once
#include "core/cost/estimate.h"

#include <QString>

namespace blueprinting::ui {

/// What a plan needs of a GPU.
struct Need {
    Bytes needed, capacity;
    Need(Bytes of_gpu, Bytes has) : needed(of_gpu), capacity(has) {}
    Need(const cost::Estimate& estimate) : needed(estimate.memory.total()), capacity(estimate.capacity) {}
    [[nodiscard]] Bytes excess() const { return needed - capacity; }
};

/// What every view says of a plan that its GPU cannot hold, so that no figure of it is taken for one that can be had.
/// Only where it does not fit.
QString does_not_fit(const Need& need); ///< "does not fit by 151.9 GiB"
/// "Does not fit by 151.9 GiB: ", before whatever a headline says of it.
QString does_not_fit_first(const Need& need);
/// "231.9 of 80 GiB"
QString needs_of(const Need& need);

} // namespace blueprinting::ui
