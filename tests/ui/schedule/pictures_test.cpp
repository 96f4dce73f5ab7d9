#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_view.h"

#include <QAbstractButton>
#include <QDir>
#include <QHBoxLayout>
#include <QMouseEvent>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

namespace {

void point_at(QWidget* widget, const QPointF& at)
{
    QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(widget, &move);
}

/// The view as the window holds it: 12 px around.
class Stand : public QWidget {
public:
    explicit Stand(Workspace& workspace) : view(new ScheduleView(workspace))
    {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(12, 12, 12, 12);
        row->addWidget(view);
        canvas = view->findChild<LaneCanvas*>(QStringLiteral("schedule.lanes"));
        view->refresh();
    }
    ScheduleView* view;
    LaneCanvas* canvas;
};

} // namespace

/// Draws the view in both themes and at three sizes, to be looked at, and checks that the marks that must be there are
/// there.
class SchedulePicturesTest : public QObject {
    Q_OBJECT
private slots:
    void starting();
    void starting_data();
    void scenes_data();
    void scenes();
    void lessons_data();
    void lessons();
    void exported_drawing();
};

void SchedulePicturesTest::starting_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    for (const auto& [name, choice] : {std::pair("light", ThemeChoice::light), std::pair("dark", ThemeChoice::dark)}) {
        QTest::addRow("%s-large", name) << choice << QSize(1264, 880) << 1.0;
        QTest::addRow("%s-small", name) << choice << QSize(692, 576) << 1.0;
        QTest::addRow("%s-200", name) << choice << QSize(1264, 880) << 2.0;
    }
}

void SchedulePicturesTest::starting()
{
    QFETCH(ThemeChoice, theme);
    QFETCH(QSize, size);
    QFETCH(double, scale);
    ThemeController controller(*qApp, theme);
    Workspace workspace;
    Stand stand(workspace);
    testing::draw(stand, size, scale);
    // over the gap of stage 0 that waits for backward 1 of stage 1
    const LaneLayout layout = stand.canvas->places();
    const QRectF lane = layout.groups[0].lanes[0].lane;
    point_at(stand.canvas, QPointF(layout.x(6), lane.center().y()));
    const QImage image = testing::draw(stand, size, scale);
    testing::keep(image, QStringLiteral("schedule-start-%1").arg(QLatin1String(QTest::currentDataTag())));

    const Theme& colors = controller.theme();
    const double area = scale * scale;
    // backward 1 of stage 0 alone is 2 units of a lane
    QVERIFY(lane.height() >= 8);
    const int cell = static_cast<int>(2 * layout.plot.width() / 33 * lane.height() * area);
    QVERIFY(testing::count_pixels(image, colors.components[1]) > cell);
    QVERIFY(testing::count_pixels(image, colors.components[0]) > cell);
    QVERIFY(testing::count_pixels(image, mixed(colors.components[1], colors.panel, 0.5)) > cell / 2);
    QVERIFY(testing::count_pixels(image, colors.strip) > 0);
    QVERIFY(testing::count_pixels(image, colors.strip_past) > 0); // 5.5 of 5
    QVERIFY(testing::count_pixels(image, colors.accent) > 0);     // the frames
}

void SchedulePicturesTest::scenes_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("zero bubble") << "zero-bubble";
    QTest::newRow("linked") << "linked";
    QTest::newRow("critical") << "critical";
    QTest::newRow("strategies") << "strategies";
    QTest::newRow("mixed") << "mixed";
    QTest::newRow("analytical") << "analytical";
    QTest::newRow("large") << "large";
    QTest::newRow("refused") << "refused";
    QTest::newRow("command") << "command";
}

