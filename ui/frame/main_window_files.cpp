#include "core/base/file.h"
#include "core/strategy/mapping.h"
#include "ui/frame/main_window.h"
#include "ui/style/shown.h"
#include "ui/workspace/refusal.h"
#include "ui/widgets/excerpt.h"
#include "ui/widgets/message_bar.h"
#include "ui/workspace/session_json.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <string_view>

namespace blueprinting::ui {
namespace {

QList<QString> local_files(const QMimeData* data)
{
    QList<QString> files;
    const auto urls = data->urls();
    for (const QUrl& url : urls)
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

/// Whether this is a certificate too large to be parsed here: its view reads it as a job, and says so where it is none.
bool is_large_certificate(const QString& path)
{
    constexpr qint64 large = 512 * 1024;
    QFile file(path);
    if (file.size() <= large || !file.open(QIODevice::ReadOnly))
        return false;
    const uchar* bytes = file.map(0, file.size());
    return bytes && std::string_view(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(file.size()))
                            .find("\"art.dev.trainer_rank_cost_calibration_certificate.") != std::string_view::npos;
}

/// Where a complaint says no line, the line of the value that it is about, or of the file's one value.
Diagnostics placed(Diagnostics diagnostics, const JsonDocument& document)
{
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.location && diagnostic.location->line > 0)
            continue;
        SourceLocation place = document.locate(diagnostic.path);
        if (place.line == 0)
            place = document.locate("");
        diagnostic.location = std::move(place);
    }
    return diagnostics;
}

} // namespace

