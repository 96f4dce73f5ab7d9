#include "ui/calibration/calibration_view.h"

#include "ui/calibration/case_rows.h"
#include "ui/calibration/difference_rows.h"
#include "ui/calibration/gate_rows.h"
#include "ui/calibration/memory_charts.h"
#include "ui/style/metrics.h"
#include "ui/widgets/charts/heat_map.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/link_button.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/stale_mark.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <tuple>

namespace blueprinting::ui {

QWidget* CalibrationView::makeCases()
{
    auto* panel = named(new Panel(tr("Eight cases of Table 5")), "casesPanel");
    panel->setNote(tr("seconds per iteration"));
    m_stale = addStaleMark({kJob}, panel);
    QSizePolicy policy = m_stale->sizePolicy();
    policy.setRetainSizeWhenHidden(false); // the note stands at the right end while nothing is stale
    m_stale->setSizePolicy(policy);
    panel->addHeaderWidget(m_stale);
    m_cases =
        make_table("caseTable", case_columns(m_contract ? m_contract->budgets.paper_max_percent : 0), panel->title());
    m_cases->setHeightFollowsRows(true);
    connect(m_cases, &TableView::keyPicked, this, &CalibrationView::pickCase);
    lay_out(panel->body(), {m_cases, Laid::rest()});
    return panel;
}

QWidget* CalibrationView::makeLower()
{
    m_lower_panel = named(new Panel(tr("Workload against Calculon")), "workloadPanel");
    m_lower = named(new SegmentedSwitch({{QStringLiteral("workload"), tr("Workload")},
                                         {QStringLiteral("figure1"), tr("Figure 1")},
                                         {QStringLiteral("figure7"), tr("Figure 7")}}),
                    "lowerPanel");
    m_lower->setToolTip(tr("The 152 workload checks, or the memory that Figures 1 and 7 of the paper print"));
    connect(m_lower, &SegmentedSwitch::currentChanged, this, [this] {
        keepState();
        showLower();
    });
    m_lower_panel->addHeaderWidget(m_lower);

    m_workload_page = new QWidget;
    auto* workload = bare<QVBoxLayout>(m_workload_page);
    m_workload_legend = new Legend;
    workload->addWidget(m_workload_legend);
    m_workload = named(new HeatMap(tr("Workload against Calculon")), "workload");
    connect(m_workload, &HeatMap::cellPicked, this, [this](const QString&, const QString& name) { pickCase(name); });
    workload->addWidget(m_workload, 1);

    m_lower_stack = new QStackedWidget;
    m_lower_stack->addWidget(m_workload_page);
    m_lower_stack->addWidget(makeFigures());
    m_lower_panel->body()->addWidget(m_lower_stack, 1);
    return m_lower_panel;
}

QWidget* CalibrationView::makeFigures()
{
    m_figures_page = new QWidget;
    auto* layout = bare<QVBoxLayout>(m_figures_page);
    m_finding = named(new ToneLabel({}, {.tone = Tone::secondary, .wraps = true}), "finding");
    layout->addWidget(m_finding);
    const auto chart = [&](const QString& title, const char* object) {
        auto* bars = new StackedBars(title);
        bars->setObjectName(QString::fromLatin1(object));
        const auto pick = [this](const QString& strategy) {
            m_strategy = strategy;
            keepState();
            showFigures();
        };
        connect(bars, &StackedBars::rowPicked, this, pick);
        connect(bars, &StackedBars::segmentPicked, this, pick);
        layout->addWidget(bars, 1);
        return bars;
    };
    m_parameters = chart(tr("Figure 1: memory per GPU"), "figure1");
    m_activations = chart(tr("Figure 7: activation memory"), "figure7");
    return m_figures_page;
}

QWidget* CalibrationView::makeGate()
{
    m_gate_panel = named(new Panel(tr("Regression gate")), "gatePanel");
    auto* verdict = new QWidget;
    m_gate_sign = new IconLabel;
    m_gate_verdict = named(new ToneLabel, "gateVerdict");
    bare<QHBoxLayout>(verdict, metrics::kFormRowGap, {m_gate_sign, m_gate_verdict});
    m_gate_panel->addHeaderWidget(verdict);
    m_gate = make_table("gateTable", gate_columns(), m_gate_panel->title());
    m_gate->setHeightFollowsRows(true);
    m_gate_panel->body()->addWidget(m_gate);
    auto* identities = named(new QWidget, "identities");
    m_identities = new QGridLayout(identities);
    m_identities->setContentsMargins(metrics::kControlGap, metrics::kFormRowGap, metrics::kControlGap, 0);
    m_identities->setHorizontalSpacing(metrics::kControlGap);
    m_identities->setVerticalSpacing(4);
    lay_out(m_gate_panel->body(), {identities, Laid::rest()});
    return m_gate_panel;
}

QWidget* CalibrationView::makeParity()
{
    m_parity_panel = named(new Panel(tr("Components against Calculon (%)")), "parityPanel");
    m_parity_view = named(new SegmentedSwitch({{QStringLiteral("peak_only"), tr("peak-only")},
                                               {QStringLiteral("system_evidence"), tr("evidence")}}),
                          "parityView");
    connect(m_parity_view, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        m_peak_parity = id == u"peak_only";
        keepState();
        showReport();
    });
    m_parity_panel->addHeaderWidget(m_parity_view);
    m_parity = named(new HeatMap(tr("Components against Calculon")), "parity");
    connect(m_parity, &HeatMap::cellPicked, this, [this](const QString& component, const QString& name) {
        Selection selection = this->workspace().session().selection;
        selection.component = component.toStdString();
        m_case = name;
        keepState();
        this->workspace().select(selection);
        showReport();
    });
    m_parity_panel->body()->addWidget(m_parity, 1);
    return m_parity_panel;
}