void SchedulePicturesTest::scenes()
{
    QFETCH(QString, name);
    ThemeController controller(*qApp, ThemeChoice::light);
    Workspace workspace;
    Stand stand(workspace);
    const QSize size(1264, 880);
    Scene scene = starting_scene();
    if (name == "zero-bubble") {
        scene.groups = {{"", Kind::zero_bubble_h1, 4, 8, 1}, {"", Kind::zero_bubble_h2, 4, 8, 1}};
        scene.times.input_gradient = 1;
    } else if (name == "linked") {
        scene.groups = {{"", Kind::one_forward_one_backward, 4, 8, 1}, {"", Kind::interleaved, 4, 8, 2}};
        scene.transfers = TransferMode::linked;
        scene.times.transfer = 0.25;
    } else if (name == "critical") {
        scene.critical_path = true;
    } else if (name == "strategies") {
        scene.groups = {{"s1", std::nullopt, 1, 1, 1}, {"s2", std::nullopt, 1, 1, 1}};
        scene.cap.reset();
        scene.time = 0;
    } else if (name == "mixed") {
        scene.groups = {{"", Kind::one_forward_one_backward, 8, 16, 1}, {"s2", std::nullopt, 1, 1, 1}};
    } else if (name == "analytical") {
        scene.groups = {{"", Kind::interleaved, 4, 10, 2}};
    } else if (name == "large") {
        scene.groups = {{"", Kind::interleaved, 64, 512, 3}};
        scene.cap.reset();
        scene.time = 400;
    } else if (name == "refused") {
        scene.times.forward = 0;
    }
    stand.view->setScene(scene);
    if (name == "strategies")
        stand.view->setScene(scene);
    testing::draw(stand, size);
    QTRY_VERIFY(!stand.view->busy());
    if (name == "command") {
        const LaneLayout layout = stand.canvas->places();
        point_at(stand.canvas, QPointF(layout.x(13.0), layout.groups[0].lanes[1].lane.center().y()));
    }
    testing::keep(testing::draw(stand, size), QStringLiteral("schedule-") + name);
    QVERIFY(!stand.view->busy());
}

void SchedulePicturesTest::lessons_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::newRow("light") << ThemeChoice::light << QSize(1264, 880) << 1.0;
    QTest::newRow("dark-small") << ThemeChoice::dark << QSize(692, 576) << 1.0;
    QTest::newRow("light-200") << ThemeChoice::light << QSize(456, 376) << 2.0;
}

void SchedulePicturesTest::lessons()
{
    QFETCH(ThemeChoice, theme);
    QFETCH(QSize, size);
    QFETCH(double, scale);
    ThemeController controller(*qApp, theme);
    Workspace workspace;
    Stand stand(workspace);
    testing::draw(stand, size);
    auto* panel = stand.view->findChild<LessonPanel*>(QStringLiteral("schedule.lesson"));
    auto* open = stand.view->findChild<QAbstractButton*>(QStringLiteral("schedule.lessons"));
    open->click();
    for (std::size_t lesson = 0; lesson < panel->lessons().size(); ++lesson)
        for (std::size_t step = 0; step < panel->lessons()[lesson].steps.size(); ++step) {
            panel->go(lesson, step);
            testing::draw(stand, size); // comes to rest
            testing::keep(testing::draw(stand, size, scale), QStringLiteral("schedule-lesson-%1-%2-%3")
                                                                 .arg(QLatin1String(QTest::currentDataTag()))
                                                                 .arg(lesson + 1)
                                                                 .arg(step + 1));
            // all of the lesson's width can be seen
            const int left = panel->mapTo(stand.view, QPoint(0, 0)).x();
            QVERIFY(left >= 0 && left + panel->width() <= stand.view->width());
        }
    const QDir carried(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/resources/lessons"));
    QCOMPARE(qsizetype(panel->lessons().size()), carried.entryList({QStringLiteral("*.json")}).size());
}

void SchedulePicturesTest::exported_drawing()
{
    ThemeController controller(*qApp, ThemeChoice::light);
    Workspace workspace;
    Stand stand(workspace);
    testing::draw(stand, QSize(1264, 880));
    QDir().mkpath(QStringLiteral(BLUEPRINTING_PICTURE_DIR));
    for (const char* ending : {"png", "svg", "pdf", "csv", "json"}) {
        const QString path = QStringLiteral(BLUEPRINTING_PICTURE_DIR "/schedule-export.%1").arg(QLatin1String(ending));
        QFile::remove(path);
        QVERIFY(stand.view->exportTo(path).has_value());
        QVERIFY(QFile(path).size() > 1000);
    }
}

BLUEPRINTING_UI_TEST(SchedulePicturesTest)
#include "pictures_test.moc"
