#include "ui/schedule/scene_fields.h"

#include "ui/style/explorer_style.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
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
            if (each->focusPolicy() == Qt::WheelFocus)
                each->setFocusPolicy(Qt::StrongFocus);
            each->installEventFilter(this);
        }
}

bool SceneFields::eventFilter(QObject* watched, QEvent* event)
{
    auto* field = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && field && !field->hasFocus() && !qobject_cast<QPlainTextEdit*>(field)) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const bool z = key->key() == Qt::Key_Z && (key->modifiers() & ~Qt::ShiftModifier) == Qt::ControlModifier;
        const bool y = key->key() == Qt::Key_Y && key->modifiers() == Qt::ControlModifier;
        const auto* text = qobject_cast<QPlainTextEdit*>(watched);
        // A text that is being written has steps of its own; what else was typed is one first.
        if ((z || y) && !(text && text->document()->isModified())) {
            if (auto* spin = qobject_cast<QAbstractSpinBox*>(watched))
                spin->interpretText();
            else if (auto* line = qobject_cast<QLineEdit*>(watched); line && line->isModified())
                Q_EMIT line->editingFinished();
            event->ignore(); // the command has the key
            return true;
        }
    }
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
