#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/style/explorer_style.h"
#include "ui/style/icon.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/chip.h"
#include "ui/widgets/controls/digest_label.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/excerpt.h"
#include "ui/widgets/controls/filter_bar.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace blueprinting;
using namespace blueprinting::ui;

/// Draws every control and shared widget, to be looked at, and checks that the marks that must be there are there.
class GalleryTest : public QObject {
    Q_OBJECT

    static QWidget* controls()
    {
        auto* page = new QWidget;
        auto* grid = new QGridLayout(page);
        auto* line = new QLineEdit(QStringLiteral("GPT-175B seqsel"));
        auto* broken = new QSpinBox;
        broken->setValue(5);
        set_invalid(broken, true);
        auto* combo = new QComboBox;
        combo->addItems({QStringLiteral("Reduce-scatter + all-gather"), QStringLiteral("All-reduce")});
        auto* spin = new QSpinBox;
        spin->setRange(1, 4096);
        spin->setValue(64);
        auto* off = new QSpinBox;
        off->setEnabled(false);
        grid->addWidget(line, 0, 0);
        grid->addWidget(combo, 0, 1);
        grid->addWidget(spin, 0, 2);
        grid->addWidget(broken, 0, 3);
        grid->addWidget(off, 0, 4);
        auto* add = new QPushButton(icon(Icon::plus), QStringLiteral("Add"));
        auto* primary = new QPushButton(icon(Icon::open, Tone::accent), QStringLiteral("Open certificate…"));
        set_primary(primary);
        auto* small = new QPushButton(QStringLiteral("4"));
        set_primary(small);
        set_compact(small);
        auto* dead = new QPushButton(icon(Icon::trash), QStringLiteral("Remove"));
        dead->setEnabled(false);
        auto* tool = new QToolButton;
        tool->setIcon(icon(Icon::dock));
        tool->setCheckable(true);
        tool->setChecked(true);
        tool->setAutoRaise(true);
        grid->addWidget(add, 1, 0);
        grid->addWidget(primary, 1, 1);
        grid->addWidget(small, 1, 2);
        grid->addWidget(dead, 1, 3);
        grid->addWidget(tool, 1, 4);
        auto* on = new QCheckBox(QStringLiteral("All-gather redo"));
        on->setChecked(true);
        auto* dead_check = new QCheckBox(QStringLiteral("Optimizer sharding"));
        dead_check->setEnabled(false);
        auto* radio = new QRadioButton(QStringLiteral("attention"));
        radio->setChecked(true);
        grid->addWidget(on, 2, 0);
        grid->addWidget(new QCheckBox(QStringLiteral("Fused activation")), 2, 1);
        grid->addWidget(dead_check, 2, 2);
        grid->addWidget(radio, 2, 3);
        grid->addWidget(new QRadioButton(QStringLiteral("full")), 2, 4);
        auto* slider = new QSlider(Qt::Horizontal);
        slider->setValue(30);
        auto* progress = new QProgressBar;
        progress->setValue(40);
        auto* bar = new QScrollBar(Qt::Horizontal);
        bar->setRange(0, 100);
        bar->setPageStep(40);
        grid->addWidget(slider, 3, 0);
        grid->addWidget(progress, 3, 1);
        grid->addWidget(bar, 3, 2, 1, 2);
        auto* list = new QListWidget;
        list->addItems(
            {QStringLiteral("GPT-175B full"), QStringLiteral("GPT-175B seqsel"), QStringLiteral("GPT-175B trial")});
        list->setCurrentRow(1);
        list->setMaximumHeight(96);
        auto* split = new QSplitter;
        split->addWidget(new Panel(QStringLiteral("Left")));
        split->addWidget(new Panel(QStringLiteral("Right")));
        auto* tabs = new QTabWidget;
        tabs->setDocumentMode(true);
        for (const char* name : {"Compare", "IR", "Timing", "Schedule"})
            tabs->addTab(new QWidget, QString::fromLatin1(name));
        grid->addWidget(list, 4, 0);
        grid->addWidget(split, 4, 1);
        grid->addWidget(tabs, 4, 2, 1, 3);
        auto* icons = new QWidget;
        auto* row = new QGridLayout(icons);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(6);
        for (int i = 0; i < kIcons; ++i) {
            auto* label = new QLabel;
            label->setPixmap(icon(static_cast<Icon>(i)).pixmap(QSize(20, 20), 2.0));
            row->addWidget(label, i / 25, i % 25);
        }
        grid->addWidget(icons, 5, 0, 1, 5);
        return page;
    }

