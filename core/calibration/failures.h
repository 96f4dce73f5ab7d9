#pragma once
#include "core/base/diagnostic.h"

#include <cstddef>

namespace blueprinting::calibration {

/// What an oracle gave neither figures nor a refusal of, within one run.
class Failures {
public:
    /// Whether to stop: while there was no answer at all, failing twice alike says that the set-up is at fault, and not
    /// the case.
    bool add(const Diagnostics& diagnostics)
    {
        if (m_first.empty())
            m_first = diagnostics;
        else if (m_answers == 0 && m_first.front().code == diagnostics.front().code)
            return true;
        return false;
    }
    void answered() { ++m_answers; }
    /// What the run failed with, where no case was answered; else nothing.
    [[nodiscard]] const Diagnostics* of_all() const { return m_answers == 0 && !m_first.empty() ? &m_first : nullptr; }

private:
    Diagnostics m_first;
    std::size_t m_answers = 0;
};

} // namespace blueprinting::calibration
