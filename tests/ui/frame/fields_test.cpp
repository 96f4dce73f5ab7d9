#include "tests/ui/frame/whole_fixture.h"

#include <QAbstractSpinBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QUndoStack>
#include <QWheelEvent>

using namespace blueprinting;
using namespace blueprinting::ui;

/// Fields of all views under the wheel and the keys of undo.
class FieldsTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

    static void turn_wheel(QWidget* over)
    {
        const QPointF middle(over->rect().center());
        QWheelEvent event(middle, over->mapToGlobal(middle), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(over, &event);
    }
    static void type(QAbstractSpinBox* field, const QString& number)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, number);
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void the_wheel_changes_nothing_that_was_not_entered()
    {
        Whole f(*m_theme);
        int fields = 0;
        for (const ViewEntry& entry : f.window.views()) {
            f.show(entry.id.toUtf8().constData());
            if (entry.id == QStringLiteral("schedule")) {
                f.find<QAbstractButton>("schedule.settings.toggle")->click();
                f.settle();
            }
            const int step = f.workspace.undoStack().index();
            View* view = f.window.currentView();
            for (auto* field : view->findChildren<QAbstractSpinBox*>()) {
                if (!field->isVisible())
                    continue;
                QVERIFY2(field->focusPolicy() != Qt::WheelFocus, qPrintable(entry.id + field->objectName()));
                field->clearFocus();
                const QString before = field->text();
                turn_wheel(field);
                QVERIFY2(field->text() == before && !field->hasFocus(), qPrintable(entry.id + field->objectName()));
                ++fields;
            }
            for (auto* field : view->findChildren<QComboBox*>()) {
                if (!field->isVisible())
                    continue;
                QVERIFY2(field->focusPolicy() != Qt::WheelFocus, qPrintable(entry.id + field->objectName()));
                field->clearFocus();
                const int before = field->currentIndex();
                turn_wheel(field);
                QVERIFY2(field->currentIndex() == before, qPrintable(entry.id + field->objectName()));
                ++fields;
            }
            f.settle();
            QCOMPARE(f.workspace.undoStack().index(), step);
        }
        QVERIFY(fields > 12); // counts and times of a schedule alone are so many
    }

    void the_wheel_steps_the_field_with_the_keyboard()
    {
        Whole f(*m_theme);
        f.show("schedule");
        auto* field = f.find<QSpinBox>("schedule.microbatches");
        field->setFocus();
        const int before = field->value();
        turn_wheel(field);
        QCOMPARE(field->value(), before + 1);
    }

    void undo_takes_back_what_a_field_was_given_data()
    {
        QTest::addColumn<QByteArray>("view");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("returned");
        QTest::newRow("a count, with Return")
            << QByteArray("schedule") << QByteArray("schedule.microbatches") << QStringLiteral("12") << true;
        QTest::newRow("a count, still being typed")
            << QByteArray("schedule") << QByteArray("schedule.microbatches") << QStringLiteral("12") << false;
        QTest::newRow("a time, with Return")
            << QByteArray("schedule") << QByteArray("schedule.forward") << QStringLiteral("1.75") << true;
        QTest::newRow("gigabytes of a search, with Return")
            << QByteArray("search") << QByteArray("searchReserve") << QStringLiteral("3") << true;
    }
    void undo_takes_back_what_a_field_was_given()
    {
        QFETCH(QByteArray, view);
        QFETCH(QByteArray, field);
        QFETCH(QString, typed);
        QFETCH(bool, returned);
        Whole f(*m_theme);
        f.show(view.constData());
        if (view == "schedule") {
            f.find<QAbstractButton>("schedule.settings.toggle")->click();
            f.settle();
        }
        auto* number = f.find<QAbstractSpinBox>(field.constData());
        const QString before = number->text();
        const int step = f.workspace.undoStack().index();
        type(number, typed);
        if (returned)
            QTest::keyClick(number, Qt::Key_Return);
        f.settle();
        QTest::keyClick(number, Qt::Key_Z, Qt::ControlModifier);
        f.settle();
        QCOMPARE(number->text(), before);
        QCOMPARE(f.workspace.undoStack().index(), step);
        QTest::keyClick(number, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        f.settle();
        QCOMPARE(f.workspace.undoStack().index(), step + 1);
        QVERIFY2(number->text().startsWith(typed), qPrintable(number->text()));
    }
};

BLUEPRINTING_UI_TEST(FieldsTest)
#include "fields_test.moc"
