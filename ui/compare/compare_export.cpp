#include "ui/compare/compare_view.h"

#include "ui/compare/compare_summary.h"
#include "ui/compare/compare_text.h"
#include "ui/style/icon.h"
#include "ui/widgets/stacked_bars.h"
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>

namespace blueprinting::ui {

using namespace compare;

void CompareView::buildActions()
{
    const auto add = [this](const QString& name, const QString& text, Icon mark, auto run) {
        auto* action = new QAction(icon(mark), text, this);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, run);
        m_actions << action;
    };
    add(QStringLiteral("saveTimeChart"), tr("Save iteration time chart…"), Icon::chart, [this] { m_time->saveAs(); });
    add(QStringLiteral("saveMemoryChart"), tr("Save memory chart…"), Icon::chart, [this] { m_memory->saveAs(); });
    add(QStringLiteral("copyDifferenceTsv"), tr("Copy comparison table as TSV"), Icon::table,
        [this] { QGuiApplication::clipboard()->setText(m_difference_view->toTsv()); });
    add(QStringLiteral("copyDifferenceMarkdown"), tr("Copy comparison table as Markdown"), Icon::table,
        [this] { QGuiApplication::clipboard()->setText(m_difference_view->toMarkdown()); });
    add(QStringLiteral("saveSummary"), tr("Save one-page summary…"), Icon::document, [this] { saveSummary(); });
}

QList<QAction*> CompareView::exportActions() { return m_actions; }

void CompareView::saveSummary()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save summary"), QStringLiteral("comparison.html"),
                                                      tr("Web page (*.html);;Printed page (*.pdf)"));
    if (path.isEmpty())
        return;
    if (const Result<Done> done = writeSummary(path); !done)
        Q_EMIT noticeRaised({Tone::bad, tr("The summary was not saved."), q(to_line(done.diagnostics().front()))});
}

Result<Done> CompareView::writeSummary(const QString& path) const
{
    const Contest contest = contest_of(workspace().session(), [this](const std::string& id) -> const StrategyResult& { return workspace().result(id); });
    const Summary summary = summary_of(contest, workspace().calculonIdentity());
    if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        return write_whole_file(path, summary_pdf(summary, *m_time, *m_memory));
    if (path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive) || path.endsWith(QLatin1String(".htm"), Qt::CaseInsensitive)) {
        const Theme theme = light_theme();
        return write_whole_file(path, summary_html(summary, m_time->encoded(ChartFormat::svg, theme), m_memory->encoded(ChartFormat::svg, theme)).toUtf8());
    }
    return Diagnostic{Severity::error, "summary.format.unknown", "", path.toStdString() + " has no ending that says what to write: .html or .pdf"};
}

} // namespace blueprinting::ui
