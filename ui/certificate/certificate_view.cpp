#include "ui/certificate/certificate_view.h"

#include "ui/certificate/candidate_charts.h"
#include "ui/certificate/gate_list.h"
#include "ui/certificate/holdout_builder.h"
#include "ui/certificate/paged_switch.h"
#include "ui/certificate/regret_charts.h"
#include "ui/certificate/side_panel.h"
#include "ui/style/menu_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/charts/heat_map.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/held_splitter.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/stale_mark.h"

#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kWide = 1440; ///< as many columns as there are; the matrix beside the candidates shows all of its own
constexpr int kLeastRegret = 130;
constexpr int kLeastMatrix = 250;
constexpr int kLeastCandidates = 150;
constexpr int kMostHeld = 480; ///< what is higher scrolls of its own, even on a page that scrolls
constexpr int kMedium = 800;   ///< the checks beside the charts, the charts below each other

/// A chart that is higher than its panel.
QScrollArea* scrolled(QWidget* chart, int least, const QString& name)
{
    QScrollArea* out = scroll_of(chart, "", name, true);
    out->setMinimumSize(320, least);
    return out;
}

} // namespace

CertificateView::CertificateView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("certificate"), tr("Certificate"), parent),
      m_answer(named(new AnswerLine(this), "answer")),
      m_stack(new QStackedWidget(this))
{
    m_stack->addWidget(makeEmpty());
    m_stack->addWidget(makeReview());
    lay_page(this, m_answer, m_stack);
    showEmpty();
}

CertificateView::~CertificateView()
{
    for (const char* kind : {"certificate.read", "certificate.own", "certificate.holdout"})
        workspace().jobs().cancel(QLatin1String(kind));
}

QWidget* CertificateView::makeEmpty()
{
    auto* panel = named(new Panel, "emptyPanel");
    m_empty = new EmptyState;
    m_empty->setContent(Icon::document, tr("Open a layout-cost certificate"),
                        tr("A certificate holds measured layouts and the cost table fitted to them. Its regret per "
                           "cell, pairs in order, checks and a live refit appear here. Keep its manifest in the same "
                           "folder, for the checks that need one."));
    QPushButton* open = m_empty->addAction(tr("Open certificate…"), icon(Icon::open, Tone::accent), true);
    open->setObjectName(QStringLiteral("openCertificate"));
    connect(open, &QPushButton::clicked, this, &CertificateView::chooseFile);
    QPushButton* published = m_empty->addAction(tr("Open the published one, 56 cells"), icon(Icon::star));
    published->setObjectName(QStringLiteral("openPublished"));
    connect(published, &QPushButton::clicked, this, &CertificateView::openPublished);
    m_empty->setHint(tr("or drop a JSON file on the window"));
    panel->body()->addWidget(m_empty, 1);
    return panel;
}

QWidget* CertificateView::makeReview()
{
    m_gatePanel = named(new Panel, "gatePanel");
    m_gates = named(new GateList, "gateList");
    m_gatePanel->body()->addWidget(m_gates);
    m_stale = addStaleMark({kReadJob}, m_gatePanel);
    m_gatePanel->addHeaderWidget(m_stale);
    m_side = new SidePanel;
    connect(m_side, &SidePanel::pageChanged, this, &CertificateView::remember);

    m_left = split<HeldSplitter>(Qt::Vertical, {m_gatePanel, m_side}, 1);
    m_below = split<HeldSplitter>(Qt::Horizontal, {makePairs(), makeCandidates()}, 0);
    m_below->setStretchFactor(1, 1);
    m_right = split<HeldSplitter>(Qt::Vertical, {makeRegret(), m_below}, 1);
    m_columns = split<HeldSplitter>(Qt::Horizontal, {m_left, m_right}, 1);
    m_builder = new HoldoutBuilder;
    connect(m_builder, &HoldoutBuilder::holdoutChanged, this, [this](const Holdout& holdout) {
        m_holdout = holdout;
        remember();
        showGates();
        fitHoldout();
    });
    connect(m_builder, &HoldoutBuilder::cellPicked, this, &CertificateView::pick);
    m_page = split<HeldSplitter>(Qt::Vertical, {m_columns, m_builder}, 0);
    return m_scroll = page_of(m_page, "certificateScroll", tr("Gates, checks, regret, pairs and hold-out"));
}

