#include "tests/support/execution.h"
#include "tests/ui/frame/window_fixture.h"

#include "core/strategy/derived.h"
#include "ui/frame/law_notes.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTextDocument>
#include <QWheelEvent>

#include <algorithm>
#include <functional>

using namespace blueprinting;
using namespace blueprinting::ui;

/// Drives the editor through its real fields, found by name.
class EditorTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

    static void choose(QComboBox* combo, const QString& text)
    {
        const int index = combo->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        combo->setCurrentIndex(index);
        Q_EMIT combo->activated(index); // what a click in the list does
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void showsTheSelectedStrategy()
    {
        WindowFixture f(*m_theme);
        QCOMPARE(f.find<QLineEdit>("nameField")->text(), QStringLiteral("GPT-175B seqsel"));
        QCOMPARE(f.find<QComboBox>("modelField")->currentText(), QStringLiteral("gpt3-175B"));
        QCOMPARE(f.find<QComboBox>("systemField")->currentText(), QStringLiteral("a100_80g"));
        QCOMPARE(f.find<IntegerField>("tpField")->value(), 8);
        QCOMPARE(f.find<IntegerField>("virtualStagesField")->value(), 3);
        QCOMPARE(f.find<QComboBox>("scheduleField")->currentText(), QStringLiteral("Interleaved 1F1B"));
        QVERIFY(f.find<QRadioButton>("recompute_attention_only")->isChecked());
        QVERIFY(f.find<QCheckBox>("redoField")->isChecked());
        QVERIFY(!f.find<QCheckBox>("shardingField")->isEnabled());
        QVERIFY(f.find<QLabel>("shardingNote")->isVisible());
        QVERIFY(!f.find<QComboBox>("dpTierField")->isEnabled()); // a group of one communicates with nobody
        f.workspace.selectStrategy("s1");
        QCOMPARE(f.find<QLineEdit>("nameField")->text(), QStringLiteral("GPT-175B full"));
        QVERIFY(f.find<QRadioButton>("recompute_full")->isChecked());
    }

    /// The wheel over a field that was not entered turns no knob: it is the form's.
    void wheelOverAFieldScrollsTheForm_data()
    {
        QTest::addColumn<QString>("field");
        for (const char* field :
             {"communicationField", "scheduleField", "modelField", "tpField", "batchField", "attentionField"})
            QTest::newRow(field) << QString::fromLatin1(field);
    }
    void wheelOverAFieldScrollsTheForm()
    {
        QFETCH(QString, field);
        WindowFixture f(*m_theme);
        auto* control = f.find<QWidget>(qPrintable(field));
        const auto turn = [&](int angle) {
            const QPointF at = QRectF(control->rect()).center();
            QWheelEvent wheel(at, control->mapToGlobal(at), {}, QPoint(0, angle), Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(control, &wheel);
        };
        f.find<QLineEdit>("nameField")->setFocus();
        const Session before = f.workspace.session();
        turn(-120);
        turn(120);
        QVERIFY(f.workspace.session() == before);
        QCOMPARE(f.workspace.undoStack().count(), 0);
        QVERIFY(!control->hasFocus());
        control->setFocus(); // entered, it is the field's
        turn(120);
        if (f.workspace.undoStack().count() == 0)
            turn(-120); // it stood at its first
        QCOMPARE(f.workspace.undoStack().count(), 1);
    }

    void namesArePlainText()
    {
        WindowFixture f(*m_theme);
        const QString name = QStringLiteral("<b>bold</b><img src=x>");
        f.workspace.edit(QStringLiteral("rename"), [&](Session& s) { s.find("s2")->name = name.toStdString(); });
        auto* title = f.find<QLabel>("editorTitle");
        QCOMPARE(title->text(), name);
        QCOMPARE(title->textFormat(), Qt::PlainText);
        QCOMPARE(title->toolTip(), name); // letter by letter: the style lets no tool tip take markup
    }

    void derivedFactsStandUnderTheFields()
    {
        WindowFixture f(*m_theme);
        const auto fact = [&](const char* name) { return f.find<QLabel>(name)->text(); };
        QCOMPARE(fact("modelFact"), QString::fromUtf8("96 blocks · hidden 12\u2009288 · 2048 tokens"));
        QCOMPARE(fact("systemFact"), QString::fromUtf8("312 TFLOP/s fp16 · 2048 GB/s · 80 GiB"));
        QCOMPARE(fact("degreesFact"), QStringLiteral("= 64 GPUs"));
        QCOMPARE(fact("scheduleFact"), QString::fromUtf8("12 blocks per stage · 4 per chunk"));
        QCOMPARE(fact("batchFact"), QStringLiteral("= 64 microbatches"));
        QCOMPARE(fact("tiersFact"), QString::fromUtf8("0: 300 GB/s, 8 wide · 1: 25 GB/s"));
        f.type("dpField", QStringLiteral("4"));
        QCOMPARE(fact("degreesFact"), QStringLiteral("= 256 GPUs"));
        QCOMPARE(fact("batchFact"), QStringLiteral("= 16 microbatches")); // 64 / 4 / 1
    }

    void numbersAreTypedAndUndoneAsOneStep()
    {
        WindowFixture f(*m_theme);
        f.type("tpField", QStringLiteral("16"));
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 16);
        QCOMPARE(f.workspace.undoStack().count(), 1);
        QCOMPARE(f.action("undoAction")->text(), QStringLiteral("&Undo Set TP to 16"));
        f.type("batchField", QStringLiteral("128"));
        QCOMPARE(f.workspace.undoStack().count(), 2);
        f.action("undoAction")->trigger();
        f.action("undoAction")->trigger();
        QCOMPARE(f.find<IntegerField>("tpField")->value(), 8);
        QCOMPARE(f.find<IntegerField>("batchField")->value(), 64);
        f.action("redoAction")->trigger();
        QCOMPARE(f.find<IntegerField>("tpField")->value(), 16);
        // Another visit to the same field is another step.
        f.type("tpField", QStringLiteral("4"));
        f.type("ppField", QStringLiteral("8"));
        f.type("tpField", QStringLiteral("2"));
        QCOMPARE(f.workspace.undoStack().count(), 3);
    }

    /// The keys that undo and redo are the session's, in a field as everywhere: no step is left that changes nothing.
    void undoneByKeysInTheField_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::newRow("number") << "tpField"
                                << "4";
        QTest::newRow("name") << "nameField"
                              << "trial";
    }
    void undoneByKeysInTheField()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        WindowFixture f(*m_theme);
        const Session before = f.workspace.session();
        auto* control = f.find<QWidget>(qPrintable(field));
        control->setFocus();
        QTest::keyClick(control, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(control, typed);
        QTest::keyClick(control, Qt::Key_Return);
        const Session after = f.workspace.session();
        QVERIFY(!(after == before));
        QTest::keyClick(control, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.workspace.session() == before);
        QVERIFY(!f.workspace.undoStack().canUndo() && f.workspace.undoStack().canRedo());
        QTest::keyClick(control, Qt::Key_Z, Qt::ControlModifier); // nothing is left
        QVERIFY(f.workspace.session() == before);
        QTest::keyClick(control, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f.workspace.session() == after);
        QTest::keyClick(control, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(control, Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(f.workspace.session() == after);
        QVERIFY(control->hasFocus());
    }

    void numbersStepAndRefuse()
    {
        WindowFixture f(*m_theme);
        auto* tp = f.find<IntegerField>("tpField");
        tp->setFocus();
        QTest::keyClick(tp, Qt::Key_Up);
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 9);
        QTest::keyClick(tp, Qt::Key_Down);
        QTest::keyClick(tp, Qt::Key_Down);
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 7);
        QTest::keyClick(tp, Qt::Key_PageUp); // the next degree that the laws on it admit: 8
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 8);
        QTest::keyClick(
            tp, Qt::Key_PageDown); // 7, 6 and 5 do not divide: 6 divides 96 heads, 12288 and 49152, but not 2048 tokens
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 4);
    }

    /// What is no whole number from 1 to 2^53 is neither taken nor changed to one that is: it stays, marked, and it is
    /// said why.
    void whatIsNoNumberIsRefusedInSight_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::newRow("power") << "1e9";
        QTest::newRow("negative") << "-4";
        QTest::newRow("past 2^63") << "9223372036854775808";
        QTest::newRow("past 2^53") << "9007199254740993";
        QTest::newRow("zero") << "0";
        QTest::newRow("letters") << "x";
        QTest::newRow("empty") << "";
    }
    void whatIsNoNumberIsRefusedInSight()
    {
        QFETCH(QString, typed);
        WindowFixture f(*m_theme);
        const Session before = f.workspace.session();
        auto* batch = f.find<IntegerField>("batchField");
        const auto* said = f.find<QLabel>("batchRefusal");
        const auto marked = [&] { return batch->property("blueprintingInvalid").toBool(); };
        const auto typeIt = [&] {
            batch->setFocus();
            batch->selectAll();
            QTest::keyClick(batch, Qt::Key_Delete);
            QTest::keyClicks(batch, typed);
        };
        typeIt();
        QTest::keyClick(batch, Qt::Key_Tab);
        QVERIFY(!batch->hasFocus());
        QCOMPARE(batch->text(), typed);
        QVERIFY(marked());
        QVERIFY(said->isVisible());
        QCOMPARE(said->text(), QStringLiteral("batch takes a whole number from 1 to 2^53; it stays 64."));
        QVERIFY(f.workspace.session() == before);
        QCOMPARE(batch->findChild<QLineEdit*>()->cursorPosition(), 0);
        if (typed.size() > 15) { // there is no room for it: the tooltip has the whole
            QTextDocument tip;
            tip.setPlainText(batch->toolTip());
            QCOMPARE(tip.toPlainText().section(QLatin1Char('\n'), 0, 0), typed);
        }
        // Undoing takes back the text, and nothing of the session.
        batch->setFocus();
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(batch->text(), QStringLiteral("64"));
        QVERIFY(!marked() && !said->isVisible());
        QVERIFY(f.workspace.session() == before);
        // So does Escape; and what rests is refused before the field is left.
        typeIt();
        QTRY_VERIFY(marked() && said->isVisible());
        QTest::keyClick(batch, Qt::Key_Escape);
        QCOMPARE(batch->text(), QStringLiteral("64"));
        QVERIFY(!marked() && !said->isVisible());
        // Made right it is taken, and the mark goes.
        typeIt();
        QTest::keyClick(batch, Qt::Key_Return);
        QVERIFY(marked());
        f.type("batchField", QStringLiteral("128"));
        QVERIFY(!marked() && !said->isVisible());
        QCOMPARE(f.strategy("s2").execution.global_batch, 128);
        // Undoing an edit of another field leaves nothing behind that the session never had.
        typeIt();
        QTest::keyClick(batch, Qt::Key_Return);
        QVERIFY(marked());
        f.workspace.undoStack().undo(); // the batch of 128
        QCOMPARE(batch->text(), QStringLiteral("64"));
        QVERIFY(!marked() && !said->isVisible());
        f.workspace.undoStack().redo();
        QCOMPARE(batch->text(), QStringLiteral("128"));
        // What was refused of one strategy does not stand in another's field.
        typeIt();
        QTest::keyClick(batch, Qt::Key_Return);
        f.workspace.selectStrategy("s1");
        QCOMPARE(batch->text(), QStringLiteral("64"));
        QVERIFY(!marked());
    }

    /// A number applies when its keys rest, with Return, or when the field is left; what it passes through is nobody's
    /// last legal form, and no figure jumps to it while one types on.
    void whatANumberPassesThroughIsNoLastLegalForm_data()
    {
        QTest::addColumn<bool>("rests");
        QTest::newRow("typed in one go") << false;
        QTest::newRow("with a rest after the first digit") << true;
    }
    void whatANumberPassesThroughIsNoLastLegalForm()
    {
        QFETCH(bool, rests);
        WindowFixture f(*m_theme);
        const auto degree = [&] { return strategy::tensor_degree(f.strategy("s2").execution); };
        const auto figures = f.workspace.result("s2").evaluation;
        auto* tp = f.find<IntegerField>("tpField");
        tp->setFocus();
        tp->selectAll();
        QTest::keyClicks(tp, QStringLiteral("1"));
        if (rests)
            QTRY_COMPARE(degree(), 1); // no Return needed
        QTest::keyClicks(tp, QStringLiteral("2"));
        QTest::keyClick(tp, Qt::Key_Return);
        QCOMPARE(degree(), 12);
        QCOMPARE(f.workspace.undoStack().count(), 1);
        QVERIFY(!f.workspace.result("s2").current);
        QCOMPARE(f.workspace.result("s2").evaluation, figures);
        QCOMPARE(strategy::tensor_degree(f.workspace.result("s2").evaluated.execution), 8);
        f.find<QPushButton>("backToLastLegal")->click();
        QCOMPARE(degree(), 8);
        QVERIFY(f.workspace.result("s2").current);
        // A number that was typed to its end is one that stood: 2 is legal, and what is last legal after it.
        f.type("tpField", QStringLiteral("2"));
        f.type("tpField", QStringLiteral("3"));
        QCOMPARE(strategy::tensor_degree(f.workspace.result("s2").evaluated.execution), 2);
        // So is one that was stepped to.
        QTest::keyClick(tp, Qt::Key_Up);
        QVERIFY(f.workspace.result("s2").current);
        QTest::keyClick(tp, Qt::Key_Up);
        QCOMPARE(degree(), 5);
        QCOMPARE(strategy::tensor_degree(f.workspace.result("s2").evaluated.execution), 4);
    }

    /// Nothing passes by the session while a number is on its way, and a command takes it as it is typed.
    void aNumberIsAppliedBeforeACommand()
    {
        WindowFixture f(*m_theme);
        int changes = 0;
        connect(&f.workspace, &Workspace::sessionChanged, this, [&] { ++changes; });
        auto* tp = f.find<IntegerField>("tpField");
        tp->setFocus();
        tp->selectAll();
        QTest::keyClicks(tp, QStringLiteral("16"));
        QTest::keyClick(tp, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(changes, 2); // the number, the copy
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        QCOMPARE(strategy::tensor_degree(f.workspace.selected()->execution), 16);
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 16);
        tp->selectAll();
        QTest::keyClicks(tp, QStringLiteral("4"));
        QTest::mouseClick(f.find<QAbstractButton>("undoTool"),
                          Qt::LeftButton); // of the number, which is not left behind
        QCOMPARE(tp->text(), QStringLiteral("16"));
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        QVERIFY(f.workspace.undoStack().canRedo());
    }

    /// The keyboard goes to the field that was mended, where Space changes nothing, not to another law's way out.
    void aQuickFixLeavesTheKeyboardInItsField()
    {
        WindowFixture f(*m_theme);
        f.type("dpField", QStringLiteral("3"));
        f.type("ppField", QStringLiteral("5"));
        f.type("tpField", QStringLiteral("7"));
        QCoreApplication::processEvents(); // the buttons are laid out
        const auto buttons = f.find<QWidget>("degreesLaws")->findChildren<QPushButton*>();
        const auto fix = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* b) {
            return b->isVisible() && b->accessibleName() == QStringLiteral("Set TP to 8");
        });
        QVERIFY(fix != buttons.end());
        (*fix)->setFocus(Qt::TabFocusReason);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 8);
        QCoreApplication::processEvents();
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("tpField"));
        const Session mended = f.workspace.session();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(f.workspace.session() == mended);
    }

    /// A name that was left and entered again has one history with the session: what is undone is not an edit of its
    /// own.
    void aNameIsUndoneByTheSessionAlone()
    {
        WindowFixture f(*m_theme);
        auto* name = f.find<QLineEdit>("nameField");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("abc"));
        QTest::keyClick(name, Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), name);
        QVERIFY(!name->isUndoAvailable()); // of its own: its menu offers none either
        QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(name->text(), QStringLiteral("GPT-175B seqsel"));
        QVERIFY(!f.workspace.undoStack().canUndo() && f.workspace.undoStack().canRedo());
        QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier); // no command takes it now, and the field does not either
        QTest::keyClick(name, Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.strategy("s2").name, std::string("GPT-175B seqsel"));
        QCOMPARE(f.workspace.undoStack().count(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(name->text(), QStringLiteral("abc"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Y, Qt::ControlModifier); // nothing is left
        QCOMPARE(f.strategy("s2").name, std::string("abc"));
    }

    void theWheelChangesOnlyTheFieldThatHasTheKeyboard()
    {
        WindowFixture f(*m_theme);
        auto* tp = f.find<IntegerField>("tpField");
        f.find<QLineEdit>("nameField")->setFocus();
        const QPointF middle = tp->rect().center();
        QWheelEvent wheel(middle, tp->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(tp, &wheel);
        QCOMPARE(tp->value(), 8);
    }

    void everyChoiceSetsItsField()
    {
        WindowFixture f(*m_theme);
        const auto execution = [&]() -> const strategy::Execution& { return f.strategy("s2").execution; };
        f.find<QRadioButton>("recompute_none")->click();
        QCOMPARE(strategy::recompute(execution()), strategy::RecomputePolicy::none);
        f.find<QCheckBox>("redoField")->click();
        QVERIFY(!execution().all_gather_redo);
        f.find<QCheckBox>("fusedField")->click();
        QVERIFY(execution().fused_activation);
        choose(f.find<QComboBox>("communicationField"), QStringLiteral("All-reduce"));
        QCOMPARE(strategy::tensor(execution()).communication, strategy::TensorCommunication::all_reduce);
        choose(f.find<QComboBox>("scheduleField"), QStringLiteral("1F1B"));
        QVERIFY(std::holds_alternative<strategy::OneForwardOneBackward>(strategy::pipeline(execution()).schedule));
        QVERIFY(!f.find<IntegerField>("virtualStagesField")->isEnabled());
        choose(f.find<QComboBox>("scheduleField"), QStringLiteral("Interleaved 1F1B"));
        QCOMPARE(strategy::virtual_stages(execution()), 2); // the fewest chunks that divide 12 blocks
        choose(f.find<QComboBox>("attentionField"), QStringLiteral("multiquery"));
        QCOMPARE(execution().attention_type, strategy::AttentionType::multiquery);
        choose(f.find<QComboBox>("systemField"), QStringLiteral("h100_80g_nvl8"));
        QCOMPARE(f.strategy("s2").system.name, std::string("h100_80g_nvl8"));
        choose(f.find<QComboBox>("datatypeField"), QStringLiteral("float8"));
        QCOMPARE(execution().datatype, Datatype::float8);
        choose(f.find<QComboBox>("modelField"), QStringLiteral("megatron-1T"));
        QCOMPARE(f.strategy("s2").model.blocks, 128);
        choose(f.find<QComboBox>("ppTierField"), QStringLiteral("0"));
        QCOMPARE(execution().tiers.pipeline.value_or(-1), 0);
        f.type("dpField", QStringLiteral("2"));
        QVERIFY(f.find<QCheckBox>("shardingField")->isEnabled());
        f.find<QCheckBox>("shardingField")->click();
        QVERIFY(strategy::optimizer_sharding(execution()));
        QCOMPARE(f.workspace.undoStack().count(), 13);
        while (f.workspace.undoStack().canUndo())
            f.workspace.undoStack().undo();
        QVERIFY(f.workspace.session().strategies == starting_session().strategies);
    }

    void nameIsTakenAsTyped()
    {
        WindowFixture f(*m_theme);
        auto* name = f.find<QLineEdit>("nameField");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("trial"));
        QCOMPARE(f.strategy("s2").name, std::string("trial"));
        QCOMPARE(f.workspace.undoStack().count(), 1);
        name->selectAll();
        QTest::keyClick(name, Qt::Key_Delete);
        QCOMPARE(f.strategy("s2").name, std::string("trial")); // an empty name is none, and that is said
        f.find<IntegerField>("tpField")->setFocus();
        const auto* said = f.find<QLabel>("nameRefusal");
        QVERIFY(said->isVisible() && name->property("blueprintingInvalid").toBool());
        QVERIFY2(said->text().contains(QStringLiteral("trial")), qPrintable(said->text()));
        name->setFocus();
        QTest::keyClick(name, Qt::Key_Escape);
        QCOMPARE(name->text(), QStringLiteral("trial"));
        QVERIFY(!said->isVisible() && !name->property("blueprintingInvalid").toBool());
        name->selectAll();
        QTest::keyClick(name, Qt::Key_Delete);
        QTest::keyClicks(name, QStringLiteral("n"));
        QVERIFY(!said->isVisible());
        QCOMPARE(f.strategy("s2").name, std::string("n"));
    }

    void brokenLawsStandUnderTheirFieldsAndVanish()
    {
        WindowFixture f(*m_theme);
        f.type("virtualStagesField", QStringLiteral("5"));
        f.type("microbatchField", QStringLiteral("3"));
        QCOMPARE(f.laws("scheduleLaws").size(), 1);
        QVERIFY2(f.laws("scheduleLaws")[0].contains(QStringLiteral("12")) &&
                     f.laws("scheduleLaws")[0].contains(QStringLiteral("5")),
                 qPrintable(f.laws("scheduleLaws")[0])); // names both numbers
        QCOMPARE(f.laws("batchLaws").size(), 1);
        QCOMPARE(f.find<QLabel>("scheduleFact")->text(), QString::fromUtf8("12 blocks per stage · 12 / 5 per chunk"));
        QCOMPARE(f.find<QLabel>("batchFact")->text(), QStringLiteral("64 / 3 microbatches"));
        QCOMPARE(f.find<QLabel>("editorLaws")->text(), QStringLiteral("2 laws"));
        QVERIFY(f.find<IntegerField>("virtualStagesField")->property("blueprintingInvalid").toBool());
        QVERIFY(!f.find<IntegerField>("tpField")->property("blueprintingInvalid").toBool());
        QVERIFY(f.find<IntegerField>("virtualStagesField")->isEnabled()); // stays editable

        // 12 blocks: 4 and 6 chunks are nearest to 5; 64 samples: microbatches of 2 and 4.
        QVERIFY(f.window.findChild<QPushButton*>(QStringLiteral("scheduleLawsFix6")));
        f.find<QPushButton>("scheduleLawsFix4")->click();
        QCOMPARE(strategy::virtual_stages(f.strategy("s2").execution), 4);
        QVERIFY(f.laws("scheduleLaws").isEmpty());
        QVERIFY(!f.find<IntegerField>("virtualStagesField")->property("blueprintingInvalid").toBool());
        f.find<QPushButton>("batchLawsFix2")->click();
        QCOMPARE(f.strategy("s2").execution.microbatch_size, 2);
        QVERIFY(f.laws("batchLaws").isEmpty());
        QVERIFY(!f.find<QLabel>("editorLaws")->isVisible());
        QCOMPARE(f.workspace.undoStack().undoText(), QStringLiteral("Set microbatch to 2"));
    }

    void choicesThatBreakALawOfferChoices()
    {
        WindowFixture f(*m_theme);
        f.type("ppField", QStringLiteral("1"));
        QVERIFY(!f.laws("scheduleLaws").isEmpty());
        f.find<QPushButton>("scheduleLawsFixSingle stage")->click();
        QVERIFY(std::holds_alternative<strategy::SingleStage>(strategy::pipeline(f.strategy("s2").execution).schedule));
        QVERIFY(f.workspace.result("s2").violations.empty());
        f.find<QRadioButton>("recompute_full")->click(); // redo does not go with it
        QVERIFY(!f.laws("redoLaws").isEmpty());
        f.find<QPushButton>("redoLawsFixTurn off")->click();
        QVERIFY(!f.strategy("s2").execution.all_gather_redo);
        QVERIFY(f.workspace.result("s2").current);
    }

    /// Where no value of the one field would do, the other one that is in the way is named, and the two are offered
    /// together.
    void lawsThatNeedTwoFieldsOfferThem()
    {
        WindowFixture f(*m_theme);
        // 118 = 2 · 59: a stage of 59, 2 or 1 blocks can not be cut in 3 chunks, and a pipeline of 1 has no chunks.
        f.workspace.edit(QStringLiteral("blocks"), [](Session& s) { s.find("s2")->model.blocks = 118; });
        QCOMPARE(f.laws("degreesLaws"),
                 QStringList{QStringLiteral("The pipeline-parallel degree 8 does not divide the 118 blocks.")});
        QCOMPARE(f.find<QWidget>("degreesLaws")->findChild<QLabel*>(QStringLiteral("lawWhy"))->text(),
                 QStringLiteral("No PP alone is legal while v is 3."));
        QVERIFY(f.window.findChild<QPushButton*>(QStringLiteral("degreesLawsFixPP 59, v 2")));
        auto* pair = f.find<QPushButton>("degreesLawsFixPP 2, v 1 (1F1B)");
        QVERIFY(pair->isVisible() && pair->width() >= pair->sizeHint().width());
        pair->click();
        QCOMPARE(strategy::pipeline_degree(f.strategy("s2").execution), 2);
        QVERIFY(std::holds_alternative<strategy::OneForwardOneBackward>(
            strategy::pipeline(f.strategy("s2").execution).schedule));
        QVERIFY(f.workspace.result("s2").current);
        QCOMPARE(f.workspace.undoStack().undoText(), QStringLiteral("Set PP 2 and v 1 (1F1B)"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!f.find<QWidget>("degreesLaws")->isVisible());
    }

    /// Whatever is broken, there is a button or a word about what else has to change.
    void everyBrokenLawHasAWayOutOrAWord_data()
    {
        QTest::addColumn<std::function<void(SessionStrategy&)>>("broken");
        using Break = std::function<void(SessionStrategy&)>;
        const auto row = [](const char* name, Break how) { QTest::newRow(name) << how; };
        const auto training = [](SessionStrategy& s) -> strategy::TransformerTrainingParallelism& {
            return std::get<strategy::TransformerTrainingParallelism>(s.execution.parallelism);
        };
        row("a prime number of blocks", [](SessionStrategy& s) { s.model.blocks = 97; });
        row("a prime number of heads and of everything",
            [](SessionStrategy& s) { s.model.heads = 97, s.model.hidden = 13, s.model.feedforward = 31; });
        row("a tier too narrow for any", [training](SessionStrategy& s) {
            training(s).data.degree = 64, s.execution.tiers = {0, 0, 0}, s.execution.global_batch = 64;
        });
        row("no rate for any datatype", [](SessionStrategy& s) { s.system.matrix.clear(); });
        row("a tier that is not there", [](SessionStrategy& s) { s.execution.tiers.pipeline = 7; });
        row("no tiers", [](SessionStrategy& s) { s.system.networks.clear(); });
        row("sharding without groups", [training](SessionStrategy& s) { training(s).data.optimizer_sharding = true; });
        row("a model of no blocks", [](SessionStrategy& s) { s.model.blocks = 0; });
        row("stated processors", [](SessionStrategy& s) { s.execution.num_procs = 63; });
        row("a batch of nothing like it", [training](SessionStrategy& s) {
            training(s).data.degree = 5, s.execution.global_batch = 7, s.execution.microbatch_size = 9;
        });
        row("P2P", [training](SessionStrategy& s) {
            training(s).tensor.communication = strategy::TensorCommunication::p2p_rs_ag;
        });
    }
    void everyBrokenLawHasAWayOutOrAWord()
    {
        QFETCH(std::function<void(SessionStrategy&)>, broken);
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("break"), [&](Session& s) { broken(*s.find("s2")); });
        const auto& violations = f.workspace.result("s2").violations;
        const auto& blocks = f.workspace.result("s2").blocks;
        QVERIFY(!blocks.empty());
        qsizetype laws = 0;
        const auto notes = f.window.findChildren<LawNotes*>();
        for (const LawNotes* row : notes) {
            const auto texts = row->findChildren<QLabel*>(QStringLiteral("lawText"));
            laws += texts.size();
            if (texts.isEmpty())
                continue;
            const auto whys = row->findChildren<QLabel*>(QStringLiteral("lawWhy"));
            const auto buttons = row->findChildren<QPushButton*>();
            QVERIFY2(!buttons.isEmpty() || !whys.isEmpty(), qPrintable(texts.front()->text()));
            for (const QLabel* why : whys)
                QVERIFY2(why->text().endsWith(QLatin1Char('.')) && why->isVisible(), qPrintable(why->text()));
        }
        QCOMPARE(laws, static_cast<qsizetype>(blocks.size()));
        // A way out keeps what it promises.
        for (const strategy::LawBlock& block : blocks)
            for (const QuickFix& fix : paired_fixes(f.strategy("s2"), block.field, strategy::Rules::strict).fixes) {
                SessionStrategy tried = f.strategy("s2");
                fix.apply(tried.execution);
                const auto left =
                    strategy::violations(tried.model, tried.system, tried.execution, strategy::Rules::strict);
                QVERIFY2(std::none_of(left.begin(), left.end(), [&](const auto& l) { return l.field == block.field; }),
                         qPrintable(fix.label));
                QVERIFY2(left.size() < violations.size(), qPrintable(fix.label));
            }
    }

    /// A file may name a tier that the system lacks for a group of one, which uses none: it opens, and its field can be
    /// mended.
    void aTierThatNothingUsesCanBeMended()
    {
        WindowFixture f(*m_theme);
        const QByteArray text = blueprinting::testing::execution_text({{"tensor_par", 8},
                                                                       {"pipeline_par", 8},
                                                                       {"batch_size", 64},
                                                                       {"pipeline_interleaving", 3},
                                                                       {"data_par_net", 2}});
        QVERIFY(f.window.openFile(f.write("tier.json", text.toStdString())));
        const std::string id = f.workspace.selected()->id;
        const auto laws = [&] { return f.workspace.result(id).violations; };
        QCOMPARE(laws().size(), std::size_t{1});
        QCOMPARE(laws()[0].code, std::string("strategy.network.unknown_tier"));
        QCOMPARE(laws()[0].below.value_or(-1), std::int64_t{1});
        auto* tier = f.find<QComboBox>("dpTierField");
        QVERIFY(tier->isEnabled());
        QCOMPARE(tier->currentText(), QStringLiteral("2"));
        choose(tier, QStringLiteral("1"));
        QVERIFY(laws().empty());
        QVERIFY(!tier->isEnabled());
    }

    /// Rules that are not the strict ones are said where laws are.
    void otherRulesStandInTheEditor()
    {
        WindowFixture f(*m_theme);
        auto* said = f.find<QLabel>("editorRules");
        QVERIFY(!said->isVisible());
        f.action("rulesAction")->trigger();
        for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(800, 500)}) {
            f.window.resize(size);
            QCoreApplication::processEvents();
            QVERIFY(said->isVisible() && said->width() >= said->sizeHint().width());
            QCOMPARE(said->text(), QStringLiteral("Calculon-compatible rules"));
        }
        f.action("undoAction")->trigger();
        QVERIFY(!said->isVisible());
    }

    void statedProcessorsCanBeForgotten()
    {
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("state"), [](Session& s) { s.find("s2")->execution.num_procs = 63; });
        QCOMPARE(f.laws("degreesLaws").size(), 1);
        QCOMPARE(f.find<QLabel>("degreesFact")->text(), QStringLiteral("= 64 GPUs of 63 stated"));
    }

    void goingBackToTheLastLegalValues()
    {
        WindowFixture f(*m_theme);
        const strategy::Execution before = f.strategy("s2").execution;
        f.type("virtualStagesField", QStringLiteral("5"));
        f.type("microbatchField", QStringLiteral("3"));
        f.find<QPushButton>("backToLastLegal")->click();
        QVERIFY(f.strategy("s2").execution == before);
        QVERIFY(f.workspace.result("s2").current);
        f.workspace.undoStack().undo();
        QCOMPARE(f.workspace.result("s2").violations.size(), std::size_t{2});
    }

    void theKeyboardAloneIsEnough()
    {
        WindowFixture f(*m_theme);
        auto* name = f.find<QLineEdit>("nameField");
        name->setFocus();
        // Tab visits every enabled control of the editor, in the order in which they stand.
        QStringList visited;
        for (int i = 0; i < 40; ++i) {
            const QWidget* focus = QApplication::focusWidget();
            QVERIFY(focus);
            QVERIFY2(!focus->accessibleName().isEmpty() || qobject_cast<const QAbstractButton*>(focus),
                     qPrintable(focus->objectName()));
            if (visited.contains(focus->objectName()))
                break;
            visited << focus->objectName();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        const QStringList expected{QStringLiteral("nameField"),
                                   QStringLiteral("modelField"),
                                   QStringLiteral("systemField"),
                                   QStringLiteral("segment_training"),
                                   QStringLiteral("tpField"),
                                   QStringLiteral("ppField"),
                                   QStringLiteral("dpField"),
                                   QStringLiteral("scheduleField"),
                                   QStringLiteral("virtualStagesField"),
                                   QStringLiteral("batchField"),
                                   QStringLiteral("microbatchField"),
                                   QStringLiteral("recompute_attention_only"),
                                   QStringLiteral("communicationField"),
                                   QStringLiteral("redoField"),
                                   QStringLiteral("fusedField"),
                                   QStringLiteral("datatypeField"),
                                   QStringLiteral("attentionField"),
                                   QStringLiteral("tpTierField"),
                                   QStringLiteral("ppTierField")};
        QCOMPARE(visited.mid(0, expected.size()), expected);
        // A choice by arrow keys, a switch by Space.
        f.find<QRadioButton>("recompute_attention_only")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QCOMPARE(strategy::recompute(f.strategy("s2").execution), strategy::RecomputePolicy::full);
        f.find<QCheckBox>("fusedField")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(f.strategy("s2").execution.fused_activation);
        f.find<QComboBox>("communicationField")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
        QCOMPARE(strategy::tensor(f.strategy("s2").execution).communication, strategy::TensorCommunication::all_reduce);
    }
};

BLUEPRINTING_UI_TEST(EditorTest)
#include "editor_test.moc"
