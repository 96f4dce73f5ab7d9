#include "ui/measured/error_plot.h"
#include "ui/measured/measured_view.h"
#include "ui/measured/run_panel.h"
#include "ui/style/menu_text.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/controls/flow_layout.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/stale_mark.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kRunPanel = 304;
constexpr int kLeastLower = 250; ///< of the tables' part of the page, and the most that they ask for
constexpr int kMostLower = 300;
constexpr int kLegend = 540;      ///< narrower headings have no room for it
constexpr int kNoteBeside = 900;  ///< nor for a note beside the tabs
constexpr int kTwoPanels = 900;   ///< narrower views have the run's panel below the tables
constexpr int kKeysInChart = 860; ///< wider charts say in themselves what the marks mean

/// Fields in lines that wrap, as high as its width asks for: a page that follows its width in height would be as high
/// as all in it would like to be.
class RunBar : public QWidget {
public:
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        fit();
    }
    bool event(QEvent* event) override
    {
        const bool done = QWidget::event(event);
        if (event->type() == QEvent::LayoutRequest) // a field came or went
            fit();
        return done;
    }

private:
    void fit()
    {
        if (const int wanted = layout()->heightForWidth(width()); wanted != height())
            setFixedHeight(wanted);
    }
};

QWidget* labelled(const QString& text, QWidget* field)
{
    auto* out = new QWidget;
    auto* row = bare<QHBoxLayout>(out, 6);
    auto* label = new ToneLabel(text, Tone::secondary);
    row->addWidget(label);
    row->addWidget(field);
    if (field->accessibleName().isEmpty())
        field->setAccessibleName(text);
    return out;
}

} // namespace

QWidget* MeasuredView::makeBar()
{
    auto* bar = new RunBar;
    auto* flow = new FlowLayout(bar, 12, 6);
    flow->setContentsMargins(0, 0, 0, 0);
    const auto combo = [&](RunFact fact, const char* name, int width) {
        auto* box = named(new QComboBox, name);
        box->setAccessibleName(title_of(fact));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumWidth(width);
        connect(box, &QComboBox::activated, this,
                [this, fact, box] { narrow(fact, box->currentData().toString().toStdString()); });
        m_combos[fact] = box;
        return labelled(title_of(fact), box);
    };
    flow->addWidget(combo(RunFact::gpu, "filterGpu", 104));
    auto* grades = new QWidget;
    auto* row = bare<QHBoxLayout>(grades, 10);
    row->addWidget(new ToneLabel(tr("grade"), Tone::secondary));
    for (const measured::Grade grade : measured::kEveryGrade) {
        const auto at = static_cast<std::size_t>(grade);
        const QString letter = shown(to_string(grade));
        auto* box = new QCheckBox(letter);
        box->setObjectName(QStringLiteral("grade") + letter);
        box->setAccessibleName(tr("grade %1").arg(letter));
        box->setToolTip(grade == measured::Grade::a   ? tr("Log or artefact of a run")
                        : grade == measured::Grade::b ? tr("Table of whoever ran it")
                                                      : tr("Derived, composed or second-hand: drawn, never counted"));
        connect(box, &QCheckBox::toggled, this, [this, at](bool on) {
            if (m_filter.grades[at] == on)
                return;
            m_filter.grades[at] = on;
            keep();
            evaluate();
        });
        m_grades[at] = box;
        row->addWidget(box);
    }
    flow->addWidget(grades);
    flow->addWidget(combo(RunFact::source, "filterSource", 92));
    flow->addWidget(combo(RunFact::year, "filterYear", 72));
    m_more = named(new QToolButton, "moreFilters");
    m_more->setText(tr("More filters"));
    m_more->setIcon(icon(Icon::filter));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    connect(m_more->menu(), &QMenu::aboutToShow, this, &MeasuredView::makeMore);
    flow->addWidget(m_more);
    m_which_view = named(new SegmentedSwitch({{QStringLiteral("system_evidence"), tr("evidence")},
                                              {QStringLiteral("peak_only"), tr("peak-only")}}),
                         "measuredView");
    connect(m_which_view, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        m_view = id == u"peak_only" ? cost::View::peak_only : cost::View::system_evidence;
        keep();
        evaluate();
    });
    flow->addWidget(labelled(tr("view"), m_which_view));
    auto* own = named(new QPushButton(icon(Icon::open), tr("Open own runs…")), "openOwnRuns");
    own->setToolTip(tr("JSONL rows, or a CSV with the columns model, system, gpus, tensor, pipeline, data, microbatch, "
                       "global_batch, sequence, recompute and seconds_per_iteration or tokens_per_second_per_gpu"));
    connect(own, &QPushButton::clicked, this, &MeasuredView::chooseOwn);
    flow->addWidget(own);
    m_close_own = named(new QToolButton, "closeOwnRuns");
    m_close_own->setText(tr("Close own runs"));
    m_close_own->setPopupMode(QToolButton::InstantPopup);
    m_close_own->setMenu(new QMenu(m_close_own));
    m_close_own->hide();
    connect(m_close_own->menu(), &QMenu::aboutToShow, this, &MeasuredView::makeClosing);
    flow->addWidget(m_close_own);
    m_rest = named(new QPushButton(tr("Price the other runs")), "priceRest");
    m_rest->setToolTip(tr("Those of modern models are not priced: that was cancelled"));
    m_rest->hide();
    connect(m_rest, &QPushButton::clicked, this, [this] {
        m_cancelled = false;
        m_rest->hide();
        load();
    });
    flow->addWidget(m_rest);
    return bar;
}

