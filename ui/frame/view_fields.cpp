#include "ui/frame/view_fields.h"

#include "ui/widgets/controls/field_manners.h"
#include "ui/workspace/view.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace blueprinting::ui {
namespace {

bool in_a_view(const QWidget* widget, const QWidget* window)
{
    for (; widget && widget != window; widget = widget->isWindow() ? nullptr : widget->parentWidget())
        if (qobject_cast<const View*>(widget))
            return widget->window() == window;
    return false;
}

} // namespace

ViewFields::ViewFields(QWidget* window) : QObject(window), m_window(window)
{
    QApplication::instance()->installEventFilter(this);
}

bool ViewFields::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::Wheel:
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: break;
    default: return false;
    }
    auto* number = qobject_cast<QAbstractSpinBox*>(watched);
    auto* field = number ? static_cast<QWidget*>(number) : qobject_cast<QComboBox*>(watched);
    if (!field || !in_a_view(field, m_window))
        return false;
    if (event->type() == QEvent::Show)
        keep_wheel_from(field);
    else if (number || event->type() == QEvent::Wheel)
        return field_manners(field, event);
    return false;
}

} // namespace blueprinting::ui
