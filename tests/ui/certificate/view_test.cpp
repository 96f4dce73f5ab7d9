#include "core/certificate/published.h"
#include "core/certificate/read.h"
#include "core/certificate/write.h"
#include "tests/support/clicks.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/certificate/candidate_charts.h"
#include "ui/certificate/certificate_view.h"
#include "ui/certificate/pair_matrix.h"
#include "ui/certificate/regret_charts.h"
#include "ui/widgets/charts/heat_map.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/filter_bar.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <algorithm>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

QByteArray published_bytes(const EmbeddedFile& file)
{
    return {file.bytes.data(), static_cast<qsizetype>(file.bytes.size())};
}

bool write_file(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QStringList texts(const TableRow& row)
{
    QStringList out;
    for (const Cell& cell : row.cells)
        out << cell.text;
    return out;
}

} // namespace

class CertificateViewTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void startsOnThePublished();
    void opensThePublished();
    void gatesAndChecks();
    void regret();
    void regretBands();
    void pairMatrix();
    void candidates();
    void pickingACell();
    void misorderedPairs();
    void allCells();
    void coefficients();
    void profile();
    void fileAndManifest();
    void holdoutFromReported();
    void holdoutByPatternAndTerm();
    void sessionRestores();
    void refusedFile();
    void refusedFileWhileOneIsOpen();
    void manifestAlone();
    void manifestBesideIsPickedUp();
    void manifestStays();
    void gatesSayWhichCellsTheyJudge();
    void wideSpreadsAreMarked();
    void noCellLosesMuch();
    void unknownKeysOfTheManifest();
    void failingCertificate();
    void gatesExplainThemselves();
    void laterForm();
    void longNames();
    void largeFileIsReadAsJob();
    void exports();
    void theMatrixZooms();
    void everyWidthHoldsTheMatrix_data();
    void everyWidthHoldsTheMatrix();
    void pictures_data();
    void pictures();

private:
    template <class T>
    T* child(const char* name) const
    {
        return m_view->findChild<T*>(QString::fromLatin1(name));
    }
    void openPublished();
    bool settle();
    void click(const char* name) { child<QAbstractButton>(name)->click(); }
    /// In the row that names it; one that loses nothing has none.
    static void clickCell(StackedBars* chart, const QString& key)
    {
        const BarLayout places = chart->places();
        for (std::size_t row = 0; row < places.rows.size(); ++row)
            if (chart->chart().rows[row].key == key)
                return QTest::mouseClick(chart, Qt::LeftButton, {}, places.rows[row].band.center().toPoint());
        qFatal("there is no row of %s", qPrintable(key));
    }
    /// The one row that is marked, or none.
    static QString selectedIn(const StackedBars* chart)
    {
        QStringList keys;
        for (const BarRow& row : chart->chart().rows)
            if (row.selected)
                keys << row.key;
        return keys.join(u' ');
    }
    [[nodiscard]] QStringList moved() const;
    [[nodiscard]] QString cell(const char* table, int row, int column) const
    {
        return child<TableView>(table)->table()->index(row, column).data().toString();
    }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<CertificateView> m_view;
};

void CertificateViewTest::init()
{
    if (!m_theme)
        m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
    m_workspace = std::make_unique<Workspace>();
    m_view = std::make_unique<CertificateView>(*m_workspace);
    m_view->resize(1576, 850);
    m_view->refresh();
}

void CertificateViewTest::cleanup()
{
    m_view.reset();
    m_workspace.reset();
}

bool CertificateViewTest::settle()
{
    return QTest::qWaitFor([this] { return !m_view->busy(); }, 30000);
}

void CertificateViewTest::openPublished()
{
    click("openPublished");
    QVERIFY(settle());
}

void CertificateViewTest::startsOnThePublished()
{
    QVERIFY(settle());
    QVERIFY(child<AnswerLine>("answer")->headline().startsWith("The published certificate holds"));
    QVERIFY(!child<QWidget>("emptyPanel")->isVisibleTo(m_view.get()));
    QVERIFY(!m_view->wantsDock());
    // It stands in for one of the person's own: no part of the session, and gone when a file is refused.
    QVERIFY(!m_workspace->session().views.contains("certificate"));
    QVERIFY(!m_view->open("/nowhere/certificate.json").has_value());
    QVERIFY(m_view->showsRefusals());
    QCOMPARE(child<AnswerLine>("answer")->headline(), QString("No certificate is open"));
    QVERIFY(child<QWidget>("emptyPanel")->isVisibleTo(m_view.get()));
    QVERIFY(m_view->exportActions().isEmpty());
    QCOMPARE(m_view->statusItems().front().text, QString("No certificate open"));
    m_view->refresh();
    QCOMPARE(child<AnswerLine>("answer")->headline(), QString("No certificate is open"));
    // Picking a cell makes it the session's.
    CertificateView second(*m_workspace);
    second.refresh();
    QVERIFY(QTest::qWaitFor([&] { return !second.busy(); }, 60000));
    testing::draw(second, QSize(1576, 850));
    auto* regret = second.findChild<StackedBars*>("heldRegretChart");
    clickCell(regret, regret->chart().rows[1].key);
    QCOMPARE(m_workspace->session().views.at("certificate").at("certificate").get<std::string>(),
             std::string("published"));
    QVERIFY(!second.showsRefusals());
}

void CertificateViewTest::opensThePublished()
{
    openPublished();
    QCOMPARE(child<AnswerLine>("answer")->headline(),
             QString("The published certificate holds: 98.2 % of held-out pairs in order, largest regret 4.2 % of 10 % "
                     "allowed, no clear miss"));
    QCOMPARE(child<AnswerLine>("answer")->why(),
             QString("Compared with the published manifest: 56 cells, 429 candidates, 3844 pairs over 3 %. 47 cells "
                     "choose their fastest layout; four lose "
                     "more than 2 %. Only its evidence file ties it to measurements."));
    QVERIFY(!child<QWidget>("emptyPanel")->isVisibleTo(m_view.get()));
    const auto status = m_view->statusItems();
    QCOMPARE(status[0].text, QString("the published certificate: 15 of 15 checks"));
    QVERIFY(status[0].tone == Tone::good);
    QCOMPARE(status[1].fixed, QString("3624ae7dd985"));
    QCOMPARE(status[2].text, QString("Envelope: NVIDIA H200, bfloat16, hidden 2560"));
    QCOMPARE(status[3].text, QString("56 of 58 expected cells, 2 excluded with reasons"));
    QCOMPARE(m_view->commandLine(), QString("blueprinting certificate verify published --manifest published"));
}

