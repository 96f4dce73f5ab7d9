#include "ui/calibration/calibration_view.h"

#include "core/base/canonical_json.h"
#include "core/calibration/report.h"
#include "ui/calibration/difference_rows.h"
#include "ui/calibration/gate_rows.h"
#include "ui/calibration/memory_charts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/named.h"
#include "ui/widgets/tables/table_view.h"

#include <QComboBox>
#include <QDialog>
#include <QFileInfo>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr qsizetype kShownName = 24; ///< longer names of files are cut in their middle

} // namespace

void CalibrationView::restoreReports()
{
    const QStringList wanted = keptTexts("reports");
    QStringList have;
    for (const Opened& one : m_opened)
        have << one.path;
    if (wanted == have)
        return;
    m_opened.clear();
    QStringList lost;
    for (const QString& path : wanted)
        if (!take(path))
            lost << QFileInfo(path).fileName();
    fillSides();
    for (std::size_t i = 0; i < m_opened.size(); ++i)
        if (m_opened[i].path == keptText("report"))
            m_at = i;
    const QString which = keptText("shown");
    m_shown = m_opened.empty()         ? Shown::run
              : which == u"opened"     ? Shown::opened
              : which == u"difference" ? Shown::difference
                                       : Shown::run;
    markShown();
    if (!lost.isEmpty()) {
        keepState();
        Q_EMIT noticeRaised({Tone::caution, tr("%1 could not be opened again.").arg(lost.join(QStringLiteral(", "))),
                             tr("The session names it, but the file is gone or is no longer a report.")});
    }
}

Result<Done> CalibrationView::take(const QString& path)
{
    const auto document = JsonDocument::read(path.toStdString());
    if (!document)
        return document.failure_as<Done>();
    auto report = calibration::report_from_json(*document);
    if (!report)
        return report.failure_as<Done>();
    // Opened again, a file is read again.
    std::erase_if(m_opened, [&](const Opened& one) { return one.path == path; });
    m_opened.push_back({path, QFileInfo(path).fileName(), *std::move(report)});
    m_at = m_opened.size() - 1;
    return Done{};
}

void CalibrationView::nameReports()
{
    if (m_at >= m_opened.size())
        return;
    const QString& name = m_opened[m_at].name;
    m_which->setText(QStringLiteral("opened"),
                     name.size() <= kShownName ? name : name.left(kShownName - 8) + u'…' + name.right(7));
    m_which->setToolTip(plain_tooltip(tr("This run, %1, or how they differ").arg(m_opened[m_at].path)));
    m_reports->clear();
    for (const Opened& one : m_opened)
        m_reports->addItem(line_text(one.name));
    for (int i = 0; i < m_reports->count(); ++i)
        m_reports->setItemData(i, plain_tooltip(m_opened[static_cast<std::size_t>(i)].path), Qt::ToolTipRole);
    m_reports->setCurrentIndex(static_cast<int>(m_at));
}

void CalibrationView::closeReport()
{
    if (m_at >= m_opened.size())
        return;
    m_opened.erase(m_opened.begin() + static_cast<std::ptrdiff_t>(m_at));
    m_at = m_opened.empty() ? 0 : std::min(m_at, m_opened.size() - 1);
    fillSides();
    setShown(m_opened.empty() ? Shown::run : Shown::opened);
}

Result<Done> CalibrationView::open(const QString& name)
{
    const QString path = QFileInfo(name).absoluteFilePath();
    if (auto taken = take(path); !taken)
        return taken;
    fillSides();
    setShown(Shown::opened);
    if (const calibration::Report& opened = m_opened.back().report; calibration::recomputed(opened) != opened)
        Q_EMIT noticeRaised({Tone::caution, tr("%1 does not add up.").arg(m_opened.back().name),
                             tr("Its errors or its summary do not follow from its own figures; those shown here do.")});
    else
        Q_EMIT noticeCleared();
    return Done{};
}

Result<Done> CalibrationView::saveReport(const QString& path, const Replaceable& replaceable) const
{
    const calibration::Report* report = current();
    if (!report)
        return Diagnostic{Severity::error, "report.none", "", "there is no report to save yet"};
    const auto text = pretty_json(to_json(*report));
    if (!text)
        return text.failure_as<Done>();
    return write_whole_file(path, QByteArray::fromStdString(*text), replaceable);
}

void CalibrationView::chooseReportFile()
{
    saveWhereAsked(
        {tr("Save the report"), QStringLiteral("calibration.json"), {tr("Reports (*.json)")}},
        at_once([this](const QString& path, const Replaceable& replaceable) { return saveReport(path, replaceable); }));
}

void CalibrationView::showAllProvenance()
{
    const calibration::Report* report = current();
    if (!report)
        return;
    auto* dialog = named(new QDialog(this), "provenanceDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Hashes, revisions and policy"));
    dialog->resize(860, 560);
    auto* rows = new RowTable(provenance_columns(), dialog);
    rows->setRows(provenance_rows(*report));
    auto* table = named(new TableView(rows), "provenanceTable");
    table->setAccessibleName(dialog->windowTitle());
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table);
    dialog->show();
}

} // namespace blueprinting::ui
