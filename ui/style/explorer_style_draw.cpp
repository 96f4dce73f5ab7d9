#include "ui/style/explorer_style.h"
#include "ui/style/fonts.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"

#include <QAbstractItemView>
#include <QListView>
#include <QMenuBar>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>

namespace blueprinting::ui {

using namespace style_paint;

namespace {

bool has(const QStyleOption* option, QStyle::StateFlag flag) { return option->state.testFlag(flag); }

bool keyboard_focus(const QStyleOption* option)
{
    return has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange);
}

QColor ink(const Theme& theme, const QStyleOption* option)
{
    return has(option, QStyle::State_Enabled) ? theme.text : theme.disabled;
}

void draw_button_panel(QPainter& painter, const Theme& theme, const QStyleOption* option, const QWidget* widget)
{
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool on = has(option, QStyle::State_On);
    Outline outline = outline_of(theme, *option, widget, keyboard_focus(option));
    QColor fill = option->palette.color(QPalette::Active, QPalette::Button);
    if (on) {
        fill = theme.selection;
        outline.color = enabled ? theme.accent : theme.outline;
    }
    if (enabled && has(option, QStyle::State_Sunken))
        fill = mixed(theme.outline, fill, 0.35);
    else if (enabled && has(option, QStyle::State_MouseOver) && !on)
        fill = mixed(theme.outline, fill, 0.15);
    if (!enabled)
        fill = theme.window;
    box(painter, option->rect, fill, outline.color, outline.width);
}

/// Centred together. The icon is painted, not taken as a pixmap, so that it is as sharp as what is painted on.
void draw_icon_and_text(QPainter& painter, const QRect& rect, const QIcon& icon, const QSize& icon_size,
                        const QString& text, const QColor& color, bool enabled)
{
    constexpr int kGap = 6;
    const QFontMetrics metrics = painter.fontMetrics();
    const int mark = icon.isNull() ? 0 : icon_size.width() + (text.isEmpty() ? 0 : kGap);
    const QString shown = metrics.elidedText(text, Qt::ElideRight, rect.width() - mark, Qt::TextShowMnemonic);
    const int width = metrics.size(Qt::TextShowMnemonic, shown).width();
    int x = rect.left() + (rect.width() - width - mark) / 2;
    if (!icon.isNull()) {
        const QRect place(x, rect.center().y() + 1 - icon_size.height() / 2, icon_size.width(), icon_size.height());
        icon.paint(&painter, place, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
        x += mark;
    }
    if (shown.isEmpty())
        return;
    painter.setPen(color);
    painter.drawText(QRect(x, rect.top(), width + 2, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, shown);
}

void draw_check_box(QPainter& painter, const Theme& theme, const QStyleOption* option, const QWidget* widget)
{
    const bool enabled = has(option, QStyle::State_Enabled);
    const QRectF rect = QRectF(option->rect).adjusted(1, 1, -1, -1);
    const bool on = has(option, QStyle::State_On) || has(option, QStyle::State_NoChange);
    Outline outline = outline_of(theme, *option, widget, keyboard_focus(option));
    if (on && enabled && !is_invalid(widget))
        outline.color = theme.accent;
    box(painter, rect, enabled ? theme.field : theme.window, outline.color, outline.width, 3);
    const QColor mark = enabled ? theme.accent : theme.disabled;
    if (has(option, QStyle::State_On))
        check_mark(painter, rect, mark);
    else if (has(option, QStyle::State_NoChange))
        painter.fillRect(QRectF(rect.center() - QPointF(3.5, 1), QSizeF(7, 2)), mark);
}

void draw_radio(QPainter& painter, const Theme& theme, const QStyleOption* option, const QWidget* widget)
{
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool on = has(option, QStyle::State_On);
    const QRectF rect = QRectF(option->rect).adjusted(1, 1, -1, -1);
    const Outline outline = outline_of(theme, *option, widget, keyboard_focus(option));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ring = on && enabled ? theme.accent : outline.color;
    const double width = on ? 4.5 : outline.width;
    painter.setPen(QPen(on && !enabled ? theme.disabled : ring, width));
    painter.setBrush(enabled ? theme.field : theme.window);
    const double inset = width / 2;
    painter.drawEllipse(rect.adjusted(inset, inset, -inset, -inset));
    painter.restore();
}

void draw_item(QPainter& painter, const Theme& t, const QStyleOptionViewItem& item, const QWidget* widget)
{
    if (item.backgroundBrush.style() != Qt::NoBrush)
        painter.fillRect(item.rect, item.backgroundBrush);
    const bool selected = has(&item, QStyle::State_Selected) && has(&item, QStyle::State_Enabled);
    if (selected)
        painter.fillRect(item.rect, t.selection);
    else if (has(&item, QStyle::State_MouseOver) && has(&item, QStyle::State_Enabled) &&
             qobject_cast<const QListView*>(widget))
        painter.fillRect(item.rect, mixed(t.selection, item.palette.color(QPalette::Base), 0.5));
    if (selected && (item.viewItemPosition == QStyleOptionViewItem::Beginning ||
                     item.viewItemPosition == QStyleOptionViewItem::OnlyOne || qobject_cast<const QListView*>(widget)))
        painter.fillRect(item.rect.left(), item.rect.top(), metrics::kAccentBar, item.rect.height(), t.accent);
}

void draw_sort_arrow(QPainter& painter, const Theme& t, const QStyleOptionHeader& header)
{
    // Qt calls what ascends SortDown. As in spreadsheets, the arrow points up where rows ascend and down where
    // the greatest is first.
    if (header.sortIndicator == QStyleOptionHeader::SortDown)
        triangle(painter, header.rect, Direction::up, t.secondary, 3.5);
    else if (header.sortIndicator == QStyleOptionHeader::SortUp)
        triangle(painter, header.rect, Direction::down, t.secondary, 3.5);
}

void draw_tool_panel(QPainter& painter, const Theme& t, const QStyleOption* option, const QWidget* widget)
{
    if (!has(option, QStyle::State_AutoRaise) || has(option, QStyle::State_On)) {
        draw_button_panel(painter, t, option, widget);
        return;
    }
    if (has(option, QStyle::State_Enabled) &&
        (has(option, QStyle::State_Sunken) || has(option, QStyle::State_MouseOver)))
        box(painter, option->rect, mixed(t.outline, t.window, has(option, QStyle::State_Sunken) ? 0.45 : 0.25),
            Qt::transparent);
    if (keyboard_focus(option))
        box(painter, option->rect, Qt::transparent, t.accent, 1.5);
}

void draw_progress(QPainter& painter, const Theme& t, const QStyleOptionProgressBar& bar)
{
    QRectF done = bar.rect;
    const double range = bar.maximum - bar.minimum;
    if (range <= 0)
        done = done.adjusted(done.width() / 3, 0, -done.width() / 3, 0); // at work, end unknown
    else
        done.setWidth(done.width() * (bar.progress - bar.minimum) / range);
    if (done.width() > 0)
        box(painter, done, t.accent, Qt::transparent, 1, 3);
}

void draw_push_button(QPainter& painter, const Theme& t, const QStyleOptionButton& button, const QWidget* widget)
{
    if (!(button.features & QStyleOptionButton::Flat) ||
        button.state & (QStyle::State_MouseOver | QStyle::State_Sunken | QStyle::State_On))
        draw_button_panel(painter, t, &button, widget);
    else if (keyboard_focus(&button))
        box(painter, button.rect, Qt::transparent, t.accent, 1.5);
    if (button.features & QStyleOptionButton::HasMenu)
        triangle(painter, QRectF(button.rect.right() - 18, button.rect.top(), 12, button.rect.height()),
                 Direction::down, ink(t, &button));
}

void draw_push_label(QPainter& painter, const Theme& t, const QStyleOptionButton& button, const QWidget* widget)
{
    const QColor color = !has(&button, QStyle::State_Enabled) ? t.disabled : is_primary(widget) ? t.accent : t.text;
    const int menu = button.features & QStyleOptionButton::HasMenu ? 16 : 0;
    draw_icon_and_text(painter, button.rect.adjusted(4, 0, -4 - menu, 0), button.icon, button.iconSize, button.text,
                       color, has(&button, QStyle::State_Enabled));
}

void draw_tool_label(QPainter& painter, const Theme& t, const QStyleOptionToolButton& button)
{
    const bool text = button.icon.isNull() || button.toolButtonStyle == Qt::ToolButtonTextOnly ||
                      button.toolButtonStyle == Qt::ToolButtonTextBesideIcon;
    const bool mark = button.toolButtonStyle != Qt::ToolButtonTextOnly;
    draw_icon_and_text(painter, button.rect, mark ? button.icon : QIcon(), button.iconSize,
                       text ? button.text : QString(), ink(t, &button), has(&button, QStyle::State_Enabled));
}

} // namespace

void ExplorerStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const
{
    const Theme& t = m_theme;
    switch (element) {
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth <= 0)
            return; // inside of a spin or combo box, which draws the field
        [[fallthrough]];
    case PE_FrameLineEdit: {
        const Outline outline = outline_of(t, *option, widget, has(option, State_HasFocus));
        box(*painter, option->rect, has(option, State_Enabled) ? t.field : t.window, outline.color, outline.width);
        return;
    }
    case PE_Frame: {
        const Outline outline = keyboard_focus(option) ? Outline{t.accent, 1.5} : Outline{t.hairline, 1};
        box(*painter, option->rect, Qt::transparent, outline.color, outline.width);
        return;
    }
    case PE_FrameMenu: box(*painter, option->rect, Qt::transparent, t.outline, 1, 0); return;
    case PE_FrameGroupBox: box(*painter, option->rect, Qt::transparent, t.hairline); return;
    case PE_FrameFocusRect:
        if (has(option, State_KeyboardFocusChange))
            box(*painter, QRectF(option->rect), Qt::transparent, t.accent, 1.5, 3);
        return;
    case PE_PanelButtonCommand: draw_button_panel(*painter, t, option, widget); return;
    case PE_FrameDefaultButton: return;
    case PE_PanelButtonTool: draw_tool_panel(*painter, t, option, widget); return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: draw_check_box(*painter, t, option, widget); return;
    case PE_IndicatorRadioButton: draw_radio(*painter, t, option, widget); return;
    case PE_IndicatorArrowUp: triangle(*painter, option->rect, Direction::up, ink(t, option)); return;
    case PE_IndicatorArrowDown: triangle(*painter, option->rect, Direction::down, ink(t, option)); return;
    case PE_IndicatorArrowLeft: triangle(*painter, option->rect, Direction::left, ink(t, option)); return;
    case PE_IndicatorArrowRight: triangle(*painter, option->rect, Direction::right, ink(t, option)); return;
    case PE_IndicatorButtonDropDown: triangle(*painter, option->rect, Direction::down, ink(t, option)); return;
    case PE_IndicatorHeaderArrow:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
            draw_sort_arrow(*painter, t, *header);
        return;
    case PE_IndicatorBranch:
        if (has(option, State_Children))
            chevron(*painter, option->rect, has(option, State_Open) ? Direction::down : Direction::right, t.secondary);
        return;
    case PE_IndicatorToolBarSeparator: {
        const QRect r = option->rect;
        if (has(option, State_Horizontal))
            painter->fillRect(r.center().x(), r.top() + 6, 1, r.height() - 12, t.hairline);
        else
            painter->fillRect(r.left() + 6, r.center().y(), r.width() - 12, 1, t.hairline);
        return;
    }
    case PE_PanelTipLabel: box(*painter, option->rect, t.panel, t.outline, 1, 0); return;
    case PE_PanelStatusBar:
        painter->fillRect(option->rect, t.window);
        painter->fillRect(option->rect.left(), option->rect.top(), option->rect.width(), 1, t.hairline);
        return;
    case PE_FrameStatusBarItem: return;
    case PE_FrameTabWidget: painter->fillRect(option->rect, t.window); return;
    case PE_FrameTabBarBase:
        painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1, t.hairline);
        return;
    case PE_PanelItemViewRow:
        if (has(option, State_Selected))
            painter->fillRect(option->rect, t.selection);
        return;
    case PE_PanelItemViewItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option))
            draw_item(*painter, t, *item, widget);
        return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ExplorerStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const
{
    if (drawBar(element, option, painter, widget) || drawTab(element, option, painter, widget) ||
        drawHeader(element, option, painter))
        return;
    const Theme& t = m_theme;
    switch (element) {
    case CE_Header: // QCommonStyle would not ask here where label and arrow stand
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            QStyleOptionHeader part = *header;
            drawHeader(CE_HeaderSection, &part, painter);
            part.rect = subElementRect(SE_HeaderLabel, option, widget);
            drawHeader(CE_HeaderLabel, &part, painter);
            part.rect = subElementRect(SE_HeaderArrow, option, widget);
            drawPrimitive(PE_IndicatorHeaderArrow, &part, painter, widget);
        }
        return;
    case CE_PushButtonBevel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            draw_push_button(*painter, t, *button, widget);
            return;
        }
        break;
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            draw_push_label(*painter, t, *button, widget);
            return;
        }
        break;
    case CE_ToolButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
            button && !(button->features & QStyleOptionToolButton::Arrow) &&
            button->toolButtonStyle != Qt::ToolButtonTextUnderIcon) {
            draw_tool_label(*painter, t, *button);
            return;
        }
        break;
    case CE_ComboBoxLabel: // a choice that does not fit says so
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option); combo && !combo->editable) {
            QStyleOptionComboBox shown(*combo);
            const int mark = combo->currentIcon.isNull() ? 0 : combo->iconSize.width() + 4;
            const int room =
                proxy()->subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - 2 - mark;
            shown.currentText = painter->fontMetrics().elidedText(combo->currentText, Qt::ElideRight, room);
            QProxyStyle::drawControl(element, &shown, painter, widget);
            return;
        }
        break;
    case CE_CheckBox:
    case CE_RadioButton: break;
    case CE_FocusFrame: box(*painter, option->rect, Qt::transparent, t.accent, 1.5); return;
    case CE_Splitter: // a dotted grip in the gap between two panels, nothing else
        grip(*painter, option->rect, has(option, State_Horizontal) ? Qt::Horizontal : Qt::Vertical,
             has(option, State_MouseOver) ? t.accent : t.outline);
        return;
    case CE_ShapedFrame:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option)) {
            if (frame->frameShape == QFrame::HLine) {
                painter->fillRect(option->rect.left(), option->rect.center().y(), option->rect.width(), 1, t.hairline);
                return;
            }
            if (frame->frameShape == QFrame::VLine) {
                painter->fillRect(option->rect.center().x(), option->rect.top(), 1, option->rect.height(), t.hairline);
                return;
            }
        }
        break;
    case CE_ProgressBarGroove: box(*painter, option->rect, t.track, Qt::transparent, 1, 3); return;
    case CE_ProgressBarContents:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
            draw_progress(*painter, t, *bar);
            return;
        }
        break;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

