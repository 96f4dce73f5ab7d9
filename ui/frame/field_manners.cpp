#include "ui/frame/field_manners.h"

#include "ui/workspace/view.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>

namespace blueprinting::ui {
namespace {

bool in_a_view(const QWidget* widget, const QWidget* window)
{
    for (; widget && widget != window; widget = widget->isWindow() ? nullptr : widget->parentWidget())
        if (qobject_cast<const View*>(widget))
            return widget->window() == window;
    return false;
}

bool undoes(const QKeyEvent& key)
{
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo) ||
           (key.key() == Qt::Key_Y && key.modifiers() == Qt::ControlModifier);
}

} // namespace

FieldManners::FieldManners(QWidget* window) : QObject(window), m_window(window)
{
    QApplication::instance()->installEventFilter(this);
}

bool FieldManners::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type != QEvent::Wheel && type != QEvent::ShortcutOverride && type != QEvent::KeyPress)
        return false;
    auto* number = qobject_cast<QAbstractSpinBox*>(watched);
    auto* field = number ? static_cast<QWidget*>(number) : qobject_cast<QComboBox*>(watched);
    if (!field || !in_a_view(field, m_window))
        return false;
    if (type == QEvent::Wheel) {
        if (field->hasFocus())
            return false;
        event->ignore(); // what is behind it scrolls
        return true;
    }
    if (!number || !undoes(*static_cast<const QKeyEvent*>(event)))
        return false;
    number->interpretText();
    event->ignore(); // the window's command runs
    return true;     // and the field does not hear of it
}

} // namespace blueprinting::ui
