#include "core/oracle/measured.h"

#include "core/base/canonical_json.h"
#include "core/base/digest.h"
#include "core/model/description_json.h"
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
        return answer_of(m_measurements, form_key(question));
    }

private:
    std::vector<Measurement> m_measurements;
};

std::string key_of(Json model, const system::SystemProfile& system, strategy::Execution execution)
{
    execution.num_procs.reset(); // says nothing that the degrees do not
    const auto text = canonical_json(Json{{"model", std::move(model)},
                                          {"system", system::to_calculon(system)},
                                          {"execution", strategy::to_json(execution)}});
    return text ? Digest::of_bytes(*text).hex() : std::string();
}

} // namespace

std::string form_key(const Question& question)
{
    return key_of(model::to_calculon(question.model), question.system, question.execution);
}

std::string form_key(const model::Description& model, const system::SystemProfile& system,
                     const strategy::Execution& execution)
{
    return key_of(model::to_json(model), system, execution);
}

Answer answer_of(std::span<const Measurement> measurements, const std::string& form)
{
    const auto found = std::find_if(measurements.begin(), measurements.end(),
                                    [&](const Measurement& each) { return each.form == form; });
    if (found == measurements.end())
        return answer_of(State::not_covered);
    Answer answer = answer_of(State::not_published);
    answer.total_seconds = Figure::of(found->seconds);
    answer.source = found->run + ", " + found->source;
    return answer;
}

std::unique_ptr<Oracle> make_measured(std::vector<Measurement> measurements)
{
    return std::make_unique<Measured>(std::move(measurements));
}

} // namespace blueprinting::oracle
