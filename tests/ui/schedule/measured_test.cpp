#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/widgets/tables/table_view.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QUndoStack>

#include <array>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Measured runs beside their simulation, as they are opened in the view.
class ScheduleMeasuredTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void measured_runs();
    void host_time_has_no_bubble();
    void steps_and_replicas();
    void ranks_and_names_are_asked_for();
    void skewed_clocks_data();
    void skewed_clocks();
};

void ScheduleMeasuredTest::measured_runs()
{
    const QString folder = QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/uneven");
    Scene scene = m_view->scene();
    SceneGroup run;
    run.traces = TraceSource{{folder.toStdString()}, {}};
    run.traces->options.transfer = 0.12;
    scene.groups = {run};
    scene.selected = 0;
    m_view->setScene(scene);
    QTRY_VERIFY(group().measured && !m_view->busy());
    // 61.55 ms against 59.4275, three stragglers that cost 1.313, 1.0685 and nothing
    QVERIFY2(headline().startsWith("The measured step takes 61.55 ms, 2.12 ms more than its own medians give") &&
                 headline().endsWith("a straggler on device 2 alone costs 1.31"),
             qPrintable(headline()));
    testing::draw(*m_view, QSize(1240, 860));
    const LaneLayout layout = canvas()->places();
    QVERIFY(layout.groups[0].lanes[0].beside.height() > 0);
    QVERIFY(layout.groups[0].lanes[0].beside.top() >= layout.groups[0].lanes[0].lane.bottom());
    QCOMPARE(find<TableView>("schedule.stragglers")->table()->rowCount(), 3);
    QCOMPARE(find<TableView>("schedule.stragglers")->table()->rows()[0].cells[5].text, QString("1.31"));
    QCOMPARE(find<TableView>("schedule.causes")->table()->rowCount(), 4);
    testing::keep(testing::draw(*m_view, QSize(1600, 940)), QStringLiteral("schedule-measured"));
    // opened by its folder, as one step
    m_view->openRun({QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean")});
    QTRY_VERIFY(group().measured && !m_view->busy());
    QVERIFY2(headline().startsWith("The measured step takes 51.00 ms"), qPrintable(headline()));
    QCOMPARE(m_workspace->undoStack().undoText().section('\n', 0, 0), QString("Open a measured run"));
}

void ScheduleMeasuredTest::host_time_has_no_bubble()
{
    m_view->openRun({QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/host")});
    QTRY_VERIFY(!m_view->busy());
    QVERIFY2(group().message.contains("when work was queued, not when it ran"), qPrintable(group().message));
    QVERIFY(!group().simulation());
    m_view->openRun({QStringLiteral("/nowhere/rank0.json")});
    QTRY_VERIFY(!m_view->busy());
    QVERIFY2(group().message.contains("/nowhere/rank0.json"), qPrintable(group().message));
}

/// The clean run twice over: ranks 4 to 7 are replicas of 0 to 3, and 2 ms longer in their last command each.
void ScheduleMeasuredTest::steps_and_replicas()
{
    QTemporaryDir folder;
    for (int rank = 0; rank < 8; ++rank) {
        QFile from(
            QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean/rank%1.json").arg(rank % 4));
        QVERIFY(from.open(QIODevice::ReadOnly));
        QJsonObject trace = QJsonDocument::fromJson(from.readAll()).object();
        QJsonObject info = trace["distributedInfo"].toObject();
        info["rank"] = rank;
        info["world_size"] = 8;
        trace["distributedInfo"] = info;
        QJsonArray events = trace["traceEvents"].toArray();
        qsizetype last = -1;
        for (qsizetype i = 0; i < events.size(); ++i)
            if (events[i].toObject()["cat"] == QLatin1String("gpu_user_annotation") &&
                (last < 0 || events[i].toObject()["ts"].toDouble() > events[last].toObject()["ts"].toDouble()))
                last = i;
        if (rank >= 4) {
            QJsonObject longer = events[last].toObject();
            longer["dur"] = longer["dur"].toDouble() + 2000;
            events[last] = longer;
        }
        trace["traceEvents"] = events;
        QFile to(folder.filePath(QStringLiteral("rank%1.json").arg(rank)));
        QVERIFY(to.open(QIODevice::WriteOnly));
        to.write(QJsonDocument(trace).toJson(QJsonDocument::Compact));
    }
    m_view->openRun({folder.path()});
    QTRY_VERIFY(group().measured && !m_view->busy());
    QVERIFY2(headline().startsWith("The measured step takes 51.00 ms"), qPrintable(headline()));
    QCOMPARE(group().measured->replicas, std::size_t{2});
    QVERIFY2(find<AnswerLine>("schedule.answer")->why().contains("Rank 4 has the stages of rank 0, which is shown."),
             qPrintable(find<AnswerLine>("schedule.answer")->why()));
    QCOMPARE(m_workspace->undoStack().count(), 1);
    pick("schedule.run.replica", "2");
    QTRY_VERIFY(group().measured && !m_view->busy());
    QVERIFY2(headline().startsWith("The measured step takes 53.00 ms"), qPrintable(headline()));
    QCOMPARE(group().measured->ranks, (std::vector<std::int64_t>{4, 5, 6, 7}));
    QCOMPARE(m_workspace->undoStack().count(), 2); // a step of undo
    const Scene kept = m_view->scene();
    ScheduleView other(*m_workspace);
    other.refresh();
    QVERIFY(other.scene() == kept);
}

/// The clean run in files that say no rank, with spans of one's own names: what is missing is asked for one after the
/// other, each answer is a step of undo, and then it is the clean run.
void ScheduleMeasuredTest::ranks_and_names_are_asked_for()
{
    QTemporaryDir folder;
    for (int rank = 0; rank < 4; ++rank) {
        QFile from(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean/rank%1.json").arg(rank));
        QVERIFY(from.open(QIODevice::ReadOnly));
        QByteArray text = from.readAll();
        text.replace("distributedInfo", "other").replace("PP:", "work ");
        QFile to(folder.filePath(QStringLiteral("%1.json").arg(QChar('a' + rank))));
        QVERIFY(to.open(QIODevice::WriteOnly));
        to.write(text);
    }
    m_view->openRun({folder.path()});
    QTRY_VERIFY(!m_view->busy());
    QVERIFY2(group().message.startsWith("Nothing says which rank a.json, b.json, c.json, d.json is."),
             qPrintable(group().message));
    auto* ranks = find<QPlainTextEdit>("schedule.run.ranks");
    auto* patterns = find<QPlainTextEdit>("schedule.run.patterns");
    auto* say = find<QPushButton>("schedule.run.say");
    find<QPushButton>("schedule.run.ask")->click();
    QCoreApplication::processEvents();
    testing::draw(*m_view, QSize(1600, 940));
    QVERIFY(ranks->isVisibleTo(m_view.get()) && !patterns->isVisibleTo(m_view.get()));
    QCOMPARE(ranks->toPlainText(), QStringLiteral("a.json =\nb.json =\nc.json =\nd.json ="));
    // no rank yet
    say->click();
    QVERIFY2(find<QLabel>("schedule.run.note")->text().contains("says no rank"),
             qPrintable(find<QLabel>("schedule.run.note")->text()));
    QCOMPARE(m_workspace->undoStack().count(), 1);
    testing::keep(testing::draw(*m_view, QSize(1600, 940)), QStringLiteral("schedule-ranks-asked"));
    ranks->setPlainText(QStringLiteral("a.json = 0\nb.json = 1\nc.json=2\n\nd.json = 3"));
    say->click();
    QTRY_VERIFY(!m_view->busy());
    QCOMPARE(m_workspace->undoStack().count(), 2);
    QVERIFY2(group().message.contains("no span of a pipeline is in these traces") &&
                 group().message.contains("work 0F0") && group().message.contains("Say it in Settings"),
             qPrintable(group().message));
    QVERIFY(patterns->isVisibleTo(m_view.get()));
    patterns->setPlainText(QStringLiteral("[{\"name\": \"(\"}]"));
    say->click();
    QVERIFY(!find<QLabel>("schedule.run.note")->text().isEmpty());
    QCOMPARE(m_workspace->undoStack().count(), 2);
    QString list;
    for (const char kind : {'F', 'I', 'W'})
        list += (list.isEmpty() ? QString() : QStringLiteral(", ")) +
                QStringLiteral(R"({"name": "^work (\\d+)%1(\\d+)$", "kind": "%1", "stage": 1, "microbatch": 2})")
                    .arg(QLatin1Char(kind));
    patterns->setPlainText(QLatin1Char('[') + list + QLatin1Char(']'));
    say->click();
    QTRY_VERIFY(group().measured && !m_view->busy());
    QVERIFY2(headline().startsWith("The measured step takes 51.00 ms"), qPrintable(headline()));
    QCOMPARE(m_workspace->undoStack().count(), 3);
    QCOMPARE(m_workspace->undoStack().undoText().section('\n', 0, 0), QString("Say what the traces do not"));
    // all of it is kept with the session
    const Scene kept = m_view->scene();
    ScheduleView other(*m_workspace);
    other.refresh();
    QVERIFY(other.scene() == kept);
    QCOMPARE(kept.groups[0].traces->patterns.size(), std::size_t{3});
    QCOMPARE(kept.groups[0].traces->options.ranks.at("c.json"), std::int64_t{2});
}

void ScheduleMeasuredTest::skewed_clocks_data()
{
    QTest::addColumn<bool>("common_time");
    QTest::newRow("files with a common time") << true;
    QTest::newRow("files without one") << false;
}

/// The clean run as it would be written with the clock of rank 1 4 ms behind and that of rank 2 1.5 ms ahead: each
/// file's own base, or every time in it, moved by so much. By hand: rank 3 feeds rank 2, which is fed by rank 1, so
/// that the least shifts that put every command behind what it needs are 4, 0, 5.5 and 4 ms; then it is 51 ms again.
void ScheduleMeasuredTest::skewed_clocks()
{
    QFETCH(bool, common_time);
    QTemporaryDir folder;
    const std::array<double, 4> behind{0, 4, -1.5, 0}; // ms
    for (std::size_t rank = 0; rank < behind.size(); ++rank) {
        const QString name = QStringLiteral("/rank%1.json").arg(rank);
        QFile from(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean") + name);
        QVERIFY(from.open(QIODevice::ReadOnly));
        QJsonObject trace = QJsonDocument::fromJson(from.readAll()).object();
        if (common_time) {
            const auto base = static_cast<qint64>(trace["baseTimeNanoseconds"].toDouble());
            trace["baseTimeNanoseconds"] = base + static_cast<qint64>(behind[rank] * 1e6);
        } else {
            trace.remove("baseTimeNanoseconds");
            QJsonArray events = trace["traceEvents"].toArray();
            for (auto event : events) {
                QJsonObject moved = event.toObject();
                if (moved.contains("ts"))
                    moved["ts"] = moved["ts"].toDouble() + 1e3 * behind[rank];
                event = moved;
            }
            trace["traceEvents"] = events;
        }
        QFile to(folder.path() + name);
        QVERIFY(to.open(QIODevice::WriteOnly));
        to.write(QJsonDocument(trace).toJson(QJsonDocument::Compact));
    }
    m_view->openRun({folder.path()});
    QTRY_VERIFY(group().measured && !m_view->busy());
    QCOMPARE(group().measured->broken, std::size_t{47});
    QCOMPARE(group().measured->shifts, (std::vector<double>{4, 0, 5.5, 4}));
    QVERIFY2(headline().startsWith("The measured step takes 51.00 ms"), qPrintable(headline()));
    const QString why = find<AnswerLine>("schedule.answer")->why();
    QVERIFY2(why.contains("47 commands began before what they need had ended; clocks shifted by 4000, 0, 5500, 4000 "
                          "µs, by device"),
             qPrintable(why));
    testing::draw(*m_view, QSize(1240, 860));
    testing::keep(testing::draw(*m_view, QSize(1600, 940)), QStringLiteral("schedule-measured-skewed"));
}

BLUEPRINTING_UI_TEST(ScheduleMeasuredTest)
#include "measured_test.moc"
