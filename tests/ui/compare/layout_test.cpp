#include "core/strategy/mapping.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/compare_view.h"
#include "ui/style/fonts.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/stacked_bars.h"
#include "ui/widgets/table_view.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;

/// What the Compare view draws, and where, at every size that a window may have: the recorded cases, many strategies, long
/// names, capacities that differ, and strategies that break a law.
class CompareLayoutTest : public QObject {
    Q_OBJECT

    static SessionStrategy preset(const std::string& name, const std::string& id, const std::string& called)
    {
        const strategy::Preset* found = strategy::find_preset(name);
        if (!found)
            qFatal("no preset %s", name.c_str());
        SessionStrategy out{id, called, *model::find_preset(found->model), *system::find_preset(found->system), found->execution};
        forget_redundant_processors(out.execution);
        return out;
    }
    static Session session(const std::vector<std::pair<std::string, std::string>>& presets)
    {
        Session out;
        for (const auto& [name, called] : presets)
            out.strategies.push_back(preset(name, "s" + std::to_string(out.strategies.size() + 1), called));
        out.baseline = "s1";
        out.selected = presets.size() > 1 ? "s2" : "s1";
        return out;
    }
    static Session six(bool long_names)
    {
        const std::vector<std::string> cases{"tab5/gpt3-175B/full", "tab5/gpt3-175B/seqsel", "fig7/gpt3-175B/sel", "fig7/gpt3-175B/seq", "fig7/gpt3-175B/none", "tab5/gpt3-175B/full"};
        std::vector<std::pair<std::string, std::string>> presets;
        for (std::size_t i = 0; i < cases.size(); ++i)
            presets.emplace_back("seqsel-" + cases[i], long_names ? std::to_string(i) + " of the strategies with names that nobody would call short" : "run " + std::to_string(i));
        return session(presets);
    }
    static Session two() { return session({{"seqsel-tab5/gpt3-175B/full", "GPT-175B full"}, {"seqsel-tab5/gpt3-175B/seqsel", "GPT-175B seqsel"}}); }

