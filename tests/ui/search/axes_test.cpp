#include "core/strategy/derived.h"
#include "tests/support/test_main.h"
#include "ui/search/axes_chart.h"
#include "ui/search/search_filters.h"
#include "ui/search/search_law.h"
#include "ui/search/search_words.h"

#include <QSignalSpy>

#include <cmath>
#include <map>
#include <memory>

using namespace blueprinting;
using namespace blueprinting::ui;
using search::Found;
using strategy::Field;

namespace {

SearchRunPtr searched(const SearchAsk& ask = {})
{
    const Session session = starting_session();
    const auto question = question_for(ask, *session.find("s2"));
    if (!question)
        qFatal("%s", question.diagnostics().front().message.c_str());
    auto out = run_search(*question, search_subjects(*question, session), {}, {}, CancelToken());
    if (!out)
        qFatal("the search failed");
    return *out;
}

/// Where a strategy stands on an axis, worked out from the strategy itself.
std::size_t place_of(const KnobAxis& axis, const SearchRun& run, const Found& found)
{
    if (!axis.measure) {
        const std::int64_t value =
            search::knob_value(strategy::row_of_path(axis.key.toStdString())->field, run.layout(0).at(found.number));
        for (std::size_t i = 0; i < axis.values.size(); ++i)
            if (axis.values[i].value == value)
                return i;
        qFatal("an axis lacks a value");
    }
    const double value = axis.key == u"bytes" ? found.memory.value() / 1024 / 1024 / 1024 : found.total.value();
    const double step = (axis.high - axis.low) / static_cast<double>(axis.values.size());
    return std::min(axis.values.size() - 1, static_cast<std::size_t>((value - axis.low) / step));
}

} // namespace

/// The parallel axes: what they count, against every strategy gone through one by one, and how a person brushes them.
class AxesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void ribbonsCarryWhatTheyCount_data();
    void ribbonsCarryWhatTheyCount();
    void linesOfTheBandThePickedAndTheSession();
    void anOrderOfOnesOwn();
    void asWideAsTheCount();
    void draggingMarksValues();
    void draggingMarksAStretch();
    void aTitleIsDragged();
    void byKeyboard();
    void dataAreTheRibbons();
    void filtersAreSaid();
    void lawsAreExplained();

private:
    [[nodiscard]] AxesPicture picture(const SearchLook& look = {}) const
    {
        const auto within = look.brushed() ? m_cloud->within(look.brush) : std::vector<char>();
        return axes_picture({*m_run, 0, m_cloud.get(), within, look});
    }
    [[nodiscard]] std::unique_ptr<AxesChart> chart(const SearchLook& look = {}) const
    {
        auto out = std::make_unique<AxesChart>(QStringLiteral("Knobs"));
        out->setAttribute(Qt::WA_DontShowOnScreen);
        out->resize(900, 220);
        out->setPicture(picture(look));
        out->show();
        return out;
    }
    static std::size_t axis(const AxesPicture& picture, const char* key)
    {
        for (std::size_t i = 0; i < picture.axes.size(); ++i)
            if (picture.axes[i].key == QLatin1String(key))
                return i;
        qFatal("no axis %s", key);
    }
    static void drag(AxesChart& chart, const QPointF& from, const QPointF& to)
    {
        QTest::mousePress(&chart, Qt::LeftButton, {}, from.toPoint());
        QTest::mouseMove(&chart, ((from + to) / 2).toPoint());
        QTest::mouseMove(&chart, to.toPoint());
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, to.toPoint());
    }

    SearchRunPtr m_run;
    SearchCloudPtr m_cloud;
};

void AxesTest::initTestCase()
{
    m_run = searched();
    auto cloud = SearchCloud::collect(m_run, 0, CancelToken());
    QVERIFY(cloud);
    m_cloud = *cloud;
}

void AxesTest::ribbonsCarryWhatTheyCount_data()
{
    QTest::addColumn<bool>("brush");
    QTest::addColumn<bool>("must_fit");
    QTest::newRow("all that fit") << false << true;
    QTest::newRow("within a brush") << true << true;
    QTest::newRow("all that are legal") << false << false;
}

