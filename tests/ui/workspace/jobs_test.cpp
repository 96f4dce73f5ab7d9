#include "tests/support/test_main.h"
#include "ui/workspace/jobs.h"
#include "ui/workspace/stale_mark.h"

#include <QSemaphore>
#include <QSignalSpy>

#include <atomic>

using namespace blueprinting::ui;

namespace {

/// A job that a test holds back: it runs until it is let go, whatever else happens.
struct Gate {
    QSemaphore entered, open;
    void wait()
    {
        entered.release();
        open.acquire();
    }
};

} // namespace

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
        QTRY_COMPARE(value, 42);
        QVERIFY(worked != thread());
        QCOMPARE(landed, thread());
        QVERIFY(!jobs.stale(QStringLiteral("sum")));
        QVERIFY(jobs.idle());
    }

    void olderResultNeverLandsOverANewer()
    {
        JobRunner jobs;
        QSignalSpy finished(&jobs, &JobRunner::finished);
        Gate slow;
        std::vector<int> landed;
        const auto land = [&](int value) { landed.push_back(value); };
        const auto first = jobs.start(QStringLiteral("k"), {}, [&](const JobContext&) { slow.wait(); return 1; }, land);
        slow.entered.acquire(); // the old one is under way and pays no heed to its cancellation
        const auto second = jobs.start(QStringLiteral("k"), {}, [](const JobContext&) { return 2; }, land);
        QVERIFY(second > first);
        QTRY_COMPARE(landed, std::vector<int>{2});
        slow.open.release(); // now the old one ends
        QThreadPool::globalInstance()->waitForDone();
        for (int i = 0; i < 20; ++i) {
            QThread::msleep(5);
            QCoreApplication::processEvents();
        }
        QCOMPARE(landed, std::vector<int>{2});
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished.at(0).at(1).toBool(), true);
    }

    void kindsDoNotDisturbEachOther()
    {
        JobRunner jobs;
        std::vector<QString> landed;
        jobs.start(QStringLiteral("a"), {}, [](const JobContext&) { return 1; }, [&](int) { landed.push_back(QStringLiteral("a")); });
        jobs.start(QStringLiteral("b"), {}, [](const JobContext&) { return 1; }, [&](int) { landed.push_back(QStringLiteral("b")); });
        QTRY_COMPARE(landed.size(), std::size_t{2});
    }

    void staleIsSaidOnceUntilTheNewestLands()
    {
        JobRunner jobs;
        QSignalSpy stale(&jobs, &JobRunner::staleChanged);
        Gate held;
        int landed = 0;
        for (int i = 0; i < 3; ++i)
            jobs.start(QStringLiteral("k"), {}, [&](const JobContext& context) {
                    if (!context.cancelled())
                        held.wait();
                    return 1; }, [&](int) { ++landed; });
        QCOMPARE(stale.count(), 1);
        QCOMPARE(stale.at(0).at(1).toBool(), true);
        held.open.release(3);
        QTRY_COMPARE(landed, 1);
        QCOMPARE(stale.count(), 2);
        QCOMPARE(stale.at(1).at(1).toBool(), false);
    }

    void cancelledWorkDoesNotLand()
    {
        JobRunner jobs;
        QSignalSpy finished(&jobs, &JobRunner::finished);
        Gate held;
        std::atomic<bool> noticed = false;
        bool landed = false;
        jobs.start(QStringLiteral("k"), QStringLiteral("Counting"), [&](const JobContext& context) {
                held.wait();
                noticed = context.cancelled();
                return 1; }, [&](int) { landed = true; });
        held.entered.acquire();
        jobs.cancel(QStringLiteral("k"));
        QVERIFY(jobs.idle()); // at once, whenever the work notices
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished.at(0).at(1).toBool(), false);
        held.open.release();
        QTRY_VERIFY(noticed);
        for (int i = 0; i < 10; ++i) {
            QThread::msleep(5);
            QCoreApplication::processEvents();
        }
        QVERIFY(!landed);
    }

    void progressIsShown()
    {
        JobRunner jobs;
        Gate held;
        bool landed = false;
        jobs.start(QStringLiteral("k"), QStringLiteral("Counting"), [&](const JobContext& context) {
                context.report(0.25, QStringLiteral("a quarter"));
                held.wait();
                return 1; }, [&](int) { landed = true; });
        held.entered.acquire();
        QTRY_COMPARE(jobs.running().size(), std::size_t{1});
        QCOMPARE(jobs.running()[0].title, QStringLiteral("Counting"));
        QCOMPARE(jobs.running()[0].fraction, 0.25);
        QCOMPARE(jobs.running()[0].text, QStringLiteral("a quarter"));
        held.open.release();
        QTRY_VERIFY(landed);
    }

    void manyReportsAreOneEventAtATime()
    {
        JobRunner jobs;
        QSignalSpy progressed(&jobs, &JobRunner::progressed);
        Gate held;
        bool landed = false;
        jobs.start(QStringLiteral("k"), {}, [&](const JobContext& context) {
                for (int i = 0; i < 10000; ++i)
                    context.report(i / 10000.0);
                held.wait();
                return 1; }, [&](int) { landed = true; });
        held.entered.acquire(); // all reports are made and the GUI thread has seen none of them
        const auto before = progressed.count(); // the start
        QCoreApplication::processEvents();
        QCOMPARE(progressed.count(), before + 1);
        held.open.release();
        QTRY_VERIFY(landed);
    }

    void destroyingItWaitsAndLandsNothing()
    {
        std::atomic<bool> ended = false;
        bool landed = false;
        Gate held;
        {
            JobRunner jobs;
            jobs.start(QStringLiteral("k"), {}, [&](const JobContext& context) {
                    held.entered.release();
                    while (!context.cancelled())
                        QThread::msleep(1);
                    ended = true;
                    return 1; }, [&](int) { landed = true; });
            held.entered.acquire();
        }
        QVERIFY(ended); // the destructor cancelled it and waited
        QCoreApplication::processEvents();
        QVERIFY(!landed);
    }

    void aMarkSaysStaleWhileANewerResultIsToCome()
    {
        JobRunner jobs;
        QWidget window;
        StaleMark mark(jobs, {QStringLiteral("a"), QStringLiteral("b")}, &window);
        QSignalSpy changed(&mark, &StaleMark::staleChanged);
        window.show();
        Gate held;
        const auto run = [&](const char* kind) {
            jobs.start(QLatin1String(kind), {}, [&](const JobContext&) {
                    held.wait();
                    return 1; }, [](int) {});
        };
        // Of a first run there is nothing yet to be stale.
        run("a");
        QVERIFY(!mark.stale() && !mark.isVisible());
        held.open.release();
        QTRY_VERIFY(jobs.idle());
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
        held.open.release(3);
        QTRY_VERIFY(jobs.idle());
        QVERIFY(!mark.stale() && !mark.isVisible());
        // Its input moved on: stale though nothing runs, until told otherwise.
        mark.setOutdated(QStringLiteral("the oracle was changed since"));
        QVERIFY(mark.isVisible());
        QCOMPARE(mark.toolTip(), QStringLiteral("the oracle was changed since"));
        run("a");
        held.open.release();
        QTRY_VERIFY(jobs.idle());
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
        jobs.start(QStringLiteral("k"), {}, [](const JobContext&) { return 1; }, [&](int) {
            jobs.start(QStringLiteral("k"), {}, [](const JobContext&) { return 2; }, [&](int value) { second = value; });
        });
        QTRY_COMPARE(second, 2);
        QVERIFY(jobs.idle());
    }
};

BLUEPRINTING_UI_TEST(JobsTest)
#include "jobs_test.moc"
