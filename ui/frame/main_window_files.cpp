#include "core/base/replace_file.h"
#include "ui/frame/main_window.h"
#include "ui/frame/opened_file.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_editor.h"
#include "ui/style/foreign_text.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/known_files.h"
#include "ui/widgets/saving.h"
#include "ui/workspace/session_json.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QUrl>

/// Asking for files and where to save them; what is done with a file that is opened is in main_window_opening.cpp.
namespace blueprinting::ui {
namespace {

QStringList local_files(const QMimeData* data)
{
    QStringList files;
    const auto urls = data->urls();
    for (const QUrl& url : urls)
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

/// A session ends in .blueprinting.json, by which a desktop knows it (packaging/blueprinting.xml). One that somebody
/// calls .json stays as it is called: the dialog to open one looks for no more.
QString with_ending(const QString& name)
{
    return name.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? name
                                                                      : name + QStringLiteral(".blueprinting.json");
}

} // namespace

void MainWindow::chooseFile(const QString& title)
{
    const QString path = QFileDialog::getOpenFileName(this, title, m_parts.settings.lastFolder(),
                                                      tr("JSON files and runs (*.json *.jsonl *.csv);;All files (*)"));
    if (path.isEmpty())
        return;
    rememberFolder(path);
    (void)openFile(path); // a refusal stands in the message bar
}

void MainWindow::chooseFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open"), m_parts.settings.lastFolder(),
                                                            tr("JSON files and runs (*.json *.jsonl *.csv);;"
                                                               "All files (*)"));
    if (paths.isEmpty())
        return;
    rememberFolder(paths.front());
    (void)openFiles(paths);
}

/// The next dialog, to open or to save, starts where this one ended.
void MainWindow::rememberFolder(const QString& path)
{
    const QString folder = QFileInfo(path).absolutePath();
    m_parts.settings.setLastFolder(folder);
    setProperty(kLastFolder, folder);
}

