#include "core/schedule/lesson.h"

#include "core/base/format.h"
#include "core/base/object_reader.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blueprinting::schedule {
namespace {

/// Of one step: a lesson is read, and its schedules with it, when the view opens.
constexpr std::int64_t kMostLessonCommands = 100'000;

constexpr std::array<std::string_view, 9> kMeasures{
    "makespan",  "bubble_time",      "bubble_over_total_percent",  "bubble_over_ideal_percent",
    "work",      "peak_activations", "peak_until_weight_gradient", "internal_idle",
    "hand_overs"};

double of_one(Measure measure, const Schedule& schedule, std::size_t stage)
{
    const Request& request = schedule.plan.request;
    const double chunks = parts_of_a_stage(request);
    switch (measure) {
    case Measure::makespan: return schedule.makespan();
    case Measure::bubble_time: return schedule.bubble_time();
    case Measure::bubble_over_total_percent: return 100 * schedule.bubble_over_total();
    case Measure::bubble_over_ideal_percent: return 100 * schedule.bubble_over_ideal();
    case Measure::work: return schedule.makespan() - schedule.bubble_time();
    case Measure::peak_activations: return schedule.peak(stage);
    case Measure::peak_until_weight_gradient:
        return schedule.simulation->stages[stage].peak_until_weight_gradient / chunks;
    case Measure::internal_idle: return schedule.simulation->stages[stage].internal_idle;
    case Measure::hand_overs: return static_cast<double>(virtual_stages(request) - 1);
    }
    return 0;
}

std::size_t extreme(const ChoiceQuestion& question, std::span<const Schedule> schedules)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < question.choices.size(); ++i) {
        const double here = of_one(question.quantity.measure, schedules[i], question.quantity.stage);
        const double there = of_one(question.quantity.measure, schedules[best], question.quantity.stage);
        if (question.by == ChoiceQuestion::By::least ? here < there : here > there)
            best = i;
    }
    return best;
}

std::string shown_number(double value, const std::string& unit)
{
    const bool whole = std::fabs(value - std::round(value)) < 1e-9;
    std::string out =
        whole ? format::integer(static_cast<std::int64_t>(std::llround(value))) : format::significant(value, 3);
    if (!unit.empty())
        out += ' ' + unit;
    return out;
}

std::string filled(std::string text, const std::string& answer)
{
    constexpr std::string_view mark = "{answer}";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + answer.size()))
        text.replace(at, mark.size(), answer);
    return text;
}

/// Reads one step; complaints carry its pointer.
class StepReader {
public:
    StepReader(const JsonDocument& document, Diagnostics& diagnostics)
        : m_document(document), m_diagnostics(diagnostics)
    {
    }

    std::optional<LessonStep> read(const Json& value, const std::string& pointer);

private:
    void question(const Json& value, const std::string& pointer, LessonStep& step);
    std::optional<Quantity> quantity(ObjectReader& reader, const std::string& key);
    void number(ObjectReader& reader, const Json& answer, Question& question);
    void choice(ObjectReader& reader, const Json& answer, Question& question);
    void consistent(const LessonStep& step, const std::string& pointer);

    const JsonDocument& m_document;
    Diagnostics& m_diagnostics;
};

std::optional<LessonStep> StepReader::read(const Json& value, const std::string& pointer)
{
    const std::size_t before = m_diagnostics.size();
    LessonStep step;
    ObjectReader reader(m_document, value, pointer, m_diagnostics);
    if (!reader.valid())
        return std::nullopt;
    step.text = reader.string("text").value_or("");
    if (const Json* view = reader.object("view")) {
        auto scene = scene_from_json(m_document, *view, reader.pointer("view"));
        if (scene)
            step.scene = std::move(scene).value();
        else
            m_diagnostics.insert(m_diagnostics.end(), scene.diagnostics().begin(), scene.diagnostics().end());
    }
    if (const Json* asked = reader.object("question"))
        question(*asked, reader.pointer("question"), step);
    reader.finish();
    if (m_diagnostics.size() == before)
        consistent(step, pointer);
    return m_diagnostics.size() == before ? std::optional(step) : std::nullopt;
}

void StepReader::question(const Json& value, const std::string& pointer, LessonStep& step)
{
    ObjectReader reader(m_document, value, pointer, m_diagnostics);
    step.question.ask = reader.string("ask").value_or("");
    step.question.right = reader.string("right").value_or("");
    step.question.wrong = reader.string("wrong").value_or("");
    if (const Json* answer = reader.object("answer")) {
        if (reader.has("choices"))
            choice(reader, *answer, step.question);
        else
            number(reader, *answer, step.question);
    }
    reader.finish();
}