    static QWidget* widgets()
    {
        auto* page = new QWidget;
        auto* all = new QVBoxLayout(page);
        auto* message = new MessageBar;
        message->setMessage(MessageBar::Kind::error, QStringLiteral("certificate-cut.json was refused."),
                            QStringLiteral("Line 23, column 5266: this string is never closed. Nothing was changed."));
        message->addAction(QStringLiteral("Open another…"), icon(Icon::open));
        all->addWidget(message);
        auto* caution = new MessageBar;
        caution->setMessage(MessageBar::Kind::caution, QStringLiteral("Stale."),
                            QStringLiteral("The figures are of the strategy before the last edit."));
        all->addWidget(caution);
        auto* answer = new AnswerLine;
        answer->setAnswer(
            QStringLiteral("seqsel takes 13.64 s per iteration, 24.4 % less than full (18.03 s)"),
            QStringLiteral(
                "Recompute makes −3.33 of −4.39 s; pipeline parallel −0.75, backward −0.56, tensor parallel +0.89 s."));
        all->addWidget(answer);
        auto* panel = new Panel(QStringLiteral("Iteration time by component"));
        auto* legend = new Legend;
        std::vector<LegendItem> items;
        for (const auto component : kAllComponents)
            items.push_back({component_title(component), component_color(component), component_hatched(component)});
        legend->setItems(items);
        panel->addHeaderWidget(legend);
        auto* row = new QHBoxLayout;
        row->addWidget(new ChipLabel(QStringLiteral("A"), 0));
        row->addWidget(new ChipLabel(QStringLiteral("B"), 1));
        row->addWidget(new ChipLabel(QStringLiteral("C"), 2));
        row->addWidget(new ChipLabel(QStringLiteral("D"), 3));
        auto* digest = new DigestLabel;
        digest->setDigest(QStringLiteral("09d72bd753140c25e1b5b4aa7c42f2d7f2c3f3b6ac44a8c2b8b7e29cf3b0b1a2"));
        row->addWidget(digest);
        auto* segments = new SegmentedSwitch({{QStringLiteral("tree"), QStringLiteral("Tree")},
                                              {QStringLiteral("text"), QStringLiteral("Text")},
                                              {QStringLiteral("graph"), QStringLiteral("Graph")}});
        row->addWidget(segments);
        row->addStretch(1);
        panel->body()->addLayout(row);
        auto* filters = new FilterBar;
        filters->setFilters({{QStringLiteral("engine"), QStringLiteral("engine: matrix")},
                             {QStringLiteral("name"), QStringLiteral("name: attn.")},
                             {QStringLiteral("odd"), QStringLiteral("odd Ellavox groups"), true}},
                            QStringLiteral("17 of 70 tasks"));
        panel->body()->addWidget(filters);
        all->addWidget(panel);
        auto* empty = new EmptyState;
        empty->setContent(Icon::document, QStringLiteral("Open a layout-cost certificate"),
                          QStringLiteral("A certificate holds measured layouts and the cost table fitted to them. Its "
                                         "regret per cell, pairs in order, checks and a live refit appear here. Keep "
                                         "its manifest in the same folder, for the checks that need one."));
        empty->addAction(QStringLiteral("Open certificate…"), icon(Icon::open, Tone::accent), true);
        empty->addAction(QStringLiteral("Open the published one, 56 cells"), icon(Icon::star));
        empty->setHint(QStringLiteral("or drop a JSON file on the window"));
        auto* excerpt = new Excerpt;
        ExcerptText text = excerpt_of(QStringLiteral("Why certificate-cut.json was refused"), 23,
                                      QStringLiteral("{\"a\":1,\"wide\":[0,1,2,4,4,4,4,14]},\"row\":[0,1,2,4,4,4,4,14]}"
                                                     ",\"label\":\"minimum_effective_span_5303\",\"medi"),
                                      102);
        text.explanation = QStringLiteral("The file ends at byte 60 000, in the middle of line 23. A certificate ends "
                                          "with a closing brace, so this copy was probably cut short.");
        excerpt->setExcerpt(text);
        empty->setExtra(excerpt);
        auto* box = new Panel;
        box->body()->addWidget(empty);
        all->addWidget(box, 1);
        return page;
    }