/// The facts that have no field of their own in the bar.
void MeasuredView::makeMore()
{
    QMenu* menu = m_more->menu();
    menu->clear();
    if (!m_runs)
        return;
    for (const RunFact fact :
         {RunFact::family, RunFact::model, RunFact::form, RunFact::tensor, RunFact::recompute, RunFact::machine}) {
        QMenu* below = menu->addMenu(menu_text(title_of(fact)));
        const auto add = [&](const QString& text, const std::string& value) {
            QAction* action = below->addAction(menu_text(text), this, [this, fact, value] { narrow(fact, value); });
            action->setCheckable(true);
            action->setChecked(m_filter.of(fact) == value);
        };
        add(tr("all"), "");
        for (const std::string& value : values_of(*m_runs, fact))
            add(value_words(fact, value), value);
    }
    menu->addSeparator();
    QAction* none = menu->addAction(tr("Remove all filters"), this, [this] {
        m_filter = {};
        keep();
        evaluate();
    });
    none->setEnabled(!(m_filter == RunFilter()));
}

/// A line for each file of own runs that is open.
void MeasuredView::makeClosing()
{
    QMenu* menu = m_close_own->menu();
    menu->clear();
    for (const RunsFile& file : m_files)
        menu->addAction(menu_text(QFileInfo(file.path).fileName()), this, [this, path = file.path] { closeOwn(path); })
            ->setToolTip(file.path);
}

