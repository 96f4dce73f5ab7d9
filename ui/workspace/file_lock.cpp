#include "ui/workspace/file_lock.h"

#include <QFile>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace blueprinting::ui {
namespace {

constexpr int kTries = 8;

/// Whether the name still leads to what was opened: who ends well removes the file, and a lock on what is gone keeps
/// nobody out.
bool stands(const char* name, int fd)
{
    struct stat by_name {};
    struct stat opened {};
    return ::stat(name, &by_name) == 0 && ::fstat(fd, &opened) == 0 && by_name.st_dev == opened.st_dev &&
           by_name.st_ino == opened.st_ino;
}

} // namespace

std::unique_ptr<FileLock> FileLock::take(const QString& file)
{
    const QByteArray name = QFile::encodeName(file);
    for (int tried = 0; tried < kTries; ++tried) {
        // Reading is enough to lock, and leaves what stands there as it is.
        const int fd = ::open(name.constData(), O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
        if (fd < 0)
            return nullptr;
        int locked = -1;
        do
            locked = ::flock(fd, LOCK_EX | LOCK_NB);
        while (locked != 0 && errno == EINTR);
        if (locked == 0 && stands(name.constData(), fd))
            return std::unique_ptr<FileLock>(new FileLock(file, fd));
        ::close(fd);
        if (locked != 0)
            return nullptr;
    }
    return nullptr;
}

FileLock::~FileLock()
{
    QFile::remove(m_file);
    ::close(m_fd);
}

} // namespace blueprinting::ui