std::optional<Quantity> StepReader::quantity(ObjectReader& reader, const std::string& key)
{
    Quantity out;
    const auto name = reader.choice(key, {kMeasures.begin(), kMeasures.end()});
    if (reader.has("stage"))
        out.stage = static_cast<std::size_t>(reader.integer("stage", 0).value_or(0));
    if (!name)
        return std::nullopt;
    out.measure = static_cast<Measure>(std::find(kMeasures.begin(), kMeasures.end(), *name) - kMeasures.begin());
    return out;
}

void StepReader::number(ObjectReader& reader, const Json& answer, Question& question)
{
    NumberQuestion out;
    ObjectReader inner(m_document, answer, reader.pointer("answer"), m_diagnostics);
    if (const auto read = quantity(inner, "quantity"))
        out.quantity = *read;
    if (inner.has("group"))
        out.quantity.group = static_cast<std::size_t>(inner.integer("group", 0).value_or(0));
    if (inner.has("minus_group"))
        out.quantity.minus_group = static_cast<std::size_t>(inner.integer("minus_group", 0).value_or(0));
    inner.finish();
    if (reader.has("within"))
        out.within = reader.number("within").value_or(out.within);
    if (reader.has("unit"))
        out.unit = reader.string("unit").value_or("");
    if (!(out.within > 0))
        reader.fail("reader.range", "within", "within must be above 0");
    question.kind = out;
}

void StepReader::choice(ObjectReader& reader, const Json& answer, Question& question)
{
    ChoiceQuestion out;
    if (const Json* choices = reader.array("choices"))
        for (const Json& each : *choices) {
            if (!each.is_string()) {
                reader.fail("reader.type", "choices", "choices must be texts");
                break;
            }
            out.choices.push_back(each.get<std::string>());
        }
    ObjectReader inner(m_document, answer, reader.pointer("answer"), m_diagnostics);
    const bool least = inner.has("choice_of_least");
    if (least || inner.has("choice_of_most")) {
        out.by = least ? ChoiceQuestion::By::least : ChoiceQuestion::By::most;
        if (const auto read = quantity(inner, least ? "choice_of_least" : "choice_of_most"))
            out.quantity = *read;
    } else if (const auto given = inner.integer("choice", 0)) {
        out.given = static_cast<std::size_t>(*given);
    }
    inner.finish();
    question.kind = out;
}

/// What only the schedules can tell: that groups and stages exist and that the answer is one.
void StepReader::consistent(const LessonStep& step, const std::string& pointer)
{
    const auto fail = [&](const char* code, const std::string& where, std::string message) {
        m_diagnostics.push_back(m_document.error(code, pointer + where, std::move(message)));
    };
    for (const SceneGroup& group : step.scene.groups)
        if (!group.strategy.empty())
            return fail("lesson.strategy", "/view/groups",
                        "a lesson cannot show a strategy of the session: \"" + group.strategy + '"');
    std::int64_t commands = 0;
    for (const SceneGroup& group : step.scene.groups)
        if (commands <= kMostLessonCommands) // else the sum may not hold what follows
            commands += command_count(request_of(step.scene, group), step.scene.times.transfer.has_value());
    if (commands > kMostLessonCommands)
        return fail("lesson.group", "/view/groups",
                    "the groups of a step have at most " + std::to_string(kMostLessonCommands) + " commands together");
    const auto schedules = schedules_of(step.scene);
    if (!schedules)
        return fail("lesson.group", "/view/groups", schedules.diagnostics().front().message);
    const auto reachable = [&](const Quantity& quantity, std::size_t groups) {
        for (std::size_t group = quantity.group; group < std::max(groups, quantity.group + 1); ++group) {
            if (group >= schedules->size())
                return fail("lesson.group", "/question/answer",
                            "group " + std::to_string(group) + "; there are " + std::to_string(schedules->size()));
            const Schedule& one = (*schedules)[group];
            if (!one.simulation)
                return fail("lesson.group", "/view/groups", one.findings.front().message);
            if (quantity.stage >= one.simulation->stages.size())
                return fail("lesson.stage", "/question/answer/stage",
                            "stage " + std::to_string(quantity.stage) + "; there are " +
                                std::to_string(one.simulation->stages.size()));
        }
    };
    std::visit(
        Overloaded{
            [&](const NumberQuestion& number) {
                reachable(number.quantity, 1);
                if (number.quantity.minus_group) {
                    Quantity other = number.quantity;
                    other.group = *number.quantity.minus_group;
                    reachable(other, 1);
                }
            },
            [&](const ChoiceQuestion& choice) {
                if (choice.choices.size() < 2)
                    return fail("lesson.choice", "/question/choices", "a question needs at least 2 choices");
                if (choice.by == ChoiceQuestion::By::given) {
                    if (choice.given >= choice.choices.size())
                        fail("lesson.choice", "/question/answer/choice",
                             "choice " + std::to_string(choice.given) + "; there are " +
                                 std::to_string(choice.choices.size()));
                    return;
                }
                if (choice.choices.size() > schedules->size())
                    return fail("lesson.choice", "/question/choices", "there are more choices than groups");
                const std::size_t before = m_diagnostics.size();
                reachable(choice.quantity, choice.choices.size());
                if (m_diagnostics.size() > before)
                    return;
                const std::size_t best = extreme(choice, *schedules);
                for (std::size_t i = 0; i < choice.choices.size(); ++i)
                    if (i != best && of_one(choice.quantity.measure, (*schedules)[i], choice.quantity.stage) ==
                                         of_one(choice.quantity.measure, (*schedules)[best], choice.quantity.stage))
                        return fail("lesson.tie", "/question/answer",
                                    "two groups have the same " + std::string(to_string(choice.quantity.measure)));
            }},
        step.question.kind);
}

} // namespace