void CertificateViewTest::gatesAndChecks()
{
    openPublished();
    QCOMPARE(child<ToneLabel>("gateValue_pairs_in_order")->text(), QString("98.2"));
    QCOMPARE(child<ToneLabel>("gateValue_median_regret")->text(), QString("0.0"));
    QCOMPARE(child<ToneLabel>("gateValue_p95_regret")->text(), QString("4.2"));
    QCOMPARE(child<ToneLabel>("gateValue_max_regret")->text(), QString("4.2"));
    QCOMPARE(child<ToneLabel>("gateValue_clear_misses")->text(), QString("0"));
    QCOMPARE(child<Panel>("gatePanel")->title(), QString("Held out, 11 cells (%)"));
    auto* list = child<TableView>("checkList");
    const QAbstractItemModelTester tester(list->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(list->table()->rowCount(), 15);
    QCOMPARE(cell("checkList", 12, 0), QString("rows ≥ 8 per candidate"));
    for (const TableRow& row : list->table()->rows())
        QCOMPARE(row.cells[0].icon, std::optional(Icon::check));
    QCOMPARE(child<ToneLabel>("checksCount")->text(), QString("15 of 15"));
    // A picked check says what it found.
    for (int i = 0; i < 2; ++i)
        testing::draw(*m_view, QSize(1576, 848));     // of a window of 1600×1000
    QVERIFY(!list->verticalScrollBar()->isVisible()); // all are seen at once
    testing::pick(list, "refit");
    QCOMPARE(child<ToneLabel>("checkReason")->text(), QString("the fit on 45 cells gives the table exactly"));
}

void CertificateViewTest::regret()
{
    openPublished();
    auto* chart = child<StackedBars>("heldRegretChart");
    QStringList rows;
    for (const char* name : {"heldRegretChart", "fittedRegretChart"})
        for (const BarRow& row : child<StackedBars>(name)->chart().rows)
            rows << row.group.section(u',', 0, 0) + u' ' + row.label + u' ' + row.read_outs.front().text;
    QCOMPARE(rows.mid(0, 4),
             (QStringList{"held out ellavox g3, 3.5-4B, TP1 CP4 4.22", "held out ellavox g5, 3.5-4B, TP1 CP2 2.03",
                          "held out ellavox g7, 3.5-4B, TP1 CP2 0.39", "held out ellavox g3, 3.5-4B, TP1 CP2 0.16"}));
    QCOMPARE(rows.mid(4, 2),
             (QStringList{"fitted on g8-long, 3-4B, TP1 CP4 4.03", "fitted on hetero3, 3.5-4B, TP1 CP4 2.87"}));
    QCOMPARE(chart->chart().rows[0].group, QString("held out, 11 cells"));
    QCOMPARE(child<StackedBars>("fittedRegretChart")->chart().axis_end, chart->chart().axis_end); // bars that compare
    QStringList head;
    for (const ToneLabel* label : child<Panel>("regretPanel")->findChildren<ToneLabel*>())
        head << label->text();
    QVERIFY(head.contains("at 0 %: 7 held out, 40 fitted on"));
    // 4.22 lies between the gates at 2 and 5, each of which has its name.
    chart->resize(1200, 260);
    const BarLayout places = chart->places();
    QCOMPARE(places.gates.size(), std::size_t{3});
    const double end = places.rows[0].segments[0].rect.right();
    QVERIFY(end > places.gates[0].x && end < places.gates[1].x && places.gates[1].x < places.gates[2].x);
    for (const GatePlace& gate : places.gates)
        QVERIFY(!gate.label.isNull() && gate.label.right() <= places.plot.right() + 2);
    // Where the axis is too short for all names, some are left out; those that are shown never touch.
    std::set<std::size_t> shown_names;
    for (int width = 340; width <= 800; width += 4) {
        const BarLayout narrow =
            layout_bars(chart->chart(), QRectF(0, 0, width, 260), bar_fonts(chart), {300, {}, false, 0});
        double taken = narrow.plot.left();
        std::size_t names = 0;
        for (const GatePlace& gate : narrow.gates) {
            if (gate.label.isNull())
                continue;
            QVERIFY(gate.label.left() >= taken && gate.label.right() <= narrow.plot.right() + 2);
            taken = gate.label.right();
            ++names;
        }
        shown_names.insert(names);
    }
    QVERIFY(*shown_names.begin() < 3 && *shown_names.rbegin() == 3);
    const XyChart& distribution = child<XyPlot>("regretDistribution")->chart();
    QCOMPARE(distribution.lines.size(), std::size_t{5}); // two splits, three gates
    QCOMPARE(distribution.lines[0].points.front(), QPointF(0, 100.0 * 7 / 11));
    QCOMPARE(distribution.lines[0].points.back().y(), 100.0);
}

void CertificateViewTest::regretBands()
{
    openPublished();
    click("segment_distribution");
    auto* chart = child<StackedBars>("regretBands");
    QStringList rows;
    for (const BarRow& row : chart->chart().rows)
        rows << row.group + u' ' + row.label + u' ' + row.read_outs.front().text;
    // 4.22 and 2.03, then 0.39 and 0.16 of eleven; 4.03 and 2.87, then 1.92, 1.60 and 0.49 of 45.
    QCOMPARE(rows, (QStringList{"regret 0 % held out 7", "regret 0 % fitted on 40", "regret ≤ 2 % held out 2",
                                "regret ≤ 2 % fitted on 3", "regret 2–5 % held out 2", "regret 2–5 % fitted on 2",
                                "regret 5–10 % held out 0", "regret 5–10 % fitted on 0", "regret > 10 % held out 0",
                                "regret > 10 % fitted on 0"}));
    QVERIFY(std::fabs(chart->chart().rows[0].segments[0].value - 100 * 7.0 / 11) < 1e-9);
    QVERIFY(std::fabs(chart->chart().rows[1].segments[0].value - 100 * 40.0 / 45) < 1e-9);
    const QImage image = testing::draw(*chart, QSize(640, 300));
    const Theme theme = light_theme();
    const BarLayout places = chart->places();
    for (const std::size_t row : {0, 1})
        QCOMPARE(QColor(image.pixel(places.rows[row].segments[0].rect.center().toPoint())),
                 row == 0 ? theme.held_out : theme.fitted);
    QTest::mouseClick(chart, Qt::LeftButton, {}, places.rows[5].band.center().toPoint());
    QVERIFY(child<Panel>("candidatesPanel")->title().startsWith("g8-long, 3-4B, TP1 CP4: ")); // 4.03
    // By keyboard: the third row from the top is the held-out one up to 2.
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(chart, Qt::Key_Up);
    QVERIFY(chart->accessibleDescription().startsWith("held out, regret ≤ 2 %: 2 of 11 cells, 18.2 %"));
    QTest::keyClick(chart, Qt::Key_Return);
    QVERIFY(child<Panel>("candidatesPanel")->title().startsWith("ellavox g7, 3.5-4B, TP1 CP2: ")); // 0.39
    // A band without a cell picks none.
    QTest::mouseClick(chart, Qt::LeftButton, {}, places.rows[9].band.center().toPoint());
    QVERIFY(child<Panel>("candidatesPanel")->title().startsWith("ellavox g7, 3.5-4B, TP1 CP2: "));
}

void CertificateViewTest::pairMatrix()
{
    openPublished();
    const PairTable table = pair_table(*m_view->review(), selectedIn(child<StackedBars>("heldRegretChart")));
    QCOMPARE(table.columns, (std::vector<QString>{"TP1 CP1", "TP1 CP2", "TP1 CP4", "TP2 CP1"}));
    QCOMPARE(table.rows.size(), std::size_t{11});
    QCOMPARE(table.rows[0].model, QString("3.5-4B"));
    QCOMPARE(table.rows[0].shape, QString("ellavox"));
    QCOMPARE(table.total.pairs, std::size_t{3844});
    QCOMPARE(table.total.misordered(), std::size_t{72});
    QCOMPARE(table.entries[0][0]->misordered(), std::size_t{3});
    QCOMPARE(table.entries[0][1]->misordered(), std::size_t{32});
    QCOMPARE(table.entries[0][2]->misordered(), std::size_t{35});
    QVERIFY(!table.entries[0][3]); // ellavox was not measured on TP2
    QCOMPARE(table.column_totals[3].misordered(), std::size_t{0});
    QCOMPARE(table.selected_row, 0); // of the picked cell
    QCOMPARE(table.selected_column, 2);
    // As it is drawn: what is misordered stands behind the share, totals at the end.
    const HeatChart& chart = child<HeatMap>("pairMatrix")->chart();
    const auto cell = [&](std::size_t row, std::size_t column) {
        const HeatCell& one = chart.rows[row].cells[column];
        return (one.text + u' ' + one.count).trimmed() + (one.bold ? QStringLiteral("!") : QString());
    };
    QCOMPARE(chart.rows[0].group, QString("3.5-4B"));
    QCOMPARE(chart.rows[0].label, QString("ellavox"));
    QCOMPARE(cell(0, 2), QString("97.1 35"));
    QCOMPARE(cell(0, 3), QString("–"));
    QCOMPARE(cell(1, 0), QString("100"));
    QCOMPARE(cell(5, 2), QString("83.3 1!")); // below 90
    QCOMPARE(cell(11, 4), QString("98.1 72!"));
    QCOMPARE(chart.rows.back().group, QString("all"));
    QCOMPARE(chart.selected_row, chart.rows[0].key);
    QCOMPARE(chart.selected_column, QString("TP1 CP4"));
}

void CertificateViewTest::candidates()
{
    openPublished();
    QCOMPARE(child<Panel>("candidatesPanel")->title(), QString("ellavox g3, 3.5-4B, TP1 CP4: 8 candidates"));
    const BarChart& chart = child<StackedBars>("candidatesChart")->chart();
    QStringList rows;
    for (const BarRow& row : chart.rows) {
        QStringList parts{row.label, row.tag};
        for (const ReadOut& read_out : row.read_outs)
            parts << read_out.text;
        rows << parts.join(u'/');
    }
    QCOMPARE(rows, (QStringList{"uniform depth 3/fastest/908.8/1.4/752.4/1 → 5", "min. span 305//936.1/1.0/653.6/2 → 2",
                                "min. span 1366/chosen/947.1/0.9/583.8/3 → 1", "uniform depth 2//968.9/0.8/682.6/4 → 3",
                                "min. span 7015//972.7/1.3/700.6/5 → 4", "min. span 8380//981.4/1.3/873.8/6 → 6",
                                "no sharing//1398.5/0.5/1002.2/7 → 7", "depth one//1400.6/0.7/1082.2/8 → 8"}));
    // Stacked terms are the score.
    double sum = 0;
    for (const BarSegment& segment : chart.rows[2].segments)
        sum += segment.value;
    QVERIFY(std::fabs(sum - 583.8) < 0.05);
    QVERIFY(chart.rows[2].selected);
    QCOMPARE(child<XyPlot>("candidatesScatter")->chart().marks.size(), std::size_t{8});
}

void CertificateViewTest::pickingACell()
{
    openPublished();
    auto* regret = child<StackedBars>("heldRegretChart");
    regret->resize(1200, 200);
    // The second held-out row, by mouse.
    QTest::mouseClick(regret, Qt::LeftButton, {}, regret->places().rows[1].band.center().toPoint());
    QVERIFY(child<Panel>("candidatesPanel")->title().startsWith("ellavox g5, 3.5-4B, TP1 CP2: "));
    QCOMPARE(selectedIn(regret), QString("cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp2|g5"));
    // The first fitted row, by keyboard.
    auto* fitted = child<StackedBars>("fittedRegretChart");
    QTest::keyClick(fitted, Qt::Key_Down);
    QTest::keyClick(fitted, Qt::Key_Return);
    QCOMPARE(selectedIn(regret), QString());
    QVERIFY(child<Panel>("candidatesPanel")->title().startsWith("g8-long, 3-4B, TP1 CP4: "));
    // From the matrix: the worst cell of ellavox on CP1.
    testing::draw(*m_view, m_view->size());
    auto* matrix = child<HeatMap>("pairMatrix");
    QTest::mouseClick(matrix, Qt::LeftButton, {}, matrix->places().rows[0].cells[0].center().toPoint());
    QVERIFY(child<Panel>("candidatesPanel")->title().contains("TP1 CP1"));
}

void CertificateViewTest::misorderedPairs()
{
    openPublished();
    click("segment_misordered");
    auto* table = child<TableView>("misorderedTable");
    const QAbstractItemModelTester tester(table->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const int here = table->table()->rowCount();
    QVERIFY(here > 0 && here < 72);
    click("segment_all");
    QCOMPARE(table->table()->rowCount(), 72);
    for (int row = 1; row < 72; ++row) // widest first
        QVERIFY(table->table()->index(row - 1, 3).data(ValueRole).toDouble() >=
                table->table()->index(row, 3).data(ValueRole).toDouble());
    const QString other = table->table()->index(0, 0).data(KeyRole).toString();
    QVERIFY(selectedIn(child<StackedBars>("heldRegretChart")) != other.section(u'\n', 0, 0));
    testing::draw(*m_view, m_view->size());
    testing::pick(table, other);
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(child<Panel>("candidatesPanel")
                ->title()
                .startsWith(cell_names(other.section(u'\n', 0, 0).toStdString()).whole()));
}

void CertificateViewTest::allCells()
{
    openPublished();
    auto* table = child<TableView>("cellTable");
    const QAbstractItemModelTester tester(table->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(table->table()->rowCount(), 56);
    table->sortByColumn(4, Qt::DescendingOrder);
    QCOMPARE(table->model()->index(0, 4).data().toString(), QString("4.22"));
    QCOMPARE(table->model()->index(0, 0).data().toString(), QString("ellavox g3"));
    QCOMPARE(table->model()->index(0, 3).data().toString(), QString("held out"));
}

void CertificateViewTest::coefficients()
{
    openPublished();
    click("segment_table");
    const auto& rows = child<TableView>("termTable")->table()->rows();
    QCOMPARE(rows.size(), std::size_t{10});
    QCOMPARE(texts(rows[0]), (QStringList{"per rank", "2002", "–"}));
    QCOMPARE(rows[6].cells[0].text, QString("GDN levels"));
    QCOMPARE(rows[6].cells[1].value.toDouble(), 3336555.0);
}

void CertificateViewTest::profile()
{
    openPublished();
    click("segment_profile");
    auto* sentence = child<ToneLabel>("profileSentence");
    QVERIFY(sentence->text().startsWith("The fitted table applies"));
    child<QSpinBox>("profileMemory")->setValue(80);
    QCOMPARE(sentence->text(),
             QString("Falls back to version 1, because device memory is 80 GiB, not at least 120 GiB."));
    child<QSpinBox>("profileHidden")->setValue(2048);
    child<QComboBox>("profileDtype")->setCurrentText("float16");
    child<QCheckBox>("profileDense")->click();
    QCOMPARE(sentence->text(),
             QString("Falls back to version 1, because device memory is 80 GiB, not at least 120 GiB; model is mixture "
                     "of experts, "
                     "not dense; parameter datatype is float16, not bfloat16; hidden size is 2048, not 2560."));
    child<QCheckBox>("profileGpu")->click();
    QVERIFY(sentence->text().contains("without a GPU"));
}

void CertificateViewTest::fileAndManifest()
{
    openPublished();
    QStringList said;
    for (const TableRow& row : child<TableView>("fileTable")->table()->rows())
        said << texts(row).join(u' ');
    const QString all = said.join(u'\n');
    QVERIFY(all.contains("expected 58 cells"));
    QVERIFY(all.contains("excluded ellavox g1, 3.5-4B, TP1 CP4: deterministic CP4 all-to-all hang"));
    QVERIFY(all.contains("Kept but not used, 2 fields"));
    QVERIFY(all.contains("median_ms how long a candidate took"));
    QVERIFY(!all.contains("Of the manifest"));
    QVERIFY(all.contains("/cells/*/workload/seed 34 times, 7 values"));
}

QStringList CertificateViewTest::moved() const
{
    QStringList out;
    for (const BarRow& each : child<StackedBars>("movedChart")->chart().rows)
        out << QString("%1 %2 → %3%4")
                   .arg(each.label)
                   .arg(each.marks[0].value, 0, 'f', 2)
                   .arg(each.segments[0].value, 0, 'f', 2)
                   .arg(each.note.isEmpty() ? "" : " miss");
    return out;
}

void CertificateViewTest::holdoutFromReported()
{
    openPublished();
    QVERIFY(moved().isEmpty());
    QVERIFY(child<Panel>("holdoutBuilder")->title().contains("own split"));
    // The attention model, from the menu of reported ablations.
    auto* reported = child<QPushButton>("reportedAblations");
    QCOMPARE(reported->menu()->actions().size(), 5);
    reported->menu()->actions()[2]->trigger();
    QVERIFY(settle());
    QCOMPARE(child<Panel>("holdoutBuilder")->title(), QString("Hold-out builder: withhold the attention model"));
    QCOMPARE(child<ToneLabel>("holdoutNote")->text(),
             QString("19 of 56 cells withheld, 938 pairs. Refitted on 37 cells."));
    const auto& rows = child<TableView>("holdoutTable")->table()->rows();
    QStringList figures;
    for (const TableRow& row : rows)
        figures << texts(row).mid(2, 3).join(u' ') + (row.cells[0].icon == Icon::check ? " ok" : " fails");
    QCOMPARE(figures, (QStringList{"97.97 ≥ 90 97.9 ok", "0.00 ≤ 2 – ok", "13.25 ≤ 5 4.2 fails", "13.25 ≤ 10 4.2 fails",
                                   "1 none – fails"}));
    QCOMPARE(moved(), (QStringList{"g8, 3-4B, TP1 CP4 0.00 → 13.25 miss", "g8, 3-4B, TP2 CP1 0.00 → 5.99"}));
    QCOMPARE(child<ToneLabel>("unmovedCells")->text().section(u',', 0, 0), QString("54 cells keep their choice"));
    QCOMPARE(m_view->commandLine(), QString("blueprinting certificate refit published --holdout Qwen3-4B"));
    // The refitted table stands beside the shipped one.
    QVERIFY(child<TableView>("termTable")->table()->rows()[0].cells[2].text != "–");
    // The chip takes it back.
    click("filter_p:Qwen3-4B");
    QVERIFY(settle());
    QVERIFY(moved().isEmpty());
    QCOMPARE(child<TableView>("termTable")->table()->rows()[0].cells[2].text, QString("–"));
}

void CertificateViewTest::holdoutByPatternAndTerm()
{
    openPublished();
    auto* pattern = child<QLineEdit>("withholdPattern");
    pattern->setText("no such key");
    QTest::keyClick(pattern, Qt::Key_Return);
    QVERIFY(child<ToneLabel>("holdoutNote")->text().contains("nothing was withheld"));
    pattern->setText("cal-hetero");
    QTest::keyClick(pattern, Qt::Key_Return);
    QVERIFY(settle());
    QCOMPARE(child<ToneLabel>("holdoutNote")->text(),
             QString("25 of 56 cells withheld, 970 pairs. Refitted on 31 cells."));
    // Every heterogeneous cell: the source's figures are known.
    QCOMPARE(texts(child<TableView>("holdoutTable")->table()->rows()[3]).mid(2, 3),
             (QStringList{"4.22", "≤ 10", "9.5"}));
    auto* topology = child<QPushButton>("withholdTopology");
    Q_EMIT topology->menu()->aboutToShow();
    QCOMPARE(topology->menu()->actions()[0]->text(), QString("every TP2 cell, 7 cells"));
    topology->menu()->actions()[0]->trigger();
    auto* drop = child<QPushButton>("dropTerm");
    Q_EMIT drop->menu()->aboutToShow();
    QCOMPARE(drop->menu()->actions().size(), 10);
    drop->menu()->actions()[8]->trigger(); // gdn_level
    QVERIFY(settle());
    QVERIFY(child<Panel>("holdoutBuilder")->title().endsWith("drop GDN levels"));
    QCOMPARE(texts(child<TableView>("holdoutTable")->table()->rows()[3])[4],
             QString("–")); // no such ablation was reported
    QCOMPARE(child<FilterBar>("holdoutChips")->filters().size(), std::size_t{4});
    click("holdoutReset");
    QVERIFY(settle());
    QCOMPARE(child<FilterBar>("holdoutChips")->filters().size(), std::size_t{1});
    QVERIFY(child<FilterBar>("holdoutChips")->filters()[0].locked);
}

void CertificateViewTest::sessionRestores()
{
    openPublished();
    child<QPushButton>("reportedAblations")->menu()->actions()[4]->trigger();
    testing::draw(*m_view, m_view->size());
    const QString at_first = child<Panel>("candidatesPanel")->title();
    auto* fitted = child<StackedBars>("fittedRegretChart");
    clickCell(fitted, fitted->chart().rows[2].key);
    const QString picked = child<Panel>("candidatesPanel")->title();
    QVERIFY(picked != at_first);
    click("segment_scatter");
    click("segment_profile");
    QVERIFY(settle());
    CertificateView second(*m_workspace);
    second.refresh();
    QVERIFY(QTest::qWaitFor([&] { return !second.busy(); }, 30000));
    QCOMPARE(second.findChild<Panel*>("candidatesPanel")->title(), picked);
    QCOMPARE(second.findChild<Panel*>("holdoutBuilder")->title(), QString("Hold-out builder: withhold every CP4 cell"));
    QVERIFY(second.findChild<QAbstractButton*>("segment_scatter")->isChecked());
    QVERIFY(second.findChild<QAbstractButton*>("segment_profile")->isChecked());
    // A session that names none starts anew, on the published one.
    m_workspace->setViewState("certificate", Json());
    m_view->refresh();
    QVERIFY(settle());
    QVERIFY(child<Panel>("holdoutBuilder")->title().contains("own split"));
    QVERIFY(child<Panel>("candidatesPanel")->title().startsWith("ellavox g3, 3.5-4B, TP1 CP4"));
    // One that names a file which is not there says so once, and shows nothing in its place.
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    m_workspace->setViewState("certificate", {{"certificate", "/nowhere/certificate.json"}});
    m_view->refresh();
    m_view->refresh();
    QCOMPARE(notices.size(), 1);
    QCOMPARE(child<AnswerLine>("answer")->headline(), QString("No certificate is open"));
}

void CertificateViewTest::refusedFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("certificate-cut.json");
    QVERIFY(write_file(path, published_bytes(certificate::published_certificate()).left(60000)));
    const auto done = m_view->open(path);
    QVERIFY(!done.has_value());
    QVERIFY(done.diagnostics().front().location->line > 1);
    QVERIFY(child<QWidget>("refusedExcerpt"));
    QStringList said;
    for (const QLabel* label : child<QWidget>("refusedExcerpt")->findChildren<QLabel*>())
        said << label->text();
    QVERIFY(said.contains("Why certificate-cut.json was refused"));
    QVERIFY(said.join(u'\n').contains(QString("The file ends at byte 60\u2009000")));
    // Opening another one clears it away.
    openPublished();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!child<QWidget>("refusedExcerpt"));
}

void CertificateViewTest::refusedFileWhileOneIsOpen()
{
    openPublished();
    QTemporaryDir folder;
    const QString path = folder.filePath("bad.json");
    QByteArray bytes = published_bytes(certificate::published_certificate());
    bytes.replace("\"median_ms\":1171.2823486328125", "\"median_ms\":-1");
    QVERIFY(write_file(path, bytes));
    const auto done = m_view->open(path);
    QVERIFY(!done.has_value());
    QCOMPARE(done.diagnostics().front().path, std::string("/cells/0/candidates/0/median_ms"));
    QVERIFY(
        child<AnswerLine>("answer")->headline().startsWith("The published certificate holds")); // nothing was changed
    QVERIFY(!m_view->showsRefusals());
}

void CertificateViewTest::manifestAlone()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("manifest.json");
    QVERIFY(write_file(path, published_bytes(certificate::published_manifest())));
    // Of another campaign: the published certificate, which stands there as an example, is not what it needs.
    QByteArray foreign = published_bytes(certificate::published_manifest());
    foreign.replace("Qwen", "Qven"); // in every model and key
    const QString other = folder.filePath("other.json");
    QVERIFY(write_file(other, foreign));
    m_view->refresh();
    QVERIFY(m_view->review());
    const auto done = m_view->open(other);
    QVERIFY(!done.has_value());
    QCOMPARE(done.diagnostics().front().path, std::string("/cells"));
    QCOMPARE(done.diagnostics().front().message,
             std::string("none of its 58 cells is in the published certificate; open the certificate that it "
                         "belongs to, with the cell cal-ellavox|Qven/Qven3.5-4B|L32|tp1|cp1|g0, first"));
    QVERIFY(done.diagnostics().front().location->line > 0);
    QVERIFY(m_view->review()); // the example stays, with the manifest of its own
    QCOMPARE(m_view->review()->manifest_file, QString("the published manifest"));
    // Its own manifest is held against the example, which is then what the session names.
    QVERIFY(m_view->open(path).has_value());
    QVERIFY(settle());
    QCOMPARE(m_view->review()->manifest_file, QString("manifest.json"));
    QCOMPARE(m_view->commandLine(), "blueprinting certificate verify published --manifest " + path);
    // Over an open certificate it takes the place of the manifest before.
    openPublished();
    QVERIFY(m_view->open(path).has_value());
    QVERIFY(settle());
    QCOMPARE(m_view->review()->manifest_file, QString("manifest.json"));
    QCOMPARE(child<ToneLabel>("checksCount")->text(), QString("15 of 15"));
}

