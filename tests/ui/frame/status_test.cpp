#include "core/base/format.h"
#include "tests/support/pictures.h"
#include "tests/ui/frame/window_fixture.h"

#include "ui/frame/status_line.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/workspace/stale_mark.h"

#include <QFile>
#include <QJsonDocument>
#include <QProgressBar>
#include <QRegularExpression>
#include <QTabBar>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;

/// What the frame says of the strategies and of the work under way: the status line, the bar of laws, the tabs.
class StatusTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void statusSaysWhatHoldsOfTheSelected()
    {
        WindowFixture f(*m_theme);
        auto* status = f.find<StatusLine>("statusLine");
        // 54.07 GiB of 80: as recorded for GPT-175B seqsel.
        QVERIFY2(status->text().startsWith(QStringLiteral("Fits: 54.1 of 80 GiB, 25.9 GiB free | Evidence ")),
                 qPrintable(status->text()));
        QVERIFY(status->text().contains(QStringLiteral("Reference: Calculon 0.1.0, recorded")));
        QVERIFY(status->text().contains(QStringLiteral("2 strategies compiled in ")));
        // One knob compiles one strategy; undoing it compiles nothing.
        f.type("microbatchField", QStringLiteral("2"));
        const QString one =
            QStringLiteral("1 strategy compiled in %1 ms")
                .arg(QString::fromStdString(format::fixed(f.workspace.result("s2").compile_milliseconds, 1)));
        QVERIFY2(status->text().endsWith(one), qPrintable(status->text()));
        f.action("undoAction")->trigger();
        QVERIFY2(status->text().endsWith(one), qPrintable(status->text()));
        // An illegal one keeps the memory and the time of its last legal form, and says so.
        f.type("microbatchField", QStringLiteral("3"));
        QVERIFY2(status->text().startsWith(
                     QStringLiteral("GPT-175B seqsel: 1 law broken (last legal: fits, 54.1 GiB) | Evidence ")),
                 qPrintable(status->text()));
        QVERIFY2(QRegularExpression(QStringLiteral("1 of 2 strategies legal; last compiled in \\d+\\.\\d ms$"))
                     .match(status->text())
                     .hasMatch(),
                 qPrintable(status->text()));
        PlainView* view = f.view("two");
        view->status = {{Tone::good, QStringLiteral("Certificate: 13 of 13 checks")}};
        Q_EMIT view->statusChanged();
        QCOMPARE(status->text(), QStringLiteral("Certificate: 13 of 13 checks"));
    }

    /// The digits are those of the frozen contract, which is of the same system.
    void evidenceRevisionIsTheContracts()
    {
        QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/contracts/baseline.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString revision =
            QJsonDocument::fromJson(file.readAll())[QStringLiteral("evidence_revision")].toString();
        QCOMPARE(revision.size(), 64);
        WindowFixture f(*m_theme);
        auto* digits = f.find<QLabel>("statusDigest");
        QCOMPARE(digits->text(), revision.left(12));
        QVERIFY(digits->isVisible());
        QVERIFY2(digits->toolTip().endsWith(revision), qPrintable(digits->toolTip()));
    }

    void progressOfAJobIsDrawn()
    {
        WindowFixture f(*m_theme);
        auto* bar = f.find<QProgressBar>("jobProgress");
        QVERIFY(!bar->isVisible());
        auto share = std::make_shared<std::atomic<double>>(-1);
        f.workspace.jobs().start(
            QStringLiteral("slow"), QStringLiteral("Counting"),
            [share](const JobContext& context) {
                while (!context.cancelled()) {
                    context.report(*share);
                    QThread::msleep(1);
                }
                return 1;
            },
            [](int) {});
        QTRY_VERIFY(bar->isVisible());
        QCOMPARE(bar->maximum(), 0); // not known
        *share = 0.25;
        QTRY_VERIFY(bar->maximum() > 0 && 4 * bar->value() == bar->maximum());
        const QImage quarter = bar->grab().toImage();
        *share = 0.75;
        QTRY_VERIFY(bar->maximum() > 0 && 4 * bar->value() == 3 * bar->maximum());
        QVERIFY(bar->grab().toImage() != quarter);
        f.workspace.jobs().cancel(QStringLiteral("slow"));
        QTRY_VERIFY(!bar->isVisible());
    }

    void everyFactStaysInTheStatusLine_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("illegal");
        QTest::addColumn<bool>("working");
        for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(800, 500)})
            for (const bool illegal : {false, true})
                for (const bool working : {false, true})
                    QTest::addRow("%d wide%s%s", size.width(), illegal ? ", illegal" : "",
                                  working ? ", with a job" : "")
                        << size << illegal << working;
    }
    void everyFactStaysInTheStatusLine()
    {
        QFETCH(QSize, size);
        QFETCH(bool, illegal);
        QFETCH(bool, working);
        WindowFixture f(*m_theme);
        if (illegal)
            f.type("microbatchField", QStringLiteral("3"));
        if (working)
            f.workspace.jobs().start(
                QStringLiteral("slow"), QStringLiteral("Counting everything that there is to be counted"),
                [](const JobContext& context) {
                    while (!context.cancelled())
                        QThread::msleep(1);
                    return 1;
                },
                [](int) {});
        f.window.resize(size);
        QCoreApplication::processEvents();
        QCOMPARE(f.window.size(), size);
        auto* status = f.find<StatusLine>("statusLine");
        testing::keep(
            status->grab().toImage(),
            QStringLiteral("status-%1%2%3").arg(size.width()).arg(illegal ? "-illegal" : "", working ? "-job" : ""));
        const auto facts = status->findChildren<QLabel*>(QStringLiteral("statusFact"));
        QStringList starts; // of each: enough of its text to know it by
        int right = 0;
        for (const QLabel* fact : facts) {
            QVERIFY2(fact->isVisible(), qPrintable(fact->text()));
            // Whole, or elided with the whole in the tooltip; in its place, behind the one before.
            QVERIFY2(fact->sizeHint().width() <= fact->width() + 2, qPrintable(fact->text()));
            QVERIFY(!fact->toolTip().isEmpty() && !fact->accessibleName().isEmpty());
            const int left = fact->mapTo(status, QPoint(0, 0)).x();
            QVERIFY2(left >= right, qPrintable(fact->text()));
            right = left + fact->width();
            starts << fact->text();
        }
        QVERIFY(right <= status->width());
        QCOMPARE(facts.size(), 4);
        QVERIFY2(starts[0].contains(illegal ? QStringLiteral("1 law") : QStringLiteral("Fits")), qPrintable(starts[0]));
        QVERIFY2(starts[1].startsWith(QStringLiteral("Evid")), qPrintable(starts[1]));
        QVERIFY2(starts[2].startsWith(QStringLiteral("Reference")), qPrintable(starts[2]));
        QVERIFY2(starts[3].contains(QStringLiteral("compile")) || starts[3].startsWith(QStringLiteral("1 of 2")),
                 qPrintable(starts[3]));
        if (size.width() >= 1024 && !working)
            QVERIFY2(starts[3].endsWith(QStringLiteral(" ms")), qPrintable(starts[3]));
        QVERIFY(facts[3]->accessibleName().endsWith(QStringLiteral(" ms")));
        QCOMPARE(f.find<QToolButton>("jobCancel")->isVisible(), working);
        if (working)
            QVERIFY(f.find<QLabel>("jobText")->mapTo(status, QPoint(0, 0)).x() >= right);
    }

    /// At every width: in full, or in brief with the whole in the tooltip, never cut to nothing.
    void otherRulesStandInTheStatusLine_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(800, 500)})
            QTest::addRow("%d wide", size.width()) << size;
    }
    void otherRulesStandInTheStatusLine()
    {
        QFETCH(QSize, size);
        WindowFixture f(*m_theme);
        f.window.resize(size);
        auto* status = f.find<StatusLine>("statusLine");
        QVERIFY(!status->text().contains(QStringLiteral("rules")));
        f.action("rulesAction")->trigger();
        QCoreApplication::processEvents();
        QVERIFY2(status->text().contains(QStringLiteral(" | Calculon-compatible rules | ")),
                 qPrintable(status->text()));
        testing::keep(status->grab().toImage(), QStringLiteral("status-%1-rules").arg(size.width()));
        const auto facts = status->findChildren<QLabel*>(QStringLiteral("statusFact"));
        QCOMPARE(facts.size(), 5);
        QVERIFY(facts[1]->isVisible() && facts[1]->width() > 12);
        QVERIFY2((facts[1]->text() == QStringLiteral("Calculon-compatible rules") ||
                  facts[1]->text() == QStringLiteral("Calculon rules")),
                 qPrintable(facts[1]->text()));
        QVERIFY2(facts[1]->toolTip().contains(QStringLiteral("uneven stages")), qPrintable(facts[1]->toolTip()));
        f.action("rulesAction")->trigger();
        QVERIFY(!status->text().contains(QStringLiteral("rules")));
    }

    void theTabSaysThatWhatItShowsIsStale()
    {
        WindowFixture f(*m_theme);
        auto* tabs = f.find<QTabBar>("viewTabs");
        PlainView* two = f.view("two");
        StaleMark* mark = two->addStaleMark({QStringLiteral("two.job")}, two);
        mark->setShowing(true);
        f.view("one");
        QCOMPARE(tabs->tabText(1), QStringLiteral("Two"));
        f.workspace.jobs().start(
            QStringLiteral("two.job"), QStringLiteral("Counting"),
            [](const JobContext& context) {
                while (!context.cancelled())
                    QThread::msleep(1);
                return 1;
            },
            [](int) {});
        QTRY_COMPARE(tabs->tabText(1), QString::fromUtf8("Two – stale"));
        QCOMPARE(tabs->tabText(0), QStringLiteral("One"));
        f.view("two");
        QVERIFY(mark->isVisible());
        f.workspace.jobs().cancel(QStringLiteral("two.job"));
        QTRY_COMPARE(tabs->tabText(1), QStringLiteral("Two"));
        QVERIFY(!mark->isVisible());
    }

    void theLawsBarNamesEveryFieldThatMovedSince()
    {
        WindowFixture f(*m_theme);
        auto* bar = f.find<MessageBar>("lawsBar");
        f.type("microbatchField", QStringLiteral("3"));
        QVERIFY2(bar->text().endsWith(QStringLiteral(" Its last legal figures, greyed, belong to microbatch 1.")),
                 qPrintable(bar->text()));
        f.workspace.edit(QStringLiteral("batch"), [](Session& s) { s.find("s2")->execution.global_batch = 65; });
        QVERIFY2(
            bar->text().endsWith(QStringLiteral(" Its last legal figures, greyed, belong to batch 64, microbatch 1.")),
            qPrintable(bar->text()));
        f.type("tpField", QStringLiteral("7"));
        QVERIFY2(bar->text().endsWith(
                     QStringLiteral(" Its last legal figures, greyed, belong to TP 8, batch 64, microbatch 1.")),
                 qPrintable(bar->text()));
        f.workspace.edit(QStringLiteral("model"), [](Session& s) { s.find("s2")->model.blocks = 95; });
        QVERIFY2(bar->text().endsWith(QStringLiteral(
                     " Its last legal figures, greyed, belong to model gpt3-175B L 96, TP 8, batch 64, microbatch 1.")),
                 qPrintable(bar->text()));
    }

    void brokenLawsStandInAMessage()
    {
        WindowFixture f(*m_theme);
        auto* bar = f.find<MessageBar>("lawsBar");
        QVERIFY(!bar->isVisible());
        f.type("virtualStagesField", QStringLiteral("4"));
        f.type("microbatchField", QStringLiteral("2"));
        f.type("virtualStagesField", QStringLiteral("5"));
        f.type("microbatchField", QStringLiteral("3"));
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->text(), QStringLiteral("GPT-175B seqsel breaks 2 laws. Its last legal figures, greyed, belong to "
                                             "virtual stages 4, microbatch 2."));
        f.workspace.selectStrategy("s1");
        QVERIFY(!bar->isVisible());
    }
};

BLUEPRINTING_UI_TEST(StatusTest)
#include "status_test.moc"