    static QWidget* table()
    {
        auto* page = new QWidget;
        auto* all = new QVBoxLayout(page);
        auto* panel = new Panel(QStringLiteral("seqsel against full"));
        panel->setNote(QStringLiteral("baseline: full"));
        auto* model =
            new RowTable({{QStringLiteral("name"), QStringLiteral("Component")},
                          {QStringLiteral("a"), QStringLiteral("full (s)"), {}, ColumnKind::number},
                          {QStringLiteral("b"), QStringLiteral("seqsel (s)"), {}, ColumnKind::number, Glyph::filled},
                          {QStringLiteral("d"), QStringLiteral("(%)"), {}, ColumnKind::number},
                          {QStringLiteral("bar"), QStringLiteral("shorter|longer"), {}, ColumnKind::difference},
                          {QStringLiteral("share"), QStringLiteral("share"), {}, ColumnKind::share},
                          {QStringLiteral("ok"), QStringLiteral("check")}},
                         page);
        const double before[] = {3.649, 6.906, 3.649, 0.022, 1.595, 0.867, 0, 0.709, 0.633};
        const double after[] = {3.333, 6.348, 0.319, 0.022, 2.487, 0.115, 0, 0.536, 0.479};
        std::vector<TableRow> rows;
        rows.push_back({QStringLiteral("g"),
                        {[] {
                            Cell c = text_cell(QStringLiteral("compute"), Tone::text, true);
                            c.note = QStringLiteral("4 of 9");
                            return c;
                        }()},
                        RowKind::group});
        for (std::size_t i = 0; i < 9; ++i) {
            const auto component = kAllComponents[i];
            if (i == 4)
                rows.push_back({QStringLiteral("h"), {text_cell(QStringLiteral("communication"))}, RowKind::group});
            Cell name = text_cell(component_title(component));
            name.color = component_color(component);
            name.hatched = component_hatched(component);
            const double change = after[i] - before[i];
            Cell share = number_cell(after[i], {});
            share.color = component_color(component);
            rows.push_back({component_key(component),
                            {name, number_cell(before[i], QString::number(before[i], 'f', 3)),
                             number_cell(after[i], QString::number(after[i], 'f', 3)),
                             number_cell(change, QString::number(change, 'f', 3), sign_tone(change)),
                             number_cell(change, {}), share, verdict_cell(i != 3)},
                            RowKind::plain,
                            i == 5 ? RowTint::caution : RowTint::none,
                            i == 7});
        }
        rows.push_back({QStringLiteral("total"),
                        {text_cell(QStringLiteral("Iteration")), number_cell(18.029, QStringLiteral("18.029")),
                         number_cell(13.638, QStringLiteral("13.638")),
                         number_cell(-4.39, QStringLiteral("−4.391"), Tone::below), Cell{}, Cell{}, Cell{}},
                        RowKind::total});
        rows.push_back({QStringLiteral("note"),
                        {text_cell(QStringLiteral("The other 20 fields are equal."), Tone::secondary)},
                        RowKind::note});
        model->setRows(rows);
        auto* view = new TableView(model);
        view->setCurrentKey(QStringLiteral("recompute"));
        panel->body()->addWidget(view);
        all->addWidget(panel);
        return page;
    }

