#include "ui/calibration/calibration_view.h"

#include "core/calibration/report.h"
#include "ui/calibration/case_rows.h"
#include "ui/calibration/difference_rows.h"
#include "ui/calibration/gate_rows.h"
#include "ui/calibration/memory_charts.h"
#include "ui/calibration/output_box.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/heat_map.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/widgets/verdict_word.h"

#include <QComboBox>
#include <QGridLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// What else is known of a failure: what the program that failed wrote to its standard error.
QString further(const Diagnostics& diagnostics)
{
    QStringList lines;
    for (std::size_t i = 1; i < diagnostics.size(); ++i)
        lines << shown(diagnostics[i].message);
    return lines.join(u'\n');
}

} // namespace

void CalibrationView::showReport()
{
    m_which->setVisible(!m_opened.empty());
    m_reports->setVisible(m_shown == Shown::opened && m_opened.size() > 1);
    m_close_report->setVisible(m_shown == Shown::opened && !m_opened.empty());
    nameReports();
    showProgress();
    if (m_shown == Shown::difference && side(m_left_side->currentIndex()) && side(m_right_side->currentIndex()))
        return showDifference();
    const calibration::Report* report = current();
    if (!report) {
        if (running())
            return;
        showFailure();
        return;
    }
    // What a file says of itself is not taken on trust.
    const calibration::Report held = calibration::recomputed(*report);
    report = &held;
    const std::vector<calibration::Check> checks =
        m_contract ? calibration::check(*report, *m_contract) : std::vector<calibration::Check>();
    const Answer answer = calibration_answer(*report, checks);
    m_answer->setAnswer(m_contract
                            ? answer.headline
                            : tr("The contract cannot be read: %1").arg(shown(m_contract_problems.front().message)),
                        m_shown == Shown::opened ? tr("%1. %2").arg(m_opened[m_at].name, answer.why) : answer.why);

    const double limit = m_contract ? m_contract->budgets.workload_percent : 0;
    m_cases->table()->setRows(case_rows(*report, caseNames()));
    m_cases->setCurrentKey(m_case);
    const WorkloadCounts counts = workload_counts(*report, limit);
    m_workload_title = tr("Workload against Calculon: %1 of %2 equal").arg(counts.fine()).arg(counts.all());
    const auto item = [](const QString& name, std::size_t count, ColorToken color) {
        return LegendItem{QStringLiteral("%1 %2").arg(name).arg(count), color};
    };
    std::vector<LegendItem> legend{
        item(tr("equal"), counts.equal, &Theme::equal_cell), item(tr("both zero"), counts.both_zero, &Theme::outline),
        item(tr("within 10⁻⁹ %"), counts.within, Tone::caution), item(tr("over it"), counts.over, Tone::bad)};
    if (counts.missing > 0)
        legend.push_back(item(tr("not compared"), counts.missing, &Theme::outline));
    legend[1].glyph = Glyph::outlined;
    m_workload_legend->setItems(legend);
    m_workload->setLegend(legend);
    m_workload->setChart(workload_chart(*report, limit, m_case));
    m_parity_panel->setTitle(m_tight ? tr("Components (%)") : tr("Components against Calculon (%)"));
    HeatChart parity = parity_chart(*report, m_peak_parity, m_case);
    parity.selected_row = shown(workspace().session().selection.component); // picked here or in another view
    m_parity->setChart(std::move(parity));
    m_parity->setTitle(m_peak_parity ? tr("Peak-only against Calculon by component, signed error in percent")
                                     : tr("Evidence against Calculon by component, signed error in percent"));
    showGate(*report, checks);
    m_oracle->setText(tr("%1 %2, %3, %4")
                          .arg(shown(report->oracle.name), shown(report->oracle.package_version),
                               shown(report->oracle.provider), shown(report->oracle.source_digest.substr(0, 12))));
    m_oracle->setToolTip(plain_tooltip(shown(report->oracle.source_repository + "\n" + report->oracle.source_digest)));
    m_evidence->setText(tr("%1 %2, %3")
                            .arg(shown(report->hardware.name), shown(report->hardware.evidence_revision.substr(0, 12)),
                                 report->policy.fit_against_case_outputs ? tr("fitted against case outputs")
                                                                         : tr("fitted to no case")));
    m_evidence->setToolTip(plain_tooltip(shown(report->hardware.evidence_revision)));
    m_stack->setCurrentWidget(m_scroll);
    showLower();
    keepHeights();
}

