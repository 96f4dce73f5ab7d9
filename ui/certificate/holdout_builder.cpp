#include "ui/certificate/holdout_builder.h"

#include "ui/certificate/regret_charts.h"
#include "ui/certificate/review_text.h"
#include "ui/style/foreign_text.h"
#include "ui/style/menu_text.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/filter_bar.h"
#include "ui/widgets/controls/flow_layout.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/widgets/verdict_word.h"

#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>

#include <algorithm>

namespace blueprinting::ui {
namespace {

QString gate_row_name(certificate::Gate gate)
{
    return gate == certificate::Gate::clear_misses ? gate_name(gate)
                                                   : HoldoutBuilder::tr("%1 (%)").arg(gate_name(gate));
}

} // namespace

HoldoutBuilder::HoldoutBuilder(QWidget* parent) : Panel(tr("Hold-out builder"), parent)
{
    setObjectName(QStringLiteral("holdoutBuilder"));
    m_reported = new QMenu(this);
    m_reportedButton = named(new QPushButton(tr("Reported ablations")), "reportedAblations");
    m_reportedButton->setMenu(m_reported);
    m_reset = named(new QPushButton(icon(Icon::reset), tr("Reset")), "holdoutReset");
    connect(m_reset, &QPushButton::clicked, this, [this] { change({}); });
    addHeaderWidget(m_reportedButton);
    addHeaderWidget(m_reset);

    m_parts = new QSplitter(Qt::Horizontal);
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(makeChoices());
    m_parts->addWidget(makeComparison());
    m_parts->addWidget(makeMoved());
    m_parts->setStretchFactor(0, 4);
    m_parts->setStretchFactor(1, 6);
    m_parts->setStretchFactor(2, 9);
    body()->addWidget(m_parts, 1);
}

QPushButton* HoldoutBuilder::addMenu(const char* object, const QString& text,
                                     std::function<std::vector<HoldoutChoice>(const Review&)> choices, bool terms)
{
    auto* button = new QPushButton(icon(Icon::plus), text);
    button->setObjectName(QString::fromLatin1(object));
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, terms, choices = std::move(choices)] {
        menu->clear();
        if (!m_review)
            return;
        const auto& taken = terms ? m_holdout.dropped : m_holdout.patterns;
        for (const HoldoutChoice& each : choices(*m_review)) {
            QAction* action =
                menu->addAction(menu_text(each.text), this, [this, each, terms] { add(each.pattern, terms); });
            action->setEnabled(std::ranges::find(taken, each.pattern) == taken.end());
        }
    });
    return button;
}

QWidget* HoldoutBuilder::makeChoices()
{
    auto* page = new QWidget;
    m_chips = named(new FilterBar, "holdoutChips", tr("Withheld"));
    m_chips->setTitle({});
    connect(m_chips, &FilterBar::removed, this, &HoldoutBuilder::remove);

    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons, metrics::kControlGap, metrics::kFormRowGap);
    flow->addWidget(addMenu("withholdTopology", tr("Topology"), topology_choices, false));
    flow->addWidget(addMenu("withholdModel", tr("Model"), model_choices, false));
    flow->addWidget(addMenu("withholdShape", tr("Shape"), shape_choices, false));
    flow->addWidget(addMenu("dropTerm", tr("Drop a term"), term_choices, true));
    m_pattern = named(new QLineEdit, "withholdPattern", tr("Withhold cells whose key contains"));
    m_pattern->setPlaceholderText(tr("Part of a cell's key"));
    m_pattern->setToolTip(tr("Withholds every cell whose key contains this; Enter adds it"));
    m_pattern->setFixedWidth(170);
    connect(m_pattern, &QLineEdit::returnPressed, this, [this] {
        const std::string pattern = m_pattern->text().trimmed().toStdString();
        if (pattern.empty() || !m_review)
            return;
        const auto& keys = m_review->set().keys;
        if (std::ranges::none_of(keys,
                                 [&](const std::string& key) { return key.find(pattern) != std::string::npos; })) {
            setProblem(tr("No cell's key contains “%1”; nothing was withheld.").arg(shown(pattern)));
            return;
        }
        m_pattern->clear();
        add(pattern, false);
    });
    flow->addWidget(m_pattern);
    m_note = named(new ToneLabel({}, {.tone = Tone::secondary, .wraps = true}), "holdoutNote");
    bare<QVBoxLayout>(page, metrics::kControlGap, {m_chips, buttons, m_note, Laid::rest()});
    page->setMinimumWidth(345);
    return page;
}

