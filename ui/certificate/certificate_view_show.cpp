#include "core/base/replace_file.h"
#include "ui/certificate/candidate_charts.h"
#include "ui/certificate/certificate_view.h"
#include "ui/certificate/gate_list.h"
#include "ui/certificate/holdout_builder.h"
#include "ui/certificate/paged_switch.h"
#include "ui/certificate/regret_charts.h"
#include "ui/certificate/review_text.h"
#include "ui/certificate/side_panel.h"
#include "ui/style/fonts.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/heat_map.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/command_line.h"
#include "ui/workspace/stale_mark.h"

#include <QStackedWidget>

/// What is on the screen follows from the review, the picked cell and the hold-out.
namespace blueprinting::ui {

void CertificateView::refresh()
{
    if (!m_remembering)
        restore();
}

std::optional<std::size_t> CertificateView::picked() const
{
    const auto at = m_places.find(m_cell);
    return at == m_places.end() ? std::nullopt : std::optional(at->second);
}

void CertificateView::pick(QString key)
{
    if (!m_review || !m_places.contains(key) || key == m_cell)
        return;
    m_cell = key;
    remember();
    showRegret();
    showCell();
    m_builder->setSelected(key);
}

void CertificateView::showEmpty()
{
    m_places.clear();
    m_cell.clear();
    m_holdout = {};
    m_answer->setAnswer(tr("No certificate is open"), tr("The gates, regret and pair charts of this view need one."));
    m_stack->setCurrentIndex(0);
    m_stale->setShowing(false);
    Q_EMIT statusChanged();
}

void CertificateView::showReview()
{
    m_stack->setCurrentIndex(1);
    m_stale->setShowing(true);
    arrange();
    m_builder->setReview(m_review);
    m_builder->setHoldout(m_holdout);
    m_builder->setSelected(m_cell);
    for (ChartWidget* chart : findChildren<ChartWidget*>())
        chart->setSource(m_review->file);
    for (TableView* table : findChildren<TableView*>())
        table->setSource(m_review->file);
    const auto* evaluation = m_review->evaluation();
    const bool judged = evaluation != nullptr;
    const auto cells = judged ? static_cast<int>(m_review->set().keys.size()) : 0;
    m_cellTable->table()->setSource(
        cells,
        [review = m_review](int row, int column) { return cell_value(*review, static_cast<std::size_t>(row), column); },
        [review = m_review](int row, int column) {
            return cell_value(*review, static_cast<std::size_t>(row), column).value;
        },
        [review = m_review](int row) {
            return QString::fromStdString(review->set().keys[static_cast<std::size_t>(row)]);
        });
    m_bands->setChart(regret_bands(*m_review));
    m_distribution->setChart(regret_distribution(*m_review));
    m_regretPages->control()->setEnabled(judged);
    m_candidatesPages->control()->setEnabled(judged);
    showChecks();
    showRegret();
    showCell();
}

void CertificateView::showChecks()
{
    m_answer->setAnswer(answer_of(*m_review));
    showGates();
    m_side->setReview(*m_review);
    Q_EMIT statusChanged();
}

/// The gates judge the certificate's own hold-out, whatever the builder withholds; where it withholds, they say so.
void CertificateView::showGates()
{
    if (!m_review)
        return;
    const auto* evaluation = m_review->evaluation();
    const bool judged = evaluation != nullptr;
    std::array<certificate::GateResult, 5> gates = m_review->assessment->gates;
    std::size_t held = evaluation ? evaluation->test.cells : 0;
    if (!judged && m_review->certificate->metrics.test) {
        gates = certificate::judge_gates(*m_review->certificate->metrics.test);
        held = m_review->certificate->metrics.test->cells;
    }
    m_gatePanel->setTitle((!judged             ? tr("Held out as stated, %1 cells (%)")
                           : m_holdout.empty() ? tr("Held out, %1 cells (%)")
                                               : tr("Certificate's hold-out, %1 cells (%)"))
                              .arg(count_figure(held)));
    m_gatePanel->setToolTip(
        m_holdout.empty()
            ? QString()
            : tr("These gates judge the %1 cells that the certificate itself holds out, with its own table. "
                 "The cells withheld in the hold-out builder are judged there.")
                  .arg(count_figure(held)));
    m_gates->setGates(gates, judged);
}

void CertificateView::showRegret()
{
    const auto charts = regret_charts(*m_review, m_cell);
    for (std::size_t side = 0; side < charts.size(); ++side)
        m_regret[side]->setChart(charts[side]);
    m_regret[0]->setVisible(m_review->evaluation() &&
                            std::ranges::find(m_review->held_out, true) != m_review->held_out.end());
    m_pairTable = pair_table(*m_review, m_cell);
    m_pairs->setChart(pair_chart(m_pairTable, small_number_font(m_pairs)));
    holdHeights();
    m_cellTable->setCurrentKey(m_cell);
    m_regretPanel->setNote(without_regret(*m_review));
}

void CertificateView::showCell()
{
    const auto place = picked();
    if (!place) {
        m_candidatesPanel->setTitle(tr("Candidates"));
        m_candidates->setChart({});
        return;
    }
    const std::size_t count = m_review->cell(*place).candidates.size();
    m_candidatesPanel->setTitle(
        tr("%1: %2").arg(m_review->names[*place].whole(),
                         count == 1 ? tr("1 candidate") : tr("%1 candidates").arg(count_figure(count))));
    m_candidates->setTitle(m_candidatesPanel->title());
    m_candidates->setChart(candidates_chart(*m_review, *place));
    holdHeights();
    const auto legend = candidates_legend(*m_review, *place);
    m_candidates->setLegend(legend);
    // On the screen the head of the column is the legend of what was measured.
    m_candidatesLegend->setItems({legend.begin(), legend.end() - 1});
    m_scatter->setChart(candidates_scatter(*m_review, *place));
    const std::size_t here = misordered_in(*m_review, *place);
    const std::size_t all = m_review->assessment->misordered.size();
    m_candidatesPages->control()->setText(QStringLiteral("misordered"), tr("Misordered %1").arg(count_figure(here)));
    m_misorderedScope->setText(QStringLiteral("cell"), tr("This cell, %1").arg(count_figure(here)));
    m_misorderedScope->setText(QStringLiteral("all"), tr("All cells, %1").arg(count_figure(all)));
    const bool only = m_misorderedScope->current() == QLatin1String("cell");
    m_misordered->table()->setRows(misordered_rows(*m_review, only ? place : std::nullopt));
    m_misordered->setColumnsLeftOut(only ? QStringList{QStringLiteral("cell")} : QStringList());
}

std::vector<std::pair<QString, QString>> CertificateView::reportFacts() const
{
    if (!m_review)
        return {};
    std::vector<std::pair<QString, QString>> out{{tr("Certificate"), m_review->file}};
    const auto add_hash = [&](const QString& what, const QString& path) {
        if (const Result<Digest> digest = content_digest(path.toStdString()); digest && !digest->empty())
            out.emplace_back(what, shown(digest->hex()));
    };
    add_hash(tr("SHA-256 of its file"), m_review->path); // that which the program carries lies in no file
    if (m_review->manifest) {
        out.emplace_back(tr("Manifest"), m_review->manifest_file);
        add_hash(tr("SHA-256 of its file"), m_review->manifest_path);
    }
    for (const certificate::CheckResult& check : m_review->checks) {
        const auto passed = certificate::verdict_of(check.state);
        const QString came_out = !passed ? tr("not checked: %1") : *passed ? tr("passed: %1") : tr("failed: %1");
        out.emplace_back(check_title(check, *m_review->certificate), came_out.arg(check_reason(check)));
    }
    return out;
}

QString CertificateView::commandLine() const
{
    QString out = QStringLiteral("blueprinting certificate ");
    if (!m_review)
        return out + QStringLiteral("verify published");
    if (!m_holdout.empty()) {
        out += QStringLiteral("refit ") + shell_quoted(m_review->path);
        if (!m_holdout.patterns.empty())
            out += QStringLiteral(" --holdout ") +
                   shell_quoted(QString::fromStdString(certificate::join_patterns(m_holdout.patterns)));
        if (!m_holdout.dropped.empty())
            out += QStringLiteral(" --drop ") +
                   shell_quoted(QString::fromStdString(certificate::join_patterns(m_holdout.dropped)));
        return out;
    }
    out += QStringLiteral("verify ") + shell_quoted(m_review->path);
    if (m_review->manifest)
        out += QStringLiteral(" --manifest ") + shell_quoted(m_review->manifest_path);
    return out;
}

QList<StatusItem> CertificateView::statusItems() const
{
    if (!m_review)
        return {{Tone::text, tr("No certificate open"), {}, {}}};
    return review_status(*m_review);
}

} // namespace blueprinting::ui