void AxesTest::ribbonsCarryWhatTheyCount()
{
    QFETCH(bool, brush);
    QFETCH(bool, must_fit);
    SearchAsk ask;
    ask.must_fit = must_fit;
    m_run = searched(ask);
    m_cloud = *SearchCloud::collect(m_run, 0, CancelToken());
    SearchLook look;
    if (brush) {
        look.brush.knobs = {{Field::tensor_degree, {4, 8}}};
        look.brush.most_bytes = 64.0 * 1024 * 1024 * 1024;
    }
    const AxesPicture shown_now = picture(look);
    QCOMPARE(shown_now.filtered(), brush);
    using Key = std::tuple<std::size_t, std::size_t, std::size_t>;
    std::map<Key, std::uint64_t> all, within;
    std::uint64_t total = 0, inside = 0;
    const auto done = search::each_legal(
        m_run->searched(0),
        [&](const Found& one) {
            if (must_fit && !one.fits)
                return true;
            const auto t = strategy::tensor_degree(m_run->layout(0).at(one.number));
            const bool in = !brush || ((t == 4 || t == 8) && one.memory.value() <= look.brush.most_bytes);
            ++total;
            inside += in ? 1 : 0;
            for (std::size_t i = 0; i + 1 < shown_now.axes.size(); ++i) {
                const Key key{i, place_of(shown_now.axes[i], *m_run, one),
                              place_of(shown_now.axes[i + 1], *m_run, one)};
                ++all[key];
                if (brush && in)
                    ++within[key];
            }
            return true;
        },
        CancelToken());
    QVERIFY(done);
    QCOMPARE(shown_now.total, total);
    QCOMPARE(shown_now.inside, inside);
    const auto given = [](const std::vector<std::vector<AxesRibbon>>& ribbons) {
        std::map<Key, std::uint64_t> out;
        for (std::size_t i = 0; i < ribbons.size(); ++i)
            for (const AxesRibbon& each : ribbons[i])
                out[{i, each.from, each.to}] = each.count;
        return out;
    };
    QVERIFY(given(shown_now.all) == all);
    QVERIFY(given(shown_now.within) == within);
    // Each axis holds all of them once.
    for (const KnobAxis& each : shown_now.axes) {
        std::uint64_t on_axis = 0;
        for (const KnobAxis::Value& value : each.values)
            on_axis += value.count;
        QCOMPARE(on_axis, total);
    }
    m_run = searched();
    m_cloud = *SearchCloud::collect(m_run, 0, CancelToken());
}

void AxesTest::linesOfTheBandThePickedAndTheSession()
{
    SearchLook look;
    look.picked = found_key(m_run->found[0].top[2].number).toStdString();
    const AxesPicture drawn = picture(look);
    std::map<AxesLine::Kind, std::size_t> kinds;
    for (const AxesLine& line : drawn.lines) {
        ++kinds[line.kind];
        QCOMPARE(line.at.size(), drawn.axes.size());
    }
    QCOMPARE(kinds[AxesLine::Kind::band], std::size_t(m_run->found[0].band.count));
    QCOMPARE(kinds[AxesLine::Kind::picked], std::size_t(1));
    QCOMPARE(kinds[AxesLine::Kind::subject], std::size_t(2)); // A and B
    // B is seqsel, TP 8: it meets that axis in the middle of 8.
    const std::size_t tensor = axis(drawn, "tensor.degree");
    const auto& values = drawn.axes[tensor].values;
    const auto eight = std::find_if(values.begin(), values.end(), [](const auto& one) { return one.value == 8; });
    for (const AxesLine& line : drawn.lines)
        if (line.letter == u"B")
            QCOMPARE(line.at[tensor],
                     (static_cast<double>(eight - values.begin()) + 0.5) / static_cast<double>(values.size()));
}

