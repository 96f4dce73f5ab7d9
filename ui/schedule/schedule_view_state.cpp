#include "core/base/object_reader.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_controls.h"
#include "ui/schedule/schedule_view.h"

#include <utility>

/// What the view keeps in the session: the scene and, while a lesson is open, which one and what stood there before it.
namespace blueprinting::ui {

using namespace schedule;

namespace {

constexpr const char* kLesson = "lesson";

} // namespace

void ScheduleView::keepScene()
{
    Json state = to_json(m_scene);
    if (m_lesson->isVisibleTo(this)) {
        Json lesson{{"lesson", m_lesson->lesson() + 1}, {"step", m_lesson->step() + 1}};
        if (m_before_lesson)
            lesson["before"] = to_json(*m_before_lesson);
        state[kLesson] = std::move(lesson);
    }
    setState(std::move(state));
    m_was_kept = true;
}

void ScheduleView::readScene()
{
    m_state_problems.clear();
    const Json kept = state();
    if (kept.is_null()) { // this session has kept nothing yet: what another one had goes
        if (std::exchange(m_was_kept, false))
            m_scene = starting_scene();
        return reopenLesson(std::nullopt);
    }
    m_was_kept = true;
    auto document = JsonDocument::parse(kept.dump(), "session");
    if (!document) {
        m_state_problems = document.diagnostics();
        return;
    }
    Json own = document->root();
    if (own.is_object())
        own.erase(kLesson);
    auto scene = scene_from_json(*document, own, "/views/schedule");
    const std::optional<OpenLesson> lesson = readLesson(*document);
    if (!scene)
        m_state_problems = scene.diagnostics();
    if (!m_state_problems.empty())
        return;
    m_scene = std::move(scene).value();
    reopenLesson(lesson);
}

std::optional<ScheduleView::OpenLesson> ScheduleView::readLesson(const JsonDocument& document)
{
    const Json& root = document.root();
    if (!root.is_object() || !root.contains(kLesson))
        return std::nullopt;
    ObjectReader reader(document, root.at(kLesson), "/views/schedule/lesson", m_state_problems);
    if (!reader.valid())
        return std::nullopt;
    OpenLesson out;
    const auto place = [&](const char* key, std::size_t count) {
        const auto at = reader.integer(key, 1);
        if (at && static_cast<std::size_t>(*at) > count)
            reader.fail("reader.range", key,
                        "\"" + std::string(key) + "\" must be at most " + std::to_string(count) + ", not " +
                            std::to_string(*at));
        else if (at)
            return static_cast<std::size_t>(*at) - 1;
        return std::size_t(0);
    };
    const auto& lessons = m_lesson->lessons();
    out.lesson = place("lesson", lessons.size());
    out.step = place("step", out.lesson < lessons.size() ? lessons[out.lesson].steps.size() : 0);
    if (const Json* before = reader.has("before") ? reader.any("before") : nullptr) {
        auto scene = scene_from_json(document, *before, reader.pointer("before"));
        if (scene)
            out.before = std::move(scene).value();
        else
            m_state_problems.insert(m_state_problems.end(), scene.diagnostics().begin(), scene.diagnostics().end());
    }
    reader.finish();
    return out;
}

/// As the session says, the scene left alone.
void ScheduleView::reopenLesson(const std::optional<OpenLesson>& lesson)
{
    const bool open = m_lesson->isVisibleTo(this);
    m_before_lesson = lesson ? lesson->before : std::nullopt;
    if (lesson && (!open || lesson->lesson != m_lesson->lesson() || lesson->step != m_lesson->step()))
        m_lesson->turnTo(lesson->lesson, lesson->step);
    if (lesson.has_value() == open)
        return;
    m_lesson->setVisible(lesson.has_value());
    arrange();
    m_controls->setLessonsOpen(lesson.has_value());
}

void ScheduleView::openLessons(bool open)
{
    if (open == m_lesson->isVisibleTo(this))
        return;
    m_lesson->setVisible(open);
    arrange();
    m_controls->setLessonsOpen(open);
    if (open) {
        m_before_lesson = m_scene;
        m_lesson->go(m_lesson->lesson(), m_lesson->step());
    } else if (m_before_lesson) {
        setScene(*m_before_lesson);
        m_before_lesson.reset();
    }
}

} // namespace blueprinting::ui
