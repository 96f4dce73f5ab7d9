#include "core/oracle/records.h"
#include "core/search/evaluate.h"
#include "core/strategy/mapping.h"
#include "tests/support/files.h"
#include "tests/ui/frame/save_dialog.h"
#include "tests/ui/frame/whole_fixture.h"
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/known_files.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;
using blueprinting::testing::bytes_of;

namespace {

/// RFC 4180, read by a hand of its own.
std::vector<QStringList> csv_rows(const QByteArray& bytes)
{
    std::vector<QStringList> rows(1);
    QString field;
    bool quoted = false;
    const QString text = QString::fromUtf8(bytes);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (quoted && c == QLatin1Char('"') && i + 1 < text.size() && text[i + 1] == c) {
            field += c;
            ++i;
        } else if (c == QLatin1Char('"')) {
            quoted = !quoted;
        } else if (!quoted && (c == QLatin1Char(',') || c == QLatin1Char('\n'))) {
            rows.back() << field;
            field.clear();
            if (c == QLatin1Char('\n'))
                rows.emplace_back();
        } else if (quoted || c != QLatin1Char('\r')) {
            field += c;
        }
    }
    if (rows.back().isEmpty() && field.isEmpty())
        rows.pop_back();
    else
        rows.back() << field;
    return rows;
}

std::vector<QStringList> tsv_rows(const QString& text)
{
    std::vector<QStringList> rows;
    for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        rows.push_back(line.split(QLatin1Char('\t')));
    return rows;
}

/// All text of a well-formed drawing; empty for one that is not.
QString svg_text(const QByteArray& bytes)
{
    QXmlStreamReader xml(bytes);
    QStringList texts;
    bool is_svg = false;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::StartElement && !is_svg)
            is_svg = xml.name() == QStringLiteral("svg");
        if (token == QXmlStreamReader::Characters && !xml.isWhitespace())
            texts << xml.text().toString().trimmed();
    }
    return xml.hasError() || !is_svg ? QString() : texts.join(QLatin1Char(' '));
}

/// Pages of a PDF by its page tree; 0 for what is none.
int pdf_pages(const QByteArray& bytes)
{
    if (!bytes.startsWith("%PDF-") || !bytes.trimmed().endsWith("%%EOF"))
        return 0;
    const auto match = QRegularExpression(QStringLiteral("/Type /Pages[^>]*/Count (\\d+)"))
                           .match(QString::fromLatin1(bytes).replace(QLatin1Char('\n'), QLatin1Char(' ')));
    return match.hasMatch() ? match.captured(1).toInt() : 0;
}

/// What it asks for its texts.
QStringList svg_families(const QByteArray& svg)
{
    QStringList out;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement &&
            xml.attributes().hasAttribute(QStringLiteral("font-family")))
            out << xml.attributes().value(QStringLiteral("font-family")).toString();
    out.removeDuplicates();
    return out;
}

void fill_view_rows()
{
    QTest::addColumn<QString>("view");
    for (const ViewEntry& entry : view_entries())
        QTest::newRow(qPrintable(entry.id)) << entry.id;
}

} // namespace