void CertificateViewTest::manifestBesideIsPickedUp()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("certificate.json");
    QVERIFY(write_file(path, published_bytes(certificate::published_certificate())));
    QVERIFY(write_file(folder.filePath("manifest.json"), published_bytes(certificate::published_manifest())));
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    QVERIFY(m_view->open(path).has_value());
    QVERIFY(settle());
    QCOMPARE(m_view->review()->manifest_file, QString("manifest.json")); // and not the published one, which was open
    QCOMPARE(child<ToneLabel>("checksCount")->text(), QString("15 of 15"));
    QVERIFY(m_view->statusItems()[0].tone == Tone::good);
    // Opening says what is open now.
    QCOMPARE(notices.size(), 1);
    const Notice said = notices.takeFirst().front().value<Notice>();
    QCOMPARE(said.subject, QString("Under review: certificate.json."));
    QCOMPARE(said.text, QString("It is compared with manifest.json."));
}

void CertificateViewTest::manifestStays()
{
    // Another certificate of the same campaign, without a manifest beside it: the one that is open stays.
    QTemporaryDir folder;
    QByteArray altered = published_bytes(certificate::published_certificate());
    altered.replace("\"gdn_level\":3336555", "\"gdn_level\":3336556");
    QVERIFY(write_file(folder.filePath("first.json"), published_bytes(certificate::published_certificate())));
    QVERIFY(write_file(folder.filePath("second.json"), altered));
    QVERIFY(QDir(folder.path()).mkdir("lists") && QDir(folder.path()).mkdir("other"));
    const QString list = folder.filePath("lists/list.json");
    QVERIFY(write_file(list, published_bytes(certificate::published_manifest())));
    QVERIFY(m_view->open(folder.filePath("first.json")).has_value());
    QCOMPARE(m_view->review()->manifest_file, QString("the published manifest")); // of the example
    QVERIFY(m_view->open(list).has_value());
    QVERIFY(m_view->open(folder.filePath("second.json")).has_value());
    QVERIFY(settle());
    QCOMPARE(m_view->review()->file, QString("second.json"));
    QCOMPARE(m_view->review()->manifest_path, list);
    QVERIFY2(child<AnswerLine>("answer")->headline().startsWith(
                 "second.json does not hold: two checks fail (table hash, refit gives the table)"),
             qPrintable(child<AnswerLine>("answer")->headline()));
    QVERIFY(child<AnswerLine>("answer")->why().contains("Compared with list.json: 56 cells"));
    // A person chose it, so one that lies beside the next certificate does not take its place.
    QVERIFY(write_file(folder.filePath("other/third.json"), altered));
    QVERIFY(write_file(folder.filePath("other/manifest.json"), published_bytes(certificate::published_manifest())));
    QVERIFY(m_view->open(folder.filePath("other/third.json")).has_value());
    QCOMPARE(m_view->review()->manifest_path, list);
    // The session keeps it.
    CertificateView second(*m_workspace);
    second.refresh();
    QVERIFY(QTest::qWaitFor([&] { return !second.busy(); }, 30000));
    QCOMPARE(second.review()->manifest_path, list);
    // A certificate of another campaign is held against nothing; not all its checks are made, and it does not pass for
    // one that holds.
    QByteArray foreign = published_bytes(certificate::published_certificate());
    foreign.replace("Qwen", "Qven");
    QVERIFY(write_file(folder.filePath("foreign.json"), foreign));
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    QVERIFY(m_view->open(folder.filePath("foreign.json")).has_value());
    QVERIFY(settle());
    QVERIFY(!m_view->review()->manifest);
    QCOMPARE(child<ToneLabel>("checksCount")->text(), QString("13 of 15"));
    QCOMPARE(m_view->statusItems()[0].text, QString("foreign.json: 13 of 15 checks, 2 not made"));
    QVERIFY(m_view->statusItems()[0].tone == Tone::caution);
    QVERIFY2(
        child<AnswerLine>("answer")->headline().startsWith(
            "foreign.json holds, but two checks could not be made (exclusions have reasons, manifests agree): 98.2 %"),
        qPrintable(child<AnswerLine>("answer")->headline()));
    QVERIFY(
        child<ToneLabel>("checkReason")->text().contains("their reasons are in the manifest file, which is not open"));
    QCOMPARE(notices.takeFirst().front().value<Notice>().text,
             QString("No manifest is open, and some checks need one: open it, too."));
    openPublished();
    QCOMPARE(m_view->review()->manifest_file, QString("the published manifest"));
}

