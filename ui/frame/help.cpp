#include "ui/frame/help.h"

#include "ui/frame/own_window.h"
#include "ui/style/menu_text.h"
#include "ui/style/words.h"
#include "ui/widgets/named.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QMenu>
#include <QMessageBox>
#include <QTreeWidget>

namespace blueprinting::ui {
namespace {

/// Keys that belong to a control and not to an action.
std::vector<KeyEntry> control_keys()
{
    return {
        {Words::tr("Lists"), Words::tr("Show or hide the strategy in the charts"), Words::tr("Space")},
        {Words::tr("Lists"), Words::tr("Move a strategy"), Words::tr("Drag its row")},
        {Words::tr("Numbers"), Words::tr("Apply the typed number, discard it"), Words::tr("Return, Esc")},
        {Words::tr("Numbers"), Words::tr("One up, one down"), Words::tr("Up, Down")},
        {Words::tr("Numbers"), Words::tr("Next legal value above, below"), Words::tr("PgUp, PgDown")},
        {Words::tr("Fields"), Words::tr("Next field or quick fix, previous one"), Words::tr("Tab, Shift+Tab")},
        {Words::tr("Fields"), Words::tr("From a field that breaks a law to its quick fixes, and back"),
         Words::tr("Alt+Enter, Esc")},
        {Words::tr("Charts"), Words::tr("From part to part, row to row"), Words::tr("Arrows")},
        {Words::tr("Charts"), Words::tr("Pick the part in focus"), Words::tr("Enter")},
        {Words::tr("Charts"), Words::tr("Zoom in, zoom out, show all"), Words::tr("+, −, F")},
        {Words::tr("Charts"), Words::tr("Zoom at the pointer"), Words::tr("Ctrl+wheel")},
        {Words::tr("Charts"), Words::tr("Move the zoomed chart"), Words::tr("Shift+arrows, or drag")},
        {Words::tr("Tables"), Words::tr("Choose the column to sort by"), Words::tr("Left, Right")},
        {Words::tr("Tables"), Words::tr("Sort by it up, down; again: the given order"), Words::tr("Alt+Up, Alt+Down")},
        {Words::tr("Tables"), Words::tr("Copy the table as TSV"), Words::tr("Ctrl+C")},
        {Words::tr("Tables"), Words::tr("Fold or unfold a group"), Words::tr("Left, Right")},
        {Words::tr("Filters"), Words::tr("Remove the filter in focus"), Words::tr("Del")},
        {Words::tr("Messages"), Words::tr("Leave a menu, a list or the command search"), Words::tr("Esc")},
    };
}

} // namespace

void collect_keys(const QMenu* menu, std::vector<KeyEntry>& keys)
{
    if (!menu)
        return;
    const auto actions = menu->actions();
    for (const QAction* action : actions) {
        if (action->menu()) {
            collect_keys(action->menu(), keys);
            continue;
        }
        if (action->shortcuts().isEmpty())
            continue;
        QStringList shown;
        const auto shortcuts = action->shortcuts();
        for (const QKeySequence& sequence : shortcuts)
            shown << sequence.toString(QKeySequence::NativeText);
        QString what = action->text();
        keys.push_back({read_in_menu(menu->title()), read_in_menu(what), shown.join(Words::tr(" or "))});
    }
}

void show_keys(QWidget* parent, const std::vector<KeyEntry>& keys)
{
    show_one(parent, QStringLiteral("keyList"), Words::tr("Keys"), QSize(520, 620),
             [&](QDialog* dialog, QVBoxLayout* layout) {
                 auto* tree = named(new QTreeWidget(dialog), "keyTree");
                 tree->setAccessibleName(Words::tr("Keys"));
                 tree->setColumnCount(2);
                 tree->setHeaderLabels({Words::tr("What"), Words::tr("Keys")});
                 tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
                 tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
                 tree->header()->setStretchLastSection(false);
                 std::vector<KeyEntry> all = keys;
                 for (KeyEntry& entry : control_keys())
                     all.push_back(std::move(entry));
                 QTreeWidgetItem* group = nullptr;
                 for (const KeyEntry& entry : all) {
                     if (!group || group->text(0) != entry.group) {
                         group = new QTreeWidgetItem(tree, {entry.group});
                         group->setExpanded(true);
                     }
                     new QTreeWidgetItem(group, {entry.what, entry.keys});
                 }
                 layout->addWidget(tree);
             });
}

void show_about(QWidget* parent)
{
    QMessageBox box(
        QMessageBox::NoIcon, Words::tr("About"),
        Words::tr("<b>Blueprinting Explorer %1</b><p>Explores parallel strategies for Transformer training: what a "
                  "strategy costs, why, and how that compares with Calculon and with published measurements.</p>")
            .arg(QCoreApplication::applicationVersion()),
        QMessageBox::Close, parent);
    box.setTextFormat(Qt::RichText); // our own words
    box.exec();
}

} // namespace blueprinting::ui
