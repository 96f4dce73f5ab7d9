#include "tests/support/test_main.h"
#include "ui/accounting/optimizer_charts.h"
#include "ui/accounting/paper_rows.h"

#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::ui;

/// The view models behind the Optimizers view.
class OptimizerRowsTest : public QObject {
    Q_OBJECT
private slots:
    void rows_data();
    void rows();
    void switchesAreKept();
    void foreignStateIsLeftAlone();
    void bytesChart();
    void paperTable();
    void groupNamesRepeat();
    void checkpointTable();
    void words();
    void capacityOutOfSight();
};

namespace {

accounting::Report report() { return *accounting::compare(*accounting::flashoptim()); }

QStringList texts(const TableRow& row)
{
    QStringList out;
    for (const Cell& cell : row.cells)
        out << cell.text;
    return out;
}

} // namespace

void OptimizerRowsTest::rows_data()
{
    QTest::addColumn<bool>("scales");
    QTest::addColumn<bool>("release");
    QTest::addColumn<bool>("split");
    QTest::addColumn<bool>("quantised");
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QList<double>>("totals");
    QTest::addColumn<QList<double>>("released"); // of the switched rows
    const auto flash = QStringList{"SGD", "FlashSGD", "Adam(W)", "FlashAdam(W)"};
    QTest::newRow("at first") << true << false << true << true << flash << QList<double>{12, 6.0625, 16, 7.125}
                              << QList<double>{4.0625, 5.125};
    QTest::newRow("without scales") << false << false << true << true << flash << QList<double>{12, 6, 16, 7}
                                    << QList<double>{4, 5};
    QTest::newRow("released") << true << true << true << true << flash << QList<double>{12, 4.0625, 16, 5.125}
                              << QList<double>{4.0625, 5.125};
    QTest::newRow("split only") << true << false << true << false
                                << QStringList{"SGD", "SGD weight split", "Adam(W)", "Adam(W) weight split"}
                                << QList<double>{12, 9, 16, 13} << QList<double>{7, 11};
    QTest::newRow("quantised only") << true << false << false << true
                                    << QStringList{"SGD", "SGD quantised", "Adam(W)", "Adam(W) quantised"}
                                    << QList<double>{12, 9.0625, 16, 10.125} << QList<double>{5.0625, 6.125};
    QTest::newRow("released only") << true << true << false << false
                                   << QStringList{"SGD", "SGD released", "Adam(W)", "Adam(W) released"}
                                   << QList<double>{12, 8, 16, 12} << QList<double>{8, 12};
    QTest::newRow("nothing") << true << false << false << false << QStringList{"SGD", "Adam(W)"}
                             << QList<double>{12, 16} << QList<double>{};
}

void OptimizerRowsTest::rows()
{
    QFETCH(bool, scales);
    QFETCH(bool, release);
    QFETCH(bool, split);
    QFETCH(bool, quantised);
    QStringList names;
    QList<double> totals, released;
    for (const OptimizerRow& row : optimizer_rows({scales, release, split, quantised})) {
        names << row.name;
        totals << row.bytes.total();
        QCOMPARE(row.with_release.has_value(), row.switched);
        if (row.with_release)
            released << *row.with_release;
    }
    QTEST(names, "names");
    QTEST(totals, "totals");
    QTEST(released, "released");
}

