#pragma once
#include "ui/workspace/alarm.h"
#include "ui/workspace/autosave.h"
#include "ui/workspace/workspace.h"
#include "ui/workspace/writing_pace.h"

#include <QObject>

#include <memory>
#include <mutex>

namespace blueprinting::ui {

/// The file that the workspace's session lives in: saving, opening, whether something is unsaved, and the autosave that
/// follows every change after a moment. GUI thread.
class SessionFile : public QObject {
    Q_OBJECT
public:
    /// By the machine's clock where none is given.
    explicit SessionFile(Workspace& workspace, std::unique_ptr<Alarm> alarm = nullptr, QObject* parent = nullptr);
    ~SessionFile() override;

    /// Keeps the session in this folder from now on and takes over what a crash left there: the workspace is reset to
    /// it. What happened is in recovered() and setAside(). With `beside` the session that a crash left is not put on
    /// the screen but kept where it is and offered.
    void startAutosave(const QString& folder, bool beside = false);
    /// The session on the screen is one that a crash left.
    [[nodiscard]] bool recovered() const { return m_recovered; }
    /// How many more a crash left, which wait for the next windows.
    [[nodiscard]] std::size_t othersLeft() const { return m_othersLeft; }
    /// A session that a crash left waits: until restored or discarded its file stays, over the end of this run, too.
    [[nodiscard]] bool offered() const { return m_offered != nullptr; }
    /// Puts it on the screen in place of the present session.
    void restoreOffered();
    void discardOffered();
    [[nodiscard]] const std::vector<Autosave::SetAside>& setAside() const { return m_setAside; }

    [[nodiscard]] QString path() const { return m_path; } ///< "" where it was never saved
    [[nodiscard]] QString name() const;                   ///< file name, or "Untitled"
    [[nodiscard]] bool modified() const;

    /// What stands there is replaced only where it is what was last read or written here, or, of another file, where it
    /// is what a person agreed to lose (`confirmed`; empty: there was none): else file.changed.
    Result<Done> save(const QString& path, const std::optional<Digest>& confirmed = std::nullopt);
    /// Reads a session file and puts it on the screen; a refused one changes nothing.
    Result<Done> open(const QString& path);
    /// Puts on the screen what was read from there. `content`: of its bytes.
    void show(Session session, const QString& path, const Digest& content);
    /// The same in one step that undoing takes back: what was on the screen is not lost.
    void reload(Session session, const Digest& content);
    /// The starting session, in no file.
    void startAnew();
    /// This session, in no file: what came by a link is not saved anywhere yet.
    void showUnsaved(Session session);
    /// The run ends well: the autosave goes. Nothing is kept after it.
    void close();

    /// Whether the newest change is on its way to the autosave.
    [[nodiscard]] bool keeping() const { return !m_writer.idle(); }

Q_SIGNALS:
    void changed();                   ///< path() or modified()
    void notKept(const QString& why); ///< a crash would lose what is done from now on; said once

private:
    void touched();
    void setAlarm();
    void autosave();
    void tellNotKept(const QString& why);
    void setPath(const QString& path, const Digest& content);

    Workspace& m_workspace;
    QString m_path;
    Digest m_content; ///< of what was last read or written there; empty where that is not known
    bool m_recovered = false;
    bool m_unsaved = false; ///< restored, and not what stands in its file
    bool m_toldNotKept = false;
    std::size_t m_othersLeft = 0;
    std::vector<Autosave::SetAside> m_setAside;
    struct Offered {
        std::unique_ptr<Autosave> autosave;
        Recovered left;
    };
    std::unique_ptr<Offered> m_offered;
    std::unique_ptr<Autosave> m_autosave;
    std::shared_ptr<std::mutex> m_writing = std::make_shared<std::mutex>();
    std::unique_ptr<Alarm> m_alarm;
    WritingPace m_pace;
    JobRunner m_writer; ///< of its own: however much other work there is, this does not wait
};

} // namespace blueprinting::ui
