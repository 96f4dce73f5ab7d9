#include "ui/style/explorer_style.h"
#include "resources/resources.h"
#include "ui/style/fonts.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyleFactory>
#include <QTabBar>
#include <QToolButton>
#include <QToolTip>

namespace blueprinting::ui {

using namespace style_paint;

namespace {

void set_flag(QWidget* widget, const char* name, bool value)
{
    if (widget->property(name).toBool() == value)
        return;
    widget->setProperty(name, value);
    widget->updateGeometry();
    widget->update();
}

} // namespace

ExplorerStyle::ExplorerStyle(const Theme& theme)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("fusion"))),
      m_theme(theme),
      m_number_family(number_family(QApplication::font()))
{
    load_resources();
    setObjectName(QStringLiteral("explorer"));
}

void ExplorerStyle::setTheme(const Theme& theme)
{
    m_theme = theme;
    QApplication::setPalette(palette_of(theme));
    applyClassPalettes();
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget* widget : widgets) // those that keep something of the theme listen for this; no size depends on it, so
                                    // that nothing is laid out anew
        if (widget->style() == this) {
            QEvent event(QEvent::PaletteChange);
            QApplication::sendEvent(widget, &event);
        }
}

void ExplorerStyle::applyClassPalettes() const
{
    // Marked text in a field needs more than the pale tint of a selected row.
    QPalette field = palette_of(m_theme);
    field.setColor(QPalette::Highlight, mixed(m_theme.accent, m_theme.field, 0.30));
    QApplication::setPalette(field, "QLineEdit");
    QApplication::setPalette(field, "QPlainTextEdit");
    QApplication::setPalette(field, "QTextEdit");
    // Tables and trees lie on panels.
    QPalette table = palette_of(m_theme);
    table.setColor(QPalette::Base, m_theme.panel);
    table.setColor(QPalette::Disabled, QPalette::Base, m_theme.panel);
    QApplication::setPalette(table, "QTableView");
    QApplication::setPalette(table, "QTreeView");
    QApplication::setPalette(table, "QHeaderView");
    QToolTip::setPalette(palette_of(m_theme));
}

QPalette ExplorerStyle::standardPalette() const { return palette_of(m_theme); }

void ExplorerStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
        qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QTabBar*>(widget) || qobject_cast<QScrollBar*>(widget))
        widget->setAttribute(Qt::WA_Hover);
    if (qobject_cast<QScrollBar*>(widget))
        widget->setAttribute(Qt::WA_OpaquePaintEvent, false); // the track lies on whatever is below
    // Names come from files: no label shows what looks like markup as markup, unless it is made for it. Tooltips and
    // the texts of message boxes are labels, too.
    if (auto* label = qobject_cast<QLabel*>(widget); label && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
}

void ExplorerStyle::unpolish(QWidget* widget) { QProxyStyle::unpolish(widget); }

QSize ExplorerStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                      const QWidget* widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    const int text = option ? option->fontMetrics.height() : 0;
    const int height =
        is_compact(widget) ? qMax(metrics::kCompactHeight, text + 4) : qMax(metrics::kControlHeight, text + 8);
    switch (type) {
    case CT_PushButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            const int icon = button->icon.isNull() ? 0 : button->iconSize.width() + (button->text.isEmpty() ? 0 : 6);
            const int label =
                button->text.isEmpty() ? 0 : button->fontMetrics.size(Qt::TextShowMnemonic, button->text).width();
            const int padding = is_compact(widget) ? 16 : 24;
            const int menu = button->features & QStyleOptionButton::HasMenu ? 16 : 0;
            size = QSize(icon + label + padding + menu, height);
            if (button->text.isEmpty())
                size.setWidth(qMax(height, icon + 8));
        }
        return size;
    case CT_LineEdit: return QSize(size.width(), height);
    case CT_ComboBox: return QSize(contents.width() + 36, height);
    case CT_SpinBox: return QSize(contents.width() + 28, height);
    case CT_ToolButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
            button && !(button->state & State_AutoRaise)) {
            const int icon = button->icon.isNull() ? 0 : button->iconSize.width();
            const int label = button->toolButtonStyle == Qt::ToolButtonIconOnly || button->text.isEmpty()
                                  ? 0
                                  : button->fontMetrics.size(Qt::TextShowMnemonic, button->text).width() + 8;
            const int menu = style_paint::opens_menu(*button) ? style_paint::kMenuArrow - 4 : 0;
            return QSize(qMax(icon + label + 16 + menu, height), height);
        }
        return QSize(qMax(size.width(), height), qMax(size.height(), height));
    case CT_TabBarTab:
        // Room for the bold text of the chosen tab, so that choosing moves nothing.
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            QFont bold = body_font(widget);
            bold.setBold(true);
            const QFontMetrics metrics(bold);
            // Closer together in a narrow window: all views stay in sight.
            const int padding = widget && widget->window()->width() < 960 ? 9 : 30;
            return QSize(metrics.size(Qt::TextShowMnemonic, tab->text).width() + padding +
                             (tab->icon.isNull() ? 0 : 22),
                         qMax(metrics::kTabs, text + 12));
        }
        return size;
    case CT_HeaderSection: return QSize(size.width() + 4, qMax(metrics::kControlHeight, text + 8));
    case CT_ProgressBar: return QSize(size.width(), qMax(18, text + 2));
    case CT_MenuBarItem: return QSize(size.width() + 4, qMax(metrics::kMenuBar, text + 6));
    case CT_MenuItem: return QSize(size.width(), qMax(size.height(), metrics::kControlHeight - 2));
    case CT_ItemViewItem: return QSize(size.width(), qMax(size.height(), metrics::kTableRow));
    default: return size;
    }
}

int ExplorerStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent: return 12;
    case PM_ScrollBarSliderMin: return 28;
    case PM_SplitterWidth: return metrics::kPanelGap;
    case PM_DefaultFrameWidth: return 1;
    case PM_ComboBoxFrameWidth: return 1;
    case PM_SpinBoxFrameWidth: return 1;
    case PM_ButtonMargin: return 8;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 16;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return 6;
    case PM_ButtonIconSize:
    case PM_SmallIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize: return metrics::kRowIcon;
    case PM_ToolBarIconSize: return metrics::kIcon;
    case PM_ToolBarItemSpacing: return 4;
    case PM_ToolBarItemMargin: return 4;
    case PM_ToolBarFrameWidth: return 0;
    case PM_ToolBarSeparatorExtent: return 17;
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin: return 0;
    case PM_MenuBarHMargin: return 4;
    case PM_MenuPanelWidth: return 1;
    case PM_MenuVMargin: return 4;
    case PM_TabBarTabOverlap: return 0;
    case PM_TabBarTabHSpace: return 10; // what elided text leaves free where the tabs do not fit
    case PM_TabBarBaseOverlap: return 1;
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical: return 0;
    case PM_HeaderMargin: return 8;
    case PM_HeaderMarkSize: return 8;
    case PM_HeaderGripMargin: return 5;
    case PM_LayoutHorizontalSpacing: return metrics::kControlGap;
    case PM_LayoutVerticalSpacing: return metrics::kFormRowGap;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin: return metrics::kPanelPadding;
    case PM_FocusFrameHMargin: return 8; // left and right padding of item text
    case PM_FocusFrameVMargin: return 1;
    case PM_ToolTipLabelFrameWidth: return 6;
    case PM_SliderThickness: return 20;
    case PM_SliderLength: return 16;
    case PM_SliderControlThickness: return 16;
    case PM_TreeViewIndentation: return 18;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ExplorerStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                             QStyleHintReturn* returned) const
{
    switch (hint) {
    case SH_Widget_Animation_Duration: return 0;
    case SH_EtchDisabledText: return 0;
    case SH_DitherDisabledText: return 0;
    case SH_ComboBox_Popup: return 0;
    case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
    case SH_ItemView_ShowDecorationSelected: return 1;
    case SH_ItemView_ActivateItemOnSingleClick: return 0;
    case SH_ScrollBar_LeftClickAbsolutePosition: return 0;
    case SH_ToolTipLabel_Opacity: return 255;
    case SH_Header_ArrowAlignment: return Qt::AlignRight | Qt::AlignVCenter;
    case SH_TabBar_Alignment: return Qt::AlignLeft;
    case SH_Table_GridLineColor: return static_cast<int>(m_theme.grid.rgba());
    case SH_UnderlineShortcut: return 1;
    default: return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

QIcon ExplorerStyle::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const
{
    switch (which) {
    case SP_LineEditClearButton: return icon(Icon::cross, Tone::secondary);
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton: return icon(Icon::close);
    case SP_MessageBoxWarning: return icon(Icon::warning, Tone::caution);
    case SP_MessageBoxCritical: return icon(Icon::error, Tone::bad);
    case SP_MessageBoxInformation: return icon(Icon::info, Tone::secondary);
    case SP_ToolBarHorizontalExtensionButton:
    case SP_ToolBarVerticalExtensionButton: return icon(Icon::more);
    default: return QProxyStyle::standardIcon(which, option, widget);
    }
}

void set_invalid(QWidget* widget, bool invalid) { set_flag(widget, "blueprintingInvalid", invalid); }
void set_primary(QAbstractButton* button, bool primary) { set_flag(button, "blueprintingPrimary", primary); }
void set_compact(QWidget* widget, bool compact) { set_flag(widget, "blueprintingCompact", compact); }

} // namespace blueprinting::ui