QWidget* CalibrationView::makeProvenance()
{
    auto* panel = named(new Panel(tr("Provenance")), "provenancePanel");
    auto* all = named(new LinkButton(tr("all hashes and policy")), "allProvenance");
    connect(all, &QAbstractButton::clicked, this, &CalibrationView::showAllProvenance);
    panel->addHeaderWidget(all);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(metrics::kPanelGap);
    grid->setColumnStretch(1, 1);
    const auto row = [&](int at, const QString& name, ToneLabel*& value, const char* object) {
        auto* label = new ToneLabel(name, Tone::secondary);
        value = new ToneLabel({}, {.wraps = true});
        value->setObjectName(QString::fromLatin1(object));
        value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        grid->addWidget(label, at, 0, Qt::AlignTop);
        grid->addWidget(value, at, 1);
    };
    row(0, tr("oracle"), m_oracle, "oracleIdentity");
    row(1, tr("evidence"), m_evidence, "evidenceRevision");
    lay_out(panel->body(), {grid, Laid::rest()});
    return panel;
}

QWidget* CalibrationView::makeDifference()
{
    m_difference_panel = named(new Panel, "differencePanel");
    for (auto [side, object, name] : {std::tuple(&m_left_side, "leftReport", tr("First report")),
                                      std::tuple(&m_right_side, "rightReport", tr("Second report"))}) {
        *side = new QComboBox;
        (*side)->setObjectName(QString::fromLatin1(object));
        (*side)->setAccessibleName(name);
        (*side)->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(*side, &QComboBox::activated, this, [this] {
            keepState();
            showReport();
        });
    }
    auto* sides = new QWidget;
    bare<QHBoxLayout>(sides, metrics::kControlGap,
                      {m_left_side, new ToneLabel(tr("against"), Tone::secondary), m_right_side});
    m_difference_panel->addHeaderWidget(sides);
    m_difference = make_table("differenceTable", {}, tr("Differences"));
    m_difference_panel->body()->addWidget(m_difference, 1);
    return m_difference_panel;
}

} // namespace blueprinting::ui