/// What leaves the program through File ▸ Export, by the dialog that asks where, and what then stands in the file.
class ExportTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

    QAction* chartAction(Whole& f, const ChartWidget& chart)
    {
        auto* exports = f.find<QMenu>("exportMenu");
        Q_EMIT exports->aboutToShow();
        for (const QAction* action : exports->actions())
            if (action->text() == chart.title() && action->menu())
                if (auto* save = action->menu()->findChild<QAction*>(QStringLiteral("saveChart")))
                    return save;
        return nullptr;
    }
    QMenu* tableMenu(Whole& f, const TableView& table)
    {
        auto* exports = f.find<QMenu>("exportMenu");
        Q_EMIT exports->aboutToShow();
        return exports->findChild<QMenu*>(QStringLiteral("export_") + table.objectName());
    }
    /// Triggers it and answers the dialog; the file's bytes.
    QByteArray saved(Whole& f, QAction* action, const QString& name)
    {
        const QString path = f.folder.filePath(name);
        const testing::SaveDialog dialog(path);
        action->trigger();
        if (!dialog.answered())
            qWarning("no dialog for %s", qPrintable(name));
        return bytes_of(path);
    }

    /// None is empty or a bare unit, none stands twice, none is a bar's.
    static void headingsStandAlone(const TableView& table, QStringList headings)
    {
        const QString said = table.objectName() + QStringLiteral(": ") + headings.join(u'|');
        for (const QString& heading : headings)
            QVERIFY2(!heading.trimmed().isEmpty() && heading != QStringLiteral("%") && heading != QStringLiteral("(%)"),
                     qPrintable(said));
        qsizetype written = 0;
        for (std::size_t column = 0; column < table.table()->columns().size(); ++column) {
            const Column& each = table.table()->columns()[column];
            written += each.saved_only || (!table.isColumnHidden(static_cast<int>(column)) &&
                                           each.kind != ColumnKind::difference && each.kind != ColumnKind::share);
        }
        if (!table.source().isEmpty()) { // the file that the rows are of stands behind them
            QCOMPARE(headings.last(), QStringLiteral("file"));
            ++written;
        }
        QCOMPARE(headings.size(), written);
        QVERIFY2(headings.removeDuplicates() == 0, qPrintable(said));
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void everyChartIsSaved_data() { fill_view_rows(); }
    void everyChartIsSaved()
    {
        QFETCH(QString, view);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        const QWidget* front = f.window.currentView();
        int charts = 0;
        for (const ChartWidget* chart : front->findChildren<ChartWidget*>()) {
            if (!chart->isVisibleTo(front))
                continue;
            ++charts;
            const QString name = chart->objectName();
            QVERIFY2(!name.isEmpty() && !chart->title().isEmpty() && !chart->accessibleName().isEmpty(),
                     qPrintable(name + chart->title()));
            QAction* save = chartAction(f, *chart);
            QVERIFY2(save, qPrintable(chart->title()));

            const QString drawn = svg_text(saved(f, save, name + QStringLiteral(".svg")));
            QVERIFY2(drawn.contains(chart->title()), qPrintable(name + drawn.left(200)));
            // Any program has a family of this name, or one like it.
            for (const QString& family : svg_families(bytes_of(f.folder.filePath(name + QStringLiteral(".svg")))))
                QVERIFY2(
                    QRegularExpression(QStringLiteral("^'[^']+', (sans-serif|monospace)$")).match(family).hasMatch() &&
                        !family.startsWith(QStringLiteral("'Sans Serif'")),
                    qPrintable(family));
            QVERIFY(QSvgRenderer(f.folder.filePath(name + QStringLiteral(".svg"))).isValid());
            // The legend stands in the file too.
            for (const LegendItem& item : chart->legend())
                QVERIFY2(drawn.contains(item.name), qPrintable(name + item.name));

            QCOMPARE(pdf_pages(saved(f, chartAction(f, *chart), name + QStringLiteral(".pdf"))), 1);

            // Two pixels a unit; around the chart as it stands on the screen a margin, and over it the title and as
            // much legend as there is.
            const QSize size = chart->size().expandedTo(QSize(480, 160));
            QImage picture;
            QVERIFY(picture.loadFromData(saved(f, chartAction(f, *chart), name + QStringLiteral(".png")), "PNG"));
            QCOMPARE(picture.width(), 2 * (size.width() + 24));
            QVERIFY2(picture.height() >= 2 * (size.height() + 40) && picture.height() <= 2 * (size.height() + 140),
                     qPrintable(name));

            const std::vector<QStringList> shown = chart->dataRows();
            const std::vector<QStringList> rows =
                csv_rows(saved(f, chartAction(f, *chart), name + QStringLiteral(".csv")));
            // A header, and something below it; cells move only once some are held out.
            QVERIFY2(rows.size() > (name == QStringLiteral("movedChart") ? 0U : 1U), qPrintable(name));
            QCOMPARE(rows.size(), shown.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                QCOMPARE(rows[i].size(), rows.front().size());
                QStringList whole = shown[i];
                if (!chart->source().isEmpty())
                    whole << (i == 0 ? QStringLiteral("file") : chart->source());
                QCOMPARE(rows[i], whole);
            }
            QVERIFY2(
                f.find<MessageBar>("passingNote")->text().startsWith(QStringLiteral("Exported %1.csv in ").arg(name)),
                qPrintable(f.find<MessageBar>("passingNote")->text()));
        }
        if (view != QStringLiteral("ir")) // whose graph is not shown at first
            QVERIFY(charts > 0);
    }

    /// What a switch brings to the front is exported, too.
    void chartsBehindASwitchAreSaved_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("segments");
        QTest::addColumn<QString>("segment");
        QTest::addColumn<QString>("chart");
        QTest::addColumn<QStringList>("drawn"); ///< words of the drawing
        QTest::addColumn<QString>("row");       ///< begins a line of the numbers
        QTest::addColumn<int>("rows");
        QTest::newRow("the graph of the IR")
            << "ir"
            << "irMode"
            << "Graph"
            << "irGraph" << QStringList{"qkv_fork", "prob_dropout", "gelu"} << "" << 1 + 70;
        // 43 618 713 600 bytes are 40.6230926513671875 GiB.
        QTest::newRow("Figure 1") << "calibration"
                                  << "lowerPanel"
                                  << "Figure 1"
                                  << "figure1" << QStringList{"104.8", "107.9"} << "40.62309265136719" << -1;
        QTest::newRow("the vector curve") << "timing"
                                          << "engineSwitch"
                                          << "vector"
                                          << "engineCurve" << QStringList{"vector"} << "" << -1;
        QTest::newRow("Figure 7") << "calibration"
                                  << "lowerPanel"
                                  << "Figure 7"
                                  << "figure7" << QStringList{"+30.4"} << "" << -1;
    }
    void chartsBehindASwitchAreSaved()
    {
        QFETCH(QString, view);
        QFETCH(QString, segments);
        QFETCH(QString, segment);
        QFETCH(QString, chart);
        QFETCH(QStringList, drawn);
        QFETCH(QString, row);
        QFETCH(int, rows);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        for (auto* button : f.find<QWidget>(qPrintable(segments))->findChildren<QAbstractButton*>())
            if (button->text() == segment)
                QTest::mouseClick(button, Qt::LeftButton);
        f.settle();
        const auto* shown = f.find<ChartWidget>(qPrintable(chart));
        QVERIFY(shown->isVisible());
        const QByteArray svg = saved(f, chartAction(f, *shown), QStringLiteral("c.svg"));
        const QString text = svg_text(svg);
        QVERIFY2(text.contains(shown->title()), qPrintable(text.left(300)));
        for (const QString& word : drawn)
            QVERIFY2(text.contains(word), qPrintable(word + QStringLiteral(" in ") + text.left(2000)));
        QVERIFY(QSvgRenderer(svg).isValid());
        QCOMPARE(pdf_pages(saved(f, chartAction(f, *shown), QStringLiteral("c.pdf"))), 1);
        QImage picture;
        QVERIFY(picture.loadFromData(saved(f, chartAction(f, *shown), QStringLiteral("c.png")), "PNG"));
        QVERIFY(picture.width() >= 960 && picture.height() >= 320);
        const std::vector<QStringList> csv = csv_rows(saved(f, chartAction(f, *shown), QStringLiteral("c.csv")));
        QVERIFY(csv.size() > 8);
        if (rows > 0)
            QCOMPARE(static_cast<int>(csv.size()), rows);
        bool found = row.isEmpty();
        for (const QStringList& line : csv) {
            QCOMPARE(line.size(), csv.front().size());
            found = found || line.contains(row);
        }
        QVERIFY2(found, qPrintable(row));
    }

    /// The matrix of errors, number by number: what peak rates alone give against what Calculon is recorded with.
    void theHeatMapHoldsTheRecords()
    {
        Whole f(*m_theme);
        f.show("calibration");
        for (auto* button : f.find<QWidget>("parityView")->findChildren<QAbstractButton*>())
            if (button->text() == QStringLiteral("peak-only"))
                QTest::mouseClick(button, Qt::LeftButton);
        const auto csv =
            csv_rows(saved(f, chartAction(f, *f.find<ChartWidget>("parity")), QStringLiteral("parity.csv")));
        const char* names[] = {"megatron-22B/full", "megatron-22B/seqsel", "gpt3-175B/full",   "gpt3-175B/seqsel",
                               "turing-530B/full",  "turing-530B/seqsel",  "megatron-1T/full", "megatron-1T/seqsel"};
        QCOMPARE(csv[0].size(), 2 + static_cast<int>(std::size(names)));
        const auto recorded = oracle::make_recorded_calculon();
        int compared = 0;
        for (std::size_t i = 0; i < std::size(names); ++i) {
            const strategy::Preset* preset = strategy::find_preset(std::string("seqsel-tab5/") + names[i]);
            QVERIFY(preset);
            const oracle::Question question{*model::find_preset(preset->model), *system::find_preset(preset->system),
                                            preset->execution};
            const auto answer = recorded->ask(question, {});
            const auto evaluation =
                search::evaluate(question.model, question.system, question.execution, strategy::Rules::strict);
            QVERIFY(answer && evaluation);
            for (const cost::Component component : kAllComponents) {
                const double expected = answer->components[static_cast<std::size_t>(component)].value;
                const double given = evaluation->peak_only.breakdown[component].value();
                if (expected == 0)
                    continue;
                const double error = 100 * (given - expected) / expected;
                const auto row = std::find_if(csv.begin(), csv.end(), [component](const QStringList& line) {
                    return line.value(1) == component_title(component);
                });
                QVERIFY(row != csv.end());
                QVERIFY2(std::abs(row->value(2 + static_cast<int>(i)).toDouble() - error) < 1e-9,
                         qPrintable(row->join(QLatin1Char('|'))));
                ++compared;
            }
        }
        QVERIFY(compared >= 8 * 7);
    }

    void everyTableIsSavedAndCopied_data() { fill_view_rows(); }
    void everyTableIsSavedAndCopied()
    {
        QFETCH(QString, view);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        const QWidget* front = f.window.currentView();
        int tables = 0;
        for (const TableView* table : front->findChildren<TableView*>()) {
            if (!table->isVisibleTo(front))
                continue;
            ++tables;
            const QString name = table->objectName();
            QVERIFY2(!name.isEmpty() && !table->accessibleName().isEmpty(), qPrintable(name));
            QMenu* menu = tableMenu(f, *table);
            QVERIFY2(menu, qPrintable(name));
            // Every row that is shown, and the header; the first column says what it says on the screen.
            const int shown = table->model()->rowCount();
            const auto first_shown = [table] {
                for (int column = 0;; ++column)
                    if (!table->isColumnHidden(column))
                        return column;
            }();
            menu->findChild<QAction*>(QStringLiteral("copyTsv"))->trigger();
            const QString copied = QApplication::clipboard()->text();
            const std::vector<QStringList> tsv = tsv_rows(copied);
            QCOMPARE(static_cast<int>(tsv.size()), shown + 1);
            headingsStandAlone(*table, tsv[0]);
            menu->findChild<QAction*>(QStringLiteral("copyMarkdown"))->trigger();
            const QString markdown = QApplication::clipboard()->text();
            const QStringList lines = markdown.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            QCOMPARE(lines.size(), shown + 2); // header and rule
            for (const QString& line : lines)
                QVERIFY2(line.startsWith(QStringLiteral("| ")) && line.endsWith(QStringLiteral(" |")) &&
                             line.count(QStringLiteral(" | ")) >= lines[0].count(QStringLiteral(" | ")),
                         qPrintable(line));
            for (int row = 0; row < shown; ++row) {
                QString text = table->model()->index(row, first_shown).data().toString();
                text.replace(QLatin1Char('|'), QStringLiteral("\\|"));
                QVERIFY2(lines[row + 2].contains(text.simplified()) || lines[row + 2].contains(text),
                         qPrintable(name + QLatin1Char(' ') + text + QStringLiteral(" / ") + lines[row + 2]));
            }
            // The files hold the same.
            const auto save = [&] { return tableMenu(f, *table)->findChild<QAction*>(QStringLiteral("saveTable")); };
            QCOMPARE(QString::fromUtf8(saved(f, save(), name + QStringLiteral(".tsv"))), copied);
            QCOMPARE(QString::fromUtf8(saved(f, save(), name + QStringLiteral(".md"))), markdown);
            const std::vector<QStringList> csv = csv_rows(saved(f, save(), name + QStringLiteral(".csv")));
            QCOMPARE(csv.size(), tsv.size());
            for (std::size_t i = 0; i < csv.size(); ++i)
                QCOMPARE(csv[i].size(), tsv[0].size());
            QCOMPARE(csv[0], tsv[0]);
        }
        if (view != QStringLiteral("schedule"))
            QVERIFY(tables > 0);
    }

    void anExportedCheckpointIsSaid()
    {
        Whole f(*m_theme);
        f.show("ir");
        const QString path = f.folder.filePath(QStringLiteral("kept.json"));
        const testing::SaveDialog dialog(path);
        QTest::mouseClick(f.find<QAbstractButton>("exportCheckpoint"), Qt::LeftButton);
        QVERIFY(dialog.answered() && QFileInfo::exists(path));
        QCOMPARE(
            f.find<MessageBar>("passingNote")->text(),
            QStringLiteral("Exported kept.json in %1.").arg(QDir::toNativeSeparators(QFileInfo(path).absolutePath())));
    }

    /// With every column shown, and of tables that stand behind a switch, too.
    void everyHeadingStandsAlone()
    {
        Whole f(*m_theme);
        int tables = 0;
        for (const ViewEntry& entry : view_entries()) {
            f.show(qPrintable(entry.id));
            for (TableView* table : f.window.currentView()->findChildren<TableView*>()) {
                if (table->table()->columns().empty())
                    continue;
                ++tables;
                for (const Column& column : std::vector<Column>(table->table()->columns()))
                    table->setColumnShown(column.id, true);
                headingsStandAlone(*table, table->toTsv().section(u'\n', 0, 0).split(u'\t'));
            }
        }
        QVERIFY2(tables >= 15, qPrintable(QString::number(tables)));
    }

    void theSummaryHoldsTheNumbers()
    {
        Whole f(*m_theme);
        auto* exports = f.find<QMenu>("exportMenu");
        Q_EMIT exports->aboutToShow();
        auto* action = f.find<QAction>("saveSummary");
        QVERIFY(exports->actions().contains(action));
        const QByteArray html = saved(f, action, QStringLiteral("summary.html"));
        QTextDocument page;
        page.setHtml(QString::fromUtf8(html));
        const QString text = page.toPlainText();
        // Recorded: full 18.03 s, seqsel 13.64 s; of 80 GiB it leaves 25.9; Calculon and the paper beside.
        for (const char* said : {"13.64", "18.03", "24.4", "54.07", "recompute", "a100_80g"})
            QVERIFY2(text.contains(QString::fromUtf8(said), Qt::CaseInsensitive) || html.contains(said), said);
        QCOMPARE(html.count("<svg"), 2); // both charts
        QVERIFY(pdf_pages(saved(f, action, QStringLiteral("summary.pdf"))) == 1);
    }

    void theWholeViewIsAPicture()
    {
        Whole f(*m_theme);
        auto* exports = f.find<QMenu>("exportMenu");
        Q_EMIT exports->aboutToShow();
        const QList<QAction*> actions = exports->actions();
        const auto at = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
            return action->text().startsWith(QStringLiteral("Whole view as PNG"));
        });
        QVERIFY(at != actions.end());
        const QSize size = f.window.currentView()->size();
        QImage picture;
        QVERIFY(picture.loadFromData(saved(f, *at, QStringLiteral("compare.png"))));
        // A margin of its own around it: nothing stands at the edge of the paper.
        QCOMPARE(picture.size(), (size + QSize(24, 24)) * f.window.devicePixelRatioF());
        for (const QPoint corner : {QPoint(0, 0), QPoint(picture.width() - 1, picture.height() - 1)})
            QCOMPARE(picture.pixelColor(corner), f.window.palette().color(QPalette::Window));
    }

    /// Every way of the window to write a file, whatever it is called: none replaces what is not as the window knows
    /// it.
    void noFileIsReplacedThatOthersChanged_data()
    {
        QTest::addColumn<QString>("view");
        for (const ViewEntry& entry : view_entries())
            QTest::newRow(qPrintable(entry.id)) << entry.id;
    }
    void noFileIsReplacedThatOthersChanged()
    {
        QFETCH(QString, view);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        auto* menu = f.find<QMenu>("exportMenu");
        auto* bar = f.find<MessageBar>("messageBar");
        auto* known = f.window.findChild<KnownFiles*>();
        // All of the menu, those of its menus, too. It is filled anew each time it is shown.
        const auto ways = [&] {
            Q_EMIT menu->aboutToShow();
            QList<QAction*> out;
            for (QAction* action : menu->actions())
                out += action->menu() ? action->menu()->actions() : QList<QAction*>{action};
            return out;
        };
        QStringList written;
        for (qsizetype i = 0; i < ways().size(); ++i) {
            QAction* way = ways()[i];
            if (way->isSeparator() || !way->isEnabled())
                continue;
            QString path;
            QTimer answer, agree; // two: a timer does not wake within its own slot
            for (QTimer* timer : {&answer, &agree}) {
                timer->setInterval(1);
                timer->start();
            }
            connect(&agree, &QTimer::timeout, &agree, [] {
                if (auto* replace = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
                    replace->button(QMessageBox::Yes)->click(); // agreed to, of what the window knows
            });
            connect(&answer, &QTimer::timeout, &answer, [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (dialog && dialog->isVisible() && path.isEmpty()) {
                    path = f.folder.filePath(QStringLiteral("x.") + dialog->defaultSuffix());
                    QFile file(path);
                    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("theirs") == 6);
                    file.close();
                    known->remember(path, Digest::of_bytes("as the window knows it"));
                    // A folder that is still being listed would shorten a whole path to the file's name.
                    dialog->setDirectory(f.folder.path());
                    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(QFileInfo(path).fileName());
                    QMetaObject::invokeMethod(dialog, "accept");
                }
            });
            const QString text = way->text();
            way->trigger();
            f.settle();
            if (path.isEmpty()) // it goes to the clipboard
                continue;
            written << QFileInfo(path).suffix();
            QTRY_VERIFY2(bar->isVisible(), qPrintable(text));
            QVERIFY2(bar->text().startsWith(QFileInfo(path).fileName() + QStringLiteral(" was changed on disk. ")),
                     qPrintable(text + QStringLiteral(": ") + bar->text()));
            QCOMPARE(bytes_of(path), QByteArray("theirs"));
            bar->clear();
        }
        // The whole view and the session at least, and what the view has of its own.
        QVERIFY2(written.contains(QStringLiteral("png")) && written.contains(QStringLiteral("json")) &&
                     written.size() >= 3,
                 qPrintable(written.join(QLatin1Char(' '))));
    }

    void whatCannotBeWrittenIsSaid()
    {
        Whole f(*m_theme);
        const auto* chart = f.find<ChartWidget>("timeChart");
        const QByteArray nothing = saved(f, chartAction(f, *chart), QStringLiteral("chart.gif"));
        QVERIFY(nothing.isEmpty());
        const QString said = f.find<MessageBar>("messageBar")->text();
        QVERIFY2(said.startsWith(QStringLiteral("chart.gif was not saved.")) &&
                     said.contains(QStringLiteral("chart.gif")) && said.contains(QStringLiteral(".svg")),
                 qPrintable(said));
    }
};

BLUEPRINTING_UI_TEST(ExportTest)
#include "export_test.moc"
