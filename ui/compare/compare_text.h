#pragma once
#include "core/base/units.h"
#include "core/oracle/oracle.h"
#include "ui/style/tone.h"
#include "ui/style/shown.h"
#include "ui/widgets/bar_chart.h"

#include <QCoreApplication>
#include <QString>

#include <string>

/// Words and numbers that the parts of the Compare view share.
namespace blueprinting::ui::compare {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::Compare)
};

/// "48.10", without its unit.
QString gib(Bytes bytes, int decimals);
/// "80" or "74.5", without its unit.
QString capacity_gib(Bytes capacity);
/// Past this a capacity is a way of saying that memory shall not be a limit.
bool boundless(Bytes capacity);

/// What a reference says and how far we are from it, each state in its own words.
struct ReferenceText {
    ReadOut value, error;
};
/// Null while it is being asked. States are the reference's own: a paper that does not know the case does not cover it, one that
/// knows it and says nothing of the figure has not published it.
ReferenceText seconds_reference(const oracle::Answer* answer, double seconds, double per_second, int decimals);
ReferenceText memory_reference(const oracle::Answer* answer, Bytes bytes);

} // namespace blueprinting::ui::compare