QWidget* HoldoutBuilder::makeComparison()
{
    Column name{.id = QStringLiteral("metric"), .header = tr("Withheld cells"), .stretch = true};
    Column shipped{QStringLiteral("shipped"), tr("shipped"), tr("The shipped table on the withheld cells"),
                   ColumnKind::number};
    Column refitted{QStringLiteral("refitted"), tr("refitted"), tr("The table fitted without them"),
                    ColumnKind::number};
    Column gate{QStringLiteral("gate"), tr("gate"), {}, ColumnKind::number};
    Column source{QStringLiteral("source"), tr("source"),
                  tr("As printed in the source, which used an earlier set of terms"), ColumnKind::number};
    Column verdict{QStringLiteral("verdict"), tr("verdict")}; // a mark on the screen
    verdict.saved_only = true;
    m_table = make_table("holdoutTable", {name, shipped, refitted, gate, source, verdict},
                         tr("Metrics of the withheld cells"));
    m_table->setHeightFollowsRows(true);
    auto* page = new QWidget;
    bare<QVBoxLayout>(page, -1, {m_table, Laid::rest()});
    page->setMinimumWidth(380);
    return page;
}

QWidget* HoldoutBuilder::makeMoved()
{
    auto* page = new QWidget;
    m_moved = named(new StackedBars(tr("Regret that changed (%)")), "movedChart");
    m_movedScroll = scroll_of(m_moved, "", m_moved->title(), true);
    m_unmoved = named(new ToneLabel({}, {.tone = Tone::secondary, .size = ToneLabel::Size::small}), "unmovedCells");
    auto* title = new ToneLabel(m_moved->title(), {.bold = true});
    bare<QVBoxLayout>(page, 2, {title, {m_movedScroll, 1}, m_unmoved});
    connect(m_moved, &StackedBars::rowPicked, this, &HoldoutBuilder::cellPicked);
    connect(m_moved, &StackedBars::segmentPicked, this, &HoldoutBuilder::cellPicked);
    return page;
}

void HoldoutBuilder::setNarrow(bool narrow)
{
    m_parts->setOrientation(narrow ? Qt::Vertical : Qt::Horizontal);
    if (!narrow)
        m_parts->setSizes({350, 410, 740});
    m_movedScroll->setMinimumHeight(narrow ? 150 : 0);
}

void HoldoutBuilder::setReview(std::shared_ptr<const Review> review)
{
    m_review = std::move(review);
    m_refit.reset();
    m_reported->clear();
    bool any = false;
    if (m_review)
        for (const certificate::AblationCase& each : m_review->cases)
            if (each.source) {
                any = true;
                m_reported->addAction(menu_text(tr("%1, %2 cells").arg(shown(each.name)).arg(each.source->cells)), this,
                                      [this, patterns = each.patterns] {
                                          change({patterns, {}});
                                      });
            }
    m_reportedButton->setVisible(any);
    show();
}

void HoldoutBuilder::setHoldout(const Holdout& holdout)
{
    m_holdout = holdout;
    show();
}

void HoldoutBuilder::setRefit(std::shared_ptr<const certificate::Refit> refit)
{
    m_stale = !refit;
    if (refit) {
        m_refit = std::move(refit);
        m_shown = m_holdout;
    }
    show();
}

void HoldoutBuilder::setProblem(const QString& text)
{
    m_stale = false;
    m_note->setTone(Tone::bad);
    m_note->setText(text);
    showFigures(static_cast<bool>(m_refit)); // no headings over nothing
}

void HoldoutBuilder::setSelected(const QString& key)
{
    m_selected = key;
    showMoved();
}

void HoldoutBuilder::add(const std::string& pattern, bool term)
{
    Holdout next = m_holdout;
    auto& list = term ? next.dropped : next.patterns;
    if (std::ranges::find(list, pattern) == list.end())
        list.push_back(pattern);
    change(std::move(next));
}

void HoldoutBuilder::remove(const QString& key)
{
    Holdout next = m_holdout;
    const std::string name = key.mid(2).toStdString();
    std::erase(key.startsWith(QLatin1String("t:")) ? next.dropped : next.patterns, name);
    change(std::move(next));
}

void HoldoutBuilder::change(Holdout holdout)
{
    if (holdout == m_holdout)
        return;
    m_holdout = std::move(holdout);
    show();
    Q_EMIT holdoutChanged(m_holdout);
}

void HoldoutBuilder::showFigures(bool shown)
{
    for (int part = 1; part < m_parts->count(); ++part)
        m_parts->widget(part)->setVisible(shown);
}

