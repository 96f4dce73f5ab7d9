#pragma once
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace blueprinting::oracle::process {

/// Closes a descriptor with itself.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    void close()
    {
        if (m_fd >= 0)
            ::close(std::exchange(m_fd, -1));
    }
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd = -1;
};

/// A pipe that no program we start inherits.
struct Pipe {
    Descriptor read, write;
    /// False where the system has no more descriptors; errno says so.
    bool open()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            return false;
        const Descriptor first(ends[0]), second(ends[1]);
        // Above the standard streams, so that putting one in place never overwrites the other.
        read = Descriptor(::fcntl(first.get(), F_DUPFD_CLOEXEC, 3));
        write = Descriptor(::fcntl(second.get(), F_DUPFD_CLOEXEC, 3));
        return read.get() >= 0 && write.get() >= 0;
    }
};

} // namespace blueprinting::oracle::process
