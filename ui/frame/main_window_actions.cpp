#include "core/base/format.h"
#include "ui/frame/command_field.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/guide.h"
#include "ui/frame/help.h"
#include "ui/frame/main_window.h"
#include "ui/frame/oracle_choice.h"
#include "ui/frame/session_filters.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_editor.h"
#include "ui/frame/strategy_facts.h"
#include "ui/frame/strategy_list.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/menu_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/named.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/filters.h"

#include <QActionGroup>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QMenuBar>
#include <QPainter>
#include <QPointer>
#include <QToolBar>
#include <QToolButton>
#include <QWhatsThis>

namespace blueprinting::ui {
namespace {

/// A view with the window's ground around it: on paper nothing stands at the very edge.
QPixmap with_margin(QWidget& view)
{
    const QPixmap drawn = view.grab();
    const double scale = drawn.devicePixelRatio();
    const QSize margin = QSize(metrics::kPanelGap, metrics::kPanelGap) * 2;
    QPixmap out((drawn.deviceIndependentSize().toSize() + margin) * scale);
    out.setDevicePixelRatio(scale);
    out.fill(view.window()->palette().color(QPalette::Window));
    QPainter(&out).drawPixmap(QPoint(metrics::kPanelGap, metrics::kPanelGap), drawn);
    return out;
}

} // namespace

QAction* MainWindow::makeAction(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys,
                                std::function<void()> run, std::optional<Icon> mark)
{
    auto* action = named(new QAction(text, this), (std::string(name) + "Action").c_str());
    action->setShortcut(keys);
    if (mark)
        action->setIcon(icon(*mark));
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    menu->addAction(action);
    m_actions.emplace(QLatin1String(name), action);
    return action;
}

QAction* MainWindow::makeAction(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys,
                                void (MainWindow::*run)(), std::optional<Icon> mark)
{
    return makeAction(
        menu, name, text, keys, [this, run] { (this->*run)(); }, mark);
}

namespace {

QKeySequence keys(const char* text) { return QKeySequence(QLatin1String(text)); }

} // namespace

void MainWindow::buildFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    makeAction(menu, "new", tr("&New session"), QKeySequence::New, &MainWindow::newSession, Icon::new_file);
    makeAction(menu, "open", tr("&Open…"), QKeySequence::Open, &MainWindow::chooseFiles, Icon::open);
    m_recentMenu = named(menu->addMenu(tr("Open &recent")), "recentMenu");
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    menu->addSeparator();
    makeAction(
        menu, "save", tr("&Save"), QKeySequence::Save, [this] { save(); }, Icon::save);
    makeAction(menu, "saveAs", tr("Save &as…"), keys("Ctrl+Shift+S"),
               [this] { saveWhereAsked(tr("Save the session as")); });
    menu->addSeparator();
    m_exportMenu = named(menu->addMenu(icon(Icon::export_file), tr("&Export")), "exportMenu");
    connect(m_exportMenu, &QMenu::aboutToShow, this, &MainWindow::fillExports);
    makeAction(menu, "report", tr("&Report…"), keys("Ctrl+Shift+R"), &MainWindow::makeReport, Icon::document);
    makeAction(menu, "copyCommand", tr("&Copy the command line"), keys("Ctrl+Shift+C"), &MainWindow::copyCommandLine,
               Icon::console);
    makeAction(menu, "copyLink", tr("Copy a &link to this session"), keys("Ctrl+Shift+L"), &MainWindow::copyLink,
               Icon::link);
    makeAction(menu, "pasteLink", tr("Open the lin&k in the clipboard"), keys("Ctrl+Shift+V"), &MainWindow::pasteLink);
    menu->addSeparator();
    new OracleChoice({m_parts.workspace, m_parts.settings, *this, [this](const Notice& notice) { showNotice(notice); }},
                     *menu);
    menu->addSeparator();
    makeAction(menu, "quit", tr("&Quit"), keys("Ctrl+Q"), [this] { close(); });
}

