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
    [[nodiscard]] std::optional<Answer> find(const std::string& key) const;
    void keep(const std::string& key, const Answer& answer);

private:
    mutable std::mutex m_mutex;
    std::map<std::string, Answer> m_answers;
};

} // namespace blueprinting::oracle
