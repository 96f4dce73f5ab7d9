#include "ui/workspace/session_file.h"

#include "core/base/file.h"
#include "ui/workspace/refusal.h"
#include "ui/workspace/session_json.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace blueprinting::ui {
namespace {

constexpr int kAutosaveAfter = 1500; ///< milliseconds without another change

} // namespace

SessionFile::SessionFile(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kAutosaveAfter);
    connect(&m_timer, &QTimer::timeout, this, &SessionFile::autosave);
    const auto touched = [this] {
        if (m_autosave)
            m_timer.start();
    };
    connect(&workspace, &Workspace::sessionChanged, this, touched);
    connect(&workspace, &Workspace::selectionChanged, this, touched);
    connect(&workspace, &Workspace::viewChanged, this, touched);
    connect(&workspace, &Workspace::viewStateChanged, this, touched);
    connect(&workspace.undoStack(), &QUndoStack::cleanChanged, this, [this] { Q_EMIT changed(); });
}

SessionFile::~SessionFile() = default;

void SessionFile::startAutosave(const QString& folder, bool beside)
{
    m_autosave = std::make_unique<Autosave>(folder);
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
    m_timer.stop();
    m_workspace.jobs().cancel(kJob);
    const std::lock_guard lock(*m_writing);
    if (m_autosave)
        m_autosave->discard();
    m_autosave = std::move(offered->autosave);
    m_recovered = true;
    m_path = offered->left.file;
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

std::optional<Autosave::SetAside> SessionFile::setAside() const
{
    return m_autosave ? m_autosave->setAside() : std::nullopt;
}

QString SessionFile::name() const { return m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).fileName(); }

bool SessionFile::modified() const { return m_recovered || !m_workspace.undoStack().isClean(); }

void SessionFile::setPath(const QString& path, bool clean)
{
    m_path = path;
    m_recovered = !clean;
    if (clean)
        m_workspace.undoStack().setClean();
    Q_EMIT changed();
}

Result<Done> SessionFile::save(const QString& path)
{
    Result<Done> saved = save_session(m_workspace.session(), path.toStdString());
    if (saved)
        setPath(QFileInfo(path).absoluteFilePath(), true);
    return saved;
}

Result<Done> SessionFile::open(const QString& path)
{
    const Result<JsonDocument> document = JsonDocument::read(path.toStdString());
    if (!document)
        return document.failure_as<Done>();
    Result<Session> session = session_from_json(*document);
    if (!session)
        return session.failure_as<Done>();
    show(std::move(*session), path);
    return Done{};
}

void SessionFile::show(Session session, const QString& path)
{
    m_workspace.reset(std::move(session));
    setPath(QFileInfo(path).absoluteFilePath(), true);
}

void SessionFile::startAnew()
{
    m_workspace.reset(starting_session());
    setPath({}, true);
}

void SessionFile::autosave()
{
    if (!m_autosave || m_autosave->file().isEmpty())
        return;
    m_workspace.jobs().start(
        kJob, {},
        [session = m_workspace.session(), path = m_path, file = m_autosave->file(),
         writing = m_writing](const JobContext& context) -> Result<Done> {
            const Result<std::string> bytes = Autosave::bytes(session, path);
            // One writer at a time, and none that has been overtaken: the file never goes back in time.
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
    m_timer.stop();
    m_workspace.jobs().cancel(kJob);
    const std::lock_guard lock(*m_writing);
    if (m_autosave)
        m_autosave->discard();
    m_autosave.reset();
}

} // namespace blueprinting::ui