std::string_view to_string(Measure measure) { return kMeasures[static_cast<std::size_t>(measure)]; }

Result<Lesson> read_lesson(const JsonDocument& document)
{
    Diagnostics diagnostics;
    Lesson lesson;
    ObjectReader reader(document, document.root(), "", diagnostics);
    if (!reader.valid())
        return diagnostics;
    lesson.id = reader.string("id").value_or("");
    lesson.title = reader.string("title").value_or("");
    lesson.about = reader.string("about").value_or("");
    if (const Json* steps = reader.array("steps")) {
        StepReader step_reader(document, diagnostics);
        for (std::size_t i = 0; i < steps->size() && !diagnostics.full(); ++i)
            if (auto step = step_reader.read((*steps)[i], "/steps" + pointer_step(i)))
                lesson.steps.push_back(std::move(*step));
        if (steps->empty())
            reader.fail("lesson.empty", "steps", "a lesson has at least one step");
    }
    reader.finish();
    for (const auto& [key, text] :
         {std::pair("id", &lesson.id), std::pair("title", &lesson.title), std::pair("about", &lesson.about)})
        if (text->empty() && diagnostics.empty())
            reader.fail("lesson.empty", key, std::string(key) + " is empty");
    if (!diagnostics.empty())
        return diagnostics;
    return lesson;
}

Result<std::vector<Schedule>> schedules_of(const Scene& scene)
{
    std::vector<Schedule> out;
    for (const SceneGroup& group : scene.groups) {
        const auto plan = plan_by_hand(request_of(scene, group), scene.times);
        if (!plan)
            return plan.failure_as<std::vector<Schedule>>();
        auto made = make_schedule(*plan);
        if (!made)
            return made.failure_as<std::vector<Schedule>>();
        out.push_back(std::move(made).value());
    }
    return out;
}

double measured(const Quantity& quantity, std::span<const Schedule> schedules)
{
    const double here = of_one(quantity.measure, schedules[quantity.group], quantity.stage);
    return quantity.minus_group ? here - of_one(quantity.measure, schedules[*quantity.minus_group], quantity.stage)
                                : here;
}

double right_answer(const Question& question, std::span<const Schedule> schedules)
{
    return std::visit(Overloaded{[&](const NumberQuestion& number) { return measured(number.quantity, schedules); },
                                 [&](const ChoiceQuestion& choice) {
                                     return static_cast<double>(choice.by == ChoiceQuestion::By::given
                                                                    ? choice.given
                                                                    : extreme(choice, schedules));
                                 }},
                      question.kind);
}

Verdict check_answer(const Question& question, std::span<const Schedule> schedules, double given)
{
    const double right = right_answer(question, schedules);
    const auto* number = std::get_if<NumberQuestion>(&question.kind);
    const bool is_right = std::fabs(given - right) <= (number ? number->within : 0.25);
    std::string answer;
    if (number)
        answer = shown_number(right, number->unit);
    else
        answer = std::get<ChoiceQuestion>(question.kind).choices[static_cast<std::size_t>(right)];
    return {is_right, is_right ? filled(question.right, answer) : question.wrong};
}

} // namespace blueprinting::schedule