void MainWindow::buildEditMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = named(m_parts.workspace.undoStack().createUndoAction(this, tr("&Undo")), "undoAction");
    undo->setShortcut(QKeySequence::Undo);
    undo->setIcon(icon(Icon::undo));
    QAction* redo = named(m_parts.workspace.undoStack().createRedoAction(this, tr("&Redo")), "redoAction");
    redo->setShortcuts({keys("Ctrl+Shift+Z"), keys("Ctrl+Y")});
    redo->setIcon(icon(Icon::redo));
    menu->addActions({undo, redo});
    m_actions.emplace(QStringLiteral("undo"), undo);
    m_actions.emplace(QStringLiteral("redo"), redo);
    menu->addSeparator();
    makeAction(menu, "brokenField", tr("Go to the first &broken field"), keys("F8"), [this] {
        setDockWanted(true);
        m_dock->showBrokenField();
    });
    makeAction(menu, "lastLegal", tr("Back to the last &legal values"), keys("Shift+F8"), &MainWindow::backToLastLegal);
    menu->addSeparator();
    makeAction(menu, "find", tr("&Find rows in a table"), QKeySequence::Find, [this] {
        if (const View* view = currentView())
            find_in_table(*view);
    });
    makeAction(
        menu, "clearFilters", tr("&Clear all filters"), keys("Ctrl+Shift+F"), [this] { m_filters->clearAll(); },
        Icon::filter);
    makeAction(menu, "clearSelection", tr("Pick &nothing"), QKeySequence(Qt::Key_Escape), [this] {
        m_parts.workspace.select({});
    })->setShortcutContext(Qt::WidgetShortcut); // whoever has the keyboard may need the key first; see keyPressEvent
    makeAction(menu, "palette", tr("Run a &command or find…"), keys("Ctrl+Shift+P"), &MainWindow::openPalette,
               Icon::search);
}

void MainWindow::buildStrategyMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Strategy"));
    makeAction(menu, "add", tr("&Add a strategy"), keys("Ctrl+T"), &MainWindow::addStrategy, Icon::plus);
    m_presetMenu = named(menu->addMenu(tr("Add a &published strategy")), "presetMenu");
    connect(m_presetMenu, &QMenu::aboutToShow, this, &MainWindow::fillPresets);
    makeAction(menu, "duplicate", tr("&Duplicate"), keys("Ctrl+D"), &MainWindow::duplicateStrategy, Icon::duplicate);
    makeAction(menu, "rename", tr("&Rename"), keys("F2"), [this] {
        setDockWanted(true);
        m_dock->list().renameSelected();
    });
    QAction* remove =
        makeAction(menu, "remove", tr("Re&move"), QKeySequence::Delete, &MainWindow::removeStrategy, Icon::cross);
    menu->addSeparator();
    QAction* up = makeAction(menu, "moveUp", tr("Move &up"), keys("Ctrl+Up"), [this] { moveStrategy(-1); });
    QAction* down = makeAction(menu, "moveDown", tr("Move do&wn"), keys("Ctrl+Down"), [this] { moveStrategy(1); });
    for (QAction* action : {remove, up, down}) { // the keys also edit text: they are the list's alone
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_dock->list().addAction(action);
    }
    makeAction(menu, "next", tr("Select the &next"), keys("Ctrl+PgDown"), [this] { stepStrategy(1); });
    makeAction(menu, "previous", tr("Select the pre&vious"), keys("Ctrl+PgUp"), [this] { stepStrategy(-1); });
    menu->addSeparator();
    makeAction(menu, "baseline", tr("Use as &baseline"), keys("Ctrl+B"), &MainWindow::setBaseline, Icon::star);
    makeAction(menu, "visible", tr("&Show in the charts"), keys("Ctrl+H"), &MainWindow::toggleVisible)
        ->setCheckable(true);
    auto* row_menu = named(new QMenu(this), "strategyRowMenu");
    for (const char* name : {"rename", "duplicate", "remove", "", "moveUp", "moveDown", "", "baseline", "visible"})
        if (*name == '\0')
            row_menu->addSeparator();
        else
            row_menu->addAction(m_actions.at(QLatin1String(name)));
    connect(&m_dock->list(), &StrategyList::menuRequested, row_menu,
            [row_menu](const QPoint& at) { row_menu->popup(at); });
    menu->addSeparator();
    QAction* rules = makeAction(menu, "rules", tr("&Calculon-compatible rules"), {}, &MainWindow::toggleRules);
    rules->setCheckable(true);
    rules->setToolTip(rules_meaning());
    menu->setToolTipsVisible(true);
}