    static BarRow timeRow(const QString& name, const QString& letter, std::size_t place,
                          const std::vector<double>& evidence, double peak_share, bool faded)
    {
        BarRow row{.key = name, .label = name, .chip = letter, .chip_place = place};
        for (std::size_t i = 0; i < 9; ++i) {
            BarSegment segment{component_key(kAllComponents[i]),
                               component_title(kAllComponents[i]),
                               evidence[i],
                               component_color(kAllComponents[i]),
                               component_hatched(kAllComponents[i]),
                               QString::number(evidence[i], 'f', 2)};
            row.segments.push_back(segment);
            segment.value *= peak_share;
            row.outline.push_back(segment);
        }
        row.faded = faded;
        return row;
    }
    static QWidget* bars()
    {
        auto* page = new QWidget;
        auto* all = new QVBoxLayout(page);
        BarChart time;
        time.axis_title = QStringLiteral("Iteration time (s)");
        time.selected_segment = QStringLiteral("recompute");
        time.columns = {
            {QStringLiteral("evidence"), Glyph::filled},         {QStringLiteral("peak-only"), Glyph::outlined, {}, 2},
            {QStringLiteral("Calculon"), Glyph::diamond, {}, 1}, {QStringLiteral("error"), Glyph::none, {}, 3},
            {QStringLiteral("paper"), Glyph::upright, {}, 1},    {QStringLiteral("error"), Glyph::none, {}, 3}};
        BarRow full = timeRow(QStringLiteral("full"), QStringLiteral("A"), 0,
                              {3.649, 6.906, 3.649, 0.022, 1.595, 0.867, 0, 0.709, 0.633}, 0.86, false);
        full.marks = {{Glyph::diamond, 18.029}, {Glyph::upright, 18.13}};
        full.read_outs = {{QStringLiteral("18.03"), Tone::text, true},
                          {QStringLiteral("15.50")},
                          {QStringLiteral("18.03")},
                          {QStringLiteral("0.00 %"), Tone::secondary},
                          {QStringLiteral("18.13")},
                          {QStringLiteral("−0.56 %"), Tone::below}};
        BarRow seqsel = timeRow(QStringLiteral("seqsel"), QStringLiteral("B"), 1,
                                {3.333, 6.348, 0.319, 0.022, 2.487, 0.115, 0, 0.536, 0.479}, 0.847, false);
        seqsel.marks = {{Glyph::diamond, 13.638}, {Glyph::upright, 13.75}};
        seqsel.read_outs = {{QStringLiteral("13.64"), Tone::text, true},
                            {QStringLiteral("11.55")},
                            {QStringLiteral("13.64")},
                            {QStringLiteral("0.00 %"), Tone::secondary},
                            {QStringLiteral("13.75")},
                            {QStringLiteral("−0.81 %"), Tone::below}};
        BarRow trial = timeRow(QStringLiteral("trial"), QStringLiteral("C"), 2,
                               {3.124, 6.003, 0.301, 0.022, 2.456, 0.115, 0, 0.536, 0.7}, 0.86, true);
        trial.read_outs = {{QStringLiteral("13.27")},
                           {QStringLiteral("11.47")},
                           {},
                           {QStringLiteral("not covered"), Tone::secondary},
                           {},
                           {QStringLiteral("not published"), Tone::secondary}};
        time.rows = {full, seqsel, trial};
        auto* chart = new StackedBars(QStringLiteral("Iteration time by component"));
        chart->setChart(time);
        BarChart memory;
        memory.axis_title = QStringLiteral("Memory per GPU (GiB)");
        memory.capacity = 80;
        memory.capacity_label = QStringLiteral("capacity 80 GiB");
        memory.names = SegmentNames::every_row;
        memory.bar_height = 29;
        memory.columns = {{QStringLiteral("used")},
                          {QStringLiteral("free")},
                          {QStringLiteral("Calculon"), Glyph::diamond, {}, 1},
                          {QStringLiteral("error"), Glyph::none, {}, 3},
                          {QString(), Glyph::none, {}, 1},
                          {QStringLiteral("paper"), Glyph::none, {}, 3}};
        const double parts[2][6] = {{5.1, 5.5, 30.4, 0.6, 5.8, 0.7}, {5.1, 5.5, 30.4, 12.7, 0, 0.37}};
        for (int row = 0; row < 2; ++row) {
            BarRow bar{.key = QString::number(row),
                       .label = row ? QStringLiteral("seqsel") : QStringLiteral("full"),
                       .chip = row ? QStringLiteral("B") : QStringLiteral("A"),
                       .chip_place = std::size_t(row)};
            double sum = 0;
            for (std::size_t i = 0; i < 6; ++i) {
                sum += parts[row][i];
                bar.segments.push_back({memory_key(kMemoryStack[i]), memory_title(kMemoryStack[i]), parts[row][i],
                                        memory_color(kMemoryStack[i]), false, QString::number(parts[row][i], 'f', 1)});
            }
            bar.note = QString::number(80 - sum, 'f', 1) + QStringLiteral(" GiB free");
            bar.read_outs = {{QString::number(sum, 'f', 2), Tone::text, true},
                             {QString::number(80 - sum, 'f', 2)},
                             {QString::number(sum, 'f', 2)},
                             {QStringLiteral("0 bytes"), Tone::secondary},
                             {},
                             {QStringLiteral("not published"), Tone::secondary}};
            memory.rows.push_back(bar);
        }
        auto* below = new StackedBars(QStringLiteral("Memory by kind"));
        below->setChart(memory);
        share_edges({chart, below});
        auto* panel = new Panel(QStringLiteral("Iteration time by component"));
        auto* legend = new Legend;
        std::vector<LegendItem> items;
        for (const auto component : kAllComponents)
            items.push_back({component_title(component), component_color(component), component_hatched(component)});
        legend->setItems(items);
        chart->setLegend(items);
        panel->addHeaderWidget(legend);
        panel->body()->addWidget(chart);
        all->addWidget(panel);
        auto* second = new Panel(QStringLiteral("Memory by kind"));
        second->body()->addWidget(below);
        all->addWidget(second);
        return page;
    }