void CertificateViewTest::gatesSayWhichCellsTheyJudge()
{
    openPublished();
    QCOMPARE(child<Panel>("gatePanel")->title(), QString("Held out, 11 cells (%)"));
    child<QPushButton>("reportedAblations")->menu()->actions()[2]->trigger();
    QCOMPARE(child<Panel>("gatePanel")->title(), QString("Certificate's hold-out, 11 cells (%)"));
    QVERIFY(child<Panel>("gatePanel")->toolTip().contains("the 11 cells that the certificate itself holds out"));
    QVERIFY(settle());
    QCOMPARE(child<ToneLabel>("gateValue_max_regret")->text(), QString("4.2")); // not 13.25, which the builder shows
    click("holdoutReset");
    QCOMPARE(child<Panel>("gatePanel")->title(), QString("Held out, 11 cells (%)"));
    QVERIFY(child<Panel>("gatePanel")->toolTip().isEmpty());
}

void CertificateViewTest::wideSpreadsAreMarked()
{
    // Of the published candidates seven have runs further apart than 25 % of their median, one of them 197.3 %.
    openPublished();
    QStringList marked;
    const auto& certificate = *m_view->review()->certificate;
    for (std::size_t place = 0; place < m_view->review()->set().keys.size(); ++place)
        for (const BarRow& row : candidates_chart(*m_view->review(), place).rows)
            if (row.read_outs[1].tone == Tone::caution)
                marked << row.read_outs[1].text;
    std::sort(marked.begin(), marked.end());
    QCOMPARE(certificate.candidate_count(), std::size_t{429});
    QCOMPARE(marked, (QStringList{"! 158.7", "! 197.3", "! 40.9", "! 51.5", "! 56.1", "! 57.0", "! 91.3"}));
    QVERIFY(child<StackedBars>("candidatesChart")->chart().columns[1].tooltip.contains("25 %"));
}

