#include "ui/frame/main_window.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_editor.h"
#include "ui/widgets/ask_where.h"
#include "ui/widgets/message_bar.h"
#include "ui/workspace/refusal.h"

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

/// A session ends in .json, which is what the dialog to open one looks for.
QString with_ending(const QString& name)
{
    const QString ending = QStringLiteral(".json");
    return name.endsWith(ending, Qt::CaseInsensitive) ? name : name + ending;
}

} // namespace

void MainWindow::chooseFile(const QString& title)
{
    const QString path = QFileDialog::getOpenFileName(this, title, m_parts.settings.lastFolder(),
                                                      tr("JSON files (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    rememberFolder(path);
    (void)openFile(path); // a refusal stands in the message bar
}

void MainWindow::chooseFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open"), m_parts.settings.lastFolder(),
                                                            tr("JSON files (*.json);;All files (*)"));
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
        QMessageBox box(QMessageBox::Warning, tr("Unsaved changes"), tr("%1 has changes that are not saved.").arg(m_file->name()),
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

bool MainWindow::save() { return m_file->path().isEmpty() ? saveWhereAsked(tr("Save the session")) : saveAs(m_file->path()); }

bool MainWindow::saveWhereAsked(const QString& title)
{
    QString path;
    if (m_savePathPrompt) {
        path = m_savePathPrompt();
    } else {
        if (property(kLastFolder).toString().isEmpty())
            setProperty(kLastFolder, m_parts.settings.lastFolder());
        path = ask_where_to_save(this, title, with_ending(m_file->name()), {tr("Session (*.json)")});
        // A name with a point in it ("run 1.5") has an ending of its own to the dialog.
        if (const QString whole = with_ending(path); !path.isEmpty() && whole != path) {
            if (QFileInfo::exists(whole) &&
                QMessageBox::question(this, title, tr("%1 exists already. Replace it?").arg(QFileInfo(whole).fileName())) != QMessageBox::Yes)
                return false;
            path = whole;
        }
    }
    if (path.isEmpty() || !saveAs(path))
        return false;
    showNotice({Tone::text, tr("Saved %1").arg(QFileInfo(path).fileName()), tr("in %1.").arg(QDir::toNativeSeparators(QFileInfo(path).absolutePath()))});
    return true;
}

bool MainWindow::saveAs(const QString& path)
{
    m_dock->editor().commit();
    const Result<Done> saved = m_file->save(path);
    if (saved) {
        m_parts.settings.addRecentFile(path);
        rememberFolder(path);
        return true;
    }
    showNotice({Tone::bad, tr("%1 was not saved.").arg(QFileInfo(path).fileName()), refusal_text(saved.diagnostics())});
    return false;
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