void CertificateView::picksCells(StackedBars* chart)
{
    connect(chart, &StackedBars::rowPicked, this, &CertificateView::pick);
    connect(chart, &StackedBars::segmentPicked, this, &CertificateView::pick);
}

Panel* CertificateView::makeRegret()
{
    m_regretPanel = named(new Panel(tr("Regret per cell")), "regretPanel");
    m_regretPages = new PagedSwitch({{QStringLiteral("cells"), tr("Cells")},
                                     {QStringLiteral("distribution"), tr("Distribution")},
                                     {QStringLiteral("list"), tr("List")}});
    m_regretPages->control()->setObjectName(QStringLiteral("regretSwitch"));
    connect(m_regretPages, &PagedSwitch::turned, this, &CertificateView::remember);
    auto* legend = new Legend;
    legend->setItems(distribution_legend());
    legend->hide();
    connect(m_regretPages, &PagedSwitch::currentChanged, legend, [legend](int page) { legend->setVisible(page == 1); });
    m_regretPanel->addHeaderWidget(legend);
    m_regretPanel->addHeaderWidget(m_regretPages->control());
    m_regret = {named(new StackedBars(tr("Regret of held-out cells")), "heldRegretChart"),
                named(new StackedBars(tr("Regret of fitted cells")), "fittedRegretChart")};
    auto* sides = new QWidget;
    m_regretSides = bare<QHBoxLayout>(sides, metrics::kPanelGap, {{m_regret[0], 1}, {m_regret[1], 1}});
    m_regretScroll = scrolled(sides, kLeastRegret, m_regretPanel->title());
    for (StackedBars* side : m_regret)
        picksCells(side);
    m_distribution = named(new XyPlot(tr("Cells up to a regret")), "regretDistribution");
    m_distribution->setLegend(distribution_legend());
    m_cellTable = make_table("cellTable", cell_columns(), tr("All cells"));
    connect(m_cellTable, &TableView::keyPicked, this, &CertificateView::pick);
    m_bands = named(new StackedBars(tr("Cells by regret")), "regretBands");
    m_bands->setLegend(distribution_legend());
    picksCells(m_bands);
    auto* distribution = new QWidget;
    bare<QHBoxLayout>(distribution, metrics::kPanelGap,
                      {{scrolled(m_bands, kLeastRegret, m_bands->title()), 1}, {m_distribution, 1}});
    m_regretPages->addPage(m_regretScroll);
    m_regretPages->addPage(distribution);
    m_regretPages->addPage(m_cellTable);
    m_regretPanel->body()->addWidget(m_regretPages, 1);
    return m_regretPanel;
}

Panel* CertificateView::makePairs()
{
    m_pairsPanel = named(new Panel(tr("Pairs in order (%)")), "pairsPanel");
    m_pairsPanel->setNote(tr("second figure: pairs misordered"));
    m_pairs = named(new HeatMap(m_pairsPanel->title()), "pairMatrix");
    m_pairs->setFullHeight(true);
    connect(m_pairs, &HeatMap::cellPicked, this,
            [this](const QString& row, const QString& column) { pick(worst_cell(m_pairTable, row, column)); });
    // Hundreds of shapes scroll; they do not stretch the page.
    m_pairsScroll = scrolled(m_pairs, kLeastMatrix, tr("Pairs in order"));
    m_pairsPanel->body()->addWidget(m_pairsScroll, 1);
    return m_pairsPanel;
}

