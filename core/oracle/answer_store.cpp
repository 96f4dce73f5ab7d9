#include "core/oracle/answer_store.h"

namespace blueprinting::oracle {
namespace {

/// An answer takes about a kilobyte.
constexpr std::size_t kMost = 4096;

} // namespace

std::optional<Answer> AnswerStore::find(const std::string& key) const
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_answers.find(key);
    return at == m_answers.end() ? std::nullopt : std::optional(at->second);
}

void AnswerStore::keep(const std::string& key, const Answer& answer)
{
    const std::lock_guard lock(m_mutex);
    if (m_answers.size() >= kMost)
        m_answers.clear();
    m_answers.insert_or_assign(key, answer);
}

} // namespace blueprinting::oracle
