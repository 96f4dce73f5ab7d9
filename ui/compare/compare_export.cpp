#include "ui/compare/compare_view.h"

#include "ui/compare/compare_summary.h"
#include "ui/compare/compare_text.h"
#include "ui/style/icon.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/named.h"
#include "ui/widgets/saving.h"
#include "ui/workspace/command_line.h"
#include "ui/workspace/evaluations.h"

namespace blueprinting::ui {

using namespace compare;

void CompareView::buildActions()
{
    auto* summary = named(new QAction(icon(Icon::document), tr("One-page summary (HTML, PDF)…"), this), "saveSummary");
    connect(summary, &QAction::triggered, this, &CompareView::saveSummary);
    m_actions << summary;
}

/// One estimate for each bar of the charts.
QString CompareView::commandLine() const
{
    const Contest contest = this->contest();
    QStringList commands;
    for (const Contender& one : contest.contenders)
        commands << QStringLiteral("blueprinting estimate") +
                        strategy_arguments(form_of(one.result->evaluated), workspace().session().rules);
    return commands.join(QStringLiteral(" && "));
}

QList<QAction*> CompareView::exportActions() { return m_actions; }

void CompareView::saveSummary()
{
    saveWhereAsked(
        {tr("Save summary"), QStringLiteral("comparison.html"), {tr("HTML (*.html *.htm)"), tr("PDF (*.pdf)")}},
        at_once(
            [this](const QString& path, const Replaceable& replaceable) { return writeSummary(path, replaceable); }));
}

Result<Done> CompareView::writeSummary(const QString& path, const Replaceable& replaceable) const
{
    const Contest contest = this->contest();
    const Summary summary = summary_of(contest, workspace().oracleIdentity(oracle::sources().front().key));
    if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        return write_whole_file(path, summary_pdf(summary, *m_time, *m_memory), replaceable);
    if (path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive) ||
        path.endsWith(QLatin1String(".htm"), Qt::CaseInsensitive)) {
        const Theme theme = light_theme();
        return write_whole_file(
            path,
            summary_html(summary, m_time->encoded(FileFormat::svg, theme), m_memory->encoded(FileFormat::svg, theme))
                .toUtf8(),
            replaceable);
    }
    return Diagnostic{Severity::error, "summary.format.unknown", "",
                      unknown_ending(path, QStringLiteral(".html and .pdf")).toStdString()};
}

} // namespace blueprinting::ui
