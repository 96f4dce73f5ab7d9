#include "ui/frame/help.h"

#include "ui/style/menu_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/named.h"

#include <QCoreApplication>
#include <QDialog>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QMessageBox>
#include <QScreen>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

struct HelpWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::Help)
};

/// The dialog of this name, made by `fill` the first time.
template <class Fill>
void show_one(QWidget* parent, const QString& name, const QString& title, const QSize& size, const Fill& fill)
{
    auto* dialog = parent->findChild<QDialog*>(name, Qt::FindDirectChildrenOnly);
    if (!dialog) {
        dialog = new QDialog(parent);
        dialog->setObjectName(name);
        dialog->setWindowTitle(title);
        auto* layout = new QVBoxLayout(dialog);
        layout->setContentsMargins(metrics::kPanelPadding, metrics::kPanelPadding, metrics::kPanelPadding,
                                   metrics::kPanelPadding);
        fill(dialog, layout);
    }
    // No larger than the screen has room for, with its frame; what does not fit scrolls.
    if (!dialog->isVisible()) {
        const QSize room = parent->screen()->availableSize() - QSize(32, 64);
        dialog->setMinimumSize(QSize(240, 160).boundedTo(room));
        dialog->resize((dialog->property("opened").toBool() ? dialog->size() : size).boundedTo(room));
        dialog->setProperty("opened", true);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

/// Keys that belong to a control and not to an action.
std::vector<KeyEntry> control_keys()
{
    return {
        {HelpWords::tr("Lists"), HelpWords::tr("Show or hide the strategy in the charts"), HelpWords::tr("Space")},
        {HelpWords::tr("Lists"), HelpWords::tr("Move a strategy"), HelpWords::tr("Drag its row")},
        {HelpWords::tr("Numbers"), HelpWords::tr("Apply the typed number, discard it"), HelpWords::tr("Return, Esc")},
        {HelpWords::tr("Numbers"), HelpWords::tr("One up, one down"), HelpWords::tr("Up, Down")},
        {HelpWords::tr("Numbers"), HelpWords::tr("Next legal value above, below"), HelpWords::tr("PgUp, PgDown")},
        {HelpWords::tr("Fields"), HelpWords::tr("Next field or quick fix, previous one"),
         HelpWords::tr("Tab, Shift+Tab")},
        {HelpWords::tr("Fields"), HelpWords::tr("From a field that breaks a law to its quick fixes, and back"),
         HelpWords::tr("Alt+Enter, Esc")},
        {HelpWords::tr("Charts"), HelpWords::tr("From part to part, row to row"), HelpWords::tr("Arrows")},
        {HelpWords::tr("Charts"), HelpWords::tr("Pick the part in focus"), HelpWords::tr("Enter")},
        {HelpWords::tr("Charts"), HelpWords::tr("Zoom in, zoom out, show all"), HelpWords::tr("+, −, F")},
        {HelpWords::tr("Charts"), HelpWords::tr("Zoom at the pointer"), HelpWords::tr("Ctrl+wheel")},
        {HelpWords::tr("Charts"), HelpWords::tr("Move the zoomed chart"), HelpWords::tr("Shift+arrows, or drag")},
        {HelpWords::tr("Tables"), HelpWords::tr("Choose the column to sort by"), HelpWords::tr("Left, Right")},
        {HelpWords::tr("Tables"), HelpWords::tr("Sort by it up, down; again: the given order"),
         HelpWords::tr("Alt+Up, Alt+Down")},
        {HelpWords::tr("Tables"), HelpWords::tr("Copy the table as TSV"), HelpWords::tr("Ctrl+C")},
        {HelpWords::tr("Tables"), HelpWords::tr("Fold or unfold a group"), HelpWords::tr("Left, Right")},
        {HelpWords::tr("Filters"), HelpWords::tr("Remove the filter in focus"), HelpWords::tr("Del")},
        {HelpWords::tr("Messages"), HelpWords::tr("Leave a menu, a list or the command search"), HelpWords::tr("Esc")},
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
        keys.push_back({read_in_menu(menu->title()), read_in_menu(what), shown.join(HelpWords::tr(" or "))});
    }
}

void show_keys(QWidget* parent, const std::vector<KeyEntry>& keys)
{
    show_one(parent, QStringLiteral("keyList"), HelpWords::tr("Keys"), QSize(520, 620),
             [&](QDialog* dialog, QVBoxLayout* layout) {
                 auto* tree = named(new QTreeWidget(dialog), "keyTree");
                 tree->setAccessibleName(HelpWords::tr("Keys"));
                 tree->setColumnCount(2);
                 tree->setHeaderLabels({HelpWords::tr("What"), HelpWords::tr("Keys")});
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

void show_help(QWidget* parent)
{
    show_one(parent, QStringLiteral("helpWindow"), HelpWords::tr("Help"), QSize(720, 680),
             [&](QDialog* dialog, QVBoxLayout* layout) {
                 auto* browser = named(new QTextBrowser(dialog), "helpText");
                 browser->setAccessibleName(HelpWords::tr("Help"));
                 browser->setOpenExternalLinks(true);
                 QFile text(QStringLiteral(":/help.md"));
                 if (text.open(QIODevice::ReadOnly))
                     browser->setMarkdown(QString::fromUtf8(text.readAll()));
                 layout->addWidget(browser);
             });
}

void show_about(QWidget* parent)
{
    QMessageBox box(
        QMessageBox::NoIcon, HelpWords::tr("About"),
        HelpWords::tr("<b>Blueprinting Explorer %1</b><p>Explores parallel strategies for Transformer training: what a "
                      "strategy costs, why, and how that compares with Calculon and with published measurements.</p>")
            .arg(QCoreApplication::applicationVersion()),
        QMessageBox::Close, parent);
    box.setTextFormat(Qt::RichText); // our own words
    box.exec();
}

} // namespace blueprinting::ui
