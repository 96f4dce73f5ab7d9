#include "ui/frame/strategy_dock.h"

#include "ui/frame/strategy_editor.h"
#include "ui/frame/strategy_list.h"
#include "ui/style/explorer_style.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QAbstractSpinBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {

StrategyDock::StrategyDock(Workspace& workspace, QWidget* parent)
    : QDockWidget(tr("Strategies"), parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("strategyDock"));
    setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    setTitleBarWidget(makeTitle());

    auto* content = new QWidget(this);

    m_list = new StrategyList(workspace, content);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kControlGap);
    const auto button = [&](const QString& name, const QString& text, Icon mark, void (StrategyDock::*signal)()) {
        auto* made = new QPushButton(icon(mark), text, content);
        made->setObjectName(name);
        connect(made, &QPushButton::clicked, this, signal);
        buttons->addWidget(made);
        return made;
    };
    button(QStringLiteral("addStrategyButton"), tr("Add"), Icon::plus, &StrategyDock::addRequested)
        ->setToolTip(tr("Add a plain strategy for the same model and system (Ctrl+T)"));
    button(QStringLiteral("duplicateStrategyButton"), tr("Duplicate"), Icon::duplicate,
           &StrategyDock::duplicateRequested)
        ->setToolTip(tr("Add a copy of the selected strategy (Ctrl+D)"));
    m_remove =
        button(QStringLiteral("removeStrategyButton"), tr("Remove"), Icon::cross, &StrategyDock::removeRequested);
    m_remove->setToolTip(tr("Remove the selected strategy (Delete in the list)"));
    buttons->addStretch(1);

    auto* top = bare<QVBoxLayout>(nullptr, metrics::kControlGap, {m_list, buttons});
    top->setContentsMargins(metrics::kPanelPadding, 0, metrics::kPanelPadding, metrics::kPanelPadding);

    auto* rule = new QFrame(content);
    rule->setFrameShape(QFrame::HLine);
    rule->setFixedHeight(1);

    m_editor = new StrategyEditor(workspace, content);
    auto* padded = new QWidget;
    auto* around = bare<QVBoxLayout>(padded, -1, {m_editor});
    around->setContentsMargins(metrics::kPanelPadding, metrics::kControlGap, metrics::kPanelPadding, 0);
    m_scroll = scroll_of(padded, "editorScroll");
    // The bar takes the place of the padding, so that the fields do not move when it comes.
    connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, &StrategyDock::fitForm);
    bare<QVBoxLayout>(content, 0, {top, rule, {m_scroll, 1}});
    setWidget(content);
    setTabOrder(m_list, m_editor);
    refresh();
}

QWidget* StrategyDock::makeTitle()
{
    auto* title = new QWidget(this);
    auto* label = new ToneLabel(tr("Strategies"), {.bold = true}, title);
    auto* row = bare<QHBoxLayout>(title, 0, {{label, 1}});
    row->setContentsMargins(metrics::kPanelPadding, 4, metrics::kControlGap, 2);
    const auto button = [&](const QString& name, const QString& text, Icon mark) {
        auto* made = new QToolButton(title);
        made->setObjectName(name);
        made->setAutoRaise(true);
        made->setIcon(icon(mark, Tone::secondary));
        made->setIconSize(QSize(14, 14));
        made->setToolTip(text);
        made->setAccessibleName(text);
        made->setFocusPolicy(Qt::TabFocus);
        set_compact(made);
        row->addWidget(made);
        return made;
    };
    connect(button(QStringLiteral("floatDockButton"), tr("Float or dock the strategies"), Icon::duplicate),
            &QToolButton::clicked, this, [this] { setFloating(!isFloating()); });
    connect(button(QStringLiteral("closeDockButton"), tr("Close the strategies"), Icon::close), &QToolButton::clicked,
            this, &StrategyDock::closeRequested);
    return title;
}

void StrategyDock::refresh()
{
    m_list->refresh();
    m_editor->refresh();
    m_remove->setEnabled(m_workspace.session().strategies.size() > 1);
}

void StrategyDock::showBrokenField() { focusField(m_editor->firstFocus()); }

void StrategyDock::focusField(QWidget* field)
{
    m_scroll->ensureWidgetVisible(field);
    QWidget* entered = field;
    if (field->focusPolicy() == Qt::NoFocus) // a switch of several buttons: the one that Tab would come to
        for (auto* button : field->findChildren<QAbstractButton*>())
            if (button->isChecked())
                entered = button;
    entered->setFocus(Qt::ShortcutFocusReason);
    if (auto* line = qobject_cast<QLineEdit*>(field))
        line->selectAll();
    else if (auto* number = qobject_cast<QAbstractSpinBox*>(field))
        number->selectAll();
}

void StrategyDock::fitForm()
{
    const QScrollBar* bar = m_scroll->verticalScrollBar();
    const bool shown = bar->maximum() > bar->minimum();
    const int right = shown ? std::max(2, metrics::kPanelPadding - bar->sizeHint().width()) : metrics::kPanelPadding;
    QMargins margins = m_scroll->widget()->layout()->contentsMargins();
    margins.setRight(right);
    m_scroll->widget()->layout()->setContentsMargins(margins);
    // Nothing of the form is ever cut off at the side, whatever the font.
    m_scroll->setMinimumWidth(m_scroll->widget()->minimumSizeHint().width() + (shown ? bar->sizeHint().width() : 0));
}

void StrategyDock::resizeEvent(QResizeEvent* event)
{
    QDockWidget::resizeEvent(event);
    fitForm();
}

} // namespace blueprinting::ui
