#include "tests/support/pictures.h"
#include "tests/ui/compare/compare_bench.h"
#include "ui/style/fonts.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/tables/table_header.h"
#include "ui/widgets/tables/table_view.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>

#include <array>
#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;

/// What the Compare view draws, and where, at every size that a window may have: many strategies, long
/// names, capacities that differ, and strategies that break a law.
class CompareLayoutTest : public testing::CompareBench {
    Q_OBJECT

    /// Where a read-out's text is, in its rectangle.
    static QRectF text_rect(const QRectF& place, const ReadOut& read_out, const BarFonts& fonts)
    {
        const double width = QFontMetricsF(read_out.bold ? fonts.bold : fonts.number).horizontalAdvance(read_out.text);
        const double height = QFontMetricsF(fonts.number).capHeight();
        return {place.right() - width, place.center().y() - height / 2, width, height};
    }

private Q_SLOTS:
    void cleanup()
    {
        QToolTip::hideText();
        close();
    }

    void everythingIsReadableAtEverySize_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("which");
        // What is left for the view in windows of 1600 × 1000, 1280 × 800, 1024 × 700 and 800 × 500.
        const std::pair<const char*, QSize> sizes[] = {
            {"1600", {1238, 853}}, {"1280", {918, 653}}, {"1024", {662, 553}}, {"800", {438, 353}}};
        for (const auto& [name, size] : sizes)
            for (int which = 0; which < 5; ++which)
                QTest::addRow("%s %s", name,
                              std::array{"two", "six", "six long", "one that never was legal",
                                         "a long one that never was"}[static_cast<std::size_t>(which)])
                    << size << which;
    }
    void everythingIsReadableAtEverySize()
    {
        QFETCH(QSize, size);
        QFETCH(int, which);
        Session session = which == 0 || which >= 3 ? two() : six(which == 2);
        if (which >= 3) {
            session.strategies.push_back(session.strategies[0]);
            session.strategies[2].id = session.selected = "s3";
            session.strategies[2].name = "GPT-175B new";
            if (which == 4)
                for (SessionStrategy& strategy : session.strategies)
                    strategy.name += " of the strategies with names that nobody would call short";
            session.strategies[2].execution.microbatch_size = 3; // 64 is no multiple
        }
        open(session, size);
        testing::keep(testing::draw(*m_view, size), QStringLiteral("compare-%1-%2").arg(size.width()).arg(which));
        // Two strategies in a large window: nothing scrolls.
        if (which == 0 && size.width() > 1000) {
            QCOMPARE(child<QScrollArea>("comparePage")->verticalScrollBar()->maximum(), 0);
            QCOMPARE(child<TableView>("differenceTable")->verticalScrollBar()->maximum(), 0);
        }
        // The answer is whole.
        for (const QLabel* label : child<AnswerLine>("compareAnswer")->findChildren<QLabel*>())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        // Nothing is cut at the right.
        const auto* page = child<QScrollArea>("comparePage");
        QVERIFY2(page->widget()->width() <= page->viewport()->width(),
                 qPrintable(QString::number(page->widget()->width())));
        for (const QWidget* panel : m_view->findChildren<Panel*>())
            QVERIFY(panel->mapTo(page->widget(), QPoint(panel->width(), 0)).x() <= page->widget()->width());
        for (const Legend* legend : m_view->findChildren<Legend*>())
            QVERIFY2(legend->height() <= 4 * (QFontMetrics(small_font(legend)).height() + 4),
                     qPrintable(QString::number(legend->height())));
        // No words over the table's columns are cut, and none of its columns is out of sight.
        const auto* table = child<TableView>("differenceTable");
        for (int section = 0; section < table->model()->columnCount(); ++section)
            if (!table->isColumnHidden(section)) {
                const int wanted = static_cast<const TableHeader*>(table->horizontalHeader())->wantedWidth(section);
                QVERIFY2(table->columnWidth(section) >= wanted,
                         qPrintable(table->model()->headerData(section, Qt::Horizontal).toString()));
                QVERIFY(table->columnViewportPosition(section) + table->columnWidth(section) <=
                        table->viewport()->width() + 1);
            }
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
                    QVERIFY2(!places.headers[i].isNull() && QRectF(chart->rect()).contains(places.headers[i]),
                             qPrintable(chart->chart().columns[i].header));
            double above = 0;
            for (std::size_t r = 0; r < places.rows.size(); ++r) {
                const BarRow& row = chart->chart().rows[r];
                const RowPlace& place = places.rows[r];
                QVERIFY(place.bar.top() >= above);
                above = std::max(place.bar.bottom(), place.outline.bottom());
                QVERIFY(r == 0 || place.chip.top() >= places.rows[r - 1].chip.bottom() + 2);
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
        QMouseEvent move(QEvent::MouseMove, label.center(), chart->mapToGlobal(label.center()), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(chart, &move);
        QCOMPARE(QToolTip::text(), QString("3 of the strategies with names that nobody would call short"));
        // Over columns of numbers their letters stand; percent and bars stay in sight.
        auto* table = child<TableView>("differenceTable");
        for (const Column& column : table->table()->columns())
            if (column.id == "left" || column.id == "right") {
                QCOMPARE(column.header, QString(column.id == "left" ? "A (s)" : "B (s)")); // as the chips of the rows
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
        Session session = CompareBench::session({{"seqsel-tab5/gpt3-175B/full", "on A100"},
                                                 {"seqsel-tab5/gpt3-175B/full", "on H100"},
                                                 {"seqsel-tab5/gpt3-175B/full", "on 40 GiB"},
                                                 {"seqsel-fig7/gpt3-175B/none", "anywhere"}});
        session.strategies[1].system = *system::find_preset("h100_80g_nvl8");
        session.strategies[2].system.mem1.capacity_gib = 40;
        session.strategies[3].system.mem1.capacity_gib = 1e9;
        open(session);
        const auto* chart = child<StackedBars>("memoryChart");
        const auto& rows = chart->chart().rows;
        // 48.10 GiB are used, see the record of this case.
        QCOMPARE(rows[0].note, QString("31.9 GiB free of 80 GiB"));
        QCOMPARE(rows[1].note, QString("31.9 GiB free of 80 GiB"));
        QCOMPARE(rows[2].note, QString("does not fit by 8.1 GiB, capacity 40 GiB"));
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
            const QRect strip(static_cast<int>(places.rows[2].capacity_x) - 2,
                              static_cast<int>(places.rows[2].bar.top()), 5,
                              static_cast<int>(places.rows[2].bar.height()));
            int red = 0;
            for (int py = strip.top(); py < strip.bottom(); ++py)
                for (int px = strip.left(); px < strip.right(); ++px) {
                    const QColor pixel = own.pixelColor(px, py);
                    red += pixel.red() > 150 && pixel.green() < 110 && pixel.blue() < 110;
                }
            QVERIFY2(red >= strip.height() / 3, qPrintable(QString::number(red)));
            QVERIFY(!places.rows[2]
                         .note.adjusted(2, 0, -2, 0)
                         .contains(QPointF(places.rows[2].capacity_x, places.rows[2].note.center().y())));
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
                return std::abs(color.red() - theme.panel.red()) + std::abs(color.green() - theme.panel.green()) +
                       std::abs(color.blue() - theme.panel.blue());
            };
            for (const char* column : {"difference", "bar"})
                QVERIFY(strength("recommunication", column) + 5 < strength("forward", column) &&
                        strength("forward", column) + 5 < strength("backward", column) &&
                        strength("backward", column) + 5 < strength("recompute", column));
            // Percent by themselves: −8.6, −24.5, −91.3.
            QVERIFY(strength("forward", "percent") < strength("recommunication", "percent") &&
                    strength("recommunication", "percent") < strength("recompute", "percent"));
            QVERIFY(cell(*table, "optimizer", "difference").background.isNone());
            QCOMPARE(cell(*table, "optimizer", "difference").tone, Tone::secondary);
            for (const char* row : {"recommunication", "forward", "backward", "recompute", "tensor_parallel", "total"})
                for (const char* column : {"difference", "percent"}) {
                    const Cell own = cell(*table, row, column);
                    const QColor ground = own.background.in(theme);
                    QVERIFY2(std::max(contrast(color_of(theme, own.tone), ground), contrast(theme.text, ground)) >= 4.5,
                             row);
                }
            // To a reader without the green cones too, less is blue and more is yellow (Viénot, Brettel and Mollon
            // 1999, linear RGB).
            const auto seen = [](const QColor& color) {
                const auto linear = [](double part) {
                    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
                };
                const double red = linear(color.redF()), green = linear(color.greenF()), blue = linear(color.blueF());
                return std::pair(0.29275 * red + 0.70725 * green,
                                 -0.02234 * red + 0.02234 * green + blue); // yellow, blue
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
                const QImage part = image.copy(
                    text_rect(places.rows[1].read_outs[i], chart->chart().rows[1].read_outs[i], bar_fonts(chart))
                        .adjusted(-1, -4, 1, 4)
                        .toAlignedRect());
                for (const QColor& loud : {theme.text, theme.below_text, theme.above_text, theme.bad})
                    QCOMPARE(testing::count_pixels(part, loud), 0);
            }
            QVERIFY(testing::count_pixels(image,
                                          faded(chart->chart().rows[1].segments[0].color.in(theme), theme.panel)) > 50);
        }
        auto* table = child<TableView>("differenceTable");
        for (const TableRow& row : table->table()->rows())
            for (const Cell& own : row.cells)
                QVERIFY2(own.text.isEmpty() || (own.tone == Tone::secondary && own.background.isNone()),
                         qPrintable(row.key));
        QCOMPARE(cell(*table, "recompute", "bar").color.in(theme), faded(theme.below_fill, theme.panel));
        QVERIFY(table->table()->headerData(2, Qt::Horizontal).toString().contains("last legal seqsel"));
        auto* rates = child<TableView>("ratesTable");
        QCOMPARE(rates->table()->headerData(2, Qt::Horizontal).toString(), QString("last legal seqsel"));
        for (const TableRow& row : rates->table()->rows())
            for (const Cell& own : row.cells)
                QCOMPARE(own.tone, Tone::secondary);
        const QString answer =
            child<AnswerLine>("compareAnswer")->headline() + child<AnswerLine>("compareAnswer")->why();
        for (const char* figure : {"13.64", "24.4", "4.39"})
            QVERIFY2(!answer.contains(figure), qPrintable(answer));
        QVERIFY(answer.contains("not ranked"));
    }

    // A message above the view comes and goes, strategies come and go: the same session in the same window is the same
    // picture.
    void theLayoutHasNoHistory_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize& size :
             {QSize(1238, 853), QSize(1078, 753), QSize(1105, 720), QSize(985, 718), QSize(918, 653), QSize(662, 553)})
            QTest::addRow("%d x %d", size.width(), size.height()) << size;
    }
    void theLayoutHasNoHistory()
    {
        QFETCH(QSize, size);
        open(two(), size);
        const auto picture = [this] {
            settle();
            return m_view->grab().toImage();
        };
        const QImage first = picture();
        for (const int bar : {36, 48, 120}) {
            m_view->resize(size.width(), size.height() - bar);
            settle();
            m_view->resize(size);
            QVERIFY2(picture() == first, qPrintable(QString::number(bar)));
        }
        m_view->resize(500, 400);
        settle();
        m_view->resize(size);
        QVERIFY(picture() == first);
        m_workspace->edit("more", [](Session& s) {
            for (int i = 0; i < 6; ++i) {
                s.strategies.push_back(s.strategies[0]);
                s.strategies.back().id = "more" + std::to_string(i);
            }
        });
        settle();
        m_workspace->undoStack().undo();
        QVERIFY(m_workspace->waitForReferences());
        m_view->refresh();
        QVERIFY(picture() == first);
        // The total is in sight at the top, and the last row in sight is a whole one.
        const auto* table = child<TableView>("differenceTable");
        QCOMPARE(table->model()->index(0, 0).data(KeyRole).toString(), QString("total"));
        if (table->verticalScrollBar()->maximum() > 0)
            QCOMPARE(table->viewport()->height() % table->rowHeight(0), 0);
        // Both legends beside their titles, or both below.
        QList<bool> below;
        for (const Legend* legend : m_view->findChildren<Legend*>())
            below << (legend->y() > 0);
        QCOMPARE(below.size(), 2);
        QCOMPARE(below[0], below[1]);
    }

    void anIllegalOneSaysWhatDoesNotFit()
    {
        Session session = two();
        session.strategies[1].system.mem1.capacity_gib = 40;
        open(session);
        m_workspace->edit("break", [](Session& s) { s.strategies[1].execution.microbatch_size = 3; });
        settle();
        // 54.07 GiB are used, see the record of this case.
        const BarRow& row = child<StackedBars>("memoryChart")->chart().rows[1];
        QVERIFY(row.faded);
        QCOMPARE(row.note, QString("does not fit by 14.1 GiB, capacity 40 GiB, last legal figures"));
        QCOMPARE(row.short_note, QString("last legal, 14.1 over 40"));
        for (const BarSegment& segment : row.segments)
            QVERIFY2(segment.hover.endsWith("; last legal figures"), qPrintable(segment.hover));
    }

    void whatNeverWasLegalHasARowThatSaysSo()
    {
        Session session = CompareBench::session({{"seqsel-tab5/gpt3-175B/full", "full"},
                                                 {"seqsel-tab5/gpt3-175B/full", "seven"},
                                                 {"seqsel-tab5/gpt3-175B/seqsel", "seqsel"}});
        session.strategies[1].execution.microbatch_size = 3; // 64 is no multiple
        open(session);
        for (const char* name : {"timeChart", "memoryChart"}) {
            const auto* chart = child<StackedBars>(name);
            QCOMPARE(chart->chart().rows.size(), std::size_t{3});
            const BarRow& row = chart->chart().rows[1];
            QCOMPARE(row.label, QString("seven"));
            QCOMPARE(row.chip, QString("B"));
            QVERIFY(row.segments.empty() && row.read_outs.empty() && row.marks.empty());
            QCOMPARE(chart->places().rows[1].note_text, QString("no legal figures yet"));
            QVERIFY(!chart->places().rows[1].note_over_bar);
        }
    }

    void whatDoesNotFitIsSaidBesideItsBar()
    {
        Session session = two();
        for (SessionStrategy& strategy : session.strategies)
            strategy.system.mem1.capacity_gib = 45; // 48.10 and 54.07 are used
        for (const QSize& size : {QSize(1238, 853), QSize(1078, 753), QSize(918, 653)}) {
            open(session, size);
            const BarLayout places = child<StackedBars>("memoryChart")->places();
            for (const RowPlace& place : places.rows) {
                QVERIFY(place.note_text.startsWith("does not fit"));
                QVERIFY(!place.note_over_bar && place.note.left() > place.segments.back().rect.right());
                QVERIFY(places.capacity_x > 0 && place.note.left() > places.capacity_x);
            }
        }
    }

    void modelsOfOtherSizesHaveOneScaleAndAWord()
    {
        open(session({{"seqsel-tab5/megatron-22B/seqsel", "22B"}, {"seqsel-tab5/megatron-1T/seqsel", "1T"}}));
        // 66.0407 s over 1.13667 s.
        QCOMPARE(child<AnswerLine>("compareAnswer")->headline(),
                 QString("Model megatron-1T against megatron-22B, 512 against 8 GPUs, batch 512 against 4: 1T takes "
                         "66.04 s per iteration, 58.1 times 22B (1.14 s)"));
        const BarLayout places = child<StackedBars>("timeChart")->places();
        const double shorter = places.rows[0].segments.back().rect.right() - places.plot.left();
        const double longer = places.rows[1].segments.back().rect.right() - places.plot.left();
        QVERIFY(std::abs(longer / shorter - 58.1) < 58.1 * 2 / shorter); // to a pixel of the shorter
    }
};

BLUEPRINTING_UI_TEST(CompareLayoutTest)
#include "layout_test.moc"