void OptimizerRowsTest::switchesAreKept()
{
    for (int bits = 0; bits < 16; ++bits) {
        const OptimizerSwitches switches{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
        QVERIFY(switches_from(to_json(switches)) == switches);
    }
}

void OptimizerRowsTest::foreignStateIsLeftAlone()
{
    QVERIFY(switches_from(Json()) == OptimizerSwitches{});
    QVERIFY(switches_from(Json::parse(R"(["weight_split"])")) == OptimizerSwitches{});
    QVERIFY(switches_from(Json::parse(R"({"weight_split": "no", "quantised_moments": false, "more": 1})")) ==
            (OptimizerSwitches{true, false, true, false}));
}

void OptimizerRowsTest::bytesChart()
{
    const BarChart chart = bytes_chart(optimizer_rows({}));
    QCOMPARE(chart.rows.size(), std::size_t{4});
    QCOMPARE(extent_of(chart), 16.0);
    const BarRow& flash = chart.rows[3];
    QStringList parts;
    for (const BarSegment& segment : flash.segments)
        parts << segment.name + u' ' + segment.text;
    QCOMPARE(parts, (QStringList{"master 2", "correction 1", "gradient 2", "m 1", "v 1", "scales 0.125"}));
    QVERIFY(flash.bold);
    // Equal decimals down a column: 12, 6.0625, 16 and 7.125; 4.0625 and 5.125.
    QStringList totals, released;
    for (const BarRow& row : chart.rows) {
        totals << row.read_outs[0].text;
        released << row.read_outs[1].text;
    }
    QCOMPARE(totals, (QStringList{"12.0000", "6.0625", "16.0000", "7.1250"}));
    QCOMPARE(released, (QStringList{QString::fromUtf8("–"), "4.0625", QString::fromUtf8("–"), "5.1250"}));
    QCOMPARE(chart.rows[2].read_outs[1].text, QString("–"));
    // Only the parts that some row has are in the legend.
    QStringList legend;
    for (const LegendItem& item : bytes_legend(optimizer_rows({true, false, false, false})))
        legend << item.name;
    QCOMPARE(legend, (QStringList{"master", "gradient", "m", "v"}));
}

void OptimizerRowsTest::paperTable()
{
    const std::vector<TableRow> rows = paper_rows(report(), false);
    QCOMPARE(rows.size(), std::size_t{22});
    QCOMPARE(rows[20].kind, RowKind::note);
    // Why 15.7 % is checked and 7.0 % is not.
    QCOMPARE(texts(rows[20]).first(),
             QString("0.025 is 15.7 % off 0.03 and rounds to it; 0.074 is 7.0 % off 0.08 and rounds to 0.07."));
    QCOMPARE(rows[21].kind, RowKind::note);
    QVERIFY(texts(rows[21]).first().startsWith("Every reference row implies"));
    QCOMPARE(texts(rows[0]),
             (QStringList{"4  Llama-3.1-8B, AdamW", "Reference", "29.9", "29.92", "59.8", "59.83", "", "0.1"}));
    QCOMPARE(texts(rows[7]), (QStringList{"", "Opt. Quant.", "0.10", "0.095", "0.03", "0.025", "", "15.7"}));
    QCOMPARE(texts(rows[9]), (QStringList{"", "FlashOptim", "0.05", "0.048", "0.08", "0.074", "", "7.0"}));
    QCOMPARE(texts(rows[19]), (QStringList{"", "Opt. Quant.", "0.46", "0.464", "0.12", "0.123", "", "2.6"}));
    for (std::size_t i = 0; i < 20; ++i) {
        QCOMPARE(rows[i].tint, i == 9 ? RowTint::caution : RowTint::none);
        QCOMPARE(rows[i].cells[6].icon, std::optional(i == 9 ? Icon::warning : Icon::check));
        QCOMPARE(rows[i].cells.size(), paper_columns().size());
        QCOMPARE(rows[i].joined, i % 4 != 3); // four variants of each model, and a rule behind them
    }
    QVERIFY(rows[4].cells[0].tooltip.contains(QString("26\u2009843\u2009546")));
    QVERIFY(rows[4].cells[0].tooltip.contains(QString("25\u2009557\u2009032")));
}

void OptimizerRowsTest::groupNamesRepeat()
{
    const std::vector<TableRow> rows = paper_rows(report(), true);
    QCOMPARE(rows[9].cells[0].text, QString("6  ResNet-50, AdamW"));
    QVERIFY(std::none_of(rows.begin(), rows.end(),
                         [](const TableRow& row) { return row.joined; })); // in another order none belong together
    // What sorts is the name in either form.
    QCOMPARE(paper_rows(report(), false)[9].cells[0].value, rows[9].cells[0].value);
}

void OptimizerRowsTest::checkpointTable()
{
    const accounting::Report compared = report();
    const std::vector<TableRow> rows = checkpoint_rows(compared.checkpoint);
    QCOMPARE(texts(rows[0]),
             (QStringList{"12 against 5 bytes (GiB)", "84.000", "35.000", "58.3 %", QString::fromUtf8("84 → 35")}));
    QCOMPARE(texts(rows[1]),
             (QStringList{"with scales, 5.125 bytes (GiB)", "84.000", "35.875", "57.3 %", "not published"}));
    QCOMPARE(checkpoint_columns(compared.checkpoint)[0].header, QString("7\u2009516\u2009192\u2009768 parameters"));
}

void OptimizerRowsTest::words()
{
    accounting::Report compared = report();
    QCOMPARE(matching_text(compared), QString("19 of 20 published rows match"));
    QCOMPARE(deviations_text(compared),
             QString("The one deviation: ResNet-50 AdamW, FlashOptim, paper 0.05 / 0.08 against "
                     "0.048 / 0.074 GiB, 7.0 %. A deviation is a finding, not a failure."));
    accounting::Publication changed = *accounting::flashoptim();
    changed.groups[2].rows[1].optimizer_state = *accounting::printed_figure_from("0.07");
    QVERIFY(deviations_text(*accounting::compare(changed)).startsWith("Every published row"));
    changed.groups[0].rows[0].parameters = *accounting::printed_figure_from("30.9");
    QVERIFY(texts(paper_rows(*accounting::compare(changed), false).back())
                .first()
                .startsWith("4 of 5 reference rows imply"));
    changed.groups[0].rows[1].parameters = *accounting::printed_figure_from("16.0");
    QVERIFY(deviations_text(*accounting::compare(changed))
                .startsWith("2 deviations, the first: Llama-3.1-8B AdamW, Reference"));
}

void OptimizerRowsTest::capacityOutOfSight()
{
    const Bytes used(50 * kGibibyte);
    QVERIFY(!is_out_of_sight(Bytes(80 * kGibibyte), used));
    QVERIFY(is_out_of_sight(Bytes(8e10 * kGibibyte), used));
}

BLUEPRINTING_UI_TEST(OptimizerRowsTest)
#include "rows_test.moc"
