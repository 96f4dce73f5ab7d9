#include "tests/ui/frame/save_dialog.h"
#include "tests/ui/frame/whole_fixture.h"
#include "ui/widgets/controls/answer_line.h"

#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>

using namespace blueprinting;
using namespace blueprinting::ui;

/// "Why does V need half the memory?", from an empty window to a picture on disk, by what is on the screen alone: each
/// act is one that a person does with the pointer or the keyboard, and counted.
class TeacherTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;
    int m_acts = 0;

    template <class Widget>
    Widget* seen(Whole& f, const char* name)
    {
        auto* widget = f.find<Widget>(name);
        if (!widget->isVisible() || !widget->isEnabled())
            qFatal("%s cannot be used", name);
        return widget;
    }
    void click(Whole& f, const char* name)
    {
        QTest::mouseClick(seen<QWidget>(f, name), Qt::LeftButton);
        ++m_acts;
        f.settle();
    }
    void choose_from(Whole& f, const char* name, const QString& text)
    {
        auto* box = seen<QComboBox>(f, name);
        const int index = box->findText(text, Qt::MatchContains);
        QVERIFY2(index >= 0, qPrintable(text));
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
        m_acts += 2; // open the list, pick
        f.settle();
    }
    static void look(Whole& f, const char* name)
    {
        testing::keep(f.window.grab().toImage(), QStringLiteral("teacher-%1").arg(QLatin1String(name)));
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void why_does_v_need_half_the_memory_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("projector") << QSize(1280, 800);
        QTest::newRow("large") << QSize(1600, 1000);
        QTest::newRow("small") << QSize(1024, 700);
    }
    void why_does_v_need_half_the_memory()
    {
        QFETCH(QSize, size);
        m_acts = 0;
        Whole f(*m_theme, size);
        // 1 the tab
        auto* tabs = f.window.findChild<QTabBar*>();
        int schedule = 0;
        while (tabs->tabText(schedule) != QLatin1String("Schedule"))
            ++schedule;
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(schedule).center());
        ++m_acts;
        f.settle();
        // 2 the lessons, 3–4 the one about V: its title is the question
        click(f, "schedule.lessons");
        choose_from(f, "schedule.lesson.list", QStringLiteral("Why V needs half the memory"));
        auto* headline = f.find<AnswerLine>("schedule.answer");
        QCOMPARE(headline->headline(), QString("Why V needs half the memory: step 1 of 3"));
        look(f, "question");
        // the answer: 16
        auto* number = seen<QLineEdit>(f, "schedule.lesson.number");
        QTest::mouseClick(number, Qt::LeftButton);
        QTest::keyClicks(number, QStringLiteral("16"));
        QTest::keyClick(number, Qt::Key_Return);
        m_acts += 2;
        f.settle();
        QVERIFY2(f.find<QLabel>("schedule.lesson.verdict")->text().contains("half of the bytes") ||
                     f.find<QLabel>("schedule.lesson.verdict")->text().contains("half the bytes"),
                 qPrintable(f.find<QLabel>("schedule.lesson.verdict")->text()));
        look(f, "answered");
        // the task: another kind under a cap of 5, then of 4
        for (const auto& [kind, at] : {std::pair("V-Half", "step 2 of 3"), std::pair("V-Min", "step 3 of 3")}) {
            click(f, "schedule.lesson.next");
            QVERIFY2(headline->headline().endsWith(QLatin1String(at)), qPrintable(headline->headline()));
            choose_from(f, "schedule.kind", QLatin1String(kind));
            click(f, "schedule.lesson.check");
            QVERIFY2(f.find<QLabel>("schedule.lesson.verdict")->text().startsWith("Yes, " + QLatin1String(kind)),
                     qPrintable(f.find<QLabel>("schedule.lesson.verdict")->text()));
            QVERIFY(!headline->headline().contains("step")); // answered: the figures are back
            look(f, kind);
        }
        // the picture
        const QString path = f.folder.filePath(QStringLiteral("v.png"));
        testing::SaveDialog dialog(path);
        auto* exports = f.find<QMenu>("exportMenu");
        Q_EMIT exports->aboutToShow();
        QAction* png = nullptr;
        for (QAction* action : exports->actions())
            if (action->objectName() == QLatin1String("schedule.export.png"))
                png = action;
        QVERIFY(png);
        png->trigger();
        m_acts += 4; // open the menu, pick, type a name, save
        f.settle();
        QVERIFY(dialog.answered());
        const QImage picture(path);
        QVERIFY2(picture.width() > 400 && picture.height() > 200,
                 qPrintable(QString("%1 x %2").arg(picture.width()).arg(picture.height())));
        testing::keep(picture, QStringLiteral("teacher-exported"));
        // A person takes a few seconds for each, and reads some 250 words: well under four minutes.
        QVERIFY2(m_acts <= 20, qPrintable(QString::number(m_acts)));
    }
};

BLUEPRINTING_UI_TEST(TeacherTest)
#include "teacher_test.moc"
