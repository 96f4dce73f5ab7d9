#include "tests/support/gate.h"
#include "tests/support/test_main.h"
#include "ui/workspace/jobs.h"
#include "ui/workspace/stale_mark.h"

#include <QSignalSpy>

#include <atomic>
#include <memory>
#include <vector>

using namespace blueprinting::ui;
using blueprinting::testing::Gate;
using blueprinting::testing::kPatience;

class JobsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void resultLandsInTheGuiThread()
    {
        JobRunner jobs;
        QThread* worked = nullptr;
        QThread* landed = nullptr;
        int value = 0;
        jobs.start(
            QStringLiteral("sum"), {},
            [&](const JobContext&) {
                worked = QThread::currentThread();
                return 42;
            },
            [&](int got) {
                landed = QThread::currentThread();
                value = got;
            });
        QVERIFY(jobs.stale(QStringLiteral("sum")));
        QTRY_COMPARE_WITH_TIMEOUT(value, 42, kPatience);
        QVERIFY(worked != thread());
        QCOMPARE(landed, thread());
        QVERIFY(!jobs.stale(QStringLiteral("sum")));
        QVERIFY(jobs.idle());
    }

    void olderResultNeverLandsOverANewer()
    {
        std::vector<int> landed;
        JobRunner jobs;
        Gate slow;
        QSignalSpy finished(&jobs, &JobRunner::finished);
        const auto land = [&](int value) { landed.push_back(value); };
        // What lands holds it: it is gone once the result has come to the GUI thread, whatever became of it there.
        auto held = std::make_shared<int>();
        const std::weak_ptr<int> late = held;
        const auto first = jobs.start(
            QStringLiteral("k"), {},
            [pass = slow.pass()](const JobContext&) {
                pass();
                return 1;
            },
            [land, held = std::move(held)](int value) { land(value); });
        QVERIFY(slow.entered()); // the old one is under way and pays no heed to its cancellation
        const auto second = jobs.start(
            QStringLiteral("k"), {}, [](const JobContext&) { return 2; }, land);
        QVERIFY(second > first);
        QTRY_COMPARE_WITH_TIMEOUT(landed, std::vector<int>{2}, kPatience);
        QVERIFY(!late.expired());
        slow.open(); // now the old one ends
        QTRY_VERIFY_WITH_TIMEOUT(late.expired(), kPatience);
        QCOMPARE(landed, std::vector<int>{2});
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished.at(0).at(1).toBool(), true);
    }

    void kindsDoNotDisturbEachOther()
    {
        JobRunner jobs;
        std::vector<QString> landed;
        jobs.start(
            QStringLiteral("a"), {}, [](const JobContext&) { return 1; },
            [&](int) { landed.push_back(QStringLiteral("a")); });
        jobs.start(
            QStringLiteral("b"), {}, [](const JobContext&) { return 1; },
            [&](int) { landed.push_back(QStringLiteral("b")); });
        QTRY_COMPARE_WITH_TIMEOUT(landed.size(), std::size_t{2}, kPatience);
    }

    void staleIsSaidOnceUntilTheNewestLands()
    {
        int landed = 0;
        JobRunner jobs;
        Gate held;
        QSignalSpy stale(&jobs, &JobRunner::staleChanged);
        for (int i = 0; i < 3; ++i)
            jobs.start(
                QStringLiteral("k"), {},
                [pass = held.pass()](const JobContext& context) {
                    if (!context.cancelled())
                        pass();
                    return 1;
                },
                [&](int) { ++landed; });
        QCOMPARE(stale.count(), 1);
        QCOMPARE(stale.at(0).at(1).toBool(), true);
        held.open();
        QTRY_COMPARE_WITH_TIMEOUT(landed, 1, kPatience);
        QCOMPARE(stale.count(), 2);
        QCOMPARE(stale.at(1).at(1).toBool(), false);
    }

    void cancelledWorkDoesNotLand()
    {
        std::atomic<bool> noticed = false;
        bool landed = false;
        JobRunner jobs;
        Gate held;
        QSignalSpy finished(&jobs, &JobRunner::finished);
        auto token = std::make_shared<int>();
        const std::weak_ptr<int> late = token;
        jobs.start(
            QStringLiteral("k"), QStringLiteral("Counting"),
            [&noticed, pass = held.pass()](const JobContext& context) {
                pass();
                noticed = context.cancelled();
                return 1;
            },
            [&landed, token = std::move(token)](int) { landed = true; });
        QVERIFY(held.entered());
        jobs.cancel(QStringLiteral("k"));
        QVERIFY(jobs.idle()); // at once, whenever the work notices
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished.at(0).at(1).toBool(), false);
        held.open();
        QTRY_VERIFY_WITH_TIMEOUT(late.expired(), kPatience); // its result came and was dropped
        QVERIFY(noticed);
        QVERIFY(!landed);
    }

    void progressIsShown()
    {
        bool landed = false;
        JobRunner jobs;
        Gate held;
        jobs.start(
            QStringLiteral("k"), QStringLiteral("Counting"),
            [pass = held.pass()](const JobContext& context) {
                context.report(0.25, QStringLiteral("a quarter"));
                pass();
                return 1;
            },
            [&](int) { landed = true; });
        QVERIFY(held.entered());
        QCOMPARE(jobs.running().size(), std::size_t{1});
        QCOMPARE(jobs.running()[0].title, QStringLiteral("Counting"));
        QCOMPARE(jobs.running()[0].fraction, 0.25);
        QCOMPARE(jobs.running()[0].text, QStringLiteral("a quarter"));
        held.open();
        QTRY_VERIFY_WITH_TIMEOUT(landed, kPatience);
    }

    void manyReportsAreOneEventAtATime()
    {
        bool landed = false;
        JobRunner jobs;
        Gate held;
        QSignalSpy progressed(&jobs, &JobRunner::progressed);
        jobs.start(
            QStringLiteral("k"), {},
            [pass = held.pass()](const JobContext& context) {
                for (int i = 0; i < 10000; ++i)
                    context.report(i / 10000.0);
                pass();
                return 1;
            },
            [&](int) { landed = true; });
        QVERIFY(held.entered());                // all reports are made and the GUI thread has seen none of them
        const auto before = progressed.count(); // the start
        QCoreApplication::processEvents();
        QCOMPARE(progressed.count(), before + 1);
        held.open();
        QTRY_VERIFY_WITH_TIMEOUT(landed, kPatience);
    }

    void destroyingItWaitsAndLandsNothing()
    {
        std::atomic<bool> ended = false;
        bool landed = false;
        QSemaphore entered;
        {
            JobRunner jobs;
            jobs.start(
                QStringLiteral("k"), {},
                [&](const JobContext& context) {
                    entered.release();
                    while (!context.cancelled())
                        QThread::msleep(1);
                    ended = true;
                    return 1;
                },
                [&](int) { landed = true; });
            QVERIFY(entered.tryAcquire(1, kPatience));
        }
        QVERIFY(ended); // the destructor cancelled it and waited
        QCoreApplication::processEvents();
        QVERIFY(!landed);
    }

    void aMarkSaysStaleWhileANewerResultIsToCome()
    {
        JobRunner jobs;
        Gate held;
        QWidget window;
        StaleMark mark(jobs, {QStringLiteral("a"), QStringLiteral("b")}, &window);
        QSignalSpy changed(&mark, &StaleMark::staleChanged);
        window.show();
        const auto run = [&](const char* kind) {
            jobs.start(
                QLatin1String(kind), {},
                [pass = held.pass()](const JobContext&) {
                    pass();
                    return 1;
                },
                [](int) {});
        };
        // Of a first run there is nothing yet to be stale.
        run("a");
        QVERIFY(!mark.stale() && !mark.isVisible());
        held.letThrough();
        QTRY_VERIFY_WITH_TIMEOUT(jobs.idle(), kPatience);
        mark.setShowing(true);
        QVERIFY(!mark.isVisible());
        // A newer run of any of its kinds, until the last of them lands; not one of another kind.
        run("other");
        QVERIFY(!mark.isVisible());
        run("a");
        run("b");
        QVERIFY(mark.stale() && mark.isVisible());
        QCOMPARE(mark.text(), QStringLiteral("stale"));
        QVERIFY(!mark.toolTip().isEmpty() && mark.accessibleName().startsWith(QStringLiteral("stale: ")));
        jobs.cancel(QStringLiteral("a"));
        QVERIFY(mark.isVisible());
        held.letThrough(3);
        QTRY_VERIFY_WITH_TIMEOUT(jobs.idle(), kPatience);
        QVERIFY(!mark.stale() && !mark.isVisible());
        // Its input moved on: stale though nothing runs, until told otherwise.
        mark.setOutdated(QStringLiteral("the oracle was changed since"));
        QVERIFY(mark.isVisible());
        QCOMPARE(mark.toolTip(), QStringLiteral("the oracle was changed since"));
        run("a");
        held.letThrough();
        QTRY_VERIFY_WITH_TIMEOUT(jobs.idle(), kPatience);
        QVERIFY(mark.isVisible());
        mark.setOutdated({});
        QVERIFY(!mark.isVisible());
        QCOMPARE(changed.count(), 4);
        // Taken away, nothing is stale.
        mark.setOutdated(QStringLiteral("x"));
        mark.setShowing(false);
        QVERIFY(!mark.stale() && !mark.isVisible());
    }

    void landingMayStartTheNext()
    {
        JobRunner jobs;
        int second = 0;
        jobs.start(
            QStringLiteral("k"), {}, [](const JobContext&) { return 1; },
            [&](int) {
                jobs.start(
                    QStringLiteral("k"), {}, [](const JobContext&) { return 2; }, [&](int value) { second = value; });
            });
        QTRY_COMPARE_WITH_TIMEOUT(second, 2, kPatience);
        QVERIFY(jobs.idle());
    }
};

BLUEPRINTING_UI_TEST(JobsTest)
#include "jobs_test.moc"
