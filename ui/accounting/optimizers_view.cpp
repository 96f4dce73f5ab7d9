#include "ui/accounting/optimizers_view.h"

#include "core/base/format.h"
#include "ui/accounting/optimizer_charts.h"
#include "ui/accounting/paper_rows.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/flow_layout.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"

#include <QCheckBox>
#include <QEvent>
#include <QHeaderView>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace blueprinting::ui {

namespace {

constexpr int kTwoColumns = 1120; ///< narrower views stand in one column
constexpr int kPaperWidth = 760;  ///< in which the paper's table is read at ease

/// "A, B and C"
QString listed(QStringList letters)
{
    if (letters.size() < 2)
        return letters.join(QString());
    const QString last = letters.takeLast();
    return OptimizersView::tr("%1 and %2").arg(letters.join(QStringLiteral(", ")), last);
}

} // namespace

OptimizersView::OptimizersView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("optimizers"), tr("Optimizers"), parent),
      m_answer(named(new AnswerLine(this), "answer"))
{
    if (const auto publication = accounting::flashoptim())
        if (auto report = accounting::compare(*publication))
            m_report = *std::move(report);

    m_left = split(Qt::Vertical, {makeBytes(), makeMemory()}, 1);
    m_right = split(Qt::Vertical, {makePaper(), makeCheckpoint(), makeCounts()}, 0);
    m_columns = split(Qt::Horizontal, {m_left, m_right}, 0);
    m_columns->setStretchFactor(1, 1);
    // The table's width follows its columns, which can be hidden and widened.
    connect(m_paper->horizontalHeader(), &QHeaderView::sectionResized, this, &OptimizersView::share,
            Qt::QueuedConnection);
    for (QSplitter* splitter : {m_columns, m_left, m_right})
        connect(splitter, &QSplitter::splitterMoved, this, [this] { m_by_hand = true; });
    m_scroll = page_of(m_columns, "optimizersScroll");
    m_scroll->viewport()->installEventFilter(this);
    for (QWidget* part :
         {static_cast<QWidget*>(m_left), static_cast<QWidget*>(m_right), static_cast<QWidget*>(m_bytes)})
        part->installEventFilter(this);
    lay_page(this, m_answer, m_scroll);
    showPaper();
}

QCheckBox* OptimizersView::makeSwitch(const char* object, const QString& text, const QString& tooltip,
                                      bool OptimizerSwitches::*flag)
{
    auto* box = new QCheckBox(text);
    box->setObjectName(QString::fromLatin1(object));
    box->setToolTip(tooltip);
    box->setChecked(m_switches.*flag);
    connect(box, &QCheckBox::toggled, this, [this, flag](bool on) {
        if (m_switches.*flag == on)
            return;
        m_switches.*flag = on;
        setState(to_json(m_switches));
        refresh();
    });
    m_boxes.emplace_back(box, flag);
    return box;
}

QWidget* OptimizersView::makeBytes()
{
    auto* panel = named(new Panel(tr("Bytes per parameter")), "bytesPanel");
    m_bytes_panel = panel;
    m_bytes_legend = new Legend;
    panel->addHeaderWidget(m_bytes_legend);
    auto* switches = new QWidget;
    auto* flow = new FlowLayout(switches, 24, metrics::kFormRowGap);
    flow->addWidget(makeSwitch("groupScales", tr("Group scales"),
                               tr("Count the 16-bit scale that 32 quantised values share: 2/32 byte each"),
                               &OptimizerSwitches::group_scales));
    flow->addWidget(makeSwitch("gradientRelease", tr("Gradient release"),
                               tr("Each gradient is applied and freed as it comes, so none is kept"),
                               &OptimizerSwitches::gradient_release));
    flow->addWidget(makeSwitch("weightSplit", tr("Weight split"),
                               tr("A 16-bit weight and a 1-byte correction instead of a 32-bit weight"),
                               &OptimizerSwitches::weight_split));
    flow->addWidget(makeSwitch("quantisedMoments", tr("Quantised moments"), tr("Each moment in 1 byte instead of 4"),
                               &OptimizerSwitches::quantised_moments));
    panel->body()->addWidget(switches);
    m_bytes = named(new StackedBars(tr("Bytes per parameter")), "bytesChart");
    panel->body()->addWidget(m_bytes, 1);
    return panel;
}

