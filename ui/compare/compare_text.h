#pragma once
#include "core/base/format.h"
#include "core/base/units.h"
#include "core/oracle/oracle.h"
#include "ui/style/shown.h"
#include "ui/style/tone.h"
#include "ui/style/words.h"
#include "ui/widgets/charts/bar_chart.h"

#include <QString>

/// Words and numbers that the parts of the Compare view share.
namespace blueprinting::ui::compare {

/// "48.1", without its unit.
QString gib(Bytes bytes, int decimals);
/// "80" or "74.5", without its unit.
QString capacity_gib(Bytes capacity);
/// Past this a capacity is a way of saying that memory shall not be a limit.
bool boundless(Bytes capacity);

/// Unit that iteration times are read in, and how those of one picture are written.
struct TimeUnit {
    QString name; ///< "s"
    double per_second = 1;
    format::Series series;

    /// Two times whose difference is shown.
    void against(double a, double b) { series.against(a * per_second, b * per_second); }
    [[nodiscard]] QString text(double seconds) const { return shown(series.text(seconds * per_second)); }
    [[nodiscard]] QString with_sign(double seconds) const { return shown(series.with_sign(seconds * per_second)); }
    [[nodiscard]] QString with_unit(double seconds) const { return QStringLiteral("%1 %2").arg(text(seconds), name); }
};
/// With four digits of the largest.
TimeUnit time_unit(double largest_seconds);

/// What a reference says and how far we are from it, each state in its own words.
struct ReferenceText {
    ReadOut value, error;
};
/// Null while it is being asked. Written as all of `how`. States are the reference's own: a paper that does not know
/// the case does not cover it, one that knows it and says nothing of the figure has not published it.
ReferenceText seconds_reference(const oracle::Answer* answer, double seconds, const TimeUnit& how);
ReferenceText memory_reference(const oracle::Answer* answer, Bytes bytes, const format::Series& how);

} // namespace blueprinting::ui::compare
