#include "core/oracle/records.h"

#include <algorithm>
#include <mutex>

namespace blueprinting::oracle {
namespace {

class RecordedCalculon final : public Oracle {
public:
    [[nodiscard]] Identity identity() const override
    {
        return {"Calculon", "0.1.0", "https://github.com/calculon-ai/calculon",
                "caa4b11f8fe1fee3ba57adaacb7590d7deabd053", "recorded"};
    }

    Result<Answer> ask(const Question& question, const CancelToken& cancel) override
    {
        if (cancel.cancelled())
            return Cancelled{};
        std::call_once(m_once, [this] { m_records = read_records(); });
        if (!m_records)
            return m_records.failure_as<Answer>();
        const auto found = std::find_if(m_records->begin(), m_records->end(),
                                        [&](const Record& record) { return same(record.question, question); });
        return found == m_records->end() ? answer_of(State::not_covered) : found->answer;
    }

private:
    std::once_flag m_once;
    Result<std::vector<Record>> m_records = std::vector<Record>{};
};

} // namespace

std::unique_ptr<Oracle> make_recorded_calculon() { return std::make_unique<RecordedCalculon>(); }

} // namespace blueprinting::oracle
