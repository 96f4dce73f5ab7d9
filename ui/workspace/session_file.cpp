#include "ui/workspace/session_file.h"

#include "core/base/file.h"
#include "core/base/replace_file.h"
#include "ui/workspace/refusal.h"
#include "ui/workspace/session_json.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace blueprinting::ui {
namespace {

const QString kJob = QStringLiteral("autosave");

/// Whether both names lead to one file.
bool same_file(const QString& a, const QString& b)
{
    const QString canonical = QFileInfo(a).canonicalFilePath(); // empty where there is none
    return !a.isEmpty() && (QFileInfo(a).absoluteFilePath() == QFileInfo(b).absoluteFilePath() ||
                            (!canonical.isEmpty() && canonical == QFileInfo(b).canonicalFilePath()));
}

} // namespace

SessionFile::SessionFile(Workspace& workspace, std::unique_ptr<Alarm> alarm, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_alarm(alarm ? std::move(alarm) : std::make_unique<TimerAlarm>())
{
    connect(m_alarm.get(), &Alarm::rang, this, &SessionFile::autosave);
    connect(&m_writer, &JobRunner::finished, this, &SessionFile::setAlarm);
    connect(&workspace, &Workspace::sessionChanged, this, &SessionFile::touched);
    connect(&workspace, &Workspace::selectionChanged, this, &SessionFile::touched);
    connect(&workspace, &Workspace::viewChanged, this, &SessionFile::touched);
    connect(&workspace, &Workspace::viewStateChanged, this, &SessionFile::touched);
    connect(&workspace.undoStack(), &QUndoStack::cleanChanged, this, [this] { Q_EMIT changed(); });
}

SessionFile::~SessionFile() { m_writer.disconnect(this); }

void SessionFile::touched()
{
    if (!m_autosave)
        return;
    m_pace.changed(m_alarm->now());
    setAlarm();
}

void SessionFile::setAlarm()
{
    // One at a time: what is on its way is never given up for what is newer, or a slow disk would get nothing at all.
    if (const auto due = m_pace.due(); due && m_autosave && m_writer.idle())
        m_alarm->set(*due);
}

void SessionFile::startAutosave(const QString& folder, bool beside)
{
    m_autosave = std::make_unique<Autosave>(folder);
    m_setAside = m_autosave->setAside();
    m_othersLeft = m_autosave->others();
    if (std::optional<Recovered> found = m_autosave->recover()) {
        m_offered = std::make_unique<Offered>(Offered{std::move(m_autosave), std::move(*found)});
        if (beside)
            m_autosave = std::make_unique<Autosave>(folder, Autosave::Start::fresh);
        else
            restoreOffered();
    }
    if (m_autosave->file().isEmpty())
        tellNotKept(tr("No file can be written in %1.").arg(QDir::toNativeSeparators(folder)));
}

void SessionFile::restoreOffered()
{
    if (!m_offered)
        return;
    const std::unique_ptr<Offered> offered = std::move(m_offered);
    m_alarm->stop();
    m_writer.cancelAll();
    const std::lock_guard lock(*m_writing);
    if (m_autosave)
        m_autosave->discard();
    m_autosave = std::move(offered->autosave);
    const OwnFile& file = offered->left.file;
    m_recovered = true;
    m_path = file.path;
    m_content = file.content;
    // What was saved before the crash is saved still, unless its file has been changed or taken away since.
    const bool in_its_file = !file.path.isEmpty() && !file.content.empty() &&
                             content_digest(file.path.toStdString()).has_value() &&
                             *content_digest(file.path.toStdString()) == file.content;
    m_unsaved = file.modified || (!file.path.isEmpty() && !in_its_file);
    m_workspace.reset(std::move(offered->left.session));
    Q_EMIT changed();
}

void SessionFile::discardOffered()
{
    if (m_offered)
        m_offered->autosave->discard();
    m_offered.reset();
}

void SessionFile::tellNotKept(const QString& why)
{
    if (!std::exchange(m_toldNotKept, true))
        Q_EMIT notKept(why);
}

QString SessionFile::name() const { return m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).fileName(); }

bool SessionFile::modified() const { return m_unsaved || !m_workspace.undoStack().isClean(); }

void SessionFile::setPath(const QString& path, const Digest& content)
{
    m_path = path;
    m_content = content;
    m_unsaved = false;
    m_recovered = false;
    m_workspace.undoStack().setClean();
    // A crash must not bring back as unsaved what is saved.
    if (m_autosave) {
        m_pace.hurry(m_alarm->now());
        setAlarm();
    }
    Q_EMIT changed();
}

Result<Done> SessionFile::save(const QString& path, const std::optional<Digest>& confirmed)
{
    const Result<std::string> text = session_text(m_workspace.session());
    if (!text)
        return text.failure_as<Done>();
    const Digest known = confirmed ? *confirmed : same_file(m_path, path) ? m_content : Digest();
    Result<Done> saved = replace_file(path.toStdString(), *text, known);
    if (saved)
        setPath(QFileInfo(path).absoluteFilePath(), Digest::of_bytes(*text));
    return saved;
}

Result<Done> SessionFile::open(const QString& path)
{
    Result<std::string> bytes = read_file(path.toStdString());
    if (!bytes)
        return bytes.failure_as<Done>();
    const Digest content = Digest::of_bytes(*bytes);
    const Result<JsonDocument> document = JsonDocument::parse(std::move(*bytes), path.toStdString());
    if (!document)
        return document.failure_as<Done>();
    Result<Session> session = session_from_json(*document);
    if (!session)
        return session.failure_as<Done>();
    show(std::move(*session), path, content);
    return Done{};
}

void SessionFile::show(Session session, const QString& path, const Digest& content)
{
    m_workspace.reset(std::move(session));
    setPath(QFileInfo(path).absoluteFilePath(), content);
}

void SessionFile::reload(Session session, const Digest& content)
{
    m_workspace.edit(tr("Reload %1").arg(name()), [&](Session& now) { now = std::move(session); });
    setPath(m_path, content);
}

void SessionFile::startAnew()
{
    m_workspace.reset(starting_session());
    setPath({}, {});
}

void SessionFile::showUnsaved(Session session)
{
    m_workspace.reset(std::move(session));
    setPath({}, {});
    m_unsaved = true;
    Q_EMIT changed();
}

void SessionFile::autosave()
{
    if (!m_autosave || m_autosave->file().isEmpty() || !m_writer.idle())
        return;
    m_pace.writing();
    m_writer.start(
        kJob, {},
        [session = m_workspace.session(), own = OwnFile{m_path, m_content, modified()}, file = m_autosave->file(),
         writing = m_writing](const JobContext& context) -> Result<Done> {
            const Result<std::string> bytes = Autosave::bytes(session, own);
            // One writer at a time, and none that was called off: the file never goes back in time.
            const std::lock_guard lock(*writing);
            if (context.cancelled())
                return Cancelled{};
            return bytes ? write_file_atomically(file.toStdString(), *bytes) : bytes.failure_as<Done>();
        },
        [this](const Result<Done>& written) {
            if (!written && !written.cancelled())
                tellNotKept(refusal_text(written.diagnostics()));
        });
}

void SessionFile::close()
{
    m_alarm->stop();
    m_writer.cancelAll();
    const std::lock_guard lock(*m_writing);
    if (m_autosave)
        m_autosave->discard();
    m_autosave.reset();
}

} // namespace blueprinting::ui
