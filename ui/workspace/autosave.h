#pragma once
#include "ui/workspace/session.h"

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>

namespace blueprinting::ui {

/// What a run that did not end left behind.
struct Recovered {
    Session session;
    QString file; ///< where it had been saved or opened, "" where nowhere
};

/// A file beside the person's data that holds the running session, one for each running window, so that a crash loses nothing.
/// The file of a run that ended by itself is gone; one without a living owner is what a crash left.
class Autosave {
public:
    enum class Start { over, fresh };
    /// Takes over the newest file that a crash left in this folder, or starts a new one; with `fresh` a new one in any case.
    explicit Autosave(const QString& folder, Start start = Start::over);
    ~Autosave();

    /// What was taken over; at most once. An unreadable file is set aside under another name and then said in setAside().
    std::optional<Recovered> recover();
    struct SetAside {
        QString file; ///< where it stands now
        Diagnostic reason;
    };
    [[nodiscard]] const std::optional<SetAside>& setAside() const { return m_setAside; }

    /// Where this run keeps its session; empty where the folder cannot be used, and nothing is kept then.
    [[nodiscard]] QString file() const { return m_file; }
    /// The bytes to keep; written by write_file_atomically on any thread.
    static Result<std::string> bytes(const Session& session, const QString& file);
    /// The run ends well: nothing is left behind.
    void discard();

private:
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    bool m_taken = false;
    std::optional<SetAside> m_setAside;
};

} // namespace blueprinting::ui