/// What is withheld: the certificate's own split, patterns, dropped terms.
void HoldoutBuilder::showChips()
{
    std::vector<FilterChip> chips;
    if (std::ranges::any_of(m_review->held_out, [](bool held) { return held; }))
        chips.push_back(
            {QStringLiteral("own"),
             m_review->certificate->fit.holdout.empty() ? tr("odd Ellavox groups") : tr("the certificate's own"),
             true});
    for (const std::string& pattern : m_holdout.patterns)
        chips.push_back({QStringLiteral("p:") + shown(pattern), pattern_text(*m_review, pattern), false});
    for (const std::string& name : m_holdout.dropped) {
        const auto term = certificate::term_from(name);
        chips.push_back(
            {QStringLiteral("t:") + shown(name), tr("without %1").arg(term ? term_name(*term) : shown(name)), false});
    }
    m_chips->setFilters(chips);
}

void HoldoutBuilder::showMoved()
{
    const bool known = m_review && m_review->evaluation() && m_refit;
    m_moved->setChart(known ? moved_chart(*m_review, *m_refit, m_selected) : BarChart());
    m_unmoved->setText(known ? unmoved_text(*m_review, *m_refit) : QString());
    m_unmoved->setVisible(!m_moved->chart().rows.empty());
}

void HoldoutBuilder::show()
{
    const bool usable = m_review && m_review->evaluation();
    setEnabled(usable);
    if (!usable) {
        setTitle(tr("Hold-out builder"));
        m_chips->setFilters({});
        m_table->table()->setRows({});
        showMoved();
        m_note->setText(
            m_review && !m_review->assessment->problems.empty()
                ? tr("Nothing can be withheld: %1.").arg(shown(m_review->assessment->problems.front().message))
                : QString());
        return;
    }
    const QString what = holdout_title(*m_review, m_holdout);
    setTitle(what.isEmpty() ? tr("Hold-out builder: the certificate's own split")
                            : tr("Hold-out builder: %1").arg(what));
    m_reset->setEnabled(!m_holdout.empty());
    showChips();
    m_note->setTone(Tone::secondary);
    if (!m_refit) {
        m_note->setText(tr("Refitting…"));
        showFigures(true);
        m_table->table()->setRows({});
        showMoved();
        return;
    }
    const certificate::Evaluation& evaluation = m_refit->evaluation;
    const QString counts = tr("%1 of %2 cells withheld, %3 pairs. Refitted on %4 cells.")
                               .arg(count_figure(evaluation.test.cells), count_figure(evaluation.all.cells),
                                    count_figure(evaluation.test.ordered_pairs), count_figure(evaluation.train.cells));
    const std::vector<std::string> doubts = certificate::doubts_of(*m_refit, m_refit->table);
    if (m_stale) {
        m_note->setText(tr("Refitting… These figures are of the previous hold-out."));
    } else if (doubts.empty()) {
        m_note->setText(counts);
    } else {
        m_note->setTone(Tone::bad);
        m_note->setText(counts + tr(" This fit cannot be trusted: %1.").arg(shown(doubts.front())));
    }
    showFigures(true);
    std::vector<TableRow> rows;
    for (const HoldoutRow& each : holdout_rows(*m_review, m_shown, *m_refit)) {
        const bool count = each.gate == certificate::Gate::clear_misses;
        const auto figure = [&](const std::optional<double>& value, int decimals, Tone tone, bool bold) {
            return value ? number_cell(*value, percent_figure(value, count ? 0 : decimals),
                                       m_stale ? Tone::secondary : tone, bold)
                         : text_cell(QStringLiteral("–"), Tone::secondary);
        };
        TableRow row;
        row.key = gate_name(each.gate);
        Cell name = text_cell(gate_row_name(each.gate));
        name.tooltip = gate_tip(each.gate);
        if (each.judged) {
            name.icon = each.passed ? Icon::check : Icon::cross;
            name.icon_tone = m_stale ? Tone::secondary : each.passed ? Tone::good : Tone::bad;
        }
        Cell source = figure(each.source, 1, Tone::secondary, false);
        if (!each.source)
            source.tooltip = tr("not published");
        row.cells = {name,
                     figure(each.shipped, 2, Tone::secondary, false),
                     figure(each.refitted, 2, each.passed ? Tone::text : Tone::bad, true),
                     text_cell(gate_limit(each.gate), Tone::secondary),
                     source,
                     text_cell(verdict_word(each.judged ? std::optional(each.passed) : std::nullopt))};
        rows.push_back(std::move(row));
    }
    m_table->table()->setRows(std::move(rows));
    showMoved();
}

} // namespace blueprinting::ui