void CertificateViewTest::noCellLosesMuch()
{
    // Where every cell chooses its fastest layout, none loses more than 2 %.
    Json root = Json::parse(certificate::published_certificate().bytes);
    for (Json& cell : root["cells"])
        cell["candidates"] = Json::array({cell["candidates"][0]});
    QTemporaryDir folder;
    const QString path = folder.filePath("alone.json");
    QVERIFY(write_file(path, QByteArray::fromStdString(root.dump())));
    QVERIFY(m_view->open(path).has_value());
    QVERIFY2(
        child<AnswerLine>("answer")->why().contains("56 cells choose their fastest layout; none loses more than 2 %."),
        qPrintable(child<AnswerLine>("answer")->why()));
    QVERIFY(settle());
    // The builder says that such a fit compares nothing.
    QVERIFY2(child<ToneLabel>("holdoutNote")
                 ->text()
                 .contains("This fit cannot be trusted: no cell that was fitted on has two candidates"),
             qPrintable(child<ToneLabel>("holdoutNote")->text()));
}

void CertificateViewTest::unknownKeysOfTheManifest()
{
    Json manifest = Json::parse(certificate::published_manifest().bytes);
    manifest["cells"][3]["priority"] = 7;
    manifest["owner"] = "nobody";
    QTemporaryDir folder;
    QVERIFY(write_file(folder.filePath("list.json"), QByteArray::fromStdString(manifest.dump())));
    openPublished();
    QVERIFY(m_view->open(folder.filePath("list.json")).has_value());
    QStringList said;
    for (const TableRow& row : child<TableView>("fileTable")->table()->rows())
        said << texts(row).join(u' ');
    QVERIFY(said.contains("Of the manifest, kept but not used, 2 fields"));
    QVERIFY(said.contains("priority /cells/*/priority 7"));
    QVERIFY(said.contains("owner /owner \"nobody\""));
}

