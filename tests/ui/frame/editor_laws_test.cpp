#include "tests/support/pictures.h"
#include "tests/ui/frame/layout_faults.h"
#include "tests/ui/frame/window_fixture.h"

#include "core/strategy/derived.h"
#include "ui/frame/control_words.h"
#include "ui/frame/field_tips.h"
#include "ui/frame/law_notes.h"
#include "ui/widgets/controls/segmented_switch.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTextDocument>

#include <algorithm>
#include <functional>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

using Break = std::function<void(SessionStrategy&)>;

/// The tool tip that a person sees over this widget: its own, or that of the nearest widget around it that has one.
QString tip_over(const QWidget* widget, const QWidget* upTo)
{
    for (; widget; widget = widget->parentWidget()) {
        if (!widget->toolTip().isEmpty()) {
            QTextDocument text;
            if (!Qt::mightBeRichText(widget->toolTip()))
                return widget->toolTip();
            text.setHtml(widget->toolTip());
            return text.toPlainText();
        }
        if (widget == upTo)
            break;
    }
    return {};
}

strategy::TransformerTrainingParallelism& training(SessionStrategy& s)
{
    return std::get<strategy::TransformerTrainingParallelism>(s.execution.parallelism);
}

} // namespace

/// Broken laws under the fields of the editor, the ways out of them, and what each field's tool tip says.
class EditorLawsTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

    /// The ways out under a row that are on the screen, as they read.
    static QStringList offers(WindowFixture& f, const char* row)
    {
        QStringList out;
        for (const QPushButton* button : f.find<QWidget>(row)->findChildren<QPushButton*>())
            if (button->isVisible())
                out << button->text();
        return out;
    }
    static QString focused()
    {
        const QWidget* focus = QApplication::focusWidget();
        return !focus                                    ? QString()
               : qobject_cast<const QPushButton*>(focus) ? focus->accessibleName()
                                                         : focus->objectName();
    }
    static void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), modifiers);
    }
    /// GPT-175B seqsel with four laws broken by one number.
    static void breakFour(WindowFixture& f)
    {
        f.workspace.edit(QStringLiteral("tier"),
                         [](Session& s) { s.find("s2")->execution.tiers.tensor = 1; }); // which need not be filled
        f.type("tpField", QStringLiteral("7"));
    }
    /// And with eight broken by five fields.
    static void breakEight(WindowFixture& f)
    {
        breakFour(f);
        f.type("ppField", QStringLiteral("5"));             // does not divide 96 blocks
        f.type("dpField", QStringLiteral("3"));             // does not divide 64 samples
        f.find<QAbstractButton>("recompute_full")->click(); // goes with no redo
        f.workspace.edit(QStringLiteral("format"), [](Session& s) {
            s.find("s2")->execution.datatype = Datatype::float8;
        }); // which an A100 has not
        QCOMPARE(f.workspace.result("s2").violations.size(), std::size_t{8});
        QCoreApplication::processEvents();
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    /// One number that does not divide four sizes is one block, with the values that all four admit.
    void oneNumberIsOneBlock()
    {
        WindowFixture f(*m_theme);
        f.type("tpField", QStringLiteral("7"));
        QCOMPARE(f.laws("degreesLaws"),
                 QStringList{QString::fromUtf8(
                     "TP 7 does not divide hidden 12\u2009288, feed-forward 49\u2009152, heads 96, sequence 2048, "
                     "the 8 processors of network tier 0.")});
        QCOMPARE(offers(f, "degreesLaws"), (QStringList{"4", "8"}));
        QCOMPARE(f.find<QLabel>("editorLaws")->text(), QStringLiteral("5 laws")); // as the command line counts them
        QCOMPARE(f.find<QLabel>("editorLaws")->toolTip(), f.laws("degreesLaws").front());
        f.find<QPushButton>("degreesLawsFix8")->click();
        QVERIFY(f.workspace.result("s2").current);
    }

    /// A tier too small is said at the degree that is too large for it, with the degree's values before the other tier.
    void aTierTooSmallIsSaidAtTheDegree()
    {
        WindowFixture f(*m_theme);
        f.type("tpField", QStringLiteral("16")); // tier 0 of an A100 machine connects 8
        QCOMPARE(f.laws("degreesLaws"),
                 QStringList{QStringLiteral("Tensor parallelism of 16 on network tier 0 needs more than the 8 "
                                            "processors that the tier connects.")});
        QVERIFY(f.laws("tiersLaws").isEmpty());
        QCOMPARE(offers(f, "degreesLaws"), (QStringList{"8", "TP tier 1"}));
        const auto marked = [&](const char* field) {
            return f.find<QWidget>(field)->property("blueprintingInvalid").toBool();
        };
        QVERIFY(marked("tpField") && !marked("ppField") && !marked("tpTierField"));
        f.find<IntegerField>("tpField")->setFocus();
        testing::keep(testing::picture_at_rest(*f.find<QWidget>("strategyEditor"), [] { return true; }),
                      QStringLiteral("editor-tier"));
        f.find<QPushButton>("degreesLawsFixTP tier 1")->click();
        QCOMPARE(f.strategy("s2").execution.tiers.tensor.value_or(-1), 1);
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 16);
        QVERIFY(f.workspace.result("s2").current);
        QCOMPARE(f.workspace.undoStack().undoText(), QStringLiteral("Set TP tier to 1"));
        // The other way to break it: the tier is changed beneath a degree that it had room for.
        QVERIFY(!f.find<QWidget>("degreesLaws")->isVisible());
        f.workspace.edit(QStringLiteral("tier"), [](Session& s) { s.find("s2")->execution.tiers = {0, 0, 0}; });
        QCOMPARE(f.laws("degreesLaws").size(), 1);
        QVERIFY(f.laws("tiersLaws").isEmpty());
    }

    /// Page Up and Page Down stop where the tier is full, as where a degree does not divide.
    void theNextLegalDegreeKeepsTheTier()
    {
        WindowFixture f(*m_theme);
        auto* tp = f.find<IntegerField>("tpField");
        tp->setFocus();
        QTest::keyClick(tp, Qt::Key_PageUp);
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 8);
        f.type("tpField", QStringLiteral("16"));
        QTest::keyClick(tp, Qt::Key_PageDown);
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 8);
    }

    /// The ways out are the next stops of Tab behind their field; else the way is that without broken laws.
    void tabLeadsFromAFieldToItsWaysOut_data()
    {
        QTest::addColumn<int>("tier"); ///< of TP; 0 must be filled, and is said with it
        QTest::newRow("a tier that must be filled") << 0;
        QTest::newRow("any tier") << 1;
    }
    void tabLeadsFromAFieldToItsWaysOut()
    {
        QFETCH(int, tier);
        WindowFixture f(*m_theme);
        f.type("dpField", QStringLiteral("2")); // opens sharding and DP's tier: laws shut no field off
        const auto walk = [&](int key) {
            f.find<QLineEdit>("nameField")->setFocus();
            QStringList out;
            while (out.size() < 90 && qobject_cast<StrategyEditor*>(f.find<QWidget>("strategyEditor"))
                                          ->isAncestorOf(QApplication::focusWidget())) {
                out << focused();
                press(key);
            }
            return out;
        };
        const QStringList before = walk(Qt::Key_Tab);
        QCOMPARE(before.size(),
                 21); // without the two other recompute policies and the other purpose, which arrow keys choose
        breakEight(f);
        f.workspace.edit(QStringLiteral("tier"), [tier](Session& s) { s.find("s2")->execution.tiers.tensor = tier; });
        QStringList with = walk(Qt::Key_Tab);
        with.replaceInStrings(QStringLiteral("recompute_full"),
                              QStringLiteral("recompute_attention_only")); // what is chosen is entered
        const std::map<QString, QStringList> behind{
            {"tpField", {"Set TP to 4", "Set TP to 8"}},
            {"ppField",
             {"Set PP to 4", "Set PP to 8"}}, // with 3 chunks per stage: 12 and 24 divide 96 blocks, 18 does not
            {"batchField", {"Set batch to 63", "Set batch to 66"}},
        };
        for (const auto& [field, fixes] : behind) {
            const qsizetype at = with.indexOf(field);
            QVERIFY2(at >= 0, qPrintable(field));
            QCOMPARE(with.mid(at + 1, fixes.size()), fixes);
        }
        QStringList fields;
        for (const QString& stop : with)
            if (before.contains(stop))
                fields << stop;
        QCOMPARE(fields, before);
        QStringList all; // every way out that is on the screen is a stop
        for (const QPushButton* button : f.find<QWidget>("strategyEditor")->findChildren<QPushButton*>())
            if (button->isVisible() && button->objectName().contains(QStringLiteral("LawsFix")))
                all << button->accessibleName();
        QVERIFY2(all.size() >= 8, qPrintable(all.join(u' ')));
        for (const QString& fix : all)
            QVERIFY2(with.contains(fix), qPrintable(fix));
    }

    /// What Tab does cannot depend on how fast one types: a number is applied before the next stop is looked for.
    void tabMeetsTheLawThatBreaksOnTheWay()
    {
        WindowFixture f(*m_theme);
        auto* tp = f.find<IntegerField>("tpField");
        for (const bool rests : {false, true}) {
            f.type("tpField", QStringLiteral("8"));
            tp->setFocus();
            tp->selectAll();
            QTest::keyClicks(tp, QStringLiteral("7"));
            if (rests)
                QTRY_COMPARE(strategy::tensor_degree(f.strategy("s2").execution), 7);
            press(Qt::Key_Tab);
            QCOMPARE(focused(), QStringLiteral("Set TP to 4"));
            QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 7);
            press(Qt::Key_Tab);
            press(Qt::Key_Tab);
            QCOMPARE(focused(), QStringLiteral("ppField"));
            press(Qt::Key_Tab, Qt::ShiftModifier);
            QCOMPARE(focused(), QStringLiteral("Set TP to 8"));
            press(Qt::Key_Space);
            QCOMPARE(focused(), QStringLiteral("tpField"));
        }
        // A law that gives way to another: what stood behind the field is replaced before Tab comes.
        tp->selectAll();
        QTest::keyClicks(tp, QStringLiteral("7"));
        QTRY_COMPARE(strategy::tensor_degree(f.strategy("s2").execution), 7);
        tp->selectAll();
        QTest::keyClicks(tp, QStringLiteral("16"));
        press(Qt::Key_Tab);
        QCOMPARE(focused(), QStringLiteral("Set TP to 8"));
        press(Qt::Key_Tab);
        QCOMPARE(focused(), QStringLiteral("Set TP tier to 1"));
        // And one that is mended on the way leaves nothing behind it.
        tp->setFocus();
        tp->selectAll();
        QTest::keyClicks(tp, QStringLiteral("4"));
        press(Qt::Key_Tab);
        QCOMPARE(focused(), QStringLiteral("ppField"));
    }

    /// The ways out are reached by a key that is said, walked through, taken and left without a mouse.
    void keysLeadToTheWaysOutAndBack()
    {
        WindowFixture f(*m_theme);
        auto* tp = f.find<IntegerField>("tpField");
        tp->setFocus();
        tp->selectAll();
        QTest::keyClicks(tp, QStringLiteral("7"));
        press(Qt::Key_Return, Qt::AltModifier); // without waiting until the number is taken
        QCOMPARE(focused(), QStringLiteral("Set TP to 4"));
        press(Qt::Key_Left); // the first stays the first
        QCOMPARE(focused(), QStringLiteral("Set TP to 4"));
        press(Qt::Key_Right);
        QCOMPARE(focused(), QStringLiteral("Set TP to 8"));
        press(Qt::Key_Down);
        QCOMPARE(focused(), QStringLiteral("Set TP to 8"));
        press(Qt::Key_Up);
        QCOMPARE(focused(), QStringLiteral("Set TP to 4"));
        press(Qt::Key_Escape);
        QCOMPARE(focused(), QStringLiteral("tpField"));
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 7); // Escape took nothing
        press(Qt::Key_Enter, Qt::AltModifier | Qt::KeypadModifier);
        QCOMPARE(focused(), QStringLiteral("Set TP to 4"));
        press(Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(focused(), QStringLiteral("tpField"));
        press(Qt::Key_Return, Qt::AltModifier);
        press(Qt::Key_Right);
        press(Qt::Key_Return);
        QCOMPARE(strategy::tensor_degree(f.strategy("s2").execution), 8);
        QCOMPARE(focused(), QStringLiteral("tpField"));
        QCOMPARE(f.workspace.undoStack().undoText(), QStringLiteral("Set TP to 8"));
        // Where nothing is broken the key does nothing.
        const Session whole = f.workspace.session();
        press(Qt::Key_Return, Qt::AltModifier);
        QCOMPARE(focused(), QStringLiteral("tpField"));
        QVERIFY(f.workspace.session() == whole);
    }

    /// From every field that can break a law the key leads to a way out, and taking it mends something.
    void everyBrokenFieldReachesItsWaysOut_data()
    {
        QTest::addColumn<Break>("broken");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* name, const char* field, Break how) {
            QTest::newRow(name) << how << QString::fromLatin1(field);
        };
        row("TP", "tpField", [](SessionStrategy& s) { training(s).tensor.degree = 7; });
        row("PP", "ppField", [](SessionStrategy& s) { training(s).pipeline = {5, strategy::OneForwardOneBackward{}}; });
        row("DP", "batchField", [](SessionStrategy& s) { training(s).data.degree = 3; });
        row("schedule", "scheduleField", [](SessionStrategy& s) {
            training(s).pipeline = {8, strategy::SingleStage{}};
        });
        row("v", "virtualStagesField", [](SessionStrategy& s) {
            training(s).pipeline = {8, strategy::InterleavedOneForwardOneBackward{5}};
        });
        row("microbatch", "microbatchField", [](SessionStrategy& s) { s.execution.microbatch_size = 3; });
        row("communication", "communicationField", [](SessionStrategy& s) {
            training(s).tensor.communication = strategy::TensorCommunication::p2p_rs_ag;
            s.execution.all_gather_redo = false;
        });
        row("redo", "redoField", [](SessionStrategy& s) { training(s).recompute = strategy::RecomputePolicy::full; });
        row("sharding", "shardingField", [](SessionStrategy& s) { training(s).data.optimizer_sharding = true; });
        row("datatype", "datatypeField", [](SessionStrategy& s) { s.execution.datatype = Datatype::float8; });
        row("a tier that is not there", "ppTierField", [](SessionStrategy& s) { s.execution.tiers.pipeline = 7; });
        row("a tier too small, from the degree", "tpField", [](SessionStrategy& s) { training(s).tensor.degree = 16; });
        row("a tier too small, from the tier", "tpTierField",
            [](SessionStrategy& s) { training(s).tensor.degree = 16; });
        row("stated processors, which have no field", "dpField",
            [](SessionStrategy& s) { s.execution.num_procs = 63; });
    }
    void everyBrokenFieldReachesItsWaysOut()
    {
        QFETCH(Break, broken);
        QFETCH(QString, field);
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("break"), [&](Session& s) { broken(*s.find("s2")); });
        const std::size_t laws = f.workspace.result("s2").violations.size();
        QVERIFY(laws > 0);
        auto* control = f.find<QWidget>(qPrintable(field));
        QVERIFY(control->isEnabled());
        control->setFocus();
        QVERIFY2(control->accessibleDescription().contains(QStringLiteral("Alt+Enter")),
                 qPrintable(control->accessibleDescription()));
        press(Qt::Key_Return, Qt::AltModifier);
        QVERIFY2(qobject_cast<QPushButton*>(QApplication::focusWidget()), qPrintable(focused()));
        press(Qt::Key_Return);
        QVERIFY(f.workspace.result("s2").violations.size() < laws);
    }

    /// The key stands beside what it leads to, where the keyboard is; nowhere else, and it takes no room.
    void theKeyIsSaidWhereTheKeyboardIs()
    {
        WindowFixture f(*m_theme);
        breakEight(f);
        const auto said = [&](const char* row) {
            QStringList out;
            for (const QLabel* key : f.find<QWidget>(row)->findChildren<QLabel*>(QStringLiteral("lawKey")))
                if (key->isVisible())
                    out << key->text();
            return out;
        };
        const int width = f.find<QWidget>("strategyDock")->width();
        f.find<QLineEdit>("nameField")->setFocus();
        QCOMPARE(said("degreesLaws"), (QStringList{"", ""})); // TP and PP
        f.find<IntegerField>("ppField")->setFocus();
        QCOMPARE(said("degreesLaws"), (QStringList{"", "Alt+Enter"}));
        QCOMPARE(said("redoLaws"), QStringList{""});
        f.find<QWidget>("redoField")->setFocus();
        QCOMPARE(said("degreesLaws"), (QStringList{"", ""}));
        QCOMPARE(said("redoLaws"), QStringList{"Alt+Enter"});
        QCOMPARE(f.find<QWidget>("strategyDock")->width(), width);
        // A law that breaks under the keyboard says it, too.
        f.type("tpField", QStringLiteral("8"));
        f.type("tpField", QStringLiteral("7"));
        QTRY_COMPARE(said("degreesLaws").value(0), QStringLiteral("Alt+Enter"));
        // And those who do not see it are told at the field.
        QCOMPARE(f.find<IntegerField>("tpField")->accessibleDescription(),
                 QString::fromUtf8("TP 7 does not divide hidden 12\u2009288, feed-forward 49\u2009152, heads 96, "
                                   "sequence 2048. Alt+Enter goes to the quick fixes."));
    }

    /// Meaning, unit and law, of whatever takes the keyboard: a new field without them is caught. What the law must
    /// speak of is what the laws of the specification name.
    void everyFieldHasAToolTip_data()
    {
        QTest::addColumn<bool>("inference");
        QTest::newRow("training") << false;
        QTest::newRow("inference") << true;
    }
    void everyFieldHasAToolTip()
    {
        QFETCH(bool, inference);
        static const std::map<QString, QStringList> kSpeakOf{
            // unit first, then what the law names
            {"nameField", {"text", "not empty"}},
            {"modelField", {"blocks", "TP and PP"}},
            {"systemField", {"memory", "matrix rate", "vector rate", "tiers"}},
            {"segment_training", {"none", "replicas", "DP", "recompute", "redo", "sharding"}},
            {"segment_inference", {"none", "replicas", "DP", "recompute", "redo", "sharding"}},
            {"tpField", {"GPUs", "hidden", "feed-forward", "heads", "sequence", "tier"}},
            {"ppField", {"stages", "blocks", "single-stage", "tier"}},
            {"dpField", {"copies", "batch", "tier"}},
            {"replicasField", {"copies", "batch", "tier"}},
            {"scheduleField", {"none", "PP is 1", "inference"}},
            {"virtualStagesField", {"chunks", "blocks of a stage", "1F1B"}},
            {"batchField", {"samples", "DP", "microbatch"}},
            {"microbatchField", {"samples", "batch", "DP"}},
            {"recompute_none", {"none", "inference", "redo"}},
            {"recompute_attention_only", {"none", "inference", "redo"}},
            {"recompute_full", {"none", "inference", "redo"}},
            {"communicationField", {"none", "TP", "sequence", "Calculon-compatible"}},
            {"redoField", {"none", "reduce-scatter", "full"}},
            {"fusedField", {"none", "legal with everything"}},
            {"shardingField", {"none", "DP above 1"}},
            {"datatypeField", {"bytes", "matrix rate", "vector rate"}},
            {"attentionField", {"none", "legal with everything"}},
            {"tpTierField", {"tier", "at most its size", "filled"}},
            {"ppTierField", {"tier", "at most its size", "filled"}},
            {"dpTierField", {"tier", "at most its size", "filled"}},
        };
        WindowFixture f(*m_theme);
        if (inference)
            f.find<QAbstractButton>("segment_inference")->click();
        const auto* editor = f.find<StrategyEditor>("strategyEditor");
        // What only models beyond six numbers have stands in groups that a strategy of six numbers does not show.
        std::set<QString> further{QStringLiteral("layoutField"), QStringLiteral("modulesField"),
                                  QStringLiteral("sequenceField")};
        for (const strategy::FieldRow& row : strategy::field_rows())
            if (row.quiet)
                further.insert(control_words(row.field).name);
        std::set<QString> seen, seen_further;
        for (const QWidget* control : editor->findChildren<QWidget*>()) {
            const bool inside = qobject_cast<const QAbstractSpinBox*>(control->parentWidget()) ||
                                qobject_cast<const QComboBox*>(control->parentWidget());
            if (control->focusPolicy() == Qt::NoFocus || inside || control->inherits("QComboBoxPrivateContainer") ||
                control->window() != &f.window)
                continue;
            if (control->parentWidget()->objectName() ==
                QStringLiteral("modelFindings")) // says what a file holds, and is no field
                continue;
            const QString name = control->objectName();
            const QString tip = tip_over(control, editor);
            if (further.contains(name)) {
                QVERIFY2(!control->isVisibleTo(editor), qPrintable(name));
                QVERIFY2(tip.indexOf(QStringLiteral("\nUnit: ")) > 20, qPrintable(name + QStringLiteral(": ") + tip));
                seen_further.insert(name);
                continue;
            }
            if (name == QStringLiteral("evenLayoutButton")) { // offers what stands in a field, and is none
                QVERIFY(!control->isVisibleTo(editor));
                continue;
            }
            if (name.endsWith(QStringLiteral("Fold"))) // shows and hides fields, and is none
                continue;
            const auto speaks = kSpeakOf.find(name);
            QVERIFY2(speaks != kSpeakOf.end(), qPrintable(name + QStringLiteral(" is not known to this test")));
            const qsizetype unit = tip.indexOf(QStringLiteral("\nUnit: "));
            const qsizetype law = tip.indexOf(QStringLiteral("\nLaw: "));
            QVERIFY2(unit > 20 && law > unit,
                     qPrintable(name + QStringLiteral(": ") + tip)); // a sentence of meaning before both
            QVERIFY2(tip.mid(unit, law - unit).contains(speaks->second.first()), qPrintable(tip));
            for (const QString& word : speaks->second.mid(1))
                QVERIFY2(tip.mid(law).contains(word), qPrintable(name + QStringLiteral(" says nothing of ") + word));
            for (const QString& line : tip.split(QLatin1Char('\n')))
                QVERIFY2(line.size() <= 180,
                         qPrintable(line)); // it is read beside the field, and no wider than a small window
            seen.insert(name);
        }
        QCOMPARE(seen.size(), kSpeakOf.size());
        // What can be changed is what was looked at, so that none hides from this walk.
        for (const StrategyEditor::Place& place : editor->places())
            QVERIFY2(seen.count(place.control->objectName()) + seen_further.count(place.control->objectName()) == 1 ||
                         place.control->objectName() == QStringLiteral("purposeField"),
                     qPrintable(place.title));
        // The word before a field says the same as the field.
        for (const char* row : {"degreesRow", "tiersRow", "batchRow", "modelRow", "nameRow", "systemRow", "datatypeRow",
                                "recomputeRow", "communicationRow"})
            for (const QLabel* word :
                 f.find<QWidget>(row)->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly))
                if (word->buddy())
                    QCOMPARE(tip_over(word, editor), tip_over(word->buddy(), editor));
    }

    void noTwoFieldsMeanTheSame()
    {
        std::set<QString> meanings;
        for (int field = 0; field <= static_cast<int>(strategy::Field::model); ++field)
            QVERIFY(meanings.insert(field_tip(static_cast<strategy::Field>(field)).meaning).second);
        for (int field = 0; field <= static_cast<int>(FreeField::system); ++field)
            QVERIFY(meanings.insert(field_tip(static_cast<FreeField>(field)).meaning).second);
        QVERIFY(meanings.count(QString()) == 0);
    }

    /// Where a number has no room the tool tip has it before the rest.
    void aLongNumberStandsBeforeTheTip()
    {
        WindowFixture f(*m_theme);
        const QString number = QStringLiteral("9007199254740991");
        f.type("microbatchField", number);
        const auto* field = f.find<IntegerField>("microbatchField");
        QVERIFY(field->toolTip().startsWith(number + QStringLiteral("\nMicrobatch: ")));
        f.type("microbatchField", QStringLiteral("2"));
        QVERIFY(field->toolTip().startsWith(QStringLiteral("Microbatch: ")));
    }

    /// With 0, 1, 4 and 8 broken laws nothing is cut off at the side, and each block stands under its row.
    void pictures_data()
    {
        QTest::addColumn<int>("laws");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        for (const int laws : {0, 1, 4, 8})
            for (const QSize size : {QSize(1024, 700), QSize(1600, 1000)})
                for (const bool dark : {false, true})
                    QTest::addRow("%d-%d-%s", laws, size.width(), dark ? "dark" : "light") << laws << size << dark;
    }
    void pictures()
    {
        QFETCH(int, laws);
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
        WindowFixture f(*m_theme);
        f.window.resize(size);
        if (laws == 1)
            f.type("virtualStagesField", QStringLiteral("5"));
        if (laws == 4)
            breakFour(f);
        if (laws == 8)
            breakEight(f);
        QCOMPARE(f.workspace.result("s2").violations.size(), static_cast<std::size_t>(laws));
        f.find<IntegerField>("tpField")->setFocus();
        auto* editor = f.find<QWidget>("strategyEditor");
        const QImage whole = testing::picture_at_rest(*editor, [] { return true; });
        const QString name = QStringLiteral("editor-%1-laws-%2-%3")
                                 .arg(laws)
                                 .arg(size.width())
                                 .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"));
        testing::keep(whole, name);
        testing::keep(f.window.grab().toImage(), name + QStringLiteral("-window"));
        // The bad colour is there exactly where a law is broken.
        QCOMPARE(testing::count_pixels(whole, QColor(dark ? 0xFF7B72 : 0xB42318)) > 0, laws > 0);
        const QStringList faults = testing::layout_faults(f.window);
        QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
    }
    void cleanupTestCase() { m_theme->setChoice(ThemeChoice::light); }
};

BLUEPRINTING_UI_TEST(EditorLawsTest)
#include "editor_laws_test.moc"