void MainWindow::buildViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    QAction* dock = makeAction(
        menu, "showStrategies", tr("&Strategies"), keys("Ctrl+L"),
        [this] { setDockWanted(!m_dock->isVisibleTo(this)); }, Icon::dock);
    dock->setCheckable(true);
    dock->setChecked(true);
    QMenu* theme = menu->addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    const auto choice = [&](const char* name, const QString& text, ThemeChoice value) {
        QAction* action = makeAction(theme, name, text, {}, [this, value] {
            m_parts.settings.setTheme(value);
            m_parts.theme.setChoice(value);
        });
        action->setCheckable(true);
        action->setChecked(m_parts.theme.choice() == value);
        group->addAction(action);
    };
    choice("themeDesktop", tr("As the &desktop"), ThemeChoice::follow_desktop);
    choice("themeLight", tr("&Light"), ThemeChoice::light);
    choice("themeDark", tr("D&ark"), ThemeChoice::dark);
    menu->addSeparator();
    makeAction(menu, "fullScreen", tr("&Full screen"), keys("F11"), [this] {
        setWindowState(windowState() ^ Qt::WindowFullScreen);
    })->setCheckable(true);
}

void MainWindow::buildGoMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Go"));
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        makeAction(menu, ("go_" + m_entries[i].id.toStdString()).c_str(), m_entries[i].title,
                   QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1)), [this, id = m_entries[i].id] { showView(id); });
    menu->addSeparator();
    makeAction(menu, "nextArea", tr("&Next area of the window"), keys("F6"), [this] { nextArea(1); });
    makeAction(menu, "previousArea", tr("&Previous area of the window"), keys("Shift+F6"), [this] { nextArea(-1); });
}

void MainWindow::buildHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    makeAction(
        menu, "help", tr("&Guide"), keys("F1"),
        [this] {
            std::vector<QString> views;
            for (const ViewEntry& entry : m_entries)
                views.push_back(entry.id);
            show_guide(this, views, currentView() ? currentView()->id() : QString());
        },
        Icon::help);
    makeAction(menu, "whatsThis", tr("&What is this?"), keys("Shift+F1"), [] { QWhatsThis::enterWhatsThisMode(); });
    makeAction(menu, "keys", tr("&Keys"), keys("?"), [this] {
        std::vector<KeyEntry> keys;
        for (const QAction* menuAction : menuBar()->actions())
            collect_keys(menuAction->menu(), keys);
        show_keys(this, keys);
    });
    menu->addSeparator();
    makeAction(menu, "about", tr("&About"), {}, [this] { show_about(this); });
}

void MainWindow::buildToolBar()
{
    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setIconSize(QSize(metrics::kIcon, metrics::kIcon));
    bar->setFixedHeight(metrics::kToolBar);
    bar->setContentsMargins(metrics::kControlGap - 1, 0, metrics::kControlGap - 4, 0);
    const auto add = [&](const QString& name) {
        QAction* action = m_actions.at(name);
        bar->addAction(action);
        if (auto* button = qobject_cast<QAbstractButton*>(bar->widgetForAction(action))) {
            // The keyboard stays in a field that is typed in; its number counts for what the tool does.
            connect(button, &QAbstractButton::pressed, &m_dock->editor(), &StrategyEditor::commit);
            button->setObjectName(name + QStringLiteral("Tool"));
            button->setFixedSize(30, 30);
            button->setFocusPolicy(Qt::TabFocus);
            button->setAccessibleName(read_in_menu(action->text()));
        }
    };
    auto* edge = new QWidget(bar); // the tools begin where the dock's contents do
    edge->setFixedWidth(4);
    bar->addWidget(edge);
    for (const char* name : {"showStrategies", "", "new", "open", "save", "", "undo", "redo", ""})
        if (*name == '\0')
            bar->addSeparator();
        else
            add(QLatin1String(name));
    auto* exports = named(new QToolButton(bar), "exportTool", tr("Export"));
    exports->setAutoRaise(true);
    exports->setIcon(icon(Icon::export_file));
    exports->setIconSize(bar->iconSize());
    exports->setFixedSize(30, 30);
    connect(exports, &QToolButton::clicked, this,
            [this, exports] { m_exportMenu->popup(exports->mapToGlobal(QPoint(0, exports->height()))); });
    exports->setToolTip(tr("Export"));
    exports->setFocusPolicy(Qt::TabFocus);
    bar->addWidget(exports);
    add(QStringLiteral("copyCommand"));

    auto* gap = new QWidget(bar);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(gap);
    m_field = new CommandField(tr("Run a command or find"), tr("Ctrl+Shift+P"), bar);
    connect(m_field, &QAbstractButton::clicked, this, &MainWindow::openPalette);
    bar->addWidget(m_field);
}