    void open(const Session& session, const QSize& size = {1238, 853})
    {
        m_workspace = std::make_unique<Workspace>();
        m_workspace->reset(session);
        QVERIFY(m_workspace->waitForReferences());
        m_view = std::make_unique<CompareView>(*m_workspace);
        connect(m_workspace.get(), &Workspace::sessionChanged, m_view.get(), &CompareView::refresh);
        connect(m_workspace.get(), &Workspace::selectionChanged, m_view.get(), &CompareView::refresh);
        m_view->setAttribute(Qt::WA_DontShowOnScreen);
        m_view->resize(size);
        m_view->show();
        m_view->refresh();
        settle();
    }
    static void settle()
    {
        for (int i = 0; i < 4; ++i)
            QCoreApplication::processEvents();
    }
    template <class T>
    T* child(const char* name) const
    {
        T* found = m_view->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    static Cell cell(const TableView& table, const char* row, const char* column)
    {
        const auto& columns = table.table()->columns();
        const int at = table.table()->rowOf(QString::fromLatin1(row));
        for (std::size_t i = 0; at >= 0 && i < columns.size(); ++i)
            if (columns[i].id == QLatin1String(column))
                return table.table()->rows()[static_cast<std::size_t>(at)].cells[i];
        qFatal("no cell %s, %s", row, column);
        return {};
    }
    /// The object whose "id" (or "inputs", in Table 5) is this one.
    static QJsonObject record(const QString& id)
    {
        QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/oracle/seqsel.jsonl"));
        if (file.open(QIODevice::ReadOnly))
            while (!file.atEnd())
                if (const QJsonObject line = QJsonDocument::fromJson(file.readLine()).object(); line["id"].toString() == id)
                    return line["stats"].toObject();
        return {};
    }
    static double published(const QString& id)
    {
        QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/oracle/paper.json"));
        if (file.open(QIODevice::ReadOnly)) {
            const QJsonArray figures = QJsonDocument::fromJson(file.readAll())["figures"].toArray();
            for (const QJsonValue& figure : figures)
                if (figure["where"].toString() == "Table 5" && figure["inputs"].toString() == id)
                    return figure["total_seconds"].toDouble();
        }
        return NAN;
    }
    /// Where a read-out's text is, in its rectangle.
    static QRectF text_rect(const QRectF& place, const ReadOut& read_out, const BarFonts& fonts)
    {
        const double width = QFontMetricsF(read_out.bold ? fonts.bold : fonts.number).horizontalAdvance(read_out.text);
        const double height = QFontMetricsF(fonts.number).capHeight();
        return {place.right() - width, place.center().y() - height / 2, width, height};
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }
    void cleanup()
    {
        QToolTip::hideText();
        m_view.reset();
        m_workspace.reset();
    }

    void drawsWhatIsRecorded_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("peak"); // the sum of work over peak rates, to four decimals
        QTest::newRow("22B full") << "seqsel-tab5/megatron-22B/full" << 1.1691;
        QTest::newRow("22B seqsel") << "seqsel-tab5/megatron-22B/seqsel" << 0.9351;
        QTest::newRow("175B full") << "seqsel-tab5/gpt3-175B/full" << 15.4997;
        QTest::newRow("175B seqsel") << "seqsel-tab5/gpt3-175B/seqsel" << 11.5500;
        QTest::newRow("530B full") << "seqsel-tab5/turing-530B/full" << 44.8563;
        QTest::newRow("530B seqsel") << "seqsel-tab5/turing-530B/seqsel" << 30.6678;
        QTest::newRow("1T full") << "seqsel-tab5/megatron-1T/full" << 81.6511;
        QTest::newRow("1T seqsel") << "seqsel-tab5/megatron-1T/seqsel" << 59.3347;
    }
    void drawsWhatIsRecorded()
    {
        QFETCH(QString, id);
        QFETCH(double, peak);
        open(session({{id.toStdString(), "case"}}));
        const QJsonObject stats = record(id);
        QVERIFY(!stats.isEmpty());
        const auto* chart = child<StackedBars>("timeChart");
        const BarRow& row = chart->chart().rows.at(0);
        const char* names[] = {"fw_time", "bw_time", "recompute_time", "optim_step_time", "tp_comm_exposed_time", "pp_comm_exposed_time",
                               "dp_comm_exposed_time", "recomm_exposed_time", "bubble_time"};
        QCOMPARE(row.segments.size(), std::size_t{9});
        for (std::size_t i = 0; i < 9; ++i) {
            const double recorded = stats[QLatin1String(names[i])].toDouble(NAN);
            QVERIFY2(std::abs(row.segments[i].value - recorded) <= 1e-9 * std::max(1.0, recorded), names[i]);
        }
        const double total = stats["total_time"].toDouble(NAN);
        const double paper = published(id);
        QVERIFY(std::abs(row.marks.at(0).value - total) <= 1e-9 * total);
        QCOMPARE(row.marks.at(1).value, paper);
        // As drawn: each ends where its value lies on the axis, to the pixel.
        const BarLayout places = chart->places();
        const auto x = [&](double value) { return places.plot.left() + value / places.scale.high * places.plot.width(); };
        QVERIFY(std::abs(places.rows[0].segments.back().rect.right() - x(total)) <= 2);
        QVERIFY(std::abs(places.rows[0].outlined.back().right() - x(peak)) <= 2);
        QVERIFY(std::abs(places.rows[0].marks[0].x() - x(total)) <= 1e-6 * places.plot.width());
        QVERIFY(std::abs(places.rows[0].marks[1].x() - x(paper)) <= 1e-6 * places.plot.width());
        // As written: evidence, peak-only, Calculon, error, paper, error.
        const int decimals = total >= 10 ? 2 : 3;
        QCOMPARE(row.read_outs[0].text, QString::number(total, 'f', decimals));
        QVERIFY(std::abs(row.read_outs[1].text.toDouble() - peak) <= 0.51 * std::pow(10, -decimals));
        QCOMPARE(row.read_outs[2].text, QString::number(total, 'f', decimals));
        QCOMPARE(row.read_outs[3].text, QStringLiteral("0.00 %"));
        QCOMPARE(row.read_outs[4].text, QString::number(paper, 'f', decimals));
        const double error = 100 * (total / paper - 1);
        QCOMPARE(QString(row.read_outs[5].text).remove(QRegularExpression("[+−]")), QString::number(std::abs(error), 'f', 2) + " %");
        // Memory by kind, in GiB.
        const BarRow& memory = child<StackedBars>("memoryChart")->chart().rows.at(0);
        const char* spaces[] = {"weight_space", "weight_grad_space", "optimizer_space", "act_space", "act_checkpoint_size", "act_grad_space"};
        double sum = 0;
        for (std::size_t i = 0; i < 6; ++i) {
            const double recorded = stats[QLatin1String(spaces[i])].toDouble(NAN) / (1024.0 * 1024 * 1024);
            QVERIFY2(std::abs(memory.segments[i].value - recorded) < 1e-9 * 80, spaces[i]);
            sum += recorded;
        }
        QCOMPARE(memory.read_outs[0].text, QString::number(sum, 'f', 2));
        QCOMPARE(memory.read_outs[3].text, QStringLiteral("0 bytes"));
        QCOMPARE(memory.read_outs[5].text, QStringLiteral("not published"));
    }

