#include "ui/schedule/scene_fields.h"

#include "ui/style/explorer_style.h"

#include <algorithm>

namespace blueprinting::ui {

using namespace schedule;

void SceneFields::edit(const QString& field, const std::function<void(Scene&)>& change)
{
    if (m_showing)
        return;
    Scene scene = m_scene;
    change(scene);
    if (!(scene == m_scene))
        Q_EMIT sceneEdited(scene, field);
}

void SceneFields::editGroup(const QString& field, const std::function<void(SceneGroup&)>& change)
{
    edit(field, [&](Scene& scene) { change(scene.groups[scene.selected]); });
}

void SceneFields::markInvalid(QWidget* field, const Diagnostics& problems,
                              std::initializer_list<std::string_view> paths)
{
    set_invalid(field, std::ranges::any_of(problems, [&](const Diagnostic& each) {
                    return std::ranges::find(paths, std::string_view(each.path)) != paths.end();
                }));
}

} // namespace blueprinting::ui
