#pragma once
#include "core/oracle/pipe.h"

#include <sys/types.h>

namespace blueprinting::oracle::process {

/// A small process that outlives ours for a moment: where ours dies, however it dies (kill -9), it kills the process
/// group that it was told of. The kernel alone would kill the one child that asks for it, and not what that child has
/// started.
class Keeper {
public:
    Keeper() = default;
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;
    ~Keeper() { dismiss(); }

    /// False where it cannot be started; errno says why. Call it with all signals blocked: it lets none in, so that
    /// what ends us (Ctrl+C, a closed terminal) does not end it.
    bool start();
    /// Where the child says who it is: `tell(told())` in the child, before it becomes another program.
    [[nodiscard]] int told() const { return m_lifeline.write.get(); }
    /// In a child, after fork(): names this process as the leader of the group. False where the keeper is gone.
    static bool tell(int told);
    /// Ends it without harm to the group. Before the group's leader is reaped, lest its number be another's.
    void dismiss();

private:
    Pipe m_lifeline; ///< held open by us alone: its end is ours
    pid_t m_pid = -1;
};

} // namespace blueprinting::oracle::process