void CertificateViewTest::failingCertificate()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("altered.json");
    QByteArray bytes = published_bytes(certificate::published_certificate());
    bytes.replace("\"token_per_rank\":2002", "\"token_per_rank\":1002");
    QVERIFY(write_file(path, bytes));
    QVERIFY(m_view->open(path).has_value());
    QVERIFY(settle());
    const QString headline = child<AnswerLine>("answer")->headline();
    QVERIFY2(
        headline.startsWith(
            "altered.json does not hold: three checks fail (table hash, metrics recomputed, refit gives the table)"),
        qPrintable(headline));
    QCOMPARE(child<ToneLabel>("checkReason")->text().section(u',', 1), QString(" the certificate says 3624ae7dd985…"));
    // Terms go by the names that the view has for them, percentages are short.
    testing::draw(*m_view, m_view->size());
    testing::pick(child<TableView>("checkList"), "refit");
    QVERIFY2(child<ToneLabel>("checkReason")
                 ->text()
                 .startsWith("“per rank” is 1002 in the table and 2002 by the fit on 45 cells"),
             qPrintable(child<ToneLabel>("checkReason")->text()));
    testing::pick(child<TableView>("checkList"), "metrics");
    QVERIFY2(QRegularExpression(
                 "^all cells: the pairs in order are stated as 98\\.13 % and recomputed as \\d\\d\\.\\d\\d %;")
                 .match(child<ToneLabel>("checkReason")->text())
                 .hasMatch(),
             qPrintable(child<ToneLabel>("checkReason")->text()));
    QVERIFY(m_view->statusItems()[0].tone == Tone::bad);
    // What is saved of the list says in words what the marks say, as a reviewer hands it on.
    for (const char* ending : {"checks.csv", "checks.md"}) {
        const QString saved = folder.filePath(ending);
        QVERIFY(child<TableView>("checkList")->exportTo(saved).has_value());
        QFile file(saved);
        QVERIFY(file.open(QIODevice::ReadOnly));
        int passed = 0, failed = 0;
        for (const QByteArray& line : file.readAll().split('\n')) {
            passed += line.contains("passed") ? 1 : 0;
            failed += line.contains("failed") ? 1 : 0;
            if (line.contains("refit gives the table"))
                QVERIFY2(line.contains("failed") && line.contains("per rank"), line);
        }
        QCOMPARE(failed, 3);
        QCOMPARE(passed, 12);
    }
}

