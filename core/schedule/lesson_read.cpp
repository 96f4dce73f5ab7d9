#include "core/base/object_reader.h"
#include "core/base/overloaded.h"
#include "core/schedule/lesson_measures.h"

#include <algorithm>

/// A lesson's file.
namespace blueprinting::schedule {
namespace {

using detail::extreme;
using detail::measure_names;
using detail::of_stages;

/// Of one step: a lesson is read, and its schedules with it, when the view opens.
constexpr std::int64_t kMostLessonCommands = 100'000;

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
    void task(const Json& value, const std::string& pointer, LessonStep& step);
    void groups_of(ObjectReader& reader, Quantity& quantity);
    std::vector<std::string> names(ObjectReader& reader, const char* key,
                                   std::initializer_list<std::string_view> known);
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
    const bool has_task = reader.has("task"); // a step has a question where it has none
    if (const Json* asked = reader.has("question") || !has_task ? reader.object("question") : nullptr)
        question(*asked, reader.pointer("question"), step);
    if (const Json* asked = has_task ? reader.object("task") : nullptr)
        task(*asked, reader.pointer("task"), step);
    reader.finish();
    if (m_diagnostics.size() == before)
        consistent(step, pointer);
    return m_diagnostics.size() == before ? std::optional(step) : std::nullopt;
}

void StepReader::question(const Json& value, const std::string& pointer, LessonStep& step)
{
    ObjectReader reader(m_document, value, pointer, m_diagnostics);
    Question& asked = step.question.emplace();
    asked.ask = reader.string("ask").value_or("");
    asked.right = reader.string("right").value_or("");
    asked.wrong = reader.string("wrong").value_or("");
    if (const Json* answer = reader.object("answer")) {
        if (reader.has("choices"))
            choice(reader, *answer, asked);
        else
            number(reader, *answer, asked);
    }
    reader.finish();
}

std::vector<std::string> StepReader::names(ObjectReader& reader, const char* key,
                                           std::initializer_list<std::string_view> known)
{
    std::vector<std::string> out;
    const Json* list = reader.has(key) ? reader.array(key) : nullptr;
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        const Json& each = (*list)[i];
        if (!each.is_string() || std::find(known.begin(), known.end(), each.get<std::string>()) == known.end()) {
            std::string all;
            for (const std::string_view name : known)
                all += (all.empty() ? "" : ", ") + std::string(name);
            reader.fail("reader.choice", key, std::string(key) + " holds texts of these alone: " + all);
            return out;
        }
        out.push_back(each.get<std::string>());
    }
    return out;
}

/// What is asked of a scene, with a solution that must hold and a start that must not.
void StepReader::task(const Json& value, const std::string& pointer, LessonStep& step)
{
    ObjectReader reader(m_document, value, pointer, m_diagnostics);
    Task out;
    out.ask = reader.string("ask").value_or("");
    out.right = reader.string("right").value_or("");
    out.wrong = reader.string("wrong").value_or("");
    out.may = names(reader, "may", {"group", "warm_up", "kind", "microbatches", "layers", "order", "cap"});
    out.keep = names(reader, "keep", {"microbatches", "fi_order", "layer_sum"});
    reader.each("goal", [&](ObjectReader& inner) {
        Goal goal;
        if (const auto read = quantity(inner, "quantity"))
            goal.quantity = *read;
        groups_of(inner, goal.quantity);
        int ways = 0;
        for (const auto& [key, way] :
             {std::pair("at_most", Goal::Way::at_most), std::pair("at_least", Goal::Way::at_least),
              std::pair("equals", Goal::Way::equals)})
            if (inner.has(key)) {
                ++ways;
                goal.way = way;
                goal.value = inner.number(key).value_or(0);
            }
        if (ways != 1)
            inner.fail("reader.missing", "at_most", "a goal has one of at_most, at_least and equals");
        out.goals.push_back(goal);
    });
    if (const Json* solution = reader.object("solution")) {
        auto scene = scene_from_json(m_document, *solution, reader.pointer("solution"));
        if (scene)
            out.solution = std::move(scene).value();
        else
            m_diagnostics.insert(m_diagnostics.end(), scene.diagnostics().begin(), scene.diagnostics().end());
    }
    reader.finish();
    step.task = std::move(out);
}

void StepReader::groups_of(ObjectReader& reader, Quantity& quantity)
{
    const auto place = [&](const char* key) { return static_cast<std::size_t>(reader.integer(key, 0).value_or(0)); };
    if (reader.has("group"))
        quantity.group = place("group");
    if (reader.has("minus_group"))
        quantity.minus_group = place("minus_group");
    if (reader.has("over_group"))
        quantity.over_group = place("over_group");
}

std::optional<Quantity> StepReader::quantity(ObjectReader& reader, const std::string& key)
{
    Quantity out;
    const auto name = reader.choice(key, {measure_names().begin(), measure_names().end()});
    if (const Json* stage = reader.has("stage") ? reader.any("stage") : nullptr) {
        if (stage->is_string() && stage->get<std::string>() == "largest")
            out.largest = true;
        else
            out.stage = static_cast<std::size_t>(reader.integer("stage", 0).value_or(0));
    }
    if (!name)
        return std::nullopt;
    out.measure = static_cast<Measure>(std::find(measure_names().begin(), measure_names().end(), *name) -
                                       measure_names().begin());
    return out;
}

void StepReader::number(ObjectReader& reader, const Json& answer, Question& question)
{
    NumberQuestion out;
    ObjectReader inner(m_document, answer, reader.pointer("answer"), m_diagnostics);
    if (const auto read = quantity(inner, "quantity"))
        out.quantity = *read;
    groups_of(inner, out.quantity);
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
        out.told_by_quantity = inner.has("quantity");
        if (out.told_by_quantity)
            if (const auto read = quantity(inner, "quantity"))
                out.quantity = *read;
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
        if (!group.by_hand())
            return fail("lesson.strategy", "/view/groups",
                        "a lesson cannot show a strategy of the session or a measured run: \"" + group.strategy + '"');
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
    if (step.task) {
        if (check_task(step, step.scene).right)
            return fail("lesson.task", "/task/goal", "the start of the task solves it");
        if (const Verdict verdict = check_task(step, step.task->solution); !verdict.right)
            return fail("lesson.task", "/task/solution", "the solution does not solve the task: " + verdict.text);
    }
    if (!step.question)
        return;
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
        Overloaded{[&](const NumberQuestion& number) {
                       reachable(number.quantity, 1);
                       for (const auto& group : {number.quantity.minus_group, number.quantity.over_group})
                           if (group) {
                               Quantity other = number.quantity;
                               other.group = *group;
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
                           if (i != best && of_stages(choice.quantity, (*schedules)[i], {}) ==
                                                of_stages(choice.quantity, (*schedules)[best], {}))
                               return fail("lesson.tie", "/question/answer",
                                           "two groups have the same " +
                                               std::string(to_string(choice.quantity.measure)));
                   }},
        step.question->kind);
}

} // namespace

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

} // namespace blueprinting::schedule