void CalibrationView::showFailure()
{
    const bool failed = !m_failure.empty();
    const QString wrote = further(m_failure);
    m_answer->setAnswer(failed ? tr("The eight cases could not be run") : tr("The eight cases were not run"),
                        failed ? tr("%1.").arg(shown(m_failure.front().message)) : QString());
    m_empty->setContent(
        failed ? Icon::error : Icon::chart, tr("No report yet"),
        failed ? tr("Solve the problem named above and run them again, or use the recorded figures of Calculon.")
               : tr("Run the eight published cases, or open the report of an earlier run."));
    m_use_recorded->setVisible(failed);
    m_output->setVisible(!wrote.isEmpty());
    m_output->setOutput(wrote);
    m_stack->setCurrentWidget(m_empty_panel);
}

void CalibrationView::setLowerTitle(const QString& title)
{
    // The switch beside it says of what it is.
    m_lower_panel->setTitle(m_tight && title.contains(QStringLiteral(": ")) ? title.section(QStringLiteral(": "), 1)
                                                                            : title);
}

void CalibrationView::showLower()
{
    const bool workload = m_lower->current() == u"workload";
    m_lower_stack->setCurrentWidget(workload ? m_workload_page : m_figures_page);
    if (workload) {
        setLowerTitle(m_workload_title);
    } else {
        if (!m_figures && m_figures_failure.empty() && !workspace().jobs().stale(kFiguresJob))
            runFigures();
        showFigures();
    }
    Q_EMIT statusChanged();
}

void CalibrationView::showFigures()
{
    const bool first = m_lower->current() == u"figure1";
    m_parameters->setVisible(m_figures && first);
    m_activations->setVisible(m_figures && !first);
    const std::string figure = first ? "Figure 1" : "Figure 7";
    if (!m_figures) {
        setLowerTitle(tr("%1 against Calculon").arg(shown(figure)));
        m_finding->setText(
            m_figures_failure.empty()
                ? tr("Compiling and pricing the strategies of both figures; the references are asked last.")
                : shown(m_figures_failure.front().message));
        return;
    }
    const MemoryFinding finding = memory_finding(*m_figures, figure);
    setLowerTitle(finding.title);
    m_finding->setText(finding.note);
    m_parameters->setChart(parameter_chart(*m_figures, m_strategy));
    m_activations->setChart(activation_chart(*m_figures, m_strategy));
    for (QMenu* menu : m_figure_menus)
        menu->setEnabled(true);
}