void AxesTest::anOrderOfOnesOwn()
{
    const AxesPicture first = picture();
    QCOMPARE(first.axes.front().key, QStringLiteral("tensor.degree"));
    QCOMPARE(first.axes[first.axes.size() - 2].key, QStringLiteral("bytes"));
    QCOMPARE(first.axes.back().key, QStringLiteral("seconds"));
    SearchLook look;
    look.axes = moved_axis(first, first.axes.size() - 1, 0);
    const AxesPicture moved = picture(look);
    QCOMPARE(moved.axes.front().key, QStringLiteral("seconds"));
    QCOMPARE(moved.axes[1].key, QStringLiteral("tensor.degree"));
    QCOMPARE(moved.axes.size(), first.axes.size());
    // Those that are not named follow those that are.
    look.axes = {"bytes"};
    QCOMPARE(picture(look).axes[1].key, QStringLiteral("tensor.degree"));
    // Pairs are counted either way round.
    look.axes = {"pipeline.degree", "tensor.degree"};
    const AxesPicture turned = picture(look);
    for (const AxesRibbon& each : first.all[0])
        QVERIFY(std::find(turned.all[0].begin(), turned.all[0].end(), AxesRibbon{each.to, each.from, each.count}) !=
                turned.all[0].end());
}

void AxesTest::asWideAsTheCount()
{
    const AxesPicture drawn = picture();
    const AxesLayout layout = layout_axes(drawn, QRectF(0, 0, 900, 220), 15);
    QVERIFY(layout.scale > 0);
    for (std::size_t i = 0; i < layout.all.size(); ++i) {
        std::map<std::size_t, std::pair<double, double>> ends; // of each value: from the top of its ribbons to the end
        for (std::size_t j = 0; j < layout.all[i].size(); ++j) {
            const AxesLayout::Band& band = layout.all[i][j];
            const AxesRibbon& ribbon = drawn.all[i][j];
            QVERIFY(std::abs(band.width - layout.scale * static_cast<double>(ribbon.count)) < 1e-9);
            QCOMPARE(band.from.x(), layout.x[i]);
            QCOMPARE(band.to.x(), layout.x[i + 1]);
            auto [at, is_new] = ends.try_emplace(ribbon.from, 1e9, -1e9);
            at->second.first = std::min(at->second.first, band.from.y() - band.width / 2);
            at->second.second = std::max(at->second.second, band.from.y() + band.width / 2);
        }
        // Those that leave a value lie on each other about its middle: none over another.
        for (const auto& [place, span] : ends) {
            double wide = 0;
            for (std::size_t j = 0; j < layout.all[i].size(); ++j)
                wide += drawn.all[i][j].from == place ? layout.all[i][j].width : 0;
            QVERIFY(std::abs(span.second - span.first - wide) < 1e-6);
            const double middle = layout.y(drawn.axes[i].share(place));
            QVERIFY(std::abs((span.first + span.second) / 2 - middle) < 1e-6);
        }
    }
    QCOMPARE(layout.axisAt({layout.x[2], 50}), 2);
    QCOMPARE(layout.axisAt({layout.x[2] + layout.spacing / 2, 50}), -1);
    const AxesLayout::Band& one = layout.all[0].front();
    QVERIFY(*one.distance(one.from) < 0.1);
    QVERIFY(*one.distance(one.to) < 0.1);
    QVERIFY(!one.distance({layout.x[1] + 5, 50}));
}