QWidget* MeasuredView::makeErrors()
{
    m_errors_panel = new Panel(tr("Predicted against measured"));
    m_stale = addStaleMark({kJob, PublishedRuns::kJob}, m_errors_panel);
    m_errors_panel->addHeaderWidget(m_stale);
    m_legend = new Legend;
    m_errors_panel->addHeaderWidget(m_legend);
    m_form = named(
        new SegmentedSwitch({{QStringLiteral("error"), tr("error")}, {QStringLiteral("diagonal"), tr("diagonal")}}),
        "errorForm");
    connect(m_form, &SegmentedSwitch::currentChanged, this, [this] {
        keep();
        showAll();
    });
    m_errors_panel->addHeaderWidget(m_form);
    m_errors = named(new ErrorPlot(tr("Error of predicted against measured runs")), "runErrors");
    m_diagonal = named(new XyPlot(tr("Predicted against measured")), "runDiagonal");
    for (const RunUp up : kRunUps) {
        if (!m_up_box)
            m_up_box = named(new QComboBox, "marksBy");
        m_up_box->addItem(title_of(up), shown(key_of(up)));
    }
    m_up_box->setAccessibleName(tr("What the marks stand up by"));
    connect(m_up_box, &QComboBox::activated, this, [this](int index) {
        m_up = kRunUps[static_cast<std::size_t>(index)];
        keep();
        showAll();
    });
    m_by_box = named(new QComboBox, "stripsBy");
    for (const RunFact fact : {RunFact::source, RunFact::gpu, RunFact::tensor, RunFact::recompute, RunFact::model})
        m_by_box->addItem(tr("by %1").arg(title_of(fact)), shown(key_of(fact)));
    m_by_box->setAccessibleName(tr("What the strips are of"));
    connect(m_by_box, &QComboBox::activated, this, [this](int index) {
        m_by = kRunFacts[static_cast<std::size_t>(index)];
        keep();
        evaluate();
    });
    m_errors->setControls(m_up_box, m_by_box);
    m_errors->setReadOut([this](const QString& key) {
        const auto at = m_runs ? rowOf(key.toStdString()) : std::nullopt;
        return at ? run_words(*m_runs, *at, m_view) : key;
    });
    connect(m_errors, &ErrorPlot::runPicked, this, &MeasuredView::pick);
    connect(m_diagonal, &XyPlot::markPicked, this, &MeasuredView::pick);
    m_forms = new QStackedWidget;
    m_forms->addWidget(m_errors);
    m_forms->addWidget(m_diagonal);
    m_no_runs = named(new ToneLabel(tr("No run is left by the filters above."), Tone::secondary), "noRuns");
    m_no_runs->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_forms->addWidget(m_no_runs);
    m_errors_panel->body()->addWidget(m_forms, 1);
    for (ChartWidget* chart : std::initializer_list<ChartWidget*>{m_errors, m_diagonal}) {
        chart->addExportActions(m_export->addMenu(menu_text(chart->title())));
        connect(chart, &ChartWidget::saved, this, &View::saved);
    }
    return m_errors_panel;
}

QWidget* MeasuredView::makeLower()
{
    m_lower_panel = named(new Panel(tr("Nearest published runs")), "lowerPanel");
    m_tab = named(new SegmentedSwitch({{QStringLiteral("rows"), tr("Rows")},
                                       {QStringLiteral("like"), tr("Like mine")},
                                       {QStringLiteral("choices"), tr("Choices")},
                                       {QStringLiteral("why"), tr("Not expressible")}}),
                  "measuredTab");
    connect(m_tab, &SegmentedSwitch::currentChanged, this, [this] {
        keep();
        showLower();
        Q_EMIT statusChanged();
    });
    m_lower_panel->setLead(m_tab);
    m_like_more = new QWidget;
    auto* more = bare<QHBoxLayout>(m_like_more, 14);
    m_like_c = named(new QCheckBox(tr("grade C, too")), "likeDerived");
    m_like_c->setAccessibleName(tr("Grade C, too"));
    m_like_c->setToolTip(tr("Lists derived and second-hand runs among the nearest, marked. No headline counts them"));
    connect(m_like_c, &QCheckBox::toggled, this, [this](bool on) {
        m_like_derived = on;
        keep();
        evaluate();
    });
    m_like_mine = named(new QCheckBox(tr("own runs, too")), "likeOwn");
    m_like_mine->setAccessibleName(tr("Own runs, too"));
    m_like_mine->setToolTip(tr("Lists own runs among the nearest, marked. No headline counts them"));
    connect(m_like_mine, &QCheckBox::toggled, this, [this](bool on) {
        m_like_own = on;
        keep();
        evaluate();
    });
    more->addWidget(m_like_c);
    more->addWidget(m_like_mine);
    m_rows_table = make_table("runRows", run_columns(m_view), tr("Measured runs"));
    m_like_table = make_table("runsLikeMine", like_columns(m_view), tr("Nearest published runs"));
    m_choice_table = make_table("runChoices", choice_columns(), tr("Cells of strategies measured side by side"));
    m_why_table = make_table("notExpressible", why_not_columns(), tr("Rows that cannot be priced"));
    m_choice_table->sortAtFirst(QStringLiteral("regret"), Qt::DescendingOrder);
    m_regret = named(new StackedBars(tr("Regret of the prediction's choices")), "choiceRegret");
    connect(m_regret, &StackedBars::rowPicked, this, &MeasuredView::pick);
    connect(m_regret, &StackedBars::segmentPicked, this, &MeasuredView::pick);
    m_like_empty = named(new ToneLabel({}, Tone::secondary), "likeEmpty");
    m_like_empty->setWordWrap(true);
    m_like_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_tables = new QStackedWidget;
    m_tables->addWidget(m_rows_table);
    m_tables->addWidget(m_like_table);
    QScrollArea* regret = scroll_of(m_regret, "", m_regret->title(), true);
    regret->setMinimumSize(200, 60);
    m_tables->addWidget(split(Qt::Vertical, {regret, m_choice_table}, 1));
    m_tables->addWidget(m_why_table);
    m_tables->addWidget(m_like_empty);
    m_tables->setMinimumHeight(150);
    m_lower_panel->body()->addWidget(m_tables, 1);
    m_lower_panel->addHeaderWidget(m_like_more);
    m_export->addSeparator();
    for (TableView* table : {m_rows_table, m_like_table, m_choice_table, m_why_table}) {
        connect(table, &TableView::keyPicked, this, &MeasuredView::pick);
        connect(table, &TableView::saved, this, &View::saved);
        table->addExportActions(m_export->addMenu(menu_text(table->accessibleName())));
    }
    m_regret->addExportActions(m_export->addMenu(menu_text(m_regret->title())));
    connect(m_regret, &ChartWidget::saved, this, &View::saved);
    m_run = named(new RunPanel, "runPanel");
    m_run->setMinimumWidth(kRunPanel);
    connect(m_run, &RunPanel::addWanted, this, &MeasuredView::addPicked);
    m_run->setMinimumHeight(170);
    m_lower_split = split(Qt::Horizontal, {m_lower_panel, m_run}, 0);
    return m_lower_split;
}