void CalibrationView::showGate(const calibration::Report&, const std::vector<calibration::Check>& checks)
{
    const auto failed = std::ranges::count_if(checks, [](const calibration::Check& check) { return !check.passed; });
    const Tone tone = checks.empty() ? Tone::caution : failed == 0 ? Tone::good : Tone::bad;
    m_gate_sign->setVisible(!checks.empty());
    m_gate_sign->setIcon(icon(failed == 0 ? Icon::check : Icon::cross, tone), metrics::kRowIcon);
    m_gate_verdict->setTone(tone);
    m_gate_verdict->setText(checks.empty() ? tr("no contract")
                            : failed == 0  ? tr("all %1 checks passed").arg(checks.size())
                                           : tr("%1 of %2 checks failed").arg(failed).arg(checks.size()));
    m_gate_verdict->setToolTip(tr(
        "What must equal the contract, and how much room the other figures have. The gate passes if every check does"));
    m_gate->table()->setRows(gate_rows(checks));
    while (QLayoutItem* old = m_identities->takeAt(0)) {
        delete old->widget();
        delete old;
    }
    const std::vector<IdentityCount> counts = identity_counts(checks);
    const std::size_t columns = m_tight ? 1 : 2;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const IdentityCount& count = counts[i];
        const int row = static_cast<int>(i / columns);
        const int at = static_cast<int>(i % columns) * 4;
        auto* sign = new IconLabel;
        sign->setIcon(icon(count.holds() ? Icon::check : Icon::cross, count.holds() ? Tone::good : Tone::bad),
                      metrics::kRowIcon, verdict_word(count.holds()));
        auto* name = new ToneLabel(count.name, count.holds() ? Tone::text : Tone::bad);
        auto* number = new ToneLabel(tr("%1 of %2").arg(count.passed).arg(count.all), Tone::secondary);
        for (QWidget* widget :
             {static_cast<QWidget*>(sign), static_cast<QWidget*>(name), static_cast<QWidget*>(number)})
            widget->setToolTip(plain_tooltip(count.tip()));
        m_identities->addWidget(sign, row, at);
        m_identities->addWidget(name, row, at + 1);
        m_identities->addWidget(number, row, at + 2, Qt::AlignRight);
    }
    m_identities->setColumnStretch(1, 1);
    m_identities->setColumnMinimumWidth(3, m_tight ? 0 : metrics::kPanelGap);
    m_identities->setColumnStretch(5, m_tight ? 0 : 1);
}

void CalibrationView::showDifference()
{
    const calibration::Report& left = *side(m_left_side->currentIndex());
    const calibration::Report& right = *side(m_right_side->currentIndex());
    const QString first = sideName(m_left_side->currentIndex());
    const QString second = sideName(m_right_side->currentIndex());
    const std::vector<ReportDifference> differences = report_differences(left, right);
    m_answer->setAnswer(
        differences.empty()       ? tr("%1 and %2 are equal in every figure, digest and flag").arg(first, second)
        : differences.size() == 1 ? tr("%1 and %2 differ in one place").arg(first, second)
                                  : tr("%1 and %2 differ in %3 places").arg(first, second).arg(differences.size()),
        difference_summary(left, right));
    m_difference_panel->setTitle(differences.empty() ? tr("Nothing differs") : tr("What differs"));
    m_difference->table()->setColumns(difference_columns(first, second));
    m_difference->table()->setRows(difference_rows(differences));
    m_stack->setCurrentWidget(m_difference_panel);
}

void CalibrationView::pickCase(const QString& name)
{
    if (name == u"mean")
        return;
    m_case = name;
    keepState();
    showReport();
}

void CalibrationView::keepState()
{
    Json reports = Json::array();
    for (const Opened& one : m_opened)
        reports.push_back(one.path.toStdString());
    Json out{{"case", m_case.toStdString()},
             {"panel", m_lower->current().toStdString()},
             {"parity", m_parity_view->current().toStdString()},
             {"report", m_at < m_opened.size() ? m_opened[m_at].path.toStdString() : std::string()},
             {"reports", std::move(reports)},
             {"shown", m_which->current().toStdString()}};
    if (!m_strategy.isEmpty())
        out["strategy"] = m_strategy.toStdString();
    // Which two reports are held against each other, where it is not this run and the last one: by path, "" this run.
    const auto path_of = [this](int index) {
        return index <= 0 ? std::string() : m_opened[static_cast<std::size_t>(index) - 1].path.toStdString();
    };
    if (const int left = m_left_side->currentIndex(); left > 0)
        out["left"] = path_of(left);
    if (const int right = m_right_side->currentIndex(); right >= 0 && right < static_cast<int>(m_opened.size()))
        out["right"] = path_of(right);
    setState(std::move(out));
}

} // namespace blueprinting::ui