    static QWidget* plots()
    {
        auto* page = new QWidget;
        auto* all = new QHBoxLayout(page);
        XyChart roof;
        roof.x = {QStringLiteral("Intensity (FLOP per byte)"), true, 0.1, 4000};
        roof.y = {QStringLiteral("Achieved (TFLOP/s)"), true, 0.1, 1000};
        XyLine line;
        line.points = {{0.1, 0.2048}, {152.3, 312}, {4000, 312}};
        line.label = QStringLiteral("memory 2048 GB/s");
        roof.lines.push_back(line);
        XyLine matrix;
        matrix.points = {{38, 78}, {4000, 78}};
        matrix.label = QStringLiteral("vector 78");
        matrix.label_below = true;
        matrix.label_at = 1;
        roof.lines.push_back(matrix);
        roof.marks = {
            {QStringLiteral("fc1"), 1365, 265, MarkShape::circle, component_color(cost::Component::backward), 400,
             false, false, QStringLiteral("fc1, fc2"), QStringLiteral("mlp.fc1 forward: 1 043 µs")},
            {QStringLiteral("fc2"), 1365, 265, MarkShape::circle, component_color(cost::Component::forward), 200},
            {QStringLiteral("q"), 820, 240, MarkShape::circle, component_color(cost::Component::forward), 120, false,
             false, QStringLiteral("q, k, v, out")},
            {QStringLiteral("qk"), 110, 100, MarkShape::circle, component_color(cost::Component::recompute), 30, false,
             false, QStringLiteral("qk, pv")},
            {QStringLiteral("opt"), 0.9, 1.4, MarkShape::square, component_color(cost::Component::optimizer), 30, false,
             false, QStringLiteral("optimizer")},
            {QStringLiteral("res"), 0.17, 0.25, MarkShape::square, component_color(cost::Component::forward), 26, false,
             false, QStringLiteral("residual")}};
        roof.selected = {QStringLiteral("fc1")};
        auto* left = new Panel(QStringLiteral("Roofline"));
        auto* plot = new XyPlot(QStringLiteral("Roofline"));
        plot->setChart(roof);
        left->body()->addWidget(plot);
        all->addWidget(left);
        XyChart curve;
        curve.x = {QStringLiteral("Work (GFLOP)"), true, 0.1, 2000};
        curve.y = {QString(), false, 0, 1};
        XyLine steps;
        steps.kind = LineKind::steps;
        steps.points = {{0, 0.1}, {1, 0.6}, {16, 0.9}, {128, 0.95}};
        steps.step_labels = {QStringLiteral("0.10"), QStringLiteral("0.60"), QStringLiteral("0.90"),
                             QStringLiteral("0.95")};
        curve.lines.push_back(steps);
        curve.marks = {
            {QStringLiteral("a"), 309, 0.95, MarkShape::circle, component_color(cost::Component::backward), 40},
            {QStringLiteral("b"), 77, 0.9, MarkShape::circle, component_color(cost::Component::forward), 40},
            {QStringLiteral("c"), 12.9, 0.6, MarkShape::circle, component_color(cost::Component::recompute), 40}};
        curve.selected = {QStringLiteral("a")};
        auto* right = new Panel(QStringLiteral("Efficiency curves, tasks as marks"));
        auto* second = new XyPlot(QStringLiteral("matrix, float16"));
        second->setChart(curve);
        right->body()->addWidget(second);
        all->addWidget(right);
        return page;
    }

private Q_SLOTS:
    // In a layout, at every width, before any other event than the resize: both lines have the height of what they say,
    // a new text too, and no number ends a line without its unit.
    void anAnswerIsNeverCut()
    {
        QWidget page;
        auto* lines = new QVBoxLayout(&page);
        auto* answer = new AnswerLine;
        auto* rest = new QWidget;
        lines->addWidget(answer);
        lines->addWidget(rest, 1);
        answer->addWidget(new QPushButton(QStringLiteral("Run again")));
        answer->addWidget(new QPushButton(QStringLiteral("Export report…")));
        answer->setAnswer(QStringLiteral("No report yet"), {});
        page.setAttribute(Qt::WA_DontShowOnScreen);
        page.resize(1000, 700);
        page.show();
        const QString headline = QStringLiteral(
            "Gate passed. All eight cases equal Calculon; against the paper 3.65 % on average, 8.87 % at most");
        const QString why = QStringLiteral("The largest is turing-530B seqsel: 3.357 s below the published 37.83 s, "
                                           "31.9 GiB free. Head-room to the budgets: 0.3 % and 1.2 %.");
        const auto whole = [&](QLabel* label) {
            const QRect text =
                label->fontMetrics().boundingRect(QRect(0, 0, label->width(), 4000), Qt::TextWordWrap, label->text());
            return label->height() >= text.height() && answer->rect().contains(label->geometry());
        };
        auto* first = answer->findChild<QLabel*>(QStringLiteral("answer"));
        auto* second = answer->findChild<QLabel*>(QStringLiteral("answerWhy"));
        for (int width = 560; width <= 1700; width += 20) {
            page.resize(width, 700);
            answer->setAnswer(QStringLiteral("Running"), {}); // one line, as it is while nothing is known
            QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            answer->setAnswer(headline, why);
            QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            for (QLabel* label : {first, second})
                QVERIFY2(
                    whole(label),
                    qPrintable(
                        QStringLiteral("%1 at %2: %3 px").arg(label->objectName()).arg(width).arg(label->height())));
            for (const QPushButton* button : answer->findChildren<QPushButton*>())
                QVERIFY(answer->rect().contains(QRect(button->mapTo(answer, QPoint(0, 0)), button->size())) &&
                        !QRect(button->mapTo(answer, QPoint(0, 0)), button->size()).intersects(second->geometry()));
            QVERIFY(answer->geometry().bottom() < rest->geometry().top());
        }
        QCOMPARE(answer->headline(), headline);
        QCOMPARE(answer->why(), why);
        QVERIFY(first->text().contains(QStringLiteral("3.65\u00a0% on average, 8.87\u00a0% at most")));
        QVERIFY(second->text().contains(
            QStringLiteral("530B seqsel: 3.357\u00a0s below the published 37.83\u00a0s, 31.9\u00a0GiB free")));
        QVERIFY(!keep_units(QStringLiteral("5 strategies, 8 stages, 3 more")).contains(QChar(0x00a0)));
    }

