#pragma once
#include <QDate>
#include <QString>

#include <optional>

class QWidget;

namespace blueprinting::ui {

/// What stands on a report beside what is computed.
struct ReportWords {
    QString reviewer; ///< may be empty: a line to write on
    QDate date;
};
/// Asks for them; nothing where that was cancelled. GUI thread.
std::optional<ReportWords> ask_report_words(QWidget* parent, const ReportWords& proposed);

} // namespace blueprinting::ui