bool ExplorerStyle::drawBar(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget*) const
{
    const Theme& t = m_theme;
    switch (element) {
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, t.window); return true;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            painter->fillRect(option->rect, t.window);
            const bool open = has(option, State_Sunken) || has(option, State_Selected);
            if (open && has(option, State_Enabled))
                box(*painter, QRectF(option->rect).adjusted(1, 2, -1, -2), mixed(t.outline, t.window, 0.3),
                    Qt::transparent);
            drawItemText(painter, option->rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine,
                         item->palette, has(option, State_Enabled), item->text, QPalette::WindowText);
        }
        return true;
    case CE_ToolBar:
        painter->fillRect(option->rect, t.window);
        painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1, t.hairline);
        return true;
    default: return false;
    }
}

bool ExplorerStyle::drawTab(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const
{
    const Theme& t = m_theme;
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    if (!tab)
        return false;
    const bool chosen = has(option, State_Selected);
    if (element == CE_TabBarTabShape) {
        QRectF r = option->rect;
        painter->save();
        painter->setClipRect(option->rect);
        const QColor fill = chosen ? t.window : mixed(t.hairline, t.window, has(option, State_MouseOver) ? 0.75 : 0.5);
        // Open at the bottom: the lower corners fall outside of the clip.
        // Its right edge is the left one of its neighbour; the last has none.
        const bool last = tab->position == QStyleOptionTab::End || tab->position == QStyleOptionTab::OnlyOneTab;
        box(*painter, r.adjusted(0, chosen ? 0 : 3, last ? 0 : 1, 8), fill, t.hairline);
        if (!chosen)
            painter->fillRect(QRectF(r.left(), r.bottom() - 1, r.width(), 1), t.hairline);
        painter->restore();
        return true;
    }
    if (element != CE_TabBarTabLabel)
        return false;
    QRect r = option->rect.adjusted(4, chosen ? 0 : 3, -4, 0);
    painter->save();
    QFont font = body_font(widget);
    font.setBold(chosen);
    painter->setFont(font);
    if (!tab->icon.isNull()) {
        const QRect place(r.left() + 8, r.center().y() - metrics::kRowIcon / 2, metrics::kRowIcon, metrics::kRowIcon);
        tab->icon.paint(painter, place, Qt::AlignCenter, has(option, State_Enabled) ? QIcon::Normal : QIcon::Disabled);
        r.setLeft(place.right());
    }
    painter->setPen(!has(option, State_Enabled) ? t.disabled : chosen ? t.text : t.secondary);
    painter->drawText(r, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, tab->text);
    painter->restore();
    if (keyboard_focus(option))
        box(*painter, QRectF(option->rect).adjusted(3, 5, -3, -3), Qt::transparent, t.accent, 1.5, 3);
    return true;
}

bool ExplorerStyle::drawHeader(ControlElement element, const QStyleOption* option, QPainter* painter) const
{
    const Theme& t = m_theme;
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (!header || (element != CE_HeaderSection && element != CE_HeaderLabel && element != CE_HeaderEmptyArea))
        return false;
    const QRect r = option->rect;
    if (element != CE_HeaderLabel) {
        painter->fillRect(r, t.panel);
        painter->fillRect(r.left(), r.bottom(), r.width(), 1, t.hairline);
        if (has(option, State_MouseOver) && element == CE_HeaderSection && has(option, State_Enabled))
            painter->fillRect(r.adjusted(0, 0, 0, -1), mixed(t.grid, t.panel, 0.6));
        return true;
    }
    // The mark stands directly before its word, whichever side both are aligned to.
    painter->save();
    QFont font = painter->font();
    font.setBold(true);
    painter->setFont(font);
    const QFontMetrics metrics(font);
    QStyleOptionHeader cut = *header;
    cut.text = metrics.elidedText(header->text, Qt::ElideRight,
                                  qMax(0, r.width() - (header->icon.isNull() ? 0 : kHeaderGlyphRoom)));
    QRect word = header_word(cut, r, font);
    if (!header->icon.isNull()) {
        header->icon.paint(painter,
                           QRect(word.left(), word.center().y() - kHeaderGlyph / 2, kHeaderGlyph, kHeaderGlyph));
        word.setLeft(word.left() + kHeaderGlyphRoom);
    }
    painter->setPen(t.secondary);
    painter->drawText(word.adjusted(0, 0, 1, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, cut.text);
    painter->restore();
    return true;
}

} // namespace blueprinting::ui
