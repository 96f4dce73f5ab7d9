#pragma once
#include "core/oracle/oracle.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace blueprinting::oracle {

/// Answers that were given, under a digest of all that they depend on. Oracles that are handed the same store ask no
/// question twice between them. It forgets everything when it grows past some thousand answers. Any thread, several at
/// once.
class AnswerStore {
public:
    [[nodiscard]] std::optional<Answer> find(const std::string& key) const
    {
        const std::lock_guard lock(m_mutex);
        const auto at = m_answers.find(key);
        return at == m_answers.end() ? std::nullopt : std::optional(at->second);
    }
    void keep(const std::string& key, const Answer& answer)
    {
        const std::lock_guard lock(m_mutex);
        if (m_answers.size() >= kMost)
            m_answers.clear();
        m_answers.insert_or_assign(key, answer);
    }

private:
    static constexpr std::size_t kMost = 4096; ///< an answer takes about a kilobyte

    mutable std::mutex m_mutex;
    std::map<std::string, Answer> m_answers;
};

} // namespace blueprinting::oracle