QWidget* OptimizersView::makeMemory()
{
    auto* panel = named(new Panel(tr("Memory per GPU under each optimizer")), "memoryPanel");
    m_memory_panel = panel;
    m_memory_legend = new Legend;
    m_memory_legend->setItems(memory_legend());
    panel->addHeaderWidget(m_memory_legend);
    m_caution = named(new ToneLabel({}, {.tone = Tone::caution, .size = ToneLabel::Size::small, .wraps = true}),
                      "releaseCaution");
    panel->body()->addWidget(m_caution);

    m_memory = named(new StackedBars(tr("Memory per GPU under each optimizer")), "memoryChart");
    m_memory->setLegend(memory_legend());
    connect(m_memory, &StackedBars::segmentPicked, this, [this](const QString& row, const QString& segment) {
        this->workspace().selectStrategy(row.section(u'/', 1).toStdString());
        if (segment.isEmpty())
            return;
        Selection selection = this->workspace().session().selection;
        selection.component = segment.toStdString();
        this->workspace().select(selection);
    });
    connect(m_memory, &StackedBars::rowPicked, this,
            [this](const QString& row) { this->workspace().selectStrategy(row.section(u'/', 1).toStdString()); });
    share_edges({m_bytes, m_memory});

    m_memory_empty = named(new EmptyState, "memoryEmpty");
    m_memory_stack = new QStackedWidget;
    m_memory_stack->addWidget(m_memory);
    m_memory_stack->addWidget(m_memory_empty);
    panel->body()->addWidget(m_memory_stack, 1);
    return panel;
}

QWidget* OptimizersView::makePaper()
{
    auto* panel = named(new Panel(tr("Paper tables against arithmetic")), "paperPanel");
    panel->setNote(tr("GiB, checked as printed"), Tone::secondary,
                   tr("A row is checked if both our figures round to the paper's at its printed decimals"));
    m_paper = make_table("paperTable", paper_columns(), panel->title());
    connect(m_paper->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this] { showPaper(); });
    lay_out(panel->body(), {{m_paper, 1}, Laid::rest(0)});
    m_paper_panel = panel;
    return panel;
}

QWidget* OptimizersView::makeCheckpoint()
{
    auto* panel = named(new Panel(tr("Checkpoint size")), "checkpointPanel");
    m_checkpoint_panel = panel;
    m_checkpoint = make_table("checkpointTable", {}, panel->title());
    if (m_report) {
        m_checkpoint->table()->setColumns(checkpoint_columns(m_report->checkpoint));
        m_checkpoint->table()->setRows(checkpoint_rows(m_report->checkpoint));
    }
    m_checkpoint->setHeightFollowsRows(true);
    lay_out(panel->body(), {m_checkpoint, Laid::rest()});
    return panel;
}

QWidget* OptimizersView::makeCounts()
{
    m_counts_panel = named(new Panel(tr("Parameters behind the reference rows")), "countsPanel");
    auto* rows = new RowTable(count_columns(), this);
    if (m_report)
        rows->setRows(count_rows(*m_report));
    m_counts = named(new TableView(rows), "countsTable");
    m_counts->setAccessibleName(m_counts_panel->title());
    m_counts->setHeightFollowsRows(true);
    lay_out(m_counts_panel->body(), {m_counts, Laid::rest()});
    m_counts_panel->hide();
    return m_counts_panel;
}

void OptimizersView::showPaper()
{
    if (m_report)
        m_paper->table()->setRows(paper_rows(*m_report, m_paper->filter()->sortColumn() >= 0));
}

void OptimizersView::refresh()
{
    m_switches = switches_from(state());
    for (const auto& [box, flag] : m_boxes) {
        const QSignalBlocker quiet(box);
        box->setChecked(m_switches.*flag);
        if (flag == &OptimizerSwitches::group_scales)
            box->setEnabled(m_switches.quantised_moments); // nothing else has scales
    }
    const std::vector<OptimizerRow> rows = optimizer_rows(m_switches);
    m_bytes_legend->setItems(bytes_legend(rows));
    m_bytes->setLegend(bytes_legend(rows));
    m_bytes->setChart(bytes_chart(rows));
    m_bytes->setMinimumHeight(m_bytes->sizeHint().height());
    const MemoryUnderOptimizers memory = memory_under_optimizers(this->workspace(), rows);
    showMemory(memory);
    holdMemoryHeight();
    showAnswer(rows, memory);
}

