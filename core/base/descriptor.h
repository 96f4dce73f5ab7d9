#pragma once
#include <unistd.h>

/// Inside the room: what reading and writing of files share.
namespace blueprinting {

/// Closes a descriptor however the function is left.
struct Descriptor {
    int fd = -1;
    explicit Descriptor(int value) : fd(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (fd >= 0)
            ::close(fd);
    }
};

} // namespace blueprinting
