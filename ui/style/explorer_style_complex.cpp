#include "ui/style/explorer_style.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"

#include <QAbstractSpinBox>
#include <QComboBox>

namespace blueprinting::ui {

using namespace style_paint;

namespace {

constexpr int kComboArrow = 24;
constexpr int kSpinButtons = 18;
constexpr int kHeaderArrow = 8;

QRect scroll_bar_part(const QStyleOptionSlider& bar, QStyle::SubControl sub)
{
    const QRect r = bar.rect;
    const bool horizontal = bar.orientation == Qt::Horizontal;
    const int length = horizontal ? r.width() : r.height();
    const int range = bar.maximum - bar.minimum;
    int slider = length;
    if (range > 0) {
        const double share = static_cast<double>(bar.pageStep) / (static_cast<double>(range) + bar.pageStep);
        slider = qBound(qMin(28, length), static_cast<int>(share * length), length);
    }
    const int at =
        QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, length - slider, bar.upsideDown);
    const auto part = [&](int from, int to) {
        const QRect along = horizontal ? QRect(r.left() + from, r.top(), to - from, r.height())
                                       : QRect(r.left(), r.top() + from, r.width(), to - from);
        return QStyle::visualRect(bar.direction, r, along);
    };
    switch (sub) {
    case QStyle::SC_ScrollBarGroove: return r;
    case QStyle::SC_ScrollBarSlider: return part(at, at + slider);
    case QStyle::SC_ScrollBarSubPage: return part(0, at);
    case QStyle::SC_ScrollBarAddPage: return part(at + slider, length);
    default: return {}; // no arrows
    }
}

void draw_combo(const QStyle& style, const Theme& t, const QStyleOptionComboBox& option, QPainter& painter,
                const QWidget* widget)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const Outline outline = outline_of(t, option, widget, option.state & QStyle::State_HasFocus);
    QColor fill = option.editable ? t.field : option.palette.color(QPalette::Active, QPalette::Button);
    if (!enabled)
        fill = t.window;
    else if (option.state & QStyle::State_MouseOver && !option.editable)
        fill = mixed(t.outline, fill, 0.12);
    if (option.frame || !option.editable)
        box(painter, option.rect, fill, outline.color, outline.width);
    triangle(painter, style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxArrow, widget),
             Direction::down, enabled ? t.secondary : t.disabled, 4.5);
}

void draw_spin(const QStyle& style, const Theme& t, const QStyleOptionSpinBox& option, QPainter& painter,
               const QWidget* widget)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const Outline outline = outline_of(t, option, widget, option.state & QStyle::State_HasFocus);
    if (option.frame)
        box(painter, option.rect, enabled ? t.field : t.window, outline.color, outline.width);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const QRectF up = style.subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxUp, widget);
    const QRectF down = style.subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxDown, widget);
    painter.fillRect(QRectF(up.left(), option.rect.top() + 1, 1, option.rect.height() - 2), t.hairline);
    const auto pressed = [&](QStyle::SubControl sub) {
        return enabled && option.activeSubControls == sub &&
               option.state & (QStyle::State_Sunken | QStyle::State_MouseOver);
    };
    const QColor hot = mixed(t.outline, t.field, 0.3);
    if (pressed(QStyle::SC_SpinBoxUp))
        painter.fillRect(up.adjusted(1, 2, -2, 0), hot);
    if (pressed(QStyle::SC_SpinBoxDown))
        painter.fillRect(down.adjusted(1, 0, -2, -2), hot);
    const bool can_up = enabled && option.stepEnabled & QAbstractSpinBox::StepUpEnabled;
    const bool can_down = enabled && option.stepEnabled & QAbstractSpinBox::StepDownEnabled;
    triangle(painter, up.adjusted(0, 2, 0, 0), Direction::up, can_up ? t.secondary : t.disabled, 3.5);
    triangle(painter, down.adjusted(0, 0, 0, -2), Direction::down, can_down ? t.secondary : t.disabled, 3.5);
}

} // namespace

QRect ExplorerStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl sub,
                                    const QWidget* widget) const
{
    const QRect r = option->rect;
    if (control == CC_ScrollBar) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return scroll_bar_part(*bar, sub);
    }
    if (control == CC_ComboBox) {
        switch (sub) {
        case SC_ComboBoxArrow:
            return visualRect(option->direction, r,
                              QRect(r.right() - kComboArrow + 1, r.top(), kComboArrow, r.height()));
        case SC_ComboBoxEditField: return visualRect(option->direction, r, r.adjusted(7, 1, -kComboArrow, -1));
        case SC_ComboBoxFrame:
        case SC_ComboBoxListBoxPopup: return r;
        default: break;
        }
    }
    if (control == CC_SpinBox) {
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        const int buttons = spin && spin->buttonSymbols == QAbstractSpinBox::NoButtons ? 0 : kSpinButtons;
        const int half = r.height() / 2;
        switch (sub) {
        case SC_SpinBoxUp:
            return visualRect(option->direction, r, QRect(r.right() - buttons + 1, r.top(), buttons, half));
        case SC_SpinBoxDown:
            return visualRect(option->direction, r,
                              QRect(r.right() - buttons + 1, r.top() + half, buttons, r.height() - half));
        case SC_SpinBoxEditField: return visualRect(option->direction, r, r.adjusted(5, 1, -buttons - 1, -1));
        case SC_SpinBoxFrame: return r;
        default: break;
        }
    }
    return QProxyStyle::subControlRect(control, option, sub, widget);
}