void MainWindow::refreshActions()
{
    const Session& session = m_parts.workspace.session();
    const SessionStrategy* selected = m_parts.workspace.selected();
    if (!selected || m_actions.empty())
        return;
    const std::ptrdiff_t place = place_of(session, session.selected);
    const auto last = static_cast<std::ptrdiff_t>(session.strategies.size()) - 1;
    const auto set = [&](const char* name, bool enabled) {
        m_actions.at(QString::fromLatin1(name))->setEnabled(enabled);
    };
    set("remove", last > 0);
    set("moveUp", place > 0);
    set("moveDown", place < last);
    set("previous", place > 0);
    set("next", place < last);
    set("baseline", session.baseline != session.selected);
    set("lastLegal", selected->last_legal.has_value());
    set("clearFilters", !filters_of(session).empty());
    set("brokenField", !m_parts.workspace.result(selected->id).current);
    m_actions.at(QStringLiteral("visible"))->setChecked(selected->visible);
    m_actions.at(QStringLiteral("rules"))->setChecked(session.rules == strategy::Rules::calculon_compatible);
}

void MainWindow::fillRecent()
{
    m_recentMenu->clear();
    const QStringList files = m_parts.settings.recentFiles();
    for (const QString& file : files) {
        const QString text = QFileInfo(file).fileName() + QStringLiteral("  –  ") + QFileInfo(file).absolutePath();
        QAction* action = m_recentMenu->addAction(menu_text(text));
        connect(action, &QAction::triggered, this, [this, file] { openRecent(file); });
    }
    if (files.isEmpty()) {
        m_recentMenu->addAction(tr("No file was opened yet"))->setEnabled(false);
        return;
    }
    m_recentMenu->addSeparator();
    connect(m_recentMenu->addAction(tr("Forget these files")), &QAction::triggered, this,
            [this] { m_parts.settings.clearRecentFiles(); });
}

/// One that is gone is said to be, and forgotten.
void MainWindow::openRecent(const QString& file)
{
    if (!openFile(file) && !QFileInfo::exists(file))
        m_parts.settings.removeRecentFile(file);
}

void MainWindow::fillPresets()
{
    if (!m_presetMenu->isEmpty())
        return;
    std::map<QString, QMenu*> menus;
    for (const strategy::Preset& preset : strategy::presets()) {
        const QString name = QString::fromStdString(preset.name);
        const QString group = name.left(name.lastIndexOf(QLatin1Char('/')));
        QMenu*& menu = menus[group];
        if (!menu)
            menu = m_presetMenu->addMenu(group);
        connect(menu->addAction(name.mid(group.size() + 1)), &QAction::triggered, this,
                [this, &preset] { addPreset(preset); });
    }
}