void MainWindow::chooseFile(const QString& title)
{
    const QString path = QFileDialog::getOpenFileName(this, title, m_parts.settings.lastFolder(),
                                                      tr("JSON files (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    m_parts.settings.setLastFolder(QFileInfo(path).absolutePath());
    (void)openFile(path); // a refusal stands in the message bar
}

Result<Done> MainWindow::openFile(const QString& path)
{
    if (is_large_certificate(path)) {
        Result<Done> handed = openInView(DocumentKind::certificate, path);
        if (handed)
            m_parts.settings.addRecentFile(path);
        else
            refuse(path, handed.diagnostics());
        return handed;
    }
    const Result<JsonDocument> document = JsonDocument::read(path.toStdString());
    const Result<DocumentKind> kind = document ? sniff(*document) : document.failure_as<DocumentKind>();
    Result<Done> done = kind ? openDocument(*document, *kind, path) : kind.failure_as<Done>();
    if (!done && !done.cancelled() && document)
        done = placed(done.diagnostics(), *document);
    if (done)
        m_parts.settings.addRecentFile(path);
    else if (!done.cancelled())
        refuse(path, done.diagnostics());
    return done;
}

Result<Done> MainWindow::openDocument(const JsonDocument& document, DocumentKind kind, const QString& path)
{
    Workspace& workspace = m_parts.workspace;
    const std::string name = QFileInfo(path).completeBaseName().toStdString();
    const SessionStrategy selected = *workspace.selected(); // a copy: an edit puts others in its place
    const int before = workspace.undoStack().index();
    const auto said = [&](const QString& text) {
        const int step = workspace.undoStack().index();
        Notice notice{Tone::text, tr("Opened %1.").arg(QFileInfo(path).fileName()), text};
        if (step != before) // else it was that already, and undoing would take back something else
            notice.actions << Notice::Action{tr("Undo"), Icon::undo, [this] { m_parts.workspace.undoStack().undo(); }};
        showNotice(notice);
        if (step != before)
            m_undoableStep = step;
    };
    switch (kind) {
    case DocumentKind::session: return openSession(document, path);
    case DocumentKind::calculon_model:
    case DocumentKind::hugging_face_config: {
        const Result<model::TransformerModel> model =
            kind == DocumentKind::calculon_model ? model::read_calculon_model(document, document.root(), "", name)
                                                 : model::read_hugging_face_config(document, name);
        if (!model)
            return model.failure_as<Done>();
        workspace.edit(tr("Set model to %1").arg(shown(name)),
                       [&](Session& session) { session.find(session.selected)->model = *model; });
        said(tr("It is now the model of %1.").arg(shown(selected.name)));
        return Done{};
    }
    case DocumentKind::system: {
        const Result<system::SystemProfile> system = system::read_calculon_system(document, document.root(), "", name);
        if (!system)
            return system.failure_as<Done>();
        workspace.edit(tr("Set system to %1").arg(shown(name)),
                       [&](Session& session) { session.find(session.selected)->system = *system; });
        said(tr("It is now the system of %1.").arg(shown(selected.name)));
        return Done{};
    }
    case DocumentKind::execution: {
        const Result<strategy::Execution> execution = strategy::from_mapping(
            document, document.root(), "", selected.system.networks.size(), workspace.session().rules);
        if (!execution)
            return execution.failure_as<Done>();
        SessionStrategy added{fresh_id(workspace.session()), fresh_name(workspace.session(), name), selected.model,
                              selected.system, *execution};
        forget_redundant_processors(added.execution);
        workspace.edit(tr("Add %1").arg(shown(added.name)), [&](Session& session) {
            session.strategies.push_back(added);
            session.selected = added.id;
        });
        said(tr("It is a strategy of its own now, on the model and system that were selected."));
        return Done{};
    }
    case DocumentKind::certificate:
    case DocumentKind::manifest:
    case DocumentKind::report:
    case DocumentKind::checkpoint: return openInView(kind, path);
    }
    return Done{};
}

Result<Done> MainWindow::openSession(const JsonDocument& document, const QString& path)
{
    // Whether it is sound is found out before anyone is asked about the present one.
    Result<Session> session = session_from_json(document);
    if (!session)
        return session.failure_as<Done>();
    if (!mayLoseSession())
        return Cancelled{};
    m_message->clear();
    const auto show = [this, session = *session, path] {
        m_file->show(session, path);
        refreshTab();
    };
    if (!isVisible()) { // nobody waits yet
        show();
        return Done{};
    }
    const auto compiled = [this, show, before = m_parts.workspace.session().strategies] {
        // What was done meanwhile is lost no more than what was there before.
        if (m_parts.workspace.session().strategies == before || mayLoseSession())
            show();
    };
    m_parts.workspace.prepare(*session, compiled);
    return Done{};
}

Result<Done> MainWindow::openInView(DocumentKind kind, const QString& path)
{
    const QString name = QString::fromUtf8(to_string(kind));
    for (const ViewEntry& entry : m_entries) {
        if (std::find(entry.opens.begin(), entry.opens.end(), name) == entry.opens.end())
            continue;
        // It comes to the front once it took the file, or where it shows itself what it refused.
        View* view = makeView(entry);
        m_message->clear();
        Result<Done> opened = view->open(path);
        if (opened || view->showsRefusals())
            showView(entry.id);
        return opened;
    }
    return Diagnostic{Severity::error, "document.no_view", "",
                      "this is " + std::string(described(kind)) + ", which no view here shows", std::nullopt};
}

void MainWindow::refuse(const QString& path, const Diagnostics& diagnostics, const QString& changed)
{
    const QString file = QFileInfo(path).fileName();
    showNotice({Tone::bad, tr("%1 was refused.").arg(file.isEmpty() ? path : file),
                refusal_text(diagnostics) + QLatin1Char(' ') + (changed.isEmpty() ? tr("Nothing was changed.") : changed),
                {{tr("Open another…"), Icon::open, [this] { chooseFile(tr("Open")); }}}});
    const View* view = currentView();
    if (view && view->showsRefusals())
        return;
    if (diagnostics.front().location && diagnostics.front().location->line > 0)
        if (const Result<std::string> bytes = read_file(path.toStdString())) {
            const RefusedLine line = refused_line(*bytes, diagnostics.front());
            if (line.line > 0 && line.column >= 0)
                m_message->setExcerpt(excerpt_of(tr("Where %1 was refused").arg(file), line.line, line.text, line.column));
        }
}

bool MainWindow::mayLoseSession()
{
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

bool MainWindow::save()
{
    if (!m_file->path().isEmpty())
        return saveAs(m_file->path());
    QString path;
    if (m_savePathPrompt) {
        path = m_savePathPrompt();
    } else {
        path = QFileDialog::getSaveFileName(this, tr("Save the session"),
                                            m_parts.settings.lastFolder() + QStringLiteral("/session.json"),
                                            tr("JSON files (*.json);;All files (*)"));
    }
    return !path.isEmpty() && saveAs(path);
}

bool MainWindow::saveAs(const QString& path)
{
    const Result<Done> saved = m_file->save(path);
    if (saved) {
        m_parts.settings.addRecentFile(path);
        m_parts.settings.setLastFolder(QFileInfo(path).absolutePath());
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
    // Each is taken for itself; a refusal outlasts what was opened after it.
    QString refused;
    Diagnostics reasons;
    qsizetype opened = 0;
    for (const QString& file : files) {
        const Result<Done> done = openFile(file);
        opened += done ? 1 : 0;
        if (!done && !done.cancelled() && refused.isEmpty()) {
            refused = file;
            reasons = done.diagnostics();
        }
    }
    if (!refused.isEmpty() && files.size() > 1)
        refuse(refused, reasons,
               opened + 1 < files.size() ? tr("Of the other files %1 were opened.").arg(opened)
               : files.size() == 2       ? tr("The other file was opened.")
                                         : tr("The other files were opened."));
}

} // namespace blueprinting::ui
