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
    /// What happened is in recovered() and setAside().
    void startAutosave(const QString& folder);
    [[nodiscard]] bool recovered() const { return m_recovered; }
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

private:
    void autosave();
    void setPath(const QString& path, bool clean);

    Workspace& m_workspace;
    QString m_path;
    bool m_recovered = false; ///< still only in the autosave
    std::unique_ptr<Autosave> m_autosave;
    std::shared_ptr<std::mutex> m_writing = std::make_shared<std::mutex>();
    QTimer m_timer;
};

} // namespace blueprinting::ui
