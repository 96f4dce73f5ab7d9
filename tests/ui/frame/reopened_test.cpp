#include "tests/ui/frame/whole_fixture.h"
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/workspace/session_json.h"

#include <QCheckBox>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// As the pointer does it; QTest's move says nothing of the button that is held.
void drag(QWidget* widget, const QPoint& from, const QPoint& to)
{
    const auto send = [&](QEvent::Type type, const QPoint& at, Qt::MouseButton button, Qt::MouseButtons held) {
        QMouseEvent event(type, at, widget->mapToGlobal(at), button, held, {});
        QApplication::sendEvent(widget, &event);
    };
    send(QEvent::MouseMove, from, Qt::NoButton, {});
    send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, to, Qt::LeftButton, {});
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(widget, &leave);
}

QAction* action(const QWidget* menu, const QString& name)
{
    for (QAction* one : menu->actions()) {
        if (one->objectName() == name)
            return one;
        if (one->menu())
            if (QAction* inner = action(one->menu(), name))
                return inner;
    }
    return nullptr;
}

std::vector<int> shown_columns(const TableView& table)
{
    std::vector<int> out;
    for (int column = 0; column < table.model()->columnCount(); ++column)
        if (!table.isColumnHidden(column))
            out.push_back(column);
    return out;
}

/// What a person does to a view, remembered by what it was done to.
struct Person {
    Whole& f;
    std::set<QString> sorted = {}, hid = {}, widened = {}, folded = {}, zoomed = {}, turned = {};

    void leaveAnyhow(View& view)
    {
        changeParts(view);
        // Every segment of every switch, the last one stays. A switch may bring others into sight.
        for (auto* control : view.findChildren<SegmentedSwitch*>())
            for (auto* segment : control->findChildren<QAbstractButton*>())
                if (segment->isVisible() && segment->isEnabled() && !segment->isChecked()) {
                    QTest::mouseClick(segment, Qt::LeftButton);
                    turned.insert(control->objectName());
                    f.settle();
                    changeParts(view);
                }
        for (auto* button : view.findChildren<QPushButton*>())
            if (button->isVisible() && button->isEnabled() && button->isCheckable()) { // a lesson
                QTest::mouseClick(button, Qt::LeftButton);
                f.settle();
            }
        for (auto* box : view.findChildren<QCheckBox*>())
            if (box->isVisible() && box->isEnabled()) {
                const bool was = box->isChecked();
                box->setFocus();
                QTest::keyClick(box, Qt::Key_Space);
                QCOMPARE(box->isChecked(), !was);
            }
        for (auto* box : view.findChildren<QComboBox*>())
            if (box->isVisible() && box->isEnabled() && box->count() > 1) {
                box->setFocus();
                QTest::keyClick(box, box->currentIndex() + 1 < box->count() ? Qt::Key_Down : Qt::Key_Up);
                f.settle();
            }
        changeParts(view);
    }

private:
    void changeParts(View& view)
    {
        for (auto* table : view.findChildren<TableView*>())
            if (table->isVisible() && table->isEnabled() && table->model()->rowCount() > 0 &&
                !sorted.contains(table->objectName()))
                change(table);
        for (auto* chart : view.findChildren<ChartWidget*>())
            if (chart->isVisible() && chart->canZoom() &&
                !chart->isZoomed()) { // a switch that gives it other axes has it seen whole again
                chart->setFocus();
                for (int i = 0; i < 3; ++i)
                    QTest::keyClick(chart, Qt::Key_Plus);
                QTest::keyClick(chart, Qt::Key_Right, Qt::ShiftModifier);
                if (chart->isZoomed())
                    zoomed.insert(chart->objectName());
            }
    }
    void change(TableView* table)
    {
        const QString name = table->objectName();
        for (int row = 0; row < table->model()->rowCount() && !folded.contains(name); ++row)
            if (const QModelIndex head = table->model()->index(row, 0);
                head.data(RowKindRole).toInt() == int(RowKind::group)) {
                table->scrollTo(head);
                QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(head).center());
                folded.insert(name);
            }
        QHeaderView* header = table->horizontalHeader();
        std::vector<int> columns = shown_columns(*table);
        if (header->isHidden() || columns.size() < 2)
            return;
        const auto begin = [&](int column) { return header->sectionViewportPosition(column); };
        const int line = header->height() - 8;
        // Down by the first column, the last one away, the first one wider.
        for (int i = 0; i < 2; ++i)
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(begin(columns[0]) + header->sectionSize(columns[0]) / 2, line));
        sorted.insert(name);
        bool opened = false;
        const QString last =
            QStringLiteral("show.") + table->table()->columns()[static_cast<std::size_t>(columns.back())].id;
        QTimer::singleShot(0, table, [&] {
            QWidget* menu = QApplication::activePopupWidget();
            QAction* hide = menu ? action(menu, last) : nullptr;
            if (hide) {
                hide->trigger();
                opened = true;
            }
            if (menu)
                menu->close();
        });
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, table->rect().center(),
                                table->mapToGlobal(table->rect().center()));
        QApplication::sendEvent(table, &asked);
        QVERIFY(opened);
        hid.insert(name);
        QCoreApplication::processEvents();
        columns = shown_columns(*table);
        const int edge = begin(columns[0]) + header->sectionSize(columns[0]) - 1;
        if (edge > 0 && edge < header->viewport()->width()) {
            const int before = header->sectionSize(columns[0]);
            drag(header->viewport(), QPoint(edge, line), QPoint(edge + 20, line));
            QCOMPARE(header->sectionSize(columns[0]), before + 20);
            widened.insert(name);
        }
    }
};

} // namespace

