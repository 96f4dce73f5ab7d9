#pragma once
#include <QByteArray>
#include <QPicture>
#include <QString>
#include <QStringList>

#include <utility>
#include <variant>
#include <vector>

/// A report that a person can hand on: plain values, and what writes them. The same report gives the same bytes; no
/// clock is read. GUI thread, since text is laid out.
namespace blueprinting::ui {

/// A table as it is shown: headings first.
struct ReportTable {
    QString title;
    std::vector<QStringList> rows;
    std::vector<bool> right_aligned;
    std::size_t left_out = 0; ///< rows beyond kMostReportRows
};

/// A chart, as a file of its own and as what is drawn again on paper.
struct ReportDrawing {
    QString title;
    QByteArray svg;
    QPicture picture;
    QSizeF size; ///< of the picture, in pixels at 96 a inch
};

using ReportFacts = std::vector<std::pair<QString, QString>>; ///< what it is, and what it is here

/// One view.
struct ReportPart {
    QString title;    ///< of the view
    QString headline; ///< its answer
    QString why;
    ReportFacts facts;
    std::vector<std::variant<ReportTable, ReportDrawing>> shown; ///< from the top
    bool sign_off = false;                                       ///< a line for a name, a date and a signature
};

struct Report {
    QString title;
    QString reviewer; ///< empty: a line to write on
    QString date;     ///< yyyy-mm-dd, as the session says; empty: a line to write on
    ReportFacts facts;
    std::vector<ReportPart> parts;
};

/// Longer tables are cut, and say by how much: the file itself has them whole.
inline constexpr std::size_t kMostReportRows = 400;

/// One file that needs no other: styles and charts are within it.
QString report_html(const Report& report);
/// Landscape pages of A4, always in the light theme.
QByteArray report_pdf(const Report& report);

} // namespace blueprinting::ui
