#include "core/base/object_reader.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_controls.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/schedule/schedule_view.h"

#include <utility>

/// What the view keeps in the session: the scene and, while a lesson is open, which one and what stood there before it.
namespace blueprinting::ui {

using namespace schedule;

namespace {

constexpr const char* kLesson = "lesson";

} // namespace

Json ScheduleView::sceneState() const
{
    Json state = to_json(m_scene);
    if (m_lesson->isVisibleTo(this)) {
        Json lesson{{"lesson", m_lesson->lesson() + 1}, {"step", m_lesson->step() + 1}};
        if (m_before_lesson)
            lesson["before"] = to_json(*m_before_lesson);
        state[kLesson] = std::move(lesson);
    }
    return state;
}

Json ScheduleView::sightState() const
{
    Json out{{"time", m_scene.time}, {"selected", m_scene.selected}};
    if (m_scene.range)
        out["range"] = {m_scene.range->first, m_scene.range->second};
    if (m_canvas->chart().lane)
        out["lane"] = *m_canvas->chart().lane;
    if (m_settings_open)
        out["settings"] = true;
    Json folds = Json::array();
    for (const QString& fold : m_settings->openFolds())
        folds.push_back(fold.toStdString());
    out["folds"] = std::move(folds);
    return out;
}

void ScheduleView::keepScene()
{
    setState(sceneState());
    m_was_kept = true;
    keepSight();
}

void ScheduleView::keepSight() { workspace().setViewState(kSight, sightState()); }

void ScheduleView::readSight()
{
    const Json kept = workspace().viewState(kSight);
    if (!kept.is_object())
        return;
    const auto number = [&](const char* key) {
        const auto it = kept.find(key);
        return it != kept.end() && it->is_number() ? std::optional(it->get<double>()) : std::nullopt;
    };
    if (const auto time = number("time"); time && *time >= 0)
        m_scene.time = *time;
    if (const auto selected = number("selected"); selected && *selected >= 0)
        m_scene.selected = std::min(static_cast<std::size_t>(*selected), m_scene.groups.size() - 1);
    m_scene.range.reset();
    if (const auto it = kept.find("range"); it != kept.end() && it->is_array() && it->size() == 2 &&
                                            (*it)[0].is_number() && (*it)[1].is_number() &&
                                            (*it)[0].get<double>() < (*it)[1].get<double>())
        m_scene.range = std::pair((*it)[0].get<double>(), (*it)[1].get<double>());
    m_canvas->setLaneHeight(number("lane"));
    if (const auto it = kept.find("folds"); it != kept.end() && it->is_array()) {
        QStringList open;
        for (const Json& each : *it)
            if (each.is_string())
                open << QString::fromStdString(each.get<std::string>());
        m_settings->setOpenFolds(open);
    }
    const auto it = kept.find("settings");
    openSettings(it != kept.end() && it->is_boolean() && it->get<bool>());
}

void ScheduleView::readScene()
{
    m_state_problems.clear();
    const Json kept = state();
    if (kept.is_null()) { // this session has kept nothing yet: what another one had goes
        if (std::exchange(m_was_kept, false))
            m_scene = starting_scene();
        reopenLesson(std::nullopt);
        return readSight();
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
    readSight();
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
        m_lesson->turnTo(m_lesson->lesson(), m_lesson->step());
        if (m_lesson->lesson() < m_lesson->lessons().size())
            editScene(m_lesson->lessons()[m_lesson->lesson()].steps[m_lesson->step()].scene, QStringLiteral("lesson"));
    } else if (m_before_lesson) {
        const Scene before = *m_before_lesson;
        m_before_lesson.reset();
        editScene(before, QStringLiteral("close_lesson"));
    }
}

} // namespace blueprinting::ui