void OptimizersView::showMemory(const MemoryUnderOptimizers& memory)
{
    const bool released = m_switches.gradient_release && !memory.accumulating.isEmpty();
    m_caution->setVisible(released);
    if (released)
        m_caution->setText((memory.accumulating.size() == 1
                                ? tr("%1 accumulates gradients over several microbatches, so it cannot release them. "
                                     "These figures without gradients would need one microbatch per step.")
                                : tr("%1 accumulate gradients over several microbatches, so they cannot release them. "
                                     "These figures without gradients would need one microbatch per step."))
                               .arg(listed(memory.accumulating)));
    m_memory_legend->setVisible(!memory.groups.empty());
    if (memory.groups.empty()) {
        const bool hidden = memory.inference.isEmpty() && memory.never_legal.isEmpty();
        m_memory_empty->setContent(
            Icon::chart, tr("No strategy here trains"),
            hidden ? tr("Show a training strategy in the list on the left to see its memory under each optimizer.")
            : memory.inference.isEmpty()
                ? tr("The visible strategies break a law and have no figures yet. Correct the marked fields on the "
                     "left.")
                : (memory.inference.size() == 1 ? tr("%1 serves inference: it keeps weights and a working activation, "
                                                     "and no optimizer. Show or add a training strategy.")
                                                : tr("%1 serve inference: they keep weights and a working activation, "
                                                     "and no optimizer. Show or add a training strategy."))
                      .arg(listed(memory.inference)));
        m_memory_stack->setCurrentWidget(m_memory_empty);
        return;
    }
    m_memory->setChart(memory_chart(memory, shown(this->workspace().session().selection.component)));
    m_memory_stack->setCurrentWidget(m_memory);
}

void OptimizersView::showAnswer(const std::vector<OptimizerRow>& rows, const MemoryUnderOptimizers& memory)
{
    const auto bytes = [](const OptimizerRow& row) { return shown(format::shortest(row.bytes.total())); };
    const auto row_of = [&](const char* key) {
        const auto at = std::ranges::find(rows, QLatin1String(key), &OptimizerRow::key);
        return at == rows.end() ? nullptr : &*at;
    };
    const OptimizerRow* plain = row_of("adam");
    const OptimizerRow* switched = row_of("adam.switched");
    QString headline = switched ? tr("%1 keeps %2 bytes per parameter, %3 keeps %4")
                                      .arg(switched->spoken, bytes(*switched), plain->spoken, bytes(*plain))
                                : tr("%1 keeps %2 bytes per parameter, %3 %4")
                                      .arg(plain->spoken, bytes(*plain), rows.front().spoken, bytes(rows.front()));
    QString why;
    if (m_report) {
        headline += tr("; %1").arg(matching_text(*m_report));
        why = deviations_text(*m_report);
    }
    // What it would mean for the picked strategy.
    const std::string& picked = this->workspace().session().selected;
    if (memory.inference.contains(this->workspace().letter(picked)))
        why += tr(" %1 serves inference and keeps no optimizer.").arg(shown(this->workspace().selected()->name));
    const MemoryGroup* under = nullptr;
    for (const MemoryGroup& group : memory.groups)
        if (switched && group.key == switched->key)
            under = &group;
    if (under)
        for (std::size_t i = 0; i < under->bars.size(); ++i) {
            if (under->bars[i].strategy != picked)
                continue;
            const auto gib = [](const MemoryBar& bar) {
                return shown(format::fixed(bar.memory.total().value() / kGibibyte, 1));
            };
            why += tr(" %1 would hold %2 GiB per GPU instead of %3.")
                       .arg(under->bars[i].name, gib(under->bars[i]), gib(memory.groups.front().bars[i]));
        }
    m_answer->setAnswer(headline, why);
}

