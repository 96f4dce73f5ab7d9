#pragma once
#include "core/base/digest.h"
#include "ui/workspace/file_lock.h"
#include "ui/workspace/session.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace blueprinting::ui {

/// The person's own file of a session, as far as this program knows it.
struct OwnFile {
    QString path;         ///< where the session was saved or opened, "" where nowhere
    Digest content;       ///< of what was last read or written there; empty where that is not known
    bool modified = true; ///< the session is not what stands there
};

/// What a run that did not end left behind.
struct Recovered {
    Session session;
    OwnFile file;
};

/// A file beside the person's data that holds the running session, one for each running window, so that a crash loses
/// nothing. The file of a run that ended by itself is gone; one without a living owner is what a crash left.
class Autosave {
public:
    enum class Start { over, fresh };
    /// Takes over the newest readable file that a crash left in this folder, or starts a new one; with `fresh` a new
    /// one in any case. Unreadable ones that it meets are set aside under another name, and hide no other.
    explicit Autosave(const QString& folder, Start start = Start::over);

    /// What was taken over; at most once.
    std::optional<Recovered> recover() { return std::exchange(m_found, std::nullopt); }
    /// How many more a crash left, which wait for the next window.
    [[nodiscard]] std::size_t others() const { return m_others; }
    struct SetAside {
        QString file; ///< where it stands now
        Diagnostic reason;
    };
    [[nodiscard]] const std::vector<SetAside>& setAside() const { return m_setAside; }

    /// Where this run keeps its session; empty where the folder cannot be used, and nothing is kept then.
    [[nodiscard]] QString file() const { return m_file; }
    /// The bytes to keep; written by write_file_atomically on any thread.
    static Result<std::string> bytes(const Session& session, const OwnFile& file);
    /// The run ends well: nothing is left behind.
    void discard();

private:
    bool takeOver(const QString& file);

    QString m_file;
    std::unique_ptr<FileLock> m_lock;
    std::optional<Recovered> m_found;
    std::size_t m_others = 0;
    std::vector<SetAside> m_setAside;
};

} // namespace blueprinting::ui
