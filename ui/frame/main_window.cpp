#include "ui/frame/main_window.h"

#include "ui/frame/command_field.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/session_filters.h"
#include "ui/frame/status_items.h"
#include "ui/frame/status_line.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_editor.h"
#include "ui/frame/strategy_facts.h"
#include "ui/frame/strategy_list.h"
#include "ui/frame/view_fields.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/controls/passing_note.h"
#include "ui/widgets/known_files.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/refusal.h"

#include <QApplication>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {
namespace {

MessageBar::Kind kind_of(Tone tone)
{
    switch (tone) {
    case Tone::bad: return MessageBar::Kind::error;
    case Tone::caution: return MessageBar::Kind::caution;
    default: return MessageBar::Kind::info;
    }
}

/// Asks for no more room than the view in front needs: else one that was looked at before, and has no dock beside it,
/// would push the dock of those that have.
class ViewStack : public QStackedWidget {
public:
    explicit ViewStack(QWidget* parent) : QStackedWidget(parent)
    {
        connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        const QWidget* front = currentWidget();
        return front ? front->minimumSizeHint().expandedTo(front->minimumSize()) : QStackedWidget::minimumSizeHint();
    }
};

} // namespace

MainWindow::MainWindow(Parts parts, std::vector<ViewEntry> views, QWidget* parent)
    : QMainWindow(parent),
      m_parts(parts),
      m_entries(std::move(views)),
      m_file(std::make_unique<SessionFile>(parts.workspace))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu); // the bars' own menu would hide the tools for good
    setMinimumSize(720, 480);
    setUnifiedTitleAndToolBarOnMac(false);

    m_known = new KnownFiles(this);
    new ViewFields(this);
    m_dock = new StrategyDock(parts.workspace, this);
    addDockWidget(Qt::LeftDockWidgetArea, m_dock);
    resizeDocks({m_dock}, {metrics::kDock}, Qt::Horizontal);
    buildCentre();
    m_status = new StatusLine(parts.workspace.jobs(), this);
    m_status->setFixedHeight(std::max(metrics::kStatusBar, fontMetrics().height() + 8));
    setStatusBar(m_status);
    m_palette = new CommandPalette(this);

    buildFileMenu();
    buildEditMenu();
    buildStrategyMenu();
    buildViewMenu();
    buildGoMenu();
    buildHelpMenu();
    buildToolBar();
    menuBar()->setFixedHeight(std::max(metrics::kMenuBar, fontMetrics().height() + 6));
    connectWorkspace();

    restoreWindow();
    refreshTab();
    refreshAll();
}

/// As it was left; what of the settings cannot be used is said.
void MainWindow::restoreWindow()
{
    Diagnostics unusable = m_parts.settings.findings();
    const auto broken = [&](const char* key) {
        unusable.push_back({Severity::warning, "settings.value", key,
                            std::string("the saved ") + key + " is not the state of a window"});
    };
    const QByteArray geometry = m_parts.settings.geometry();
    if (!restoreGeometry(geometry) && !geometry.isEmpty())
        broken("window/geometry");
    const QByteArray state = m_parts.settings.windowState();
    if (restoreState(state))
        m_dockWanted = m_dock->isVisibleTo(this);
    else if (!state.isEmpty())
        broken("window/state");
    if (!unusable.empty())
        showNotice(
            {Tone::caution, tr("A setting could not be used; its default is used instead."), refusal_text(unusable)});
}

QSize MainWindow::defaultSize(const std::optional<QSize>& screen)
{
    constexpr QSize whole(1600, 1000);
    constexpr QSize frame(16, 48);
    return screen ? whole.boundedTo(*screen - frame) : whole;
}

MainWindow::~MainWindow()
{
    // The workspace outlives the window and must not call into what is going away.
    m_parts.workspace.disconnect(this);
    m_parts.workspace.undoStack().disconnect(this);
}