    /// However long title and note are, a panel is not wider than its place: both are cut, and their tooltips have all
    /// of them.
    void aHeadGivesWay()
    {
        const QString name = QStringLiteral("GPT-175B with a long name of its own ");
        Panel panel(name.repeated(4));
        panel.setNote(name.repeated(3));
        auto* control = new SegmentedSwitch(
            {{QStringLiteral("time"), QStringLiteral("Time")}, {QStringLiteral("memory"), QStringLiteral("Memory")}});
        panel.addHeaderWidget(control);
        const int least = panel.minimumSizeHint().width();
        QVERIFY2(least <= 260 + 200 + control->sizeHint().width() + 60, qPrintable(QString::number(least)));
        panel.resize(least, 100);
        testing::draw(panel, panel.size());
        for (const char* word : {"panelTitle", "panelNote"})
            QVERIFY2(!panel.findChild<QLabel*>(QString::fromLatin1(word))->toolTip().isEmpty(), word);
    }

    void draws_data()
    {
        QTest::addColumn<int>("page");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<double>("scale");
        const char* names[] = {"controls", "widgets", "table", "bars", "plots"};
        for (int page = 0; page < 5; ++page)
            for (const bool dark : {false, true})
                for (const double scale : {1.0, 2.0})
                    QTest::addRow("%s-%s-%d", names[page], dark ? "dark" : "light", int(scale * 100))
                        << page << dark << scale;
    }
    void draws()
    {
        QFETCH(int, page);
        QFETCH(bool, dark);
        QFETCH(double, scale);
        auto* controller = qApp->findChild<ThemeController*>();
        controller->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
        const std::unique_ptr<QWidget> widget(page == 0   ? controls()
                                              : page == 1 ? widgets()
                                              : page == 2 ? table()
                                              : page == 3 ? bars()
                                                          : plots());
        const QImage image = testing::draw(*widget,
                                           QSize(1100, page == 0   ? 460
                                                       : page == 1 ? 760
                                                       : page == 3 ? 560
                                                                   : 460),
                                           scale);
        testing::keep(image, QStringLiteral("gallery-") + QString::fromLatin1(QTest::currentDataTag()));
        const Theme& theme = controller->theme();
        // Focus, selection and primary buttons show in the accent, and only in this theme's.
        if (page == 1)
            QVERIFY(testing::count_pixels(image, theme.bad_background) > 1000);
        QVERIFY(testing::count_pixels(image, theme.accent) > 20);
        QVERIFY(testing::count_pixels(image, theme.panel) > 1000);
        QCOMPARE(testing::count_pixels(image, (dark ? light_theme() : dark_theme()).accent), 0);
    }
};

int main(int argc, char** argv)
{
    qInstallMessageHandler(blueprinting::testing::message_handler);
    QApplication application(argc, argv);
    new ThemeController(application, ThemeChoice::light);
    GalleryTest test;
    const int failures = QTest::qExec(&test, argc, argv);
    return failures != 0 ? failures : blueprinting::testing::unexpected_messages() > 0;
}
#include "gallery_test.moc"
