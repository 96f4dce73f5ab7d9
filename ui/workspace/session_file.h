#pragma once
#include "ui/workspace/autosave.h"
#include "ui/workspace/workspace.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <mutex>

namespace blueprinting::ui {

/// The file that the workspace's session lives in: saving, opening, whether something is unsaved, and the autosave that
/// follows every change after a moment. GUI thread.
class SessionFile : public QObject {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("autosave");

    explicit SessionFile(Workspace& workspace, QObject* parent = nullptr);
    ~SessionFile() override;

    /// Keeps the session in this folder from now on and takes over what a crash left there: the workspace is reset to it.
    /// What happened is in recovered() and setAside(). With `beside` the session that a crash left is not put on the screen but
    /// kept where it is and offered.
    void startAutosave(const QString& folder, bool beside = false);
    [[nodiscard]] bool recovered() const { return m_recovered; }
    /// A session that a crash left waits: until restored or discarded its file stays, over the end of this run, too.
    [[nodiscard]] bool offered() const { return m_offered != nullptr; }
    /// Puts it on the screen in place of the present session.
    void restoreOffered();
    void discardOffered();
    [[nodiscard]] std::optional<Autosave::SetAside> setAside() const;

    [[nodiscard]] QString path() const { return m_path; } ///< "" where it was never saved
    [[nodiscard]] QString name() const;                   ///< file name, or "Untitled"
    [[nodiscard]] bool modified() const;

    Result<Done> save(const QString& path);
    /// Reads a session file and puts it on the screen; a refused one changes nothing.
    Result<Done> open(const QString& path);
    /// Puts on the screen what was read from there.
    void show(Session session, const QString& path);
    /// The starting session, in no file.
    void startAnew();
    /// The run ends well: the autosave goes. Nothing is kept after it.
    void close();

Q_SIGNALS:
    void changed(); ///< path() or modified()
    void notKept(const QString& why); ///< a crash would lose what is done from now on; said once

private:
    void autosave();
    void tellNotKept(const QString& why);
    void setPath(const QString& path, bool clean);

    Workspace& m_workspace;
    QString m_path;
    bool m_recovered = false; ///< still only in the autosave
    bool m_toldNotKept = false;
    struct Offered {
        std::unique_ptr<Autosave> autosave;
        Recovered left;
    };
    std::unique_ptr<Offered> m_offered;
    std::unique_ptr<Autosave> m_autosave;
    std::shared_ptr<std::mutex> m_writing = std::make_shared<std::mutex>();
    QTimer m_timer;
};

} // namespace blueprinting::ui
