#include "tests/support/test_main.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <cmath>
#include <limits>

using namespace blueprinting::ui;

/// The table's model, its sorting and filtering, and what it copies. Testers watch both models throughout.
class RowTableTest : public QObject {
    Q_OBJECT

    static std::vector<Column> columns()
    {
        return {{QStringLiteral("name"), QStringLiteral("Name")},
                {QStringLiteral("value"), QStringLiteral("Value (s)"), {}, ColumnKind::number}};
    }
    static TableRow row(const char* key, double value, const char* text, RowKind kind = RowKind::plain)
    {
        return {QLatin1String(key), {text_cell(QLatin1String(key)), number_cell(value, QLatin1String(text))}, kind};
    }
    static QStringList keys(const QAbstractItemModel& model)
    {
        QStringList keys;
        for (int i = 0; i < model.rowCount(); ++i)
            keys << model.index(i, 0).data(KeyRole).toString();
        return keys;
    }

private Q_SLOTS:
    void sorts_raw_values_and_keeps_totals_last()
    {
        RowTable table(columns());
        RowFilter filter;
        filter.setSourceModel(&table);
        QAbstractItemModelTester watch(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester watch_filter(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setRows({row("nine", 9, "9"), row("ten", 10, "10"), row("none", NAN, "-"), row("two", 2, "2"),
                       row("sum", 21, "21", RowKind::total)});
        filter.sort(1, Qt::AscendingOrder);
        QCOMPARE(keys(filter), (QStringList{"two", "nine", "ten", "none", "sum"}));
        filter.sort(1, Qt::DescendingOrder);
        QCOMPARE(keys(filter), (QStringList{"ten", "nine", "two", "none", "sum"}));
        filter.setTotalsFirst(true);
        QCOMPARE(keys(filter).front(), QStringLiteral("sum"));
        filter.setText(QStringLiteral("NI"));
        QCOMPARE(keys(filter), (QStringList{"sum", "nine"}));
    }

    void totals_lead_in_the_given_order_too()
    {
        RowTable table(columns());
        RowFilter filter;
        filter.setSourceModel(&table);
        QAbstractItemModelTester watch(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setRows(
            {row("nine", 9, "9"), row("two", 2, "2"), row("ten", 10, "10"), row("sum", 21, "21", RowKind::total)});
        QCOMPARE(keys(filter), (QStringList{"nine", "two", "ten", "sum"}));
        filter.setTotalsFirst(true);
        QCOMPARE(keys(filter), (QStringList{"sum", "nine", "two", "ten"}));
        filter.sort(0, Qt::DescendingOrder);
        QCOMPARE(keys(filter), (QStringList{"sum", "two", "ten", "nine"}));
        filter.sort(-1);
        QCOMPARE(keys(filter), (QStringList{"sum", "nine", "two", "ten"}));
        filter.setTotalsFirst(false);
        QCOMPARE(keys(filter), (QStringList{"nine", "two", "ten", "sum"}));
    }

    void groups_hold_their_rows()
    {
        RowTable table(columns());
        RowFilter filter;
        filter.setSourceModel(&table);
        QAbstractItemModelTester watch(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setRows({{QStringLiteral("g1"), {text_cell(QStringLiteral("g1"))}, RowKind::group},
                       row("a", 1, "1"),
                       row("b", 2, "2"),
                       {QStringLiteral("g2"), {text_cell(QStringLiteral("g2"))}, RowKind::group},
                       row("c", 3, "3")});
        filter.sort(1, Qt::DescendingOrder);
        QCOMPARE(keys(filter), (QStringList{"g1", "b", "a", "g2", "c"}));
        filter.setCollapsed(QStringLiteral("g1"), true);
        QCOMPARE(keys(filter), (QStringList{"g1", "g2", "c"}));
        filter.setCollapsed(QStringLiteral("g1"), false);
        filter.setCondition([](int source) { return source == 4; });
        QCOMPARE(keys(filter), (QStringList{"g2", "c"}));
    }

    void copies_raw_values_and_shown_text()
    {
        RowTable table(columns());
        TableView view(&table);
        table.setRows({row("a|b", 1.0 / 3, "0.333")});
        QCOMPARE(view.toTsv(), QStringLiteral("Name\tValue (s)\na|b\t0.3333333333333333\n"));
        QCOMPARE(view.toMarkdown(), QStringLiteral("| Name | Value (s) |\n| --- | ---: |\n| a\\|b | 0.333 |\n"));
        view.setColumnShown(QStringLiteral("value"), false);
        QCOMPARE(view.toTsv(), QStringLiteral("Name\na|b\n"));
    }

    /// In the unit of the heading; bars stay away, equal and empty headings are told apart, verdicts keep their names.
    void saves_under_headings_that_stand_alone()
    {
        Column bar{QStringLiteral("bar"), QStringLiteral("−|+")};
        bar.kind = ColumnKind::difference;
        Column grouped = number_column("grouped", QStringLiteral("paper"), {});
        grouped.group = QStringLiteral("state");
        RowTable table(
            {{QStringLiteral("name"), QStringLiteral("Name")},
             saved_as(number_column("time", QStringLiteral("compute"), {}), QStringLiteral("compute (us)"), 1e-6),
             saved_as(number_column("work", QStringLiteral("GFLOP"), {}), QStringLiteral("work (GFLOP)"), 1e9),
             number_column("a", QStringLiteral("error %"), {}),
             number_column("b", QStringLiteral("error %"), {}),
             bar,
             grouped,
             {QStringLiteral("mark"), {}}});
        table.setRows({{QStringLiteral("r"),
                        {verdict_cell(true, QStringLiteral("kept")), number_cell(0.0005, QStringLiteral("500")),
                         number_cell(50331648, QStringLiteral("0.0503")), number_cell(1, QStringLiteral("+1")),
                         number_cell(2, QStringLiteral("+2")), number_cell(2, {}),
                         number_cell(3, QStringLiteral("3.0")), verdict_cell(false)}},
                       {QStringLiteral("s"),
                        {verdict_cell(false, QStringLiteral("over")),
                         {{}, QStringLiteral("none")},
                         {},
                         {},
                         {},
                         {},
                         {},
                         verdict_cell(true)}}});
        TableView view(&table);
        QCOMPARE(view.toTsv(),
                 QStringLiteral("Name\tcompute (us)\twork (GFLOP)\terror %\terror % [2]\tstate paper\tmark\n"
                                "kept\t500\t0.050331648\t1\t2\t3\tfalse\n"
                                "over (failed)\tnone\t\t\t\t\ttrue\n"));
        QVERIFY(view.toMarkdown().startsWith(
            QStringLiteral("| Name | compute (us) | work (GFLOP) | error % | error % [2] | state paper | mark |\n")));
        QVERIFY(view.toMarkdown().contains(QStringLiteral("| kept | 500 | 0.0503 | +1 | +2 | 3.0 | failed |\n")));
    }

    void picked_row_survives_new_rows()
    {
        RowTable table(columns());
        TableView view(&table);
        table.setRows({row("a", 1, "1"), row("b", 2, "2")});
        view.setCurrentKey(QStringLiteral("b"));
        QSignalSpy picked(&view, &TableView::keyPicked);
        table.setRows({row("c", 0, "0"), row("a", 1, "1"), row("b", 2, "2")});
        QCOMPARE(view.currentIndex().row(), 2);
        QCOMPARE(picked.count(), 0);
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().first().toString(), QStringLiteral("a"));
    }

    /// Shown letter by letter on one line; copied and saved as it was given, escaped as each format demands.
    void foreign_names_are_shown_and_saved()
    {
        const QString name = QStringLiteral("=<b>a\u202e\x1b|\"\r\n\t");
        RowTable table({{QStringLiteral("name"), QStringLiteral("Na\u202eme"), QStringLiteral("tip\u009b")},
                        number_column("n", QStringLiteral("n"), {})});
        Cell first = text_cell(name);
        first.note = QStringLiteral("no\u2067te");
        first.tooltip = name;
        table.setRows(
            {{QStringLiteral("k\u202e"), {first, number_cell(-12345.5, QStringLiteral("\u221212\u2009345.5"))}},
             {QStringLiteral("l"),
              {text_cell(QStringLiteral("a\\|*b*[c](d)&lt;`")),
               number_cell(std::numeric_limits<double>::infinity(), QStringLiteral("\u221e"))}}});
        const QModelIndex index = table.index(0, 0);
        const QString seen = QStringLiteral("=<b>a\\u202e\\u001b|\"   ");
        QCOMPARE(index.data().toString(), seen);
        QCOMPARE(index.data(Qt::AccessibleTextRole).toString(), seen + QStringLiteral(" no\\u2067te"));
        QCOMPARE(index.data(CellRole).value<Cell>().note, QStringLiteral("no\\u2067te"));
        QCOMPARE(index.data(Qt::ToolTipRole).toString(), QStringLiteral("=<b>a\\u202e\\u001b|\"\\u000d\n\t"));
        QCOMPARE(table.headerData(0, Qt::Horizontal).toString(), QStringLiteral("Na\\u202eme"));
        QCOMPARE(table.headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString(), QStringLiteral("tip\\u009b"));
        QCOMPARE(index.data(KeyRole).toString(), QStringLiteral("k\u202e"));
        QCOMPARE(table.rowOf(QStringLiteral("k\u202e")), 0);
        TableView view(&table);
        QCOMPARE(view.toTsv(),
                 QStringLiteral(
                     "Na\u202eme\tn\n\"'=<b>a\u202e\x1b|\"\"\r\n\t no\u2067te\"\t-12345.5\na\\|*b*[c](d)&lt;`\t\n"));
        QCOMPARE(view.toMarkdown(),
                 QStringLiteral("| Na\\\\u202eme | n |\n| --- | ---: |\n"
                                "| =\\<b>a\\\\u202e\\\\u001b\\|\"    no\\\\u2067te | \u221212\u2009345.5 |\n"
                                "| a\\\\\\|\\*b\\*[c\\](d)\\&lt;\\` | \u221e |\n"));
    }

    void quotes_csv()
    {
        QCOMPARE(rows_to_csv({{"a,b", "say \"x\""}}), QStringLiteral("\"a,b\",\"say \"\"x\"\"\"\r\n"));
    }
};

BLUEPRINTING_UI_TEST(RowTableTest)
#include "row_table_test.moc"