bool MainWindow::mayLoseSession()
{
    m_dock->editor().commit(); // what is being typed is an edit, too
    if (!m_file->modified())
        return true;
    UnsavedChoice choice = UnsavedChoice::cancel;
    if (m_unsavedPrompt) {
        choice = m_unsavedPrompt(m_file->name());
    } else {
        QMessageBox box(QMessageBox::Warning, tr("Unsaved changes"),
                        tr("%1 has changes that are not saved.").arg(line_text(m_file->name())),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
        box.setDefaultButton(QMessageBox::Save);
        switch (box.exec()) {
        case QMessageBox::Save: choice = UnsavedChoice::save; break;
        case QMessageBox::Discard: choice = UnsavedChoice::discard; break;
        default: break;
        }
    }
    switch (choice) {
    case UnsavedChoice::save: return save();
    case UnsavedChoice::discard: return true;
    case UnsavedChoice::cancel: return false;
    }
    return false;
}

void MainWindow::newSession()
{
    if (!mayLoseSession())
        return;
    m_message->clear();
    m_file->startAnew();
}

bool MainWindow::save()
{
    return m_file->path().isEmpty() ? saveWhereAsked(tr("Save the session")) : saveAs(m_file->path());
}

bool MainWindow::saveWhereAsked(const QString& title)
{
    QString path;
    if (m_savePathPrompt) {
        path = m_savePathPrompt();
    } else {
        if (property(kLastFolder).toString().isEmpty())
            setProperty(kLastFolder, m_parts.settings.lastFolder());
        path =
            ask_where_to_save(this, title, with_ending(m_file->name()), {tr("Session (*.blueprinting.json *.json)")});
        // A name with a point in it ("run 1.5") has an ending of its own to the dialog.
        if (const QString whole = with_ending(path); !path.isEmpty() && whole != path) {
            if (QFileInfo::exists(whole) &&
                QMessageBox::question(
                    this, title, tr("%1 exists already. Replace it?").arg(line_text(QFileInfo(whole).fileName()))) !=
                    QMessageBox::Yes)
                return false;
            path = whole;
        }
    }
    if (path.isEmpty())
        return false;
    // The session's own file is held against what was last read or written of it, another against what was agreed to be
    // lost.
    const bool own = QFileInfo(path).absoluteFilePath() == m_file->path();
    if (!saveTo(path, own ? Replaceable() : agreed_to_replace(this, path)))
        return false;
    showNotice({Tone::text, tr("Saved %1").arg(QFileInfo(path).fileName()),
                tr("in %1.").arg(QDir::toNativeSeparators(QFileInfo(path).absolutePath()))});
    return true;
}

bool MainWindow::saveAs(const QString& path) { return saveTo(path, std::nullopt); }

/// `replaceable` as SessionFile::save takes it.
bool MainWindow::saveTo(const QString& path, const Replaceable& replaceable)
{
    m_dock->editor().commit();
    const Result<Done> saved = m_file->save(path, replaceable);
    if (saved) {
        if (const Result<Digest> content = content_digest(path.toStdString()))
            m_known->remember(path, *content);
        m_parts.settings.addRecentFile(path);
        rememberFolder(path);
        if (std::exchange(m_saysNotSaved, false))
            m_message->clear();
        return true;
    }
    SaveOutcome outcome{path, saved.diagnostics(), [this] { saveWhereAsked(tr("Save the session as")); }};
    if (outcome.problems.front().code == kFileChanged)
        outcome.overwrite = [this, path] {
            const Result<Digest> now = content_digest(path.toStdString());
            saveTo(path, now ? *now : Digest());
        };
    sayNotSaved(outcome, outcome.overwrite && QFileInfo(path).absoluteFilePath() == m_file->path());
    return false;
}

/// What stands in the session's file takes the place of what is on the screen, which undoing brings back.
void MainWindow::reloadSession()
{
    const QString path = m_file->path();
    const ReadFile file = readFile(path);
    Result<Session> session =
        *file.document ? session_from_json(**file.document) : file.document->failure_as<Session>();
    if (!session) {
        refuse(path, session.diagnostics());
        return;
    }
    m_message->clear();
    m_parts.workspace.prepare(*session, [this, path, session = *session, content = file.content] {
        if (m_file->path() != path) // another was opened meanwhile
            return;
        const int before = m_parts.workspace.undoStack().index();
        m_file->reload(session, content);
        sayOpened(
            {Tone::text, tr("Reloaded %1.").arg(m_file->name()), tr("Undo brings back what was on the screen before.")},
            before);
    });
}

/// What kept a file from being written, and the ways out.
void MainWindow::sayNotSaved(const SaveOutcome& outcome, bool reloadable)
{
    const QString name = QFileInfo(outcome.path).fileName();
    Notice notice{Tone::bad, tr("%1 was not saved.").arg(name), not_written_text(outcome.path, outcome.problems)};
    if (outcome.overwrite)
        notice = {Tone::caution, tr("%1 was changed on disk.").arg(name),
                  tr("Another window or program wrote to it in the folder %1. Nothing was replaced.")
                      .arg(QDir::toNativeSeparators(QFileInfo(outcome.path).absolutePath()))};
    if (reloadable)
        notice.actions << Notice::Action{tr("Reload"), Icon::open, [this] { reloadSession(); }};
    if (outcome.elsewhere)
        notice.actions << Notice::Action{tr("Save as…"), Icon::save, outcome.elsewhere};
    if (outcome.overwrite)
        notice.actions << Notice::Action{tr("Overwrite"), std::nullopt, outcome.overwrite};
    showNotice(notice);
    m_saysNotSaved = true;
}

/// Of what a view, a chart or a table wrote, or could not write.
void MainWindow::saySaved(const SaveOutcome& outcome)
{
    if (!outcome.written()) {
        sayNotSaved(outcome, false);
        return;
    }
    if (std::exchange(m_saysNotSaved, false))
        m_message->clear();
    const QFileInfo file(outcome.path);
    m_parts.settings.setLastFolder(file.absolutePath());
    showNotice({Tone::good, tr("Exported %1").arg(file.fileName()),
                tr("in %1.").arg(QDir::toNativeSeparators(file.absolutePath()))});
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!local_files(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const auto files = local_files(event->mimeData());
    if (files.isEmpty())
        return;
    event->acceptProposedAction();
    (void)openFiles(files);
}

} // namespace blueprinting::ui