QRect ExplorerStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    switch (element) {
    case SE_LineEditContents: {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        const int side = frame && frame->lineWidth > 0 ? 5 : 1;
        return visualRect(option->direction, option->rect, option->rect.adjusted(side, 1, -side, -1));
    }
    case SE_HeaderLabel: { // the arrow takes nothing from the name
        const int margin = pixelMetric(PM_HeaderMargin, option, widget);
        return option->rect.adjusted(margin, 0, -margin, -1);
    }
    case SE_HeaderArrow: {
        // Beside the name, at the side where it is free, at need in the margin: it has room in every column that has
        // room for its name.
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        if (!header)
            break;
        const QRect word = header_word(*header, subElementRect(SE_HeaderLabel, option, widget), bold_font(widget));
        const int left = header->textAlignment & Qt::AlignRight ? word.left() - kHeaderArrow : word.right() + 1;
        return {qBound(option->rect.left(), left, option->rect.right() + 1 - kHeaderArrow), word.top() + 1,
                kHeaderArrow, word.height()};
    }
    case SE_PushButtonFocusRect: return option->rect;
    case SE_PushButtonContents: return option->rect.adjusted(4, 0, -4, 0);
    default: break;
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

void ExplorerStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                       const QWidget* widget) const
{
    const Theme& t = m_theme;
    const bool enabled = option->state & State_Enabled;
    const bool focused = option->state & State_HasFocus;
    switch (control) {
    case CC_ComboBox: {
        const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (!combo)
            break;
        draw_combo(*this, t, *combo, *painter, widget);
        return;
    }
    case CC_SpinBox: {
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        if (!spin)
            break;
        draw_spin(*this, t, *spin, *painter, widget);
        return;
    }
    case CC_ToolButton: {
        // A word that opens a menu: its arrow stands behind the word, as a push button's does.
        const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        if (!button || !opens_menu(*button))
            break;
        QStyleOptionToolButton panel(*button);
        panel.features &= ~QStyleOptionToolButton::ToolButtonFeatures(QStyleOptionToolButton::HasMenu);
        panel.text.clear();
        panel.icon = {};
        QProxyStyle::drawComplexControl(control, &panel, painter, widget);
        QStyleOptionToolButton label(*button);
        label.rect = visualRect(option->direction, option->rect, option->rect.adjusted(4, 0, -kMenuArrow, 0));
        drawControl(CE_ToolButtonLabel, &label, painter, widget);
        const QRect arrow(option->rect.right() + 1 - kMenuArrow - 2, option->rect.top(), kMenuArrow,
                          option->rect.height());
        triangle(*painter, visualRect(option->direction, option->rect, arrow), Direction::down,
                 enabled ? t.secondary : t.disabled, 4);
        return;
    }
    case CC_ScrollBar: {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (!bar)
            break;
        const bool horizontal = bar->orientation == Qt::Horizontal;
        const auto slim = [horizontal](const QRect& r) {
            return horizontal ? QRectF(r).adjusted(1, 2, -1, -2) : QRectF(r).adjusted(2, 1, -2, -1);
        };
        box(*painter, slim(option->rect), t.grid, Qt::transparent, 0, 4);
        if (bar->maximum > bar->minimum) {
            const bool hot =
                option->activeSubControls & SC_ScrollBarSlider && option->state & (State_MouseOver | State_Sunken);
            box(*painter, slim(scroll_bar_part(*bar, SC_ScrollBarSlider)), hot ? t.secondary : t.outline,
                Qt::transparent, 0, 4);
        }
        return;
    }
    case CC_Slider: {
        const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (!slider || slider->subControls & SC_SliderTickmarks)
            break;
        const bool horizontal = slider->orientation == Qt::Horizontal;
        const QRectF r = option->rect;
        const QRectF handle = subControlRect(control, option, SC_SliderHandle, widget);
        const QRectF line = horizontal ? QRectF(r.left(), r.center().y() - 1.5, r.width(), 3)
                                       : QRectF(r.center().x() - 1.5, r.top(), 3, r.height());
        box(*painter, line, t.track, Qt::transparent, 0, 1.5);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const Outline outline = outline_of(t, *option, widget, focused);
        painter->setPen(QPen(focused && enabled ? t.accent : t.secondary, outline.width));
        painter->setBrush(enabled ? t.panel : t.window);
        painter->drawEllipse(handle.center(), 6.5, 6.5);
        painter->restore();
        return;
    }
    default: break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace blueprinting::ui