void MainWindow::buildCentre()
{
    auto* centre = new QWidget(this);

    m_tabs = named(new QTabBar(centre), "viewTabs", tr("Views"));
    m_tabs->setDrawBase(true);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false); // where they do not fit they get narrower; none is cut or out of sight
    m_tabs->setElideMode(Qt::ElideRight);
    m_tabs->setVisible(!m_entries.empty());
    auto* tabRow = bare<QHBoxLayout>(nullptr, -1, {{m_tabs, 1}});
    tabRow->setContentsMargins(4, 4, 0, 0);

    m_centre = new QWidget(centre);
    m_message = new MessageBar(m_centre);
    m_passing = new PassingNote(m_centre);
    m_laws = named(new MessageBar(m_centre), "lawsBar");
    m_laws->setClosable(false);
    m_stack = named(new ViewStack(m_centre), "viewStack");
    m_filters = new SessionFilters(m_parts.workspace, m_centre);
    auto* inner = bare<QVBoxLayout>(m_centre, metrics::kPanelGap, {m_message, m_laws, m_filters, {m_stack, 1}});
    inner->setContentsMargins(metrics::kPanelPadding, metrics::kPanelPadding, metrics::kPanelPadding,
                              metrics::kPanelPadding);
    bare<QVBoxLayout>(centre, 0, {tabRow, {m_centre, 1}});
    setCentralWidget(centre);

    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_tabs->addTab(m_entries[i].title);
        m_tabs->setTabToolTip(static_cast<int>(i), tr("%1 (Ctrl+%2)").arg(m_entries[i].title).arg(i + 1));
    }
    m_staleTimer = new QTimer(this);
    m_staleTimer->setSingleShot(true);
    m_staleTimer->setInterval(200);
    connect(m_staleTimer, &QTimer::timeout, this, &MainWindow::refreshTabTexts);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0 && index < static_cast<int>(m_entries.size()))
            m_parts.workspace.showView(m_entries[static_cast<std::size_t>(index)].id.toStdString());
    });
}

void MainWindow::connectWorkspace()
{
    Workspace& workspace = m_parts.workspace;
    connect(&workspace, &Workspace::sessionChanged, this, &MainWindow::refreshAll);
    connect(&workspace, &Workspace::selectionChanged, this, &MainWindow::refreshView);
    connect(&workspace, &Workspace::viewChanged, this, &MainWindow::refreshTab);
    connect(&workspace, &Workspace::referencesChanged, this, [this] {
        refreshView();
        refreshStatus();
    });
    // An offer to undo is of the step that it stands for, and goes with the next one.
    connect(&workspace.undoStack(), &QUndoStack::indexChanged, this, [this](int index) {
        if (m_undoableStep && index != *m_undoableStep) {
            m_undoableStep.reset();
            m_message->clear();
        }
    });
    connect(m_file.get(), &SessionFile::changed, this, [this] {
        refreshTitle();
        refreshActions();
    });
    connect(m_dock, &StrategyDock::addRequested, this, &MainWindow::addStrategy);
    connect(m_dock, &StrategyDock::duplicateRequested, this, &MainWindow::duplicateStrategy);
    connect(m_dock, &StrategyDock::removeRequested, this, &MainWindow::removeStrategy);
    connect(m_dock, &StrategyDock::closeRequested, this, [this] { setDockWanted(false); });
    connect(&m_dock->editor(), &StrategyEditor::openModelRequested, this, [this] { chooseFile(tr("Open a model")); });
    connect(&m_dock->editor(), &StrategyEditor::openSystemRequested, this, [this] { chooseFile(tr("Open a system")); });
    connect(&m_parts.theme, &ThemeController::themeChanged, this, &MainWindow::refreshView);
}

View* MainWindow::currentView() const
{
    const auto at = m_views.find(QString::fromStdString(m_parts.workspace.session().view));
    return at == m_views.end() ? nullptr : at->second;
}

View* MainWindow::showView(const QString& id)
{
    m_parts.workspace.showView(id.toStdString());
    return currentView();
}

bool MainWindow::settled() const
{
    const View* view = currentView();
    return m_parts.workspace.jobs().idle() && !m_staleTimer->isActive() && !(view && view->busy());
}

/// Its tables are narrowed as the session says, and what it saves is said.
void MainWindow::adopt(View& view)
{
    m_filters->narrow(view);
    const auto tables = view.findChildren<TableView*>();
    for (TableView* table : tables)
        connect(table, &TableView::saved, this, &MainWindow::saySaved, Qt::UniqueConnection);
    const auto charts = view.findChildren<ChartWidget*>();
    for (ChartWidget* chart : charts)
        connect(chart, &ChartWidget::saved, this, &MainWindow::saySaved, Qt::UniqueConnection);
}

void MainWindow::refreshAll()
{
    m_dock->refresh();
    m_filters->refresh(currentView());
    refreshView();
    refreshStatus();
    refreshLaws();
    refreshTitle();
    refreshActions();
}

