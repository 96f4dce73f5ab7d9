#pragma once
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/controls/link_button.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QRubberBand>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStyle>
#include <QStyleOption>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>

/// What is wrong with the layout of a shown window, in words: siblings that overlap, controls cut off by what they
/// stand in, texts with less room than they need. Painted content (charts, cells, headers) is not looked into.
namespace blueprinting::testing {

inline QString name_of(const QWidget* widget)
{
    QString name = QString::fromLatin1(widget->metaObject()->className()).section(QStringLiteral("::"), -1);
    if (!widget->objectName().isEmpty())
        name += QLatin1Char('#') + widget->objectName();
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        name += QStringLiteral(" “%1”").arg(label->text().left(60));
    else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        name += QStringLiteral(" “%1”").arg(button->text().isEmpty() ? button->accessibleName() : button->text());
    return name;
}

/// Where it stands, for whoever has to find it: the nearest ancestor with a name of its own.
inline QString place_of(const QWidget* widget)
{
    for (const QWidget* above = widget->parentWidget(); above; above = above->parentWidget())
        if (!above->objectName().isEmpty() && !above->objectName().startsWith(QStringLiteral("qt_")))
            return QStringLiteral(" in ") + name_of(above);
    return {};
}

/// Qt's own parts, which lie over each other by design.
inline bool is_inner_part(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    // A confirmation lies over the view for a moment, by design.
    return widget->isWindow() || widget->objectName() == QStringLiteral("passingNote") ||
           widget->objectName().startsWith(QStringLiteral("qt_")) || qobject_cast<const QScrollBar*>(widget) ||
           qobject_cast<const QSplitterHandle*>(widget) || qobject_cast<const QRubberBand*>(widget) ||
           qobject_cast<const QAbstractScrollArea*>(parent) || qobject_cast<const QComboBox*>(parent) ||
           qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QLineEdit*>(parent) ||
           qobject_cast<const QTabBar*>(parent) || qobject_cast<const QMenuBar*>(parent);
}

inline QString clipped_text(const QWidget* widget)
{
    // The whole is in the tooltip of a text that is cut with an ellipsis; what paints its own ellipsis says so by that
    // tooltip.
    const auto told = [widget](const QString& whole) { return !whole.isEmpty() && widget->toolTip().contains(whole); };
    const auto lacks = [](int needed, int given) {
        return QStringLiteral("needs %1 px, has %2").arg(needed).arg(given);
    };
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        if (label->text().isEmpty() || !label->pixmap(Qt::ReturnByValue).isNull())
            return {};
        if (label->wordWrap()) {
            const int needed = label->heightForWidth(label->width());
            return needed > label->height() + 2 ? QStringLiteral("height: ") + lacks(needed, label->height())
                                                : QString();
        }
        if (label->sizeHint().height() > label->height() + 4)
            return QStringLiteral("height: ") + lacks(label->sizeHint().height(), label->height());
        const int needed = label->sizeHint().width();
        return needed > label->width() + 2 && !told(label->text()) ? lacks(needed, label->width()) : QString();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        // A link shortens itself, and shows the whole where it has no tooltip of its own.
        if (qobject_cast<const ui::LinkButton*>(button) && button->toolTip().isEmpty())
            return {};
        QString text = button->text();
        text.remove(QLatin1Char('&'));
        const auto* tool = qobject_cast<const QToolButton*>(button);
        if (text.isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()))
            return {};
        int needed = button->fontMetrics().size(Qt::TextShowMnemonic, text).width();
        if (!button->icon().isNull() && !(tool && tool->toolButtonStyle() == Qt::ToolButtonTextOnly))
            needed += button->iconSize().width() + 4;
        if (qobject_cast<const QCheckBox*>(button) || qobject_cast<const QRadioButton*>(button))
            needed += button->style()->pixelMetric(QStyle::PM_IndicatorWidth) + 4;
        return needed > button->width() && !told(text) ? lacks(needed, button->width()) : QString();
    }
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.editable = box->isEditable();
        const int given =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box).width();
        const int needed = box->fontMetrics().horizontalAdvance(box->currentText());
        return needed > given + 1 && !told(box->currentText())
                   ? QStringLiteral("“%1” ").arg(box->currentText()) + lacks(needed, given)
                   : QString();
    }
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
        const QString text = line->text().isEmpty() ? line->placeholderText() : line->text();
        const int given = line->contentsRect().width() - line->textMargins().left() - line->textMargins().right();
        const int needed = line->fontMetrics().horizontalAdvance(text);
        return needed > given && !told(text) ? QStringLiteral("“%1” ").arg(text) + lacks(needed, given) : QString();
    }
    return {};
}

