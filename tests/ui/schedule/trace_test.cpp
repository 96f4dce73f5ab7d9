#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"

#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTimer>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// The dialog that saves a trace has a check box for its arrows; others have none.
class ScheduleTraceTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void arrows_data();
    void arrows();

private:
    /// Whether the dialog that the action opens has the box, and whether it is checked, after which it is set.
    struct Answer {
        bool box = false, was = false;
    };
    Answer save(const char* action, const QString& path, std::optional<bool> wanted)
    {
        Answer out;
        QTimer timer;
        timer.setInterval(1);
        connect(&timer, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            timer.stop();
            auto* box = dialog->findChild<QCheckBox*>(QStringLiteral("saveChoice"));
            out.box = box != nullptr;
            if (box) {
                out.was = box->isChecked();
                box->setChecked(wanted.value_or(out.was));
            }
            QApplication::setActiveWindow(dialog);
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            name->setFocus();
            name->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        timer.start();
        for (QAction* each : m_view->exportActions())
            if (each->objectName() == QLatin1String(action))
                each->trigger();
        return out;
    }
};

void ScheduleTraceTest::arrows_data()
{
    QTest::addColumn<bool>("wanted");
    QTest::newRow("with") << true;
    QTest::newRow("without") << false;
}

void ScheduleTraceTest::arrows()
{
    QFETCH(bool, wanted);
    QTemporaryDir folder;
    m_view->window()->setProperty("lastFolder", folder.path());
    const QString path = folder.filePath("t.json");
    const Answer answer = save("schedule.export.trace", QStringLiteral("t.json"), wanted);
    QVERIFY(answer.box);
    QVERIFY(answer.was); // few commands: they are there unless someone leaves them out
    QTRY_VERIFY(QFile::exists(path));
    QTRY_VERIFY(!m_view->workspace().jobs().stale(QStringLiteral("schedule.export:") + path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    int flows = 0, slices = 0;
    for (const auto& each : QJsonDocument::fromJson(file.readAll()).object()["traceEvents"].toArray()) {
        const QString phase = each.toObject()["ph"].toString();
        flows += phase == "s" || phase == "f";
        slices += phase == "X";
    }
    QCOMPARE(slices, 64); // 1F1B, p 4, m 8
    QCOMPARE(flows > 0, wanted);
    // a drawing has no such choice
    QVERIFY(!save("schedule.export.png", QStringLiteral("t.png"), std::nullopt).box);
}

BLUEPRINTING_UI_TEST(ScheduleTraceTest)
#include "trace_test.moc"