void MainWindow::refreshView()
{
    for (const auto& [id, view] : m_views)
        m_outdated[id] = true;
    if (View* view = currentView()) {
        m_outdated[view->id()] = false;
        view->refreshWhole();
        adopt(*view);
    }
}

View* MainWindow::makeView(const ViewEntry& entry)
{
    View*& view = m_views[entry.id];
    if (!view) {
        view = entry.make(m_parts.workspace, m_stack);
        m_stack->addWidget(view);
        m_outdated[entry.id] = true;
        connect(view, &View::statusChanged, this, &MainWindow::refreshStatus);
        connect(view, &View::staleChanged, m_staleTimer, qOverload<>(&QTimer::start));
        connect(view, &View::noticeRaised, this, &MainWindow::showNotice);
        connect(view, &View::saved, this, &MainWindow::saySaved);
        connect(view, &View::noticeCleared, this, [this] { m_message->clear(); });
        connect(view, &View::openRequested, this, &MainWindow::chooseFile);
    }
    return view;
}

void MainWindow::refreshTab()
{
    const QString id = QString::fromStdString(m_parts.workspace.session().view);
    const auto entry = std::ranges::find(m_entries, id, &ViewEntry::id);
    if (entry == m_entries.end()) {
        // A session may name a view that this window does not have; it keeps the one in front.
        if (!m_entries.empty() && !currentView())
            m_parts.workspace.showView(m_entries.front().id.toStdString());
        return;
    }
    m_tabs->setCurrentIndex(static_cast<int>(entry - m_entries.begin()));
    View* view = makeView(*entry);
    if (!view->wantsDock()) // before a view that may need more room than there is beside it
        refreshDock();
    m_stack->setCurrentWidget(view);
    if (std::exchange(m_outdated[id], false)) {
        view->refreshWhole();
        adopt(*view);
    }
    // The room that this view needs, not the one before, is what the dock is laid out beside.
    for (QWidget* around = m_stack->parentWidget(); around && around != this; around = around->parentWidget())
        around->layout()->activate();
    refreshDock();
    refreshStatus();
    refreshLaws();
    refreshActions();
}

void MainWindow::refreshTabTexts()
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const ViewEntry& entry = m_entries[i];
        const auto view = m_views.find(entry.id);
        const bool stale = view != m_views.end() && view->second->stale();
        m_tabs->setTabText(static_cast<int>(i), stale ? tr("%1 – stale").arg(entry.title) : entry.title);
    }
}

void MainWindow::refreshDock()
{
    const View* view = currentView();
    m_dock->setVisible(m_dockWanted && (!view || view->wantsDock()));
    if (const auto at = m_actions.find(QStringLiteral("showStrategies")); at != m_actions.end())
        at->second->setChecked(m_dock->isVisibleTo(this));
}

void MainWindow::setDockWanted(bool wanted)
{
    const View* view = currentView();
    if (!view || view->wantsDock())
        m_dockWanted = wanted;
    m_dock->setVisible(wanted); // asked for, it comes even beside a view that does without
    m_actions.at(QStringLiteral("showStrategies"))->setChecked(wanted);
}

void MainWindow::refreshStatus()
{
    QList<StatusItem> items;
    if (const View* view = currentView())
        items = view->statusItems();
    m_status->setItems(items.isEmpty() ? session_status(m_parts.workspace) : items);
}

void MainWindow::refreshLaws()
{
    const SessionStrategy* strategy = m_parts.workspace.selected();
    const View* view = currentView();
    if (!strategy || (view && !view->wantsDock()) || m_parts.workspace.result(strategy->id).current) {
        m_laws->clear();
        return;
    }
    const StrategyResult& result = m_parts.workspace.result(strategy->id);
    const QString name = name_in_sentence(shown(strategy->name));
    QString lead = tr("%1 breaks %2.").arg(name, laws_count(result.violations.size()));
    QString text;
    if (result.violations.empty()) {
        lead = tr("%1 cannot be computed.").arg(name);
        text = refusal_text(result.diagnostics);
    }
    const auto add = [&](const QString& more) { text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + more; };
    const bool figures = result.evaluation || result.program;
    if (!figures)
        add(tr("It has no legal figures yet."));
    else if (const QString values = last_legal_values(result, *strategy); !values.isEmpty())
        add(tr("Its last legal figures, greyed, belong to %1.").arg(values));
    else
        add(tr("Its last legal figures stay on the screen, greyed."));
    if (m_laws->isVisibleTo(m_centre) && m_laws->text() == lead + QLatin1Char(' ') + text)
        return;
    m_laws->setMessage(MessageBar::Kind::error, lead, text);
    if (figures) {
        QPushButton* back = m_laws->addAction(tr("Back to the last legal values"), icon(Icon::undo));
        back->setObjectName(QStringLiteral("backToLastLegal"));
        connect(back, &QPushButton::clicked, this, &MainWindow::backToLastLegal);
    }
}