void AxesTest::draggingMarksValues()
{
    const auto chart_now = chart();
    const AxesLayout layout = chart_now->places();
    const std::size_t tensor = axis(chart_now->picture(), "tensor.degree");
    const auto& values = chart_now->picture().axes[tensor].values;
    const auto y = [&](std::size_t place) { return layout.y(chart_now->picture().axes[tensor].share(place)); };
    QSignalSpy marked(chart_now.get(), &AxesChart::valuesMarked);
    drag(*chart_now, {layout.x[tensor], y(0) + 6}, {layout.x[tensor] + 3, y(1) - 6});
    QVERIFY(!marked.isEmpty());
    QCOMPARE(marked.last()[0].toString(), QStringLiteral("tensor.degree"));
    QCOMPARE(marked.last()[1].value<QList<qint64>>(), (QList<qint64>{values[0].value, values[1].value}));
    // A click takes one.
    QTest::mouseClick(chart_now.get(), Qt::LeftButton, {}, QPointF(layout.x[tensor], y(1)).toPoint());
    QCOMPARE(marked.last()[1].value<QList<qint64>>(), QList<qint64>{values[1].value});
    // Between axes nothing is held.
    const auto before = marked.size();
    drag(*chart_now, {layout.x[0] + layout.spacing / 2, y(0)}, {layout.x[0] + layout.spacing / 2, y(1)});
    QCOMPARE(marked.size(), before);
}

void AxesTest::draggingMarksAStretch()
{
    const auto chart_now = chart();
    const AxesLayout layout = chart_now->places();
    const std::size_t memory = axis(chart_now->picture(), "bytes");
    QSignalSpy marked(chart_now.get(), &AxesChart::stretchMarked);
    // From below the axis up to its half: no lower end.
    drag(*chart_now, {layout.x[memory], layout.plot.bottom()},
         {layout.x[memory], std::round(layout.plot.center().y())});
    QVERIFY(!marked.isEmpty());
    QCOMPARE(marked.last()[0].toString(), QStringLiteral("bytes"));
    const KnobAxis& one = chart_now->picture().axes[memory];
    const double share = layout.share(std::round(layout.plot.center().y()));
    QVERIFY(std::abs(marked.last()[2].toDouble() - (one.low + share * (one.high - one.low))) < 1e-9);
    // Past the upper end of time lies what the axis does not show.
    const std::size_t time = axis(chart_now->picture(), "seconds");
    drag(*chart_now, {layout.x[time], layout.plot.center().y()}, {layout.x[time], layout.plot.top() - 4});
    QCOMPARE(marked.last()[0].toString(), QStringLiteral("seconds"));
    QVERIFY(std::isinf(marked.last()[2].toDouble()));
}

void AxesTest::aTitleIsDragged()
{
    const auto chart_now = chart();
    const AxesLayout layout = chart_now->places();
    QSignalSpy ordered(chart_now.get(), &AxesChart::ordered);
    drag(*chart_now, layout.titles[0].center(), layout.titles[2].center());
    QCOMPARE(ordered.size(), 1);
    const QStringList keys = ordered.last()[0].toStringList();
    QCOMPARE(keys[2], QStringLiteral("tensor.degree"));
    QCOMPARE(keys[0], chart_now->picture().axes[1].key);
    QCOMPARE(keys.size(), static_cast<qsizetype>(chart_now->picture().axes.size()));
}