    void statesAreToldApart()
    {
        using compare::seconds_reference;
        oracle::Answer answer;
        answer.total_seconds = {oracle::State::value, 2.0};
        QCOMPARE(seconds_reference(&answer, 1.0, 1, 2, false).value.text, QString("2.00"));
        QCOMPARE(seconds_reference(&answer, 1.0, 1, 2, false).error.text, QString::fromUtf8("−50.00 %"));
        answer.total_seconds = {oracle::State::value, 0.0};
        QCOMPARE(seconds_reference(&answer, 0.0, 1, 2, false).value.text, QString("0.00"));
        const auto word = [&](oracle::State state, bool paper) {
            answer.total_seconds = {state, 0};
            const compare::ReferenceText text = seconds_reference(&answer, 1.0, 1, 2, paper);
            return text.value.text.isEmpty() ? text.error.text : "a value: " + text.value.text;
        };
        QCOMPARE(word(oracle::State::not_covered, false), QString("not covered"));
        QCOMPARE(word(oracle::State::not_published, true), QString("not published"));
        QCOMPARE(word(oracle::State::refused, false), QString("refused"));
        QCOMPARE(seconds_reference(nullptr, 1.0, 1, 2, false).error.text, QString::fromUtf8("asking…"));
        // In the view: a value, a zero with its reason, not covered, not published, boundless.
        Session session = six(false);
        strategy::Execution& execution = session.strategies[5].execution;
        execution.global_batch = 128; // nobody recorded that
        session.strategies[4].system.mem1.capacity_gib = 1e9;
        open(session);
        const auto& rows = child<StackedBars>("timeChart")->chart().rows;
        QCOMPARE(rows[5].read_outs[3].text, QString("not covered"));
        QCOMPARE(rows[2].read_outs[5].text, QString("not published"));
        QCOMPARE(cell(*child<TableView>("differenceTable"), "data_parallel", "left").text, QString("0"));
        QCOMPARE(cell(*child<TableView>("differenceTable"), "data_parallel", "percent").text, QString("no DP"));
        const BarRow& boundless = child<StackedBars>("memoryChart")->chart().rows[4];
        QCOMPARE(boundless.read_outs[1].text, QString("no limit"));
        QVERIFY(!boundless.capacity);
    }