Panel* CertificateView::makeCandidates()
{
    m_candidatesPanel = named(new Panel, "candidatesPanel");
    m_candidatesPages = new PagedSwitch({{QStringLiteral("candidates"), tr("Candidates")},
                                         {QStringLiteral("scatter"), tr("Scatter")},
                                         {QStringLiteral("misordered"), tr("Misordered")}});
    m_candidatesPages->control()->setObjectName(QStringLiteral("candidatesSwitch"));
    connect(m_candidatesPages, &PagedSwitch::turned, this, &CertificateView::remember);
    m_candidatesPanel->addHeaderWidget(m_candidatesPages->control());

    auto* bars = new QWidget;
    m_candidates = named(new StackedBars(tr("Candidates")), "candidatesChart");
    m_candidatesLegend = new Legend;
    m_candidatesLegend->setAlignment(Qt::AlignLeft);
    m_candidatesScroll = scrolled(m_candidates, kLeastCandidates, tr("Candidates of the cell"));
    bare<QVBoxLayout>(bars, metrics::kControlGap, {{m_candidatesScroll, 1}, m_candidatesLegend});

    m_scatter = named(new XyPlot(tr("Score and measured time")), "candidatesScatter");

    auto* pairs = new QWidget;
    m_misorderedScope = named(
        new SegmentedSwitch({{QStringLiteral("cell"), tr("This cell")}, {QStringLiteral("all"), tr("All cells")}}),
        "misorderedScope");
    m_misorderedScope->setKept(true);
    connect(m_misorderedScope, &SegmentedSwitch::currentChanged, this, &CertificateView::showCell);
    m_misordered = make_table("misorderedTable", misordered_columns(), tr("Misordered pairs, widest first"));
    connect(m_misordered, &TableView::keyActivated, this,
            [this](const QString& key) { pick(key.section(u'\n', 0, 0)); });
    bare<QVBoxLayout>(pairs, metrics::kControlGap, {m_misorderedScope, {m_misordered, 1}});

    m_candidatesPages->addPage(bars);
    m_candidatesPages->addPage(m_scatter);
    m_candidatesPages->addPage(pairs);
    m_candidatesPanel->body()->addWidget(m_candidatesPages, 1);
    return m_candidatesPanel;
}

QList<QAction*> CertificateView::exportActions()
{
    if (!m_export) {
        m_export = new QMenu(this);
        for (ChartWidget* chart :
             std::initializer_list<ChartWidget*>{m_regret[0], m_regret[1], m_bands, m_distribution, m_pairs,
                                                 m_candidates, m_scatter, m_builder->chart()})
            chart->addExportActions(m_export->addMenu(menu_text(chart->title())));
    }
    return m_review ? m_export->actions() : QList<QAction*>();
}

QWidget* CertificateView::firstFocus()
{
    return m_review ? static_cast<QWidget*>(m_regret[m_regret[0]->isHidden() ? 1 : 0])
                    : m_empty->findChild<QPushButton*>(QStringLiteral("openCertificate"));
}

void CertificateView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

void CertificateView::arrange()
{
    const int form = width() >= kWide ? 3 : width() >= kMedium ? 2 : 1;
    if (m_form == form)
        return;
    m_form = form;
    m_below->setOrientation(form == 3 ? Qt::Horizontal : Qt::Vertical);
    m_columns->setOrientation(form == 1 ? Qt::Vertical : Qt::Horizontal);
    m_left->setOrientation(form == 1 && width() >= 560 ? Qt::Horizontal : Qt::Vertical);
    m_regretSides->setDirection(form == 3 ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_builder->setNarrow(form < 3);
    m_candidatesPanel->setMinimumHeight(form == 3 ? 0 : 320);
    m_side->setMinimumHeight(form == 1 ? 360 : 260);
    holdHeights();
    const bool wide = form == 3;
    m_columns->hold(0, wide ? 290 : form == 2 ? 280 : 0);
    m_right->hold(0, wide ? 226 : 0);
    m_below->hold(0, wide ? 490 : 0);
    m_left->hold(0, wide ? 190 : 0);
    m_page->hold(1, wide ? 208 : 0);
}

void CertificateView::holdHeights()
{
    // Where the page scrolls, its charts do not.
    const auto hold = [this](QScrollArea* area, const QWidget* chart, int least) {
        area->setMinimumHeight(m_form == 3 ? least : std::clamp(chart->minimumSizeHint().height(), least, kMostHeld));
    };
    hold(m_regretScroll, m_regretScroll->widget(), kLeastRegret);
    hold(m_pairsScroll, m_pairs, kLeastMatrix);
    hold(m_candidatesScroll, m_candidates, kLeastCandidates);
}

} // namespace blueprinting::ui