void AxesTest::byKeyboard()
{
    const auto chart_now = chart();
    chart_now->setFocus();
    QSignalSpy values(chart_now.get(), &AxesChart::valuesMarked);
    QSignalSpy ordered(chart_now.get(), &AxesChart::ordered);
    QSignalSpy cleared(chart_now.get(), &AxesChart::cleared);
    QTest::keyClick(chart_now.get(), Qt::Key_Right); // the first axis, its lowest value
    QTest::keyClick(chart_now.get(), Qt::Key_Up);
    const KnobAxis& first = chart_now->picture().axes[0];
    QVERIFY2(chart_now->accessibleDescription().startsWith(first.title + QLatin1Char(' ') + first.values[1].text),
             qPrintable(chart_now->accessibleDescription()));
    QTest::keyClick(chart_now.get(), Qt::Key_Space);
    QCOMPARE(values.last()[1].value<QList<qint64>>(), QList<qint64>{first.values[1].value});
    QTest::keyClick(chart_now.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(ordered.last()[0].toStringList()[1], first.key);
    QTest::keyClick(chart_now.get(), Qt::Key_Escape); // nothing is filtered
    QCOMPARE(cleared.size(), 0);
    SearchLook look;
    look.brush.knobs = {{Field::tensor_degree, {4}}};
    chart_now->setPicture(picture(look));
    QTest::keyClick(chart_now.get(), Qt::Key_Escape);
    QCOMPARE(cleared.size(), 1);
    // Of a measure Space takes a step, a second one lengthens it, one within takes it off.
    QSignalSpy stretches(chart_now.get(), &AxesChart::stretchMarked);
    for (std::size_t i = 0; i < chart_now->picture().axes.size(); ++i)
        QTest::keyClick(chart_now.get(), Qt::Key_Right); // to the last axis, time
    QTest::keyClick(chart_now.get(), Qt::Key_Space);
    QCOMPARE(stretches.last()[0].toString(), QStringLiteral("seconds"));
    look.brush.least_seconds = stretches.last()[1].toDouble();
    look.brush.most_seconds = stretches.last()[2].toDouble();
    chart_now->setPicture(picture(look));
    QTest::keyClick(chart_now.get(), Qt::Key_Space);
    QCOMPARE(stretches.last()[1].toDouble(), 0.0);
    QVERIFY(std::isinf(stretches.last()[2].toDouble()));
}

void AxesTest::dataAreTheRibbons()
{
    SearchLook look;
    look.brush.knobs = {{Field::tensor_degree, {8}}};
    const auto chart_now = chart(look);
    const auto rows = chart_now->dataRows();
    QCOMPARE(rows.front().size(), qsizetype(6));
    std::size_t ribbons = 0;
    for (const auto& between : chart_now->picture().all)
        ribbons += between.size();
    QCOMPARE(rows.size(), ribbons + 1);
    std::uint64_t all = 0, within = 0;
    for (const QStringList& row : rows)
        if (row[0] == chart_now->picture().axes[0].title) {
            all += row[4].toULongLong();
            within += row[5].toULongLong();
            QCOMPARE(row[5].toULongLong() > 0, row[1] == u"8");
        }
    QCOMPARE(all, chart_now->picture().total);
    QCOMPARE(within, chart_now->picture().inside);
}

void AxesTest::filtersAreSaid()
{
    search::Brush brush;
    QVERIFY(filter_chips(brush).empty());
    brush.most_bytes = 64.0 * 1024 * 1024 * 1024;
    brush.least_seconds = 12;
    brush.knobs = {{Field::tensor_degree, {2, 4}}};
    const auto chips = filter_chips(brush);
    QCOMPARE(chips.size(), std::size_t(3));
    QCOMPARE(chips[0].text, QStringLiteral("time ≥ 12.00 s"));
    QCOMPARE(chips[1].text, QStringLiteral("memory ≤ 64.0 GiB"));
    QCOMPARE(chips[2].text, QStringLiteral("TP 2, 4"));
    QVERIFY(without_filter(brush, QStringLiteral("seconds")).least_seconds == 0);
    QVERIFY(without_filter(brush, QStringLiteral("tensor.degree")).knobs.empty());
    QVERIFY(without_filter(brush, {}) == search::Brush());
}

void AxesTest::lawsAreExplained()
{
    const std::string law = "strategy.redo.without_sequence_parallel";
    const auto near = starting_session().find("s2")->execution;
    const auto found = search::law_example(m_run->question, m_run->layout(0), law, &near, CancelToken());
    QVERIFY(found && found->has_value());
    SearchAsk ask;
    const QString free = law_example_text(law, *found, ask);
    QVERIFY2(free.startsWith("Only “redo without RS+AG” refuses TP "), qPrintable(free));
    QVERIFY2(free.contains("which has no bound"), qPrintable(free));
    ask.words[(*found)->broken.field] = {"on"};
    QVERIFY2(law_example_text(law, *found, ask).contains("It hangs on the bound of "), qPrintable(free));
    QVERIFY(law_example_text(law, std::nullopt, ask).startsWith("No strategy breaks “redo without RS+AG” alone"));
}

BLUEPRINTING_UI_TEST(AxesTest)
#include "axes_test.moc"
