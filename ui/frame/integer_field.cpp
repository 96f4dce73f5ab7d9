#include "ui/frame/integer_field.h"

#include "core/base/units.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStyleOptionSpinBox>
#include <QWheelEvent>

#include <algorithm>
#include <optional>

namespace blueprinting::ui {
namespace {

std::optional<qint64> number_in(const QString& typed)
{
    const QString text = typed.trimmed();
    const bool digits =
        std::ranges::all_of(text, [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
    bool ok = false;
    const qint64 value = text.toLongLong(&ok);
    return ok && digits && value >= 1 && value <= kMaxInteger ? std::optional(value) : std::nullopt;
}

/// A key that may run a command: what is typed is applied first, so that the command sees it.
bool may_command(const QKeyEvent& event)
{
    const bool function = event.key() >= Qt::Key_F1 && event.key() <= Qt::Key_F35;
    return function || (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0;
}

} // namespace

IntegerField::IntegerField(QWidget* parent) : QAbstractSpinBox(parent)
{
    setFont(number_font(this));
    lineEdit()->setText(QStringLiteral("1"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus); // the wheel scrolls the form; it does not change what it happens to be over
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    connect(&m_rest, &QTimer::timeout, this, &IntegerField::commit);
    connect(lineEdit(), &QLineEdit::textEdited, this, &IntegerField::typed);
    connect(lineEdit(), &QLineEdit::textChanged, this, &IntegerField::refreshTip);
}

void IntegerField::setValue(qint64 value)
{
    if (value == m_value && (m_typing || m_refused))
        return;
    m_value = value;
    showNumber();
    update(); // the buttons' states
}

void IntegerField::showNumber()
{
    m_rest.stop();
    m_typing = false;
    const QString text = QString::number(m_value);
    if (lineEdit()->text() != text) {
        lineEdit()->setText(text);
        if (!hasFocus())
            lineEdit()->setCursorPosition(0); // the start of a long number, not its end
    }
    setRefused(false);
}

void IntegerField::forget() { showNumber(); }

void IntegerField::edited(qint64 value, int typing)
{
    if (value == m_value)
        return;
    m_value = value;
    update();
    Q_EMIT valueEdited(value, typing);
}

void IntegerField::typed(const QString& text)
{
    // A number goes on where keys add to its end or take from it; anything else is another one.
    if (!m_typing || !(text.startsWith(m_last) || m_last.startsWith(text)))
        ++m_number;
    m_typing = true;
    m_last = text;
    if (number_in(text))
        setRefused(false);
    m_rest.start();
}

void IntegerField::commit()
{
    m_rest.stop();
    const auto value = number_in(lineEdit()->text());
    setRefused(!value);
    if (value)
        edited(*value, m_number);
}

void IntegerField::setRefused(bool refused)
{
    if (m_refused == refused)
        return;
    m_refused = refused;
    Q_EMIT refusalChanged();
}

void IntegerField::refreshTip()
{
    const QString text = lineEdit()->text();
    const int room = lineEdit()->contentsRect().width() - 6; // its own margins and the cursor
    const bool whole = lineEdit()->fontMetrics().horizontalAdvance(text) <= room;
    setToolTip(plain_tooltip(whole ? m_help : m_help.isEmpty() ? text : text + QLatin1Char('\n') + m_help));
}

void IntegerField::setHelp(const QString& help)
{
    m_help = help;
    refreshTip();
}

void IntegerField::stepBy(int steps)
{
    commit();
    m_typing = false;
    const qint64 value = std::clamp<qint64>(m_value + steps, 1, kMaxInteger);
    lineEdit()->setText(QString::number(value));
    setRefused(false);
    selectAll();
    edited(value, 0);
}

QValidator::State IntegerField::validate(QString& input, int&) const
{
    return number_in(input) ? QValidator::Acceptable
                            : QValidator::Intermediate; // no key is swallowed: what is wrong is said
}

void IntegerField::fixup(QString&) const {}

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

bool IntegerField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && m_rest.isActive() && may_command(*static_cast<QKeyEvent*>(event)))
        commit();
    return QAbstractSpinBox::event(event);
}

bool IntegerField::focusNextPrevChild(bool next)
{
    commit();
    return QAbstractSpinBox::focusNextPrevChild(next);
}

void IntegerField::keyPressEvent(QKeyEvent* event)
{
    const bool up = event->key() == Qt::Key_PageUp;
    if ((up || event->key() == Qt::Key_PageDown) && event->modifiers() == Qt::NoModifier) {
        commit();
        m_typing = false;
        Q_EMIT nextRequested(up ? 1 : -1);
        selectAll();
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Escape && lineEdit()->text() != QString::number(m_value)) {
        forget();
        selectAll();
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        commit();
        m_typing = false;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

void IntegerField::focusOutEvent(QFocusEvent* event)
{
    commit();
    QAbstractSpinBox::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason || event->reason() == Qt::ActiveWindowFocusReason)
        return; // the keyboard comes back here
    m_typing = false;
    if (!m_refused)
        showNumber();                 // "08" is 8
    lineEdit()->setCursorPosition(0); // the start of a long text, not its end
}

void IntegerField::resizeEvent(QResizeEvent* event)
{
    QAbstractSpinBox::resizeEvent(event);
    refreshTip();
}

void IntegerField::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace blueprinting::ui
