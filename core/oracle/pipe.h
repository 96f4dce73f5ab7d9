#pragma once
#include "core/base/descriptor.h"

#include <fcntl.h>

namespace blueprinting::oracle::process {

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