    void everythingIsReadableAtEverySize_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("which");
        // What is left for the view in windows of 1600 × 1000, 1280 × 800, 1024 × 700 and 800 × 500.
        const std::pair<const char*, QSize> sizes[] = {{"1600", {1238, 853}}, {"1280", {918, 653}}, {"1024", {662, 553}}, {"800", {438, 353}}};
        for (const auto& [name, size] : sizes)
            for (int which = 0; which < 3; ++which)
                QTest::addRow("%s %s", name, which == 0 ? "two" : which == 1 ? "six" : "six long") << size << which;
    }
    void everythingIsReadableAtEverySize()
    {
        QFETCH(QSize, size);
        QFETCH(int, which);
        open(which == 0 ? two() : six(which == 2), size);
        testing::keep(testing::draw(*m_view, size), QStringLiteral("compare-%1-%2").arg(size.width()).arg(which));
        // Two strategies in a large window: nothing scrolls.
        if (which == 0 && size.width() > 1000) {
            QCOMPARE(child<QScrollArea>("comparePage")->verticalScrollBar()->maximum(), 0);
            QCOMPARE(child<TableView>("differenceTable")->verticalScrollBar()->maximum(), 0);
        }
        // Nothing is cut at the right.
        const auto* page = child<QScrollArea>("comparePage");
        QVERIFY2(page->widget()->width() <= page->viewport()->width(), qPrintable(QString::number(page->widget()->width())));
        for (const QWidget* panel : m_view->findChildren<Panel*>())
            QVERIFY(panel->mapTo(page->widget(), QPoint(panel->width(), 0)).x() <= page->widget()->width());
        for (const Legend* legend : m_view->findChildren<Legend*>())
            QVERIFY2(legend->height() <= 4 * (QFontMetrics(small_font(legend)).height() + 4), qPrintable(QString::number(legend->height())));
        for (const char* name : {"timeChart", "memoryChart"}) {
            const auto* chart = child<StackedBars>(name);
            QVERIFY(chart->height() >= chart->minimumSizeHint().height());
            const BarLayout places = chart->places();
            const BarFonts fonts = bar_fonts(chart);
            QVERIFY2(places.plot.width() >= 175, qPrintable(QString::number(places.plot.width())));
            // Every row ends above the axis, and each reference has a key.
            QVERIFY(places.rows.back().band.bottom() <= places.plot.bottom() + 1);
            for (std::size_t i = 0; i < chart->chart().columns.size(); ++i)
                if (chart->chart().columns[i].glyph != Glyph::none)
                    QVERIFY2(!places.headers[i].isNull() && QRectF(chart->rect()).contains(places.headers[i]), qPrintable(chart->chart().columns[i].header));
            double above = 0;
            for (std::size_t r = 0; r < places.rows.size(); ++r) {
                const BarRow& row = chart->chart().rows[r];
                const RowPlace& place = places.rows[r];
                QVERIFY(place.bar.top() >= above);
                above = std::max(place.bar.bottom(), place.outline.bottom());
                std::vector<QRectF> texts;
                for (std::size_t i = 0; i < row.read_outs.size(); ++i) {
                    if (row.read_outs[i].text.isEmpty())
                        continue;
                    QVERIFY2(!place.read_outs[i].isNull(), qPrintable(row.read_outs[i].text));
                    const QRectF text = text_rect(place.read_outs[i], row.read_outs[i], fonts);
                    QVERIFY2(QRectF(chart->rect()).contains(text), qPrintable(row.read_outs[i].text));
                    QVERIFY(!text.intersects(place.bar) && !text.intersects(place.outline));
                    for (const QRectF& other : texts)
                        QVERIFY2(!other.intersects(text), qPrintable(row.read_outs[i].text));
                    texts.push_back(text);
                }
            }
        }
    }

    void longNamesAreCutAndToldByTooltip()
    {
        open(six(true), {662, 553});
        auto* chart = child<StackedBars>("timeChart");
        const QRectF label = chart->places().rows[3].label;
        QVERIFY(label.width() < 140);
        QMouseEvent move(QEvent::MouseMove, label.center(), chart->mapToGlobal(label.center()), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(chart, &move);
        QCOMPARE(QToolTip::text(), QString("3 of the strategies with names that nobody would call short"));
        // Over columns of numbers the two ends stand; percent and bars stay in sight.
        auto* table = child<TableView>("differenceTable");
        for (const Column& column : table->table()->columns())
            if (column.id == "left" || column.id == "right") {
                QVERIFY2(column.header.size() <= 16, qPrintable(column.header));
                QVERIFY(column.tooltip.contains("nobody would call short"));
            }
        const int last = table->table()->columnCount() - 1;
        QVERIFY(table->columnViewportPosition(last) + table->columnWidth(last) <= table->viewport()->width() + 1);
    }

    void theComparisonFitsANarrowWindow()
    {
        open(two(), {438, 353});
        auto* table = child<TableView>("differenceTable");
        QVERIFY(!table->isColumnShown("bar"));
        const int percent = 4;
        QVERIFY(table->columnViewportPosition(percent) + table->columnWidth(percent) <= table->viewport()->width() + 1);
        m_view->resize(1000, 800);
        settle();
        QVERIFY(table->isColumnShown("bar"));
    }

    void capacitiesThatDifferAreNamed()
    {
        Session session = CompareLayoutTest::session({{"seqsel-tab5/gpt3-175B/full", "on A100"}, {"seqsel-tab5/gpt3-175B/full", "on H100"},
                                                      {"seqsel-tab5/gpt3-175B/full", "on 40 GiB"}, {"seqsel-fig7/gpt3-175B/none", "anywhere"}});
        session.strategies[1].system = *system::find_preset("h100_80g_nvl8");
        session.strategies[2].system.mem1.capacity_gib = 40;
        session.strategies[3].system.mem1.capacity_gib = 1e9;
        open(session);
        const auto* chart = child<StackedBars>("memoryChart");
        const auto& rows = chart->chart().rows;
        // 48.10 GiB are used, see the record of this case.
        QCOMPARE(rows[0].note, QString("31.9 GiB free of 80 GiB"));
        QCOMPARE(rows[1].note, QString("31.9 GiB free of 80 GiB"));
        QCOMPARE(rows[2].note, QString("does not fit, 8.1 GiB over 40 GiB"));
        QCOMPARE(rows[3].note, QString("no limit"));
        for (const QSize& size : {QSize(1238, 853), QSize(662, 553), QSize(438, 353)}) {
            m_view->resize(size);
            settle();
            const QImage image = testing::draw(*m_view, size);
            const BarLayout places = chart->places();
            for (const RowPlace& place : places.rows)
                QVERIFY(!place.note.isNull() && !place.note_text.isEmpty());
            QVERIFY(places.rows[2].note_text.startsWith("does not fit"));
            // The line of 40 lies within the bar of 48.1, on top of it and beside nothing else.
            const double x = places.plot.left() + 40 / places.scale.high * places.plot.width();
            QVERIFY(std::abs(places.rows[2].capacity_x - x) <= 1);
            QVERIFY(places.rows[2].capacity_x < places.rows[2].segments.back().rect.right());
            const QImage own = testing::draw(*const_cast<StackedBars*>(chart), chart->size());
            const QRect strip(static_cast<int>(places.rows[2].capacity_x) - 2, static_cast<int>(places.rows[2].bar.top()), 5, static_cast<int>(places.rows[2].bar.height()));
            int red = 0;
            for (int py = strip.top(); py < strip.bottom(); ++py)
                for (int px = strip.left(); px < strip.right(); ++px) {
                    const QColor pixel = own.pixelColor(px, py);
                    red += pixel.red() > 150 && pixel.green() < 110 && pixel.blue() < 110;
                }
            QVERIFY2(red >= strip.height() / 3, qPrintable(QString::number(red)));
            QVERIFY(!places.rows[2].note.adjusted(2, 0, -2, 0).contains(QPointF(places.rows[2].capacity_x, places.rows[2].note.center().y())));
        }
    }

    // Shares of 18.03 s: recommunication 0.96 %, forward 1.7 %, backward 3.1 %, recompute 18 %: four steps.
    void coloursGrowWithTheDifference()
    {
        open(two());
        const auto* table = child<TableView>("differenceTable");
        for (const Theme& theme : {light_theme(), dark_theme()}) {
            const auto strength = [&](const char* row, const char* column) {
                const Cell own = cell(*table, row, column);
                const QColor color = column == std::string("bar") ? own.color.in(theme) : own.background.in(theme);
                return std::abs(color.red() - theme.panel.red()) + std::abs(color.green() - theme.panel.green()) + std::abs(color.blue() - theme.panel.blue());
            };
            for (const char* column : {"difference", "bar"})
                QVERIFY(strength("recommunication", column) + 5 < strength("forward", column) && strength("forward", column) + 5 < strength("backward", column) &&
                        strength("backward", column) + 5 < strength("recompute", column));
            // Percent by themselves: −8.6, −24.5, −91.3.
            QVERIFY(strength("forward", "percent") < strength("recommunication", "percent") && strength("recommunication", "percent") < strength("recompute", "percent"));
            QVERIFY(cell(*table, "optimizer", "difference").background.isNone());
            QCOMPARE(cell(*table, "optimizer", "difference").tone, Tone::secondary);
            for (const char* row : {"recommunication", "forward", "backward", "recompute", "tensor_parallel", "total"})
                for (const char* column : {"difference", "percent"}) {
                    const Cell own = cell(*table, row, column);
                    const QColor ground = own.background.in(theme);
                    QVERIFY2(std::max(contrast(color_of(theme, own.tone), ground), contrast(theme.text, ground)) >= 4.5, row);
                }
            // To a reader without the green cones too, less is blue and more is yellow (Viénot, Brettel and Mollon 1999, linear RGB).
            const auto seen = [](const QColor& color) {
                const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
                const double red = linear(color.redF()), green = linear(color.greenF()), blue = linear(color.blueF());
                return std::pair(0.29275 * red + 0.70725 * green, -0.02234 * red + 0.02234 * green + blue); // yellow, blue
            };
            const auto less = seen(cell(*table, "recompute", "bar").color.in(theme));
            const auto more = seen(cell(*table, "tensor_parallel", "bar").color.in(theme));
            QVERIFY(less.second > less.first + 0.1 && more.first > more.second + 0.1);
        }
    }

    void lastLegalFiguresAreQuietEverywhere()
    {
        open(two());
        m_workspace->edit("break", [](Session& s) { s.strategies[1].execution.microbatch_size = 3; });
        settle();
        const Theme theme = light_theme();
        for (const char* name : {"timeChart", "memoryChart"}) {
            auto* chart = child<StackedBars>(name);
            const BarLayout places = chart->places();
            QVERIFY(chart->chart().rows[1].faded);
            QVERIFY2(places.rows[1].note_text.contains(last_legal_words()), name);
            for (const SegmentPlace& segment : places.rows[1].segments)
                QVERIFY(segment.text.isEmpty());
            const QImage image = testing::draw(*chart, chart->size());
            for (std::size_t i = 0; i < places.rows[1].read_outs.size(); ++i) {
                if (chart->chart().rows[1].read_outs[i].text.isEmpty())
                    continue;
                const QImage part = image.copy(text_rect(places.rows[1].read_outs[i], chart->chart().rows[1].read_outs[i], bar_fonts(chart)).adjusted(-1, -4, 1, 4).toAlignedRect());
                for (const QColor& loud : {theme.text, theme.below_text, theme.above_text, theme.bad})
                    QCOMPARE(testing::count_pixels(part, loud), 0);
            }
            QVERIFY(testing::count_pixels(image, faded(chart->chart().rows[1].segments[0].color.in(theme), theme.panel)) > 50);
        }
        auto* table = child<TableView>("differenceTable");
        for (const TableRow& row : table->table()->rows())
            for (const Cell& own : row.cells)
                QVERIFY2(own.text.isEmpty() || (own.tone == Tone::secondary && own.background.isNone()), qPrintable(row.key));
        QCOMPARE(cell(*table, "recompute", "bar").color.in(theme), faded(theme.below_fill, theme.panel));
        QVERIFY(table->table()->headerData(2, Qt::Horizontal).toString().contains("last legal seqsel"));
        auto* rates = child<TableView>("ratesTable");
        QCOMPARE(rates->table()->headerData(2, Qt::Horizontal).toString(), QString("last legal seqsel"));
        for (const TableRow& row : rates->table()->rows())
            for (const Cell& own : row.cells)
                QCOMPARE(own.tone, Tone::secondary);
        const QString answer = child<AnswerLine>("compareAnswer")->headline() + child<AnswerLine>("compareAnswer")->why();
        for (const char* figure : {"13.64", "24.4", "4.39"})
            QVERIFY2(!answer.contains(figure), qPrintable(answer));
        QVERIFY(answer.contains("not ranked"));
    }

    void modelsOfOtherSizesHaveOneScaleAndAWord()
    {
        open(session({{"seqsel-tab5/megatron-22B/seqsel", "22B"}, {"seqsel-tab5/megatron-1T/seqsel", "1T"}}));
        // 66.0407 s over 1.13667 s.
        QCOMPARE(child<AnswerLine>("compareAnswer")->headline(), QString("1T takes 66.04 s an iteration, 58.1 times 22B (1.14 s)"));
        const BarLayout places = child<StackedBars>("timeChart")->places();
        const double shorter = places.rows[0].segments.back().rect.right() - places.plot.left();
        const double longer = places.rows[1].segments.back().rect.right() - places.plot.left();
        QVERIFY(std::abs(longer / shorter - 58.1) < 58.1 * 2 / shorter); // to a pixel of the shorter
    }

private:
    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<CompareView> m_view;
};

BLUEPRINTING_UI_TEST(CompareLayoutTest)
#include "layout_test.moc"
