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

QString does_not_fit(const Need& need) { return Words::tr("does not fit by %1").arg(size(need.excess())); }

QString does_not_fit_first(const Need& need) { return Words::tr("Does not fit by %1: ").arg(size(need.excess())); }

QString needs_of(const Need& need)
{
    const double capacity = need.capacity.value() / kGibibyte;
    return Words::tr("%1 of %2")
        .arg(shown(format::fixed(need.needed.value() / kGibibyte, 1)),
             shown(format::gibibytes(need.capacity, capacity == std::round(capacity) ? 0 : 1)));
}

} // namespace blueprinting::ui
