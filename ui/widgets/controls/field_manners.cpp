#include "ui/widgets/controls/field_manners.h"

#include <QAbstractSpinBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace blueprinting::ui {
namespace {

bool undoes(const QKeyEvent& key)
{
    const bool z = key.key() == Qt::Key_Z && (key.modifiers() & ~Qt::ShiftModifier) == Qt::ControlModifier;
    return z || (key.key() == Qt::Key_Y && key.modifiers() == Qt::ControlModifier);
}

} // namespace

bool field_manners(QWidget* field, QEvent* event)
{
    const auto* page = qobject_cast<QPlainTextEdit*>(field);
    if (event->type() == QEvent::Wheel && !field->hasFocus() && !page) {
        event->ignore(); // what is behind it scrolls
        return true;
    }
    if ((event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) ||
        !undoes(*static_cast<const QKeyEvent*>(event)) || (page && page->document()->isModified()))
        return false;
    if (auto* number = qobject_cast<QAbstractSpinBox*>(field))
        number->interpretText();
    else if (auto* line = qobject_cast<QLineEdit*>(field); line && line->isModified())
        Q_EMIT line->editingFinished();
    event->ignore(); // the window's command has the key
    return true;
}

void keep_wheel_from(QWidget* field)
{
    if (field->focusPolicy() == Qt::WheelFocus)
        field->setFocusPolicy(Qt::StrongFocus);
}

} // namespace blueprinting::ui
