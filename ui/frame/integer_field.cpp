#include "ui/frame/integer_field.h"

#include "core/base/units.h"
#include "ui/style/fonts.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStyleOptionSpinBox>
#include <QWheelEvent>

#include <algorithm>

namespace blueprinting::ui {

IntegerField::IntegerField(QWidget* parent) : QAbstractSpinBox(parent)
{
    setFont(number_font(this));
    lineEdit()->setText(QStringLiteral("1"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus); // the wheel scrolls the form; it does not change what it happens to be over
    connect(lineEdit(), &QLineEdit::textEdited, this, &IntegerField::typed);
}

void IntegerField::setValue(qint64 value)
{
    m_value = value;
    const QString text = QString::number(value);
    if (lineEdit()->text() != text)
        lineEdit()->setText(text);
    update(); // the buttons' states
}

void IntegerField::edited(qint64 value)
{
    if (value == m_value)
        return;
    m_value = value;
    update();
    Q_EMIT valueEdited(value);
}

void IntegerField::typed(const QString& text)
{
    bool ok = false;
    const qint64 value = text.trimmed().toLongLong(&ok);
    if (ok && value >= 1 && value <= kMaxInteger)
        edited(value);
}

void IntegerField::stepBy(int steps)
{
    const qint64 value = std::clamp<qint64>(m_value + steps, 1, kMaxInteger);
    lineEdit()->setText(QString::number(value));
    selectAll();
    edited(value);
}

QValidator::State IntegerField::validate(QString& input, int&) const
{
    const QString text = input.trimmed();
    if (text.isEmpty())
        return QValidator::Intermediate;
    if (!std::all_of(text.begin(), text.end(), [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); }))
        return QValidator::Invalid;
    bool ok = false;
    const qint64 value = text.toLongLong(&ok);
    if (!ok || value > kMaxInteger)
        return QValidator::Invalid;
    return value >= 1 ? QValidator::Acceptable : QValidator::Intermediate;
}

void IntegerField::fixup(QString& input) const { input = QString::number(m_value); }

QSize IntegerField::sizeFor(const QString& digits) const
{
    ensurePolished();
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QSize text(fontMetrics().horizontalAdvance(digits), fontMetrics().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, text, this);
}

QSize IntegerField::sizeHint() const { return sizeFor(QStringLiteral("000")); }

QSize IntegerField::minimumSizeHint() const { return sizeFor(QStringLiteral("00")); }

QAbstractSpinBox::StepEnabled IntegerField::stepEnabled() const
{
    StepEnabled enabled;
    enabled.setFlag(StepDownEnabled, m_value > 1);
    enabled.setFlag(StepUpEnabled, m_value < kMaxInteger);
    return enabled;
}

void IntegerField::keyPressEvent(QKeyEvent* event)
{
    const bool up = event->key() == Qt::Key_PageUp;
    if ((up || event->key() == Qt::Key_PageDown) && event->modifiers() == Qt::NoModifier) {
        Q_EMIT nextRequested(up ? 1 : -1);
        selectAll();
        event->accept();
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

void IntegerField::focusOutEvent(QFocusEvent* event)
{
    QAbstractSpinBox::focusOutEvent(event);
    setValue(m_value); // whatever stands half typed
}

void IntegerField::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace blueprinting::ui
