#pragma once
#include <QByteArray>
#include <QString>

namespace blueprinting::ui {

/// The PDF with this date (yyyy-mm-dd; 1970-01-01 where it is none) in the place of the clock's, which Qt always
/// writes: the same report is the same file whenever and wherever it is made. Its table of places follows.
QByteArray with_pdf_date(QByteArray pdf, const QString& date);

} // namespace blueprinting::ui
