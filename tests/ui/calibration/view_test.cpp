#include "core/base/file.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/calibration/calibration_view.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/table_view.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QDialog>
#include <QPushButton>
#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::ui;

class CalibrationViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        if (!m_theme)
            m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
        m_workspace = std::make_unique<Workspace>();
        m_view = std::make_unique<CalibrationView>(*m_workspace);
        m_view->resize(1240, 830);
        for (const char* table : {"caseTable", "gateTable", "differenceTable"})
            m_testers.push_back(std::make_unique<QAbstractItemModelTester>(child<TableView>(table)->model(),
                                                                           QAbstractItemModelTester::FailureReportingMode::QtTest));
    }
    void cleanup()
    {
        m_testers.clear();
        m_view.reset();
        m_workspace.reset();
    }

    void runsWhenFirstShown()
    {
        m_view->refresh();
        QVERIFY(m_view->busy());
        QCOMPARE(child<QPushButton>("runCases")->text(), QString("Cancel"));
        QCOMPARE(headline(), QString("Running the eight cases of Table 5"));
        QTRY_VERIFY(!m_view->busy());
        QCOMPARE(headline(), QString("Gate passed. All eight cases equal Calculon; against the paper 3.65 % on average, 8.87 % at most"));
        QCOMPARE(child<Panel>("workloadPanel")->title(), QString("Workload against Calculon: 152 of 152 equal"));
        QCOMPARE(child<TableView>("caseTable")->model()->rowCount(), 9);
        QCOMPARE(child<TableView>("gateTable")->model()->rowCount(), 8);
        QCOMPARE(child<QPushButton>("runCases")->text(), QString("Run again"));
    }

    void cancelledIsSaid()
    {
        m_view->refresh();
        QTest::mouseClick(child<QPushButton>("runCases"), Qt::LeftButton);
        QVERIFY(!m_view->busy());
        QCOMPARE(headline(), QString("The eight cases were not run"));
        m_view->refresh(); // does not start by itself again
        QVERIFY(!m_view->busy());
        QTest::mouseClick(child<QPushButton>("runCases"), Qt::LeftButton);
        QTRY_VERIFY(!m_view->busy());
        QVERIFY(headline().startsWith("Gate passed."));
    }

    void pickingACaseMarksItsColumns()
    {
        ran();
        auto* cases = child<TableView>("caseTable");
        cases->setCurrentIndex(cases->model()->index(5, 0));
        QCOMPARE(child<HeatMap>("workload")->chart().selected_column, QString("turing-530B/seqsel"));
        QCOMPARE(child<HeatMap>("parity")->chart().selected_column, QString("turing-530B/seqsel"));
        // And from a matrix to the table.
        testing::draw(*m_view, QSize(1240, 830));
        auto* workload = child<HeatMap>("workload");
        QTest::mouseClick(workload, Qt::LeftButton, {}, workload->places().rows[0].cells[0].center().toPoint());
        QCOMPARE(cases->currentKey(), QString("megatron-22B/full"));
    }

    void parityOfEitherView()
    {
        ran();
        QCOMPARE(child<HeatMap>("parity")->chart().rows[0].cells[3].text, QString("−10.8")); // forward of 175B seqsel, peak-only
        for (auto* button : child<SegmentedSwitch>("parityView")->findChildren<QAbstractButton*>())
            if (button->text() == "evidence")
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(child<HeatMap>("parity")->chart().rows[0].cells[0].text, QString("0"));
    }

    void savedOpenedAndCompared()
    {
        ran();
        QTemporaryDir folder;
        const QString path = folder.filePath("earlier.json");
        QVERIFY(m_view->saveReport(path));
        QVERIFY(child<SegmentedSwitch>("whichReport")->isHidden());
        QVERIFY(m_view->open(path));
        QCOMPARE(child<SegmentedSwitch>("whichReport")->current(), QString("opened"));
        QVERIFY(child<AnswerLine>("answer")->why().startsWith("earlier.json. "));
        choose("Differences");
        QCOMPARE(headline(), QString("This run and earlier.json are equal in every figure, digest and flag"));

        auto text = read_file(path.toStdString());
        QVERIFY(text);
        QByteArray bytes = QByteArray::fromStdString(*text);
        QVERIFY(bytes.contains("\"paper\": 37.83"));
        bytes.replace("\"paper\": 37.83", "\"paper\": 39");
        QVERIFY(write_file_atomically(path.toStdString(), bytes.toStdString()));
        QVERIFY(m_view->open(path));
        choose("Differences");
        QCOMPARE(headline(), QString("This run and earlier.json differ in one place"));
        QCOMPARE(child<TableView>("differenceTable")->model()->index(0, 0).data().toString(),
                 QString("cases/turing-530B seqsel/timing_seconds/paper"));
        choose("This run");
        QVERIFY(headline().startsWith("Gate passed."));
    }

    void aRefusedReportChangesNothing()
    {
        ran();
        QTemporaryDir folder;
        const QString path = folder.filePath("broken.json");
        QVERIFY(write_file_atomically(path.toStdString(), R"({"schema": "blueprinting.calculon-calibration-experiment.v0"})"));
        const auto opened = m_view->open(path);
        QVERIFY(!opened);
        QCOMPARE(opened.diagnostics().front().code, std::string("reader.missing"));
        QVERIFY(child<SegmentedSwitch>("whichReport")->isHidden());
        QVERIFY(headline().startsWith("Gate passed."));
        QVERIFY(m_view->opens("report"));
        QVERIFY(!m_view->opens("certificate"));
    }

    void allHashes()
    {
        ran();
        QTest::mouseClick(child<QAbstractButton>("allProvenance"), Qt::LeftButton);
        auto* dialog = child<QDialog>("provenanceDialog");
        auto* table = dialog->findChild<TableView*>("provenanceTable");
        QCOMPARE(table->model()->rowCount(), 79);
        QVERIFY(table->toTsv().contains("caa4b11f8fe1fee3ba57adaacb7590d7deabd053"));
        dialog->close();
    }

    void pictures_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<qreal>("scale");
        QTest::addColumn<bool>("dark");
        QTest::newRow("calibration-light") << QSize(1240, 830) << 1.0 << false;
        QTest::newRow("calibration-dark") << QSize(1240, 830) << 1.0 << true;
        QTest::newRow("calibration-small") << QSize(662, 560) << 1.0 << false;
        QTest::newRow("calibration-double") << QSize(1240, 830) << 2.0 << false;
    }
    void pictures()
    {
        QFETCH(QSize, size);
        QFETCH(qreal, scale);
        QFETCH(bool, dark);
        m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
        ran();
        auto* cases = child<TableView>("caseTable");
        cases->setCurrentKey("turing-530B/seqsel");
        const QImage image = testing::draw(*m_view, size, scale);
        testing::keep(image, QString::fromLatin1(QTest::currentDataTag()));
        const Theme theme = dark ? dark_theme() : light_theme();
        QVERIFY(testing::count_pixels(image, theme.below_fill) > 300); // evidence below the paper
        QVERIFY(testing::count_pixels(image, theme.above_fill) > 100);
        if (size.width() > 1000) {
            QVERIFY(testing::count_pixels(image, theme.equal_cell) > 20000);
            QVERIFY(testing::count_pixels(image, theme.caution) > 200); // two tight budgets
            // Thin strokes are mostly blended: the green of the ticks is sought near, not at, its colour.
            const QColor green = theme.good;
            int near_green = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    const QColor pixel = image.pixelColor(x, y);
                    near_green += std::abs(pixel.red() - green.red()) + std::abs(pixel.green() - green.green())
                                + std::abs(pixel.blue() - green.blue()) < 60;
                }
            QVERIFY2(near_green > 100, qPrintable(QString::number(near_green)));
        }
        m_theme->setChoice(ThemeChoice::light);
    }

private:
    template <class T>
    T* child(const char* name) const
    {
        T* found = m_view->findChild<T*>(QString::fromLatin1(name));
        Q_ASSERT(found);
        return found;
    }
    [[nodiscard]] QString headline() const { return child<AnswerLine>("answer")->headline(); }
    void ran()
    {
        m_view->refresh();
        QTRY_VERIFY(!m_view->busy());
    }
    void choose(const QString& segment)
    {
        for (auto* button : child<SegmentedSwitch>("whichReport")->findChildren<QAbstractButton*>())
            if (button->text() == segment)
                QTest::mouseClick(button, Qt::LeftButton);
    }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<CalibrationView> m_view;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> m_testers;
};

BLUEPRINTING_UI_TEST(CalibrationViewTest)
#include "view_test.moc"
