#pragma once
#include <QString>

#include <memory>

namespace blueprinting::ui {

/// A file that is locked by this process for as long as this lives; the system lets go of it when the process ends,
/// however it ends. What stands in the file does not matter: an empty or garbled one, or one that a dead process left,
/// is locked like a new one. Whoever holds it as a QLockFile is seen, too.
class FileLock {
public:
    /// Null where somebody holds it, or where it cannot be made.
    static std::unique_ptr<FileLock> take(const QString& file);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    /// Removes the file, too.
    ~FileLock();

private:
    FileLock(QString file, int fd) : m_file(std::move(file)), m_fd(fd) {}
    QString m_file;
    int m_fd;
};

} // namespace blueprinting::ui
