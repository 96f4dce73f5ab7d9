#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/widgets/controls/message_bar.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Orders of someone’s own: from files, typed, and moved by cells.
class ScheduleOrdersTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void orders_from_files();
    void typed_orders();
    void cells_are_moved();
};

void ScheduleOrdersTest::orders_from_files()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("order.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("0F0,0F1,,,0B0,0B1\n,1F0,1B0,1F1,1B1\n");
    file.close();
    QVERIFY(m_view->opens("order"));
    QVERIFY(m_view->open(path).has_value());
    QCOMPARE(group().title, QString("Written order, p 2, m 2"));
    QCOMPARE(group().shown().graph.size(), std::size_t{8});
    QCOMPARE(m_workspace->undoStack().undoText().section('\n', 0, 0), QString("Open an order"));
    QVERIFY(find<QPlainTextEdit>("schedule.order")->toPlainText().startsWith("0F0,0F1"));
    // a wrong one is refused with its place, and nothing changes
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("0F0,0X1\n");
    file.close();
    const Scene before = m_view->scene();
    const auto refused = m_view->open(path);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.diagnostics().front().code, std::string("schedule.csv.action"));
    QVERIFY(m_view->scene() == before);
    m_workspace->undoStack().undo();
    m_view->refresh();
    QCOMPARE(group().title, QString("1F1B, p 4, m 8"));
}

void ScheduleOrdersTest::typed_orders()
{
    show({Kind::one_forward_one_backward, 2, 2, 1});
    auto* text = find<QPlainTextEdit>("schedule.order");
    QCOMPARE(text->toPlainText(), QString("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1"));
    // device 0 sends its backwards before what they wait for: a ring
    text->setPlainText("0F0 0B0 0F1 0B1\n1F0 1F1 1B0 1B1");
    find<QPushButton>("schedule.order.apply")->click();
    QVERIFY(group().still());
    QVERIFY2(find<QLabel>("schedule.order_note")->text().contains("stands still"),
             qPrintable(find<QLabel>("schedule.order_note")->text()));
    QCOMPARE(m_workspace->undoStack().undoText().section('\n', 0, 0), QString("Edit the order"));
    // and one that runs
    text->setPlainText("0F0 0F1 0B1 0B0\n1F0 1F1 1B1 1B0");
    find<QPushButton>("schedule.order.apply")->click();
    QVERIFY(!group().still());
    QCOMPARE(group().end(), 9.0); // 1 + 2 forwards, 2 backwards of 2, and one more
    m_workspace->undoStack().undo();
    m_view->refresh();
    QVERIFY(group().still());
}

/// By hand: a cell is dragged along its own lane, or moved with Alt and the arrows; each is one step.
void ScheduleOrdersTest::cells_are_moved()
{
    Scene scene = starting_scene();
    auto made = group_of_order("0F0 0F1 0I0 0W0 0I1 0W1\n1F0 1I0 1W0 1F1 1I1 1W1\n", "typed");
    QVERIFY(made.has_value());
    scene.groups = {*made};
    scene.selected = 0;
    scene.cap.reset();
    scene.times = split(1, 1, 1);
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1240, 860));
    const auto find_command = [&](CommandKind kind, std::uint32_t stage, std::uint32_t microbatch) {
        const CommandGraph& graph = group().shown().graph;
        CommandId id = 0;
        while (graph.kind[id] != kind || graph.stage[id] != stage || graph.microbatch[id] != microbatch)
            ++id;
        return id;
    };
    const auto center = [&](CommandId id) {
        return place_of_command(m_view->chart(), canvas()->places(), 0, id).center();
    };
    const double before = group().end();
    // W 1 of device 1 behind its F 2
    const QPointF from = center(find_command(CommandKind::weight_gradient, 1, 0));
    const QPointF to = center(find_command(CommandKind::forward, 1, 1)) + QPointF(4, 0);
    press(from);
    move_to((from + to) / 2, Qt::LeftButton);
    move_to(to, Qt::LeftButton);
    testing::keep(testing::draw(*canvas(), canvas()->size()), QStringLiteral("schedule-cell-dragged"));
    release(to);
    QCOMPARE(QString::fromStdString(m_view->scene().groups[0].order).section('\n', 1, 1),
             QString("1F0 1I0 1F1 1W0 1I1 1W1"));
    QVERIFY(group().end() < before + 1e-9);
    QCOMPARE(m_workspace->undoStack().count(), 1);
    // on another device it is refused with the reason
    const QPointF there = center(find_command(CommandKind::forward, 0, 1));
    const QPointF own = center(find_command(CommandKind::weight_gradient, 1, 0));
    press(own);
    move_to((own + there) / 2, Qt::LeftButton);
    move_to(there, Qt::LeftButton);
    release(there);
    QVERIFY2(find<MessageBar>("schedule.message")->text().contains("belongs to device 1"),
             qPrintable(find<MessageBar>("schedule.message")->text()));
    QCOMPARE(m_workspace->undoStack().count(), 1);
    // the keyboard: from the first cell of device 0 to its second, which goes one place to the left
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_Right);
    QTest::keyClick(canvas(), Qt::Key_Right);
    QTest::keyClick(canvas(), Qt::Key_Left, Qt::AltModifier);
    QVERIFY(QString::fromStdString(m_view->scene().groups[0].order).startsWith("0F1 0F0 0I0"));
    QTest::keyClick(canvas(), Qt::Key_Right, Qt::AltModifier); // it stays picked
    QVERIFY(QString::fromStdString(m_view->scene().groups[0].order).startsWith("0F0 0F1 0I0"));
    m_workspace->undoStack().undo();
    m_view->refresh();
    QVERIFY(QString::fromStdString(m_view->scene().groups[0].order).startsWith("0F1 0F0 0I0"));
}

BLUEPRINTING_UI_TEST(ScheduleOrdersTest)
#include "orders_test.moc"