inline bool holds_words(const QWidget* widget)
{
    return qobject_cast<const QLabel*>(widget) || qobject_cast<const QAbstractButton*>(widget) ||
           qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
           qobject_cast<const QLineEdit*>(widget);
}

/// How much of it what it stands in cuts off; what a scroll area moves into sight is not cut off.
inline QString cut_off(const QWidget* widget)
{
    QRect rect(QPoint(0, 0), widget->size());
    const QWidget* inner = widget;
    for (const QWidget* above = widget->parentWidget(); above; inner = above, above = above->parentWidget()) {
        rect.translate(inner->pos());
        if (const auto* area = qobject_cast<const QAbstractScrollArea*>(above->parentWidget());
            area && area->viewport() == above) {
            const bool down = area->verticalScrollBar()->maximum() > 0;
            const bool across = area->horizontalScrollBar()->maximum() > 0;
            const QRect port = above->rect();
            if ((!across && (rect.left() < port.left() - 1 || rect.right() > port.right() + 1)) ||
                (!down && (rect.top() < port.top() - 1 || rect.bottom() > port.bottom() + 1)))
                return QStringLiteral("is cut off by ") + name_of(area);
            rect &= port.adjusted(across ? -100000 : 0, down ? -100000 : 0, across ? 100000 : 0, down ? 100000 : 0);
            return {};
        }
        const QRect whole = above->rect().adjusted(-1, -1, 1, 1);
        if (!whole.contains(rect))
            return QStringLiteral("at %1,%2 %3×%4 is cut off by %5 of %6×%7")
                .arg(rect.x())
                .arg(rect.y())
                .arg(rect.width())
                .arg(rect.height())
                .arg(name_of(above))
                .arg(above->width())
                .arg(above->height());
        if (above->isWindow())
            break;
    }
    return {};
}

/// Areas that scroll their words across, which no view means to: a table, a text or a chart may, a page of panels may
/// not.
inline bool scrolls_across(const QWidget* widget)
{
    const auto* area = qobject_cast<const QScrollArea*>(widget);
    return area && area->isVisible() && !qobject_cast<const ui::ChartWidget*>(area->widget()) &&
           area->horizontalScrollBar()->maximum() > 0;
}

inline QStringList layout_faults(const QWidget& window)
{
    QStringList faults;
    QList<const QWidget*> parents{&window};
    const auto all = window.findChildren<QWidget*>();
    for (const QWidget* widget : all)
        if (widget->isVisible() && widget->window() == &window)
            parents << widget;
    for (const QWidget* parent : parents) {
        QList<const QWidget*> children;
        for (const QObject* child : parent->children())
            if (const auto* widget = qobject_cast<const QWidget*>(child);
                widget && widget->isVisible() && !is_inner_part(widget) && widget->width() > 0 && widget->height() > 0)
                children << widget;
        for (qsizetype i = 0; i < children.size(); ++i)
            for (qsizetype k = i + 1; k < children.size(); ++k) {
                const QRect both = children[i]->geometry() & children[k]->geometry();
                if (both.width() > 1 && both.height() > 1)
                    faults << QStringLiteral("%1 and %2 overlap by %3×%4 px%5")
                                  .arg(name_of(children[i]), name_of(children[k]))
                                  .arg(both.width())
                                  .arg(both.height())
                                  .arg(place_of(children[i]));
            }
        if (scrolls_across(parent))
            faults << name_of(parent) +
                          QStringLiteral(" scrolls across by %1 px")
                              .arg(qobject_cast<const QScrollArea*>(parent)->horizontalScrollBar()->maximum()) +
                          place_of(parent);
        if (parent == &window || is_inner_part(parent) || !holds_words(parent))
            continue;
        if (const QString cut = cut_off(parent); !cut.isEmpty())
            faults << name_of(parent) + QLatin1Char(' ') + cut + place_of(parent);
        else if (const QString lacking = clipped_text(parent); !lacking.isEmpty())
            faults << name_of(parent) + QStringLiteral(": ") + lacking + place_of(parent);
    }
    return faults;
}

} // namespace blueprinting::testing
