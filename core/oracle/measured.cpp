#include "core/oracle/measured.h"

#include "core/base/canonical_json.h"
#include "core/base/digest.h"
#include "core/oracle/source.h"
#include "core/strategy/mapping.h"

#include <algorithm>

namespace blueprinting::oracle {
namespace {

class Measured final : public Oracle {
public:
    explicit Measured(std::vector<Measurement> measurements) : m_measurements(std::move(measurements)) {}

    [[nodiscard]] Identity identity() const override
    {
        return {"Measured runs of this session", "", "", "", std::string(to_string(Kind::measured))};
    }

    Result<Answer> ask(const Question& question, const CancelToken& cancel) override
    {
        if (cancel.cancelled())
            return Cancelled{};
        if (m_measurements.empty())
            return answer_of(State::not_covered);
        const std::string form = form_key(question);
        const auto found = std::find_if(m_measurements.begin(), m_measurements.end(),
                                        [&](const Measurement& each) { return each.form == form; });
        if (found == m_measurements.end())
            return answer_of(State::not_covered);
        Answer answer = answer_of(State::not_published);
        answer.total_seconds = Figure::of(found->seconds);
        answer.source = found->run + ", " + found->source;
        return answer;
    }

private:
    std::vector<Measurement> m_measurements;
};

} // namespace

std::string form_key(const Question& question)
{
    strategy::Execution execution = question.execution;
    execution.num_procs.reset(); // says nothing that the degrees do not
    const auto text = canonical_json(Json{{"model", model::to_calculon(question.model)},
                                          {"system", system::to_calculon(question.system)},
                                          {"execution", strategy::to_json(execution)}});
    return text ? Digest::of_bytes(*text).hex() : std::string();
}

std::unique_ptr<Oracle> make_measured(std::vector<Measurement> measurements)
{
    return std::make_unique<Measured>(std::move(measurements));
}

} // namespace blueprinting::oracle