/// Each gate says what it looks at, in which unit, and what it allows (the gates of the certificate's format).
void CertificateViewTest::gatesExplainThemselves()
{
    openPublished();
    const std::pair<const char*, const char*> laws[] = {{"pairs_in_order", "at least 90"},
                                                        {"median_regret", "at most 2"},
                                                        {"p95_regret", "at most 5"},
                                                        {"max_regret", "at most 10"},
                                                        {"clear_misses", "none is allowed"}};
    for (const auto& [gate, law] : laws)
        for (const char* part : {"gateName_", "gateValue_"}) {
            const QString tip = child<ToneLabel>((QByteArray(part) + gate).constData())->toolTip();
            QVERIFY2(tip.contains("Unit: ") && tip.contains(QStringLiteral("Gate: ") + law), qPrintable(tip));
        }
}

void CertificateViewTest::laterForm()
{
    // A term and fields that are not known: what it says is shown, nothing is made up.
    Json root = Json::parse(certificate::published_certificate().bytes);
    root["integer_table_milli_us"]["moe_token"] = 12;
    root["fit_arguments"]["terms"].push_back("moe_token");
    root["table_id"] = "moe";
    QTemporaryDir folder;
    const QString path = folder.filePath("later.json");
    QVERIFY(write_file(path, QByteArray::fromStdString(root.dump())));
    QVERIFY(m_view->open(path).has_value());
    QVERIFY(settle());
    QVERIFY(child<AnswerLine>("answer")->headline().startsWith(
        "later.json cannot be judged: the table weighs \"moe_token\""));
    QCOMPARE(child<Panel>("gatePanel")->title(), QString("Held out as stated, 11 cells (%)"));
    QCOMPARE(child<ToneLabel>("gateValue_max_regret")->text(), QString("4.2"));
    QVERIFY(child<StackedBars>("heldRegretChart")->chart().rows.empty());
    QVERIFY(!child<QWidget>("holdoutBuilder")->isEnabled());
    QVERIFY(
        child<ToneLabel>("holdoutNote")->text().startsWith("Nothing can be withheld: the table weighs \"moe_token\""));
    QVERIFY(child<StackedBars>("regretBands")->chart().rows.empty());
    // Times are measured and stand without scores.
    const BarChart& chart = child<StackedBars>("candidatesChart")->chart();
    QVERIFY(!chart.rows.empty() && chart.rows[0].segments.empty() && chart.columns.size() == 2);
    QString all;
    for (const TableRow& row : child<TableView>("fileTable")->table()->rows())
        all += texts(row).join(u' ') + u'\n';
    QVERIFY(all.contains("/table_id \"moe\""));
    QVERIFY(all.contains("Kept but not used, 3 fields"));
}

void CertificateViewTest::longNames()
{
    // Names of any length leave the figures on the screen.
    Json root = Json::parse(certificate::published_certificate().bytes);
    root["cells"][0]["cell"] = "cal-" + std::string(300, 'x') + "|Org/" + std::string(200, 'm') + "|L32|tp1|cp1|g0";
    QTemporaryDir folder;
    const QString path = folder.filePath("long.json");
    QVERIFY(write_file(path, QByteArray::fromStdString(root.dump())));
    QVERIFY(m_view->open(path).has_value());
    QVERIFY(settle());
    auto* pairs = child<HeatMap>("pairMatrix");
    const HeatLayout places = layout_heat(pairs->chart(), QRectF(0, 0, 470, 260), heat_fonts(pairs));
    QVERIFY(places.rows[0].cells.back().right() <= 471);
    QVERIFY(places.rows[0].label.right() < places.rows[0].cells[0].left());
    auto* regret = child<StackedBars>("heldRegretChart");
    regret->resize(600, 200);
    QVERIFY(regret->places().plot.width() > 100);
}

void CertificateViewTest::largeFileIsReadAsJob()
{
    auto document = JsonDocument::parse(std::string(certificate::published_certificate().bytes), "");
    auto large = *certificate::read_certificate(*document);
    const auto cells = large.cells;
    for (int copy = 1; copy < 6; ++copy)
        for (certificate::Cell cell : cells) {
            cell.key = "copy" + std::to_string(copy) + "-" + cell.key;
            large.cells.push_back(cell);
        }
    QTemporaryDir folder;
    const QString path = folder.filePath("large.json");
    QVERIFY(write_file(path, QByteArray::fromStdString(*certificate::write_certificate(large))));
    QVERIFY(QFileInfo(path).size() > CertificateView::kReadAtOnce);
    QVERIFY(m_view->open(path).has_value());
    QVERIFY(m_view->busy());
    QVERIFY(m_view->stale()); // nothing but another certificate stands there until then
    QVERIFY(settle());
    QVERIFY(!m_view->stale());
    QCOMPARE(m_view->review()->set().keys.size(), std::size_t{56 * 6});
    // 66 rows of the matrix scroll inside their panel and do not stretch the page.
    QCOMPARE(child<HeatMap>("pairMatrix")->chart().rows.size(), std::size_t{11 * 6 + 1});
    QVERIFY(child<QScrollArea>("certificateScroll")->widget()->minimumSizeHint().height() < 900);
    // One that cannot be read raises a notice and changes nothing.
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    const QString cut = folder.filePath("cut.json");
    QVERIFY(write_file(cut, QByteArray::fromStdString(*certificate::write_certificate(large)).left(600000)));
    QVERIFY(m_view->open(cut).has_value());
    QVERIFY(settle());
    QCOMPARE(notices.size(), 1);
    QCOMPARE(m_view->review()->set().keys.size(), std::size_t{56 * 6});
}