void MeasuredView::arrange()
{
    const bool wide = width() >= kTwoPanels;
    m_lower_split->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    const int inside = width() - 2 * metrics::kPanelPadding;
    m_legend->setVisible(inside < kKeysInChart && inside >= kLegend);
    if (const bool narrow = width() < kNoteBeside; narrow != m_narrow) {
        m_narrow = narrow;
        m_lower_panel->setTitle(narrow ? tr("Runs") : tr("Nearest published runs"));
        m_like_c->setText(narrow ? tr("C") : tr("grade C, too"));
        m_like_mine->setText(narrow ? tr("own") : tr("own runs, too"));
        showLower();
    }
}

std::size_t MeasuredView::stripRoom() const
{
    constexpr int marks = 200; // with heading, axes and what is between
    constexpr std::size_t fewest = 12;
    const int left = m_columns->height() - kMostLower - marks;
    return std::max(fewest, static_cast<std::size_t>(std::max(0, left)) / static_cast<std::size_t>(kStripRow));
}

/// The charts take what the tables leave, until a person moves what is between them. A function of the height alone,
/// whatever the page was before.
void MeasuredView::share()
{
    const int all = m_columns->height();
    if (m_runs && stripRoom() != m_strips)
        showAll();
    if (m_split_by_hand || all <= 0)
        return;
    const int lower = std::clamp(all * 36 / 100, kLeastLower, kMostLower);
    m_columns->setSizes({all - lower - m_columns->handleWidth(), lower});
}

bool MeasuredView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_columns && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        QMetaObject::invokeMethod(this, &MeasuredView::share, Qt::QueuedConnection); // once it is laid out
    return View::eventFilter(watched, event);
}

/// Beside the switch where there is room for it.
void MeasuredView::noteLower(const QString& note)
{
    m_lower_panel->setNote(m_narrow ? QString() : note);
    // A splitter does not always tell its own parent that a part of it needs less room than before.
    for (QWidget* each : {static_cast<QWidget*>(m_lower_split), static_cast<QWidget*>(m_columns)})
        each->updateGeometry();
}

} // namespace blueprinting::ui