QString OptimizersView::commandLine() const { return QStringLiteral("blueprinting accounting --check"); }

QWidget* OptimizersView::firstFocus() { return m_boxes.front().first; }

void OptimizersView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

/// The panels' own room comes after that of the view.
bool OptimizersView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_scroll->viewport() && event->type() == QEvent::Resize)
        share();
    // A part asks for another height once it is laid out: its share must not depend on what stood there before.
    if (((watched == m_left || watched == m_right) && event->type() == QEvent::LayoutRequest) ||
        (watched == m_bytes && event->type() == QEvent::Resize))
        QMetaObject::invokeMethod(this, &OptimizersView::share, Qt::QueuedConnection);
    return View::eventFilter(watched, event);
}

void OptimizersView::arrange()
{
    const bool wide = width() >= kTwoColumns;
    if (m_wide == wide)
        return share();
    m_wide = wide;
    m_by_hand = false;
    m_columns->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    // One column scrolls as a whole: its charts and tables stand at their full height.
    m_paper->setHeightFollowsRows(!wide);
    m_paper_panel->body()->setStretch(0, wide ? 1 : 0);
    m_paper_panel->body()->setStretch(1, wide ? 0 : 1); // what is left over stands below the table, not above it
    m_columns->setStretchFactor(1, wide ? 1 : 0);
    holdMemoryHeight();
    share();
}

/// Room that is left over goes to what can use it: the charts, whose bars grow, and a table that stands in tips else.
/// The paper's table is no wider than helps reading along its rows.
void OptimizersView::share()
{
    const bool wide = m_wide.value_or(false);
    const int height = m_scroll->viewport()->height();
    const auto full = [](const TableView* table) {
        return table->horizontalHeader()->sizeHint().height() +
               table->model()->rowCount() * table->verticalHeader()->defaultSectionSize() + metrics::kPanelPadding;
    };
    const int paper = m_paper_panel->heightAround(m_paper_panel->width()) + full(m_paper);
    const int checkpoint = m_checkpoint_panel->sizeHint().height();
    const int counts = m_counts_panel->heightAround(m_counts_panel->width()) + full(m_counts);
    const int gaps = 2 * m_right->handleWidth();
    m_counts_panel->setVisible(wide && height >= paper + checkpoint + counts + gaps);
    if (!wide || m_by_hand)
        return;
    const auto set = [](QSplitter* splitter, const QList<int>& sizes) {
        if (splitter->sizes() != sizes)
            splitter->setSizes(sizes);
    };
    const int across = width() - m_columns->handleWidth();
    const int right =
        std::min(across / 2, std::max(kPaperWidth, m_paper->contentWidth() + m_paper_panel->width() -
                                                       m_paper_panel->innerWidth(m_paper_panel->width())));
    set(m_columns, {across - right, right});
    if (m_counts_panel->isVisibleTo(m_right))
        set(m_right, {paper, checkpoint, height - paper - checkpoint - gaps});
    else
        set(m_right, {height - checkpoint - m_right->handleWidth(), checkpoint, 0});
    struct Wish {
        int wanted, most;
    };
    const auto wish = [](const Panel* panel, const StackedBars* chart) {
        const int around = panel->sizeHint().height() - chart->sizeHint().height();
        return Wish{around + chart->wantedHeightAt(chart->width()), around + chart->mostHeightAt(chart->width())};
    };
    const Wish bytes = wish(m_bytes_panel, m_bytes), memory = wish(m_memory_panel, m_memory);
    const int spare = std::max(0, height - m_left->handleWidth() - bytes.wanted - memory.wanted);
    const int could = bytes.most - bytes.wanted + memory.most - memory.wanted;
    const int upper =
        bytes.wanted +
        (could > 0 ? std::min(bytes.most - bytes.wanted, spare * (bytes.most - bytes.wanted) / could) : 0);
    set(m_left, {upper, height - m_left->handleWidth() - upper});
}

/// In one column nothing but its rows tells the chart how high to be, and they change with the strategies shown.
void OptimizersView::holdMemoryHeight()
{
    m_memory->setMinimumHeight(m_wide.value_or(true) ? 0 : m_memory->sizeHint().height());
}

} // namespace blueprinting::ui