void MainWindow::refreshTitle()
{
    // A name may hold the sign for the star, which is written twice then.
    setWindowTitle(tr("%1[*] – Blueprinting Explorer")
                       .arg(line_text(m_file->name()).replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"))));
    setWindowModified(m_file->modified());
}

void MainWindow::showNotice(const Notice& notice)
{
    // What merely confirms leaves by itself and takes nobody's place; what needs an answer, or tells of a problem,
    // stays.
    const bool confirms = notice.tone == Tone::text || notice.tone == Tone::good;
    if (confirms && notice.actions.empty()) {
        m_passing->say(notice.subject, notice.text);
        return;
    }
    m_saysNotSaved = false;
    m_undoableStep.reset();
    m_message->setMessage(kind_of(notice.tone), notice.subject, notice.text);
    m_message->setClosable(true);
    for (const Notice::Action& action : notice.actions) {
        QPushButton* button =
            action.icon ? m_message->addAction(action.text, icon(*action.icon)) : m_message->addAction(action.text);
        connect(button, &QPushButton::clicked, this, [run = action.run] {
            if (run)
                run();
        });
    }
}

void MainWindow::nextArea(int direction)
{
    QWidget* view = currentView();
    if (View* shown = currentView(); shown && shown->firstFocus())
        view = shown->firstFocus();
    std::vector<QWidget*> areas;
    if (m_dock->isVisibleTo(this))
        areas = {&m_dock->list(), m_dock->editor().firstFocus()};
    areas.push_back(m_tabs);
    if (m_message->isVisibleTo(this))
        areas.push_back(m_message);
    if (m_filters->isVisibleTo(this))
        areas.push_back(m_filters);
    if (view)
        areas.push_back(view);
    areas.push_back(m_field);
    const QWidget* focus = QApplication::focusWidget();
    const auto holds = [&](const QWidget* area) {
        const QWidget* whole = area == m_dock->editor().firstFocus() ? static_cast<const QWidget*>(&m_dock->editor())
                               : area == view                        ? static_cast<const QWidget*>(currentView())
                                                                     : area;
        return focus && (whole == focus || whole->isAncestorOf(focus));
    };
    const auto present = std::ranges::find_if(areas, holds);
    const auto count = static_cast<std::ptrdiff_t>(areas.size());
    const std::ptrdiff_t at = present == areas.end() ? (direction > 0 ? -1 : 0) : present - areas.begin();
    QWidget* next = areas[static_cast<std::size_t>((at + direction + count) % count)];
    if (next == m_filters) {
        m_filters->focusFirst();
        return;
    }
    if (next == m_message)
        next = m_message->firstFocus();
    if (next->focusPolicy() == Qt::NoFocus)
        if (QWidget* child = next->nextInFocusChain(); child && next->isAncestorOf(child))
            next = child;
    next->setFocus(Qt::TabFocusReason);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_status)
        m_status->setFixedHeight(std::max(metrics::kStatusBar, fontMetrics().height() + 8));
}

/// Escape comes here where nothing else wanted it.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        m_parts.workspace.select({});
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::paintEvent(QPaintEvent* event)
{
    QMainWindow::paintEvent(event);
    if (!m_dock->isVisible() || m_dock->isFloating())
        return;
    // The edge of the dock; the grip stands beside it in the gap.
    const QRect dock = m_dock->geometry();
    const int x = dockWidgetArea(m_dock) == Qt::LeftDockWidgetArea ? dock.right() + 1 : dock.left() - 1;
    QPainter(this).fillRect(x, dock.top(), 1, dock.height(), theme_of(this).hairline);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayLoseSession()) {
        event->ignore();
        return;
    }
    m_parts.workspace.jobs().cancelAll();
    m_file->close();
    if (View* view = currentView(); view && !view->wantsDock())
        m_dock->setVisible(m_dockWanted);
    m_parts.settings.setWindow(saveGeometry(), saveState());
    event->accept();
}

} // namespace blueprinting::ui