/// A session saved, its window closed, and opened in another one.
class ReopenedTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    /// However every view was left – switches turned, boxes ticked, tables sorted and narrowed, charts zoomed – it
    /// comes back, to the last pixel.
    void everyViewComesBackAsItWasLeft_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QStringList>("views");
        for (const QSize& size : {QSize(1600, 1000), QSize(800, 500)})
            for (const ViewEntry& entry : view_entries())
                QTest::newRow(qPrintable(QStringLiteral("%1 %2x%3").arg(entry.id).arg(size.width()).arg(size.height())))
                    << size << QStringList{entry.id};
    }
    void everyViewComesBackAsItWasLeft()
    {
        QFETCH(QSize, size);
        QFETCH(QStringList, views);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("left.json"));
        std::map<QString, QImage> left;
        std::optional<Session> saved;
        {
            Whole f(*m_theme);
            f.window.resize(size);
            f.workspace.edit(QStringLiteral("edit"), [](Session& s) { s.find("s2")->execution.microbatch_size = 2; });
            const Json untouched = to_json(f.workspace.session());
            QVERIFY(!untouched.contains("parts"));
            for (const QString& view : views) {
                f.show(qPrintable(view));
                QVERIFY(!to_json(f.workspace.session()).contains("parts")); // looked at, and left alone
                const QImage before = f.picture();
                Person person{f};
                person.leaveAnyhow(*f.window.currentView());
                if (QTest::currentTestFailed())
                    return;
                left[view] = f.picture();
                QVERIFY(!left[view].isNull());
                QVERIFY(left[view] != before);
                // All that was done stands in the session, part by part.
                QTest::qWait(300); // lanes keep their range once it has come to rest
                const auto kept = f.workspace.session().parts.find(view.toStdString());
                QVERIFY(kept != f.workspace.session().parts.end());
                const auto& parts = kept->second;
                const auto part = [&](const QString& name) {
                    return parts.contains(name.toStdString()) ? parts.at(name.toStdString()) : PartState();
                };
                for (const QString& name : person.sorted)
                    QVERIFY2(part(name).sorted, qPrintable(name));
                for (const QString& name : person.hid)
                    QVERIFY2(part(name).hidden.size() == 1, qPrintable(name));
                for (const QString& name : person.widened)
                    QVERIFY2(part(name).widths.size() == 1, qPrintable(name));
                for (const QString& name : person.folded) // what a task picked since is in has opened again
                    QVERIFY2(part(name).folded.size() ==
                                 std::size_t(
                                     f.window.currentView()->findChild<TableView*>(name)->filter()->collapsed().size()),
                             qPrintable(name));
                for (const QString& name : person.zoomed)
                    QVERIFY2(part(name).x || part(name).y || part(name).sight, qPrintable(name));
            }
            QVERIFY(f.window.saveAs(path));
            saved = f.workspace.session();
            f.window.close();
        }
        Whole again(*m_theme);
        again.window.resize(size);
        QVERIFY(again.window.openFile(path));
        again.settle();
        QVERIFY(again.workspace.session() == *saved);
        for (const QString& view : views) {
            again.show(qPrintable(view));
            const QImage after = again.picture();
            if (after != left[view]) {
                const QString name = QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-');
                testing::keep(left[view], name + QStringLiteral("-left"));
                testing::keep(after, name + QStringLiteral("-reopened"));
            }
            QVERIFY2(after == left[view], qPrintable(view));
        }
        QVERIFY(again.workspace.session() == *saved); // looking changes nothing of it
    }
};

BLUEPRINTING_UI_TEST(ReopenedTest)
#include "reopened_test.moc"
