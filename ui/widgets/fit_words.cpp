#include "ui/widgets/fit_words.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <cmath>

namespace blueprinting::ui {
namespace {

/// "151.9 GiB"; what would read as 0.0 in a smaller unit.
QString size(Bytes bytes)
{
    return shown(bytes.value() >= 0.05 * kGibibyte ? format::gibibytes(bytes) : format::bytes(bytes));
}

} // namespace

QString does_not_fit(const cost::Estimate& estimate)
{
    return Words::tr("does not fit by %1").arg(size(estimate.excess()));
}

QString does_not_fit_first(const cost::Estimate& estimate)
{
    return Words::tr("Does not fit by %1: ").arg(size(estimate.excess()));
}

QString needs_of(const cost::Estimate& estimate)
{
    const double capacity = estimate.capacity.value() / kGibibyte;
    return Words::tr("%1 of %2")
        .arg(shown(format::fixed(estimate.memory.total().value() / kGibibyte, 1)),
             shown(format::gibibytes(estimate.capacity, capacity == std::round(capacity) ? 0 : 1)));
}

} // namespace blueprinting::ui