void MainWindow::fillExports()
{
    m_exportMenu->clear();
    qDeleteAll(m_exportMenu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    if (View* view = currentView()) {
        const auto own = view->exportActions();
        QStringList offered; // charts that the view offers itself
        for (QAction* action : own) {
            m_exportMenu->addAction(action);
            if (action->menu())
                offered << read_in_menu(action->text());
        }
        if (!own.isEmpty())
            m_exportMenu->addSeparator();
        const auto add = [this](const QString& title, Icon mark, auto* part) {
            QMenu* menu = m_exportMenu->addMenu(icon(mark), menu_text(title));
            menu->setObjectName(QStringLiteral("export_") + part->objectName());
            part->addExportActions(menu);
        };
        const auto charts = view->findChildren<ChartWidget*>();
        for (ChartWidget* chart : charts)
            if (chart->isVisibleTo(view) && !offered.contains(menu_text(chart->title())))
                add(chart->title(), Icon::chart, chart);
        const auto tables = view->findChildren<TableView*>();
        for (TableView* table : tables)
            if (table->isVisibleTo(view))
                add(table->accessibleName(), Icon::table, table);
        m_exportMenu->addSeparator();
        connect(m_exportMenu->addAction(tr("Whole view as PNG…")), &QAction::triggered, this,
                &MainWindow::exportPicture);
    }
    connect(m_exportMenu->addAction(tr("Session…")), &QAction::triggered, m_actions.at(QStringLiteral("saveAs")),
            &QAction::trigger);
}

void MainWindow::exportPicture()
{
    View* view = currentView();
    if (!view)
        return;
    const auto write = [view](const QString& path, const Replaceable& replaceable) {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        with_margin(*view).save(&buffer, "PNG");
        return write_whole_file(path, png, replaceable);
    };
    view->saveWhereAsked({tr("Export the view"), view->id() + QStringLiteral(".png"), {tr("PNG (*.png)")}},
                         at_once(write));
}

void MainWindow::copyCommandLine()
{
    const QString command = commandLine();
    QApplication::clipboard()->setText(command);
    const bool tooLong = command.size() > 160;
    showNotice({Tone::text, tr("Copied the command that prints this."),
                tooLong ? command.left(157) + QStringLiteral("…") : command});
}

std::vector<PaletteEntry> MainWindow::paletteEntries()
{
    std::vector<PaletteEntry> entries;
    const auto menus = menuBar()->actions();
    for (const QAction* menuAction : menus) {
        const QString group = read_in_menu(menuAction->text());
        const auto actions = menuAction->menu()->actions();
        for (QAction* action : actions) {
            if (action->isSeparator() || action->menu() || !action->isEnabled() ||
                action == m_actions.at(QStringLiteral("palette")))
                continue;
            entries.push_back({read_in_menu(action->text()), group,
                               action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); }});
        }
    }
    // What can be taken out of the view in front, as its menus offer it.
    fillExports();
    const auto exports = m_exportMenu->actions();
    for (QAction* action : exports) {
        if (QMenu* menu = action->menu()) {
            const auto ways = menu->actions();
            for (QAction* way : ways)
                entries.push_back({tr("%1: %2").arg(read_in_menu(action->text()), read_in_menu(way->text())),
                                   tr("Export"),
                                   {},
                                   [way = QPointer(way)] {
                                       if (way)
                                           way->trigger();
                                   }});
        } else if (!action->isSeparator()) {
            entries.push_back({read_in_menu(action->text()), tr("Export"), {}, [action = QPointer(action)] {
                                   if (action)
                                       action->trigger();
                               }});
        }
    }
    for (const char* name : {"themeDesktop", "themeLight", "themeDark"}) {
        QAction* action = m_actions.at(QString::fromLatin1(name));
        entries.push_back({read_in_menu(action->text()), tr("Theme"), {}, [action] { action->trigger(); }});
    }
    for (const StrategyEditor::Place& place : m_dock->editor().places())
        entries.push_back({place.title, tr("Field"), place.value, [this, control = place.control] {
                               setDockWanted(true);
                               m_dock->focusField(control);
                           }});
    Workspace& workspace = m_parts.workspace;
    for (const SessionStrategy& strategy : workspace.session().strategies)
        entries.push_back({QString::fromStdString(strategy.name), tr("Strategy %1").arg(workspace.letter(strategy.id)),
                           standing(workspace.result(strategy.id)).text,
                           [this, id = strategy.id] { m_parts.workspace.selectStrategy(id); }});
    for (std::size_t i = 0; i < cost::kComponents; ++i) {
        const std::string name(cost::to_string(static_cast<cost::Component>(i)));
        QString title = QString::fromStdString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
        title[0] = title[0].toUpper();
        entries.push_back({title, tr("Component"), {}, [this, name] { m_parts.workspace.select({name, {}, -1}); }});
    }
    if (const SessionStrategy* selected = workspace.selected())
        if (const auto& evaluation = workspace.result(selected->id).evaluation)
            for (const ir::PortableTask& task : evaluation->compilation.plan().tasks) {
                const std::string id = task.name + "/" + std::string(ir::to_string(task.phase));
                const QString title = QString::fromStdString(task.name + ", " + std::string(ir::to_string(task.phase)));
                entries.push_back(
                    {QString(title).replace(QLatin1Char('_'), QLatin1Char(' ')), tr("Task"), {}, [this, id] {
                         m_parts.workspace.select({{}, id, -1});
                     }});
            }
    const QStringList recent = m_parts.settings.recentFiles();
    for (const QString& file : recent)
        entries.push_back({QFileInfo(file).fileName(), tr("Recent file"), QFileInfo(file).absolutePath(),
                           [this, file] { openRecent(file); }});
    for (const strategy::Preset& preset : strategy::presets())
        entries.push_back({QString::fromStdString(preset.name), tr("Published"), tr("adds it"),
                           [this, &preset] { addPreset(preset); }});
    return entries;
}

void MainWindow::openPalette() { m_palette->popup(paletteEntries()); }

} // namespace blueprinting::ui
