#include "ui/schedule/scene_fields.h"

#include "ui/style/explorer_style.h"
#include "ui/widgets/controls/field_manners.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QLineEdit>
#include <QPlainTextEdit>

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

void SceneFields::guardFields()
{
    for (QWidget* each : findChildren<QWidget*>())
        if (qobject_cast<QAbstractSpinBox*>(each) || qobject_cast<QComboBox*>(each) ||
            qobject_cast<QPlainTextEdit*>(each) ||
            (qobject_cast<QLineEdit*>(each) && !qobject_cast<QAbstractSpinBox*>(each->parentWidget()))) {
            keep_wheel_from(each);
            each->installEventFilter(this);
        }
}

bool SceneFields::eventFilter(QObject* watched, QEvent* event)
{
    auto* field = qobject_cast<QWidget*>(watched);
    if (field && field_manners(field, event))
        return true;
    return QWidget::eventFilter(watched, event);
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