void CertificateViewTest::exports()
{
    openPublished();
    QCOMPARE(m_view->exportActions().size(), 8);
    QTemporaryDir folder;
    for (ChartWidget* chart : m_view->findChildren<ChartWidget*>()) {
        QVERIFY(!chart->title().isEmpty());
        QVERIFY(chart->dataRows().size() >= 1);
        for (const char* ending : {"png", "svg", "pdf", "csv"}) {
            const QString path = folder.filePath(chart->objectName() + u'.' + ending);
            QVERIFY(chart->exportTo(path).has_value());
            QVERIFY(QFileInfo(path).size() > 0);
        }
        // A picture and its numbers say which certificate they are of.
        QVERIFY(chart->heading().endsWith(" – the published certificate"));
        QFile svg(folder.filePath(chart->objectName() + ".svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(QString::fromUtf8(svg.readAll()).contains(chart->heading().toHtmlEscaped()));
        QFile numbers(folder.filePath(chart->objectName() + ".csv"));
        QVERIFY(numbers.open(QIODevice::ReadOnly));
        const QList<QByteArray> rows = numbers.readAll().trimmed().split('\n');
        QVERIFY(rows.front().trimmed().endsWith(",file"));
        for (const QByteArray& row : rows.mid(1))
            QVERIFY2(row.trimmed().endsWith(",the published certificate"), row.constData());
    }
    for (const char* table : {"cellTable", "misorderedTable", "checkList", "termTable", "fileTable", "holdoutTable"}) {
        const QStringList rows = child<TableView>(table)->toTsv().trimmed().split(u'\n');
        QVERIFY2(rows.front().endsWith("\tfile"), table);
        QVERIFY2(rows.size() > 1 && rows.last().endsWith("\tthe published certificate"), table);
        QVERIFY2(child<TableView>(table)->toMarkdown().contains(" the published certificate |"), table);
    }
    QFile csv(folder.filePath("pairMatrix.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QVERIFY(csv.readAll().contains("all,all,all,56,3844,72"));
    QFile bands(folder.filePath("regretBands.csv"));
    QVERIFY(bands.open(QIODevice::ReadOnly));
    QCOMPARE(bands.readAll().split('\n').value(3).trimmed(), QByteArray("2–5,2,11,2,45,the published certificate"));
    QFile regret(folder.filePath("heldRegretChart.csv"));
    QVERIFY(regret.open(QIODevice::ReadOnly));
    QVERIFY(regret.readAll().contains("4.215158034216835"));
    QFile candidates(folder.filePath("candidatesChart.csv"));
    QVERIFY(candidates.open(QIODevice::ReadOnly));
    QVERIFY(candidates.readAll().contains("uniform depth 3,measured,total,908.8"));
}

namespace {

/// By wheel at a mark, which stays under the pointer and is picked there; by keys; and back to the very same picture.
void zooms_and_picks(ChartWidget& chart, const QPointF& mark, QSignalSpy& picked)
{
    const QImage whole = testing::draw(chart, QSize(640, 320));
    const QPoint at = mark.toPoint();
    QWheelEvent wheel(at, chart.mapToGlobal(at), {}, {0, 360}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&chart, &wheel);
    QVERIFY(chart.isZoomed());
    QVERIFY(testing::draw(chart, QSize(640, 320)) != whole);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, at);
    QCOMPARE(picked.size(), 1);
    const QVariant key = picked.takeFirst().front();
    QTest::keyClick(&chart, Qt::Key_F);
    QVERIFY(!chart.isZoomed());
    QVERIFY(testing::draw(chart, QSize(640, 320)) == whole);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, at);
    QCOMPARE(picked.takeFirst().front(), key);
    QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(chart.isZoomed());
    // What the keyboard comes to is in sight, at either end.
    for (const Qt::Key way : {Qt::Key_Down, Qt::Key_Up}) {
        for (int i = 0; i < 40; ++i)
            QTest::keyClick(&chart, way);
        QTest::keyClick(&chart, Qt::Key_Return);
    }
    picked.clear();
    QTest::keyClick(&chart, Qt::Key_F);
    QVERIFY(!chart.isZoomed());
}

} // namespace

void CertificateViewTest::theMatrixZooms()
{
    openPublished();
    {
        HeatMap chart("Pairs");
        chart.setChart(child<HeatMap>("pairMatrix")->chart());
        chart.resize(640, 320);
        QSignalSpy picked(&chart, &HeatMap::cellPicked);
        zooms_and_picks(chart, chart.places().rows[0].cells[0].center(), picked);
    }
}

void CertificateViewTest::everyWidthHoldsTheMatrix_data()
{
    QTest::addColumn<QSize>("size");
    // What the view has in windows of these sizes; the dock is closed.
    QTest::newRow("1600x1000") << QSize(1576, 848);
    QTest::newRow("1440x900") << QSize(1416, 748);
    QTest::newRow("1366x768") << QSize(1342, 616);
    QTest::newRow("1280x800") << QSize(1256, 648);
    QTest::newRow("1024x700") << QSize(1000, 560);
}

/// The view never scrolls across, and the matrix shows its last column, the answer.
void CertificateViewTest::everyWidthHoldsTheMatrix()
{
    QFETCH(QSize, size);
    openPublished();
    testing::keep(testing::draw(*m_view, size),
                  QStringLiteral("certificate-in-") + QString::fromLatin1(QTest::currentDataTag()));
    auto* page = child<QScrollArea>("certificateScroll");
    QVERIFY(page->widget()->width() <= page->viewport()->width());
    auto* matrix = child<HeatMap>("pairMatrix");
    const QRectF all = matrix->places().headers.back();
    const QWidget* sight = matrix->parentWidget();
    const QRectF seen = QRectF(sight->rect()).translated(-matrix->pos());
    QVERIFY2(all.left() >= seen.left() && all.right() <= seen.right() + 1,
             qPrintable(QString("%1 of %2").arg(all.right()).arg(seen.right())));
}

void CertificateViewTest::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<qreal>("scale");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("open");
    QTest::addColumn<QStringList>("pages"); // that are turned to
    // The centre of a window of 1600×1000 and of 1024×700 without the dock.
    QTest::newRow("certificate-light") << QSize(1576, 848) << 1.0 << false << true << QStringList{};
    QTest::newRow("certificate-dark") << QSize(1576, 848) << 1.0 << true << true << QStringList{};
    QTest::newRow("certificate-distribution-light")
        << QSize(1576, 848) << 1.0 << false << true << QStringList{"distribution", "scatter", "table"};
    QTest::newRow("certificate-distribution-dark")
        << QSize(1576, 848) << 1.0 << true << true << QStringList{"distribution", "scatter", "file"};
    QTest::newRow("certificate-lists-light")
        << QSize(1576, 848) << 1.0 << false << true << QStringList{"list", "misordered", "profile"};
    QTest::newRow("certificate-small-distribution-light")
        << QSize(1000, 560) << 1.0 << false << true << QStringList{"distribution", "profile"};
    QTest::newRow("certificate-small-light") << QSize(1000, 560) << 1.0 << false << true << QStringList{};
    QTest::newRow("certificate-small-dark") << QSize(1000, 560) << 1.0 << true << true << QStringList{};
    QTest::newRow("certificate-200-light") << QSize(1576, 848) << 2.0 << false << true << QStringList{};
    QTest::newRow("certificate-empty-light") << QSize(1240, 850) << 1.0 << false << false << QStringList{};
}

void CertificateViewTest::pictures()
{
    QFETCH(QSize, size);
    QFETCH(qreal, scale);
    QFETCH(bool, dark);
    QFETCH(bool, open);
    QFETCH(QStringList, pages);
    m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
    if (open) {
        openPublished();
        child<QPushButton>("reportedAblations")->menu()->actions()[2]->trigger();
        QVERIFY(settle());
        for (const QString& page : pages)
            click(qPrintable("segment_" + page));
    } else {
        QTemporaryDir folder;
        const QString path = folder.filePath("certificate-cut.json");
        QVERIFY(write_file(path, published_bytes(certificate::published_certificate()).left(60000)));
        QVERIFY(!m_view->open(path).has_value());
    }
    m_view->refresh();
    testing::draw(*m_view, size,
                  scale); // as it is first shown it may be higher, by the lines that the answer would have in no width
    const QImage image = testing::draw(*m_view, size, scale);
    QCOMPARE(m_view->size(), size);
    testing::keep(image, QString::fromLatin1(QTest::currentDataTag()));
    const Theme theme = dark ? dark_theme() : light_theme();
    if (open) {
        if (!pages.contains("list"))
            QVERIFY(testing::count_pixels(image, theme.held_out) > 500);
        QVERIFY(testing::count_pixels(image, theme.good) > 200);
        if (size.height() > 700 && pages.isEmpty())
            for (const std::size_t term : {0U, 1U, 6U})
                QVERIFY2(testing::count_pixels(image, theme.terms[term]) > 300, qPrintable(QString::number(term)));
    } else {
        QVERIFY(testing::count_pixels(image, theme.held_out) == 0);
    }
    m_theme->setChoice(ThemeChoice::light);
}

BLUEPRINTING_UI_TEST(CertificateViewTest)
#include "view_test.moc"
