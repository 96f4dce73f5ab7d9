#include "core/base/file_format.h"
#include "ui/frame/main_window.h"
#include "ui/frame/report_dialog.h"
#include "ui/frame/session_report.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/workspace/session_link.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {

void MainWindow::copyLink()
{
    const Result<QString> link = session_link(m_parts.workspace.session());
    if (!link) {
        showNotice({Tone::caution, tr("No link was copied."), shown(link.diagnostics().front().message)});
        return;
    }
    QApplication::clipboard()->setText(*link);
    showNotice({Tone::text, tr("Copied a link to this session."),
                tr("%1 characters; \"Open the link in the clipboard\" shows it in another window.").arg(link->size())});
}

void MainWindow::pasteLink()
{
    const Result<Session> session = session_from_link(QApplication::clipboard()->text());
    if (!session) {
        refuse(tr("The link in the clipboard"), session.diagnostics());
        return;
    }
    if (!mayLoseSession())
        return;
    m_message->clear();
    m_file->showUnsaved(*session);
    refreshTab();
}

Report MainWindow::report()
{
    if (const auto compare = std::ranges::find(m_entries, QStringLiteral("compare"), &ViewEntry::id);
        compare != m_entries.end())
        makeView(*compare);
    std::vector<const View*> views;
    for (const ViewEntry& entry : m_entries) {
        const auto made = m_views.find(entry.id);
        if (made == m_views.end() || (made->second != currentView() && !made->second->belongsInReport()))
            continue;
        if (std::exchange(m_outdated[entry.id], false))
            made->second->refreshWhole();
        views.push_back(made->second);
    }
    return report_of(m_parts.workspace, *m_file, views);
}

Result<Done> MainWindow::writeReport(const QString& path, const Replaceable& replaceable)
{
    const auto format = format_of(path.toStdString());
    if (format == FileFormat::pdf)
        return write_whole_file(path, report_pdf(report()), replaceable);
    if (format == FileFormat::html)
        return write_whole_file(path, report_html(report()).toUtf8(), replaceable);
    return Diagnostic{Severity::error, "report.format.unknown", "",
                      unknown_ending(path, QStringLiteral(".html and .pdf")).toStdString()};
}

void MainWindow::makeReport()
{
    Workspace& workspace = m_parts.workspace;
    const Report before = report_of(workspace, *m_file, {});
    const QDate kept = QDate::fromString(before.date, Qt::ISODate);
    const auto words = ask_report_words(this, {before.reviewer, kept.isValid() ? kept : QDate::currentDate()});
    if (!words)
        return;
    workspace.setViewState(kReportState, {{"reviewer", words->reviewer.toStdString()},
                                          {"date", words->date.toString(Qt::ISODate).toStdString()}});
    save_where_asked(
        this,
        {tr("Save the report"),
         QFileInfo(m_file->name()).completeBaseName() + QStringLiteral("-report.html"),
         {tr("HTML (*.html *.htm)"), tr("PDF (*.pdf)")}},
        at_once([this](const QString& path, const Replaceable& replaceable) { return writeReport(path, replaceable); }),
        [this](const SaveOutcome& outcome) { saySaved(outcome); });
}

} // namespace blueprinting::ui
