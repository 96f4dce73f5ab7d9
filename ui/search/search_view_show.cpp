#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/search/axes_chart.h"
#include "ui/search/knob_chart.h"
#include "ui/search/scaling_chart.h"
#include "ui/search/search_answer.h"
#include "ui/search/search_bar.h"
#include "ui/search/search_filters.h"
#include "ui/search/search_plot.h"
#include "ui/search/search_rows.h"
#include "ui/search/search_view.h"
#include "ui/search/search_words.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/filter_bar.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/letters.h"
#include "ui/workspace/refusal.h"
#include "ui/workspace/stale_mark.h"

#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kCell = 9; ///< pixels of a cell of the density

} // namespace

void SearchView::showTable(TableView* view, SearchTable table)
{
    if (view->table()->columns() != table.columns)
        view->table()->setColumns(std::move(table.columns));
    view->table()->setRows(std::move(table.rows));
}

/// What is in sight of time and memory, in cells of a few pixels.
search::BinGrid SearchView::sight() const
{
    search::BinGrid out = search_range(*m_run, *count(), m_look.logarithmic);
    const XyLayout places = m_plot->places();
    if (m_plot->isZoomed()) {
        out.from_seconds = places.x.low;
        out.to_seconds = places.x.high;
        out.from_bytes = places.y.low * kGibibyte;
        out.to_bytes = places.y.high * kGibibyte;
    }
    out.columns = static_cast<std::size_t>(std::clamp(places.plot.width() / kCell, 8.0, 240.0));
    out.rows = static_cast<std::size_t>(std::clamp(places.plot.height() / kCell, 6.0, 160.0));
    return out;
}

void SearchView::showAll()
{
    const SessionStrategy* selected = workspace().selected();
    if (!selected)
        return;
    m_bar->showAsk(m_ask, *selected, m_failure);
    m_bar->setBoundsShown(m_look.bounds);
    m_bounds_panel->setVisible(m_look.bounds);
    if (m_look.bounds)
        m_bounds->showAsk(m_ask, *selected, m_failure);
    m_tab->setCurrent(shown(m_look.tab));
    m_scale->setCurrent(m_look.logarithmic ? QStringLiteral("log") : QStringLiteral("linear"));
    for (StaleMark* mark : findChildren<StaleMark*>())
        mark->setShowing(m_run != nullptr);
    m_again->setVisible(m_cancelled);
    const bool nothing_yet = !m_run || m_run->found.empty();
    m_stack->setCurrentIndex(nothing_yet && m_cancelled ? 1 : 0);
    if (nothing_yet && m_cancelled)
        m_empty->setContent(Icon::search, tr("The search was cancelled"), tr("Nothing is shown of it until it runs."));
    showAnswer();
    for (QWidget* panel : std::initializer_list<QWidget*>{m_funnel_panel, m_band_panel, m_laws_panel})
        panel->setVisible(count().has_value());
    if (const auto at = count()) {
        showTable(m_funnel, funnel_table(*m_run, *at));
        SearchTable band = band_table(*m_run, *at);
        m_band_panel->setTitle(band.title);
        m_band_panel->setVisible(!band.rows.empty());
        showTable(m_band, std::move(band));
        SearchTable laws = laws_table(*m_run, *at);
        m_laws_panel->setNote(laws.note);
        m_laws_panel->setVisible(!laws.rows.empty());
        showTable(m_laws, std::move(laws));
        m_funnel_panel->setTitle(m_run->question.devices.size() > 1
                                     ? tr("%1 devices").arg(counted(static_cast<std::uint64_t>(m_run->devices(*at))))
                                     : tr("From all to as good"));
    }
    showUpper();
    showLower();
    arrange();
    Q_EMIT statusChanged();
}

void SearchView::showAnswer()
{
    if (!m_failure.empty())
        return m_answer->setAnswer(refused_answer(m_failure));
    if (!m_run || m_other)
        return m_answer->setAnswer(m_cancelled ? tr("The search was cancelled") : tr("Searching…"), {});
    Answer answer = search_answer(*m_run, opened(), m_mine ? &*m_mine : nullptr);
    if (m_cancelled && !m_run->complete)
        answer.why =
            tr("Cancelled after %1 of %2 strategies. ").arg(counted(m_run->done), counted(m_run->total)) + answer.why;
    if (const SessionStrategy* mine = workspace().selected(); mine && !m_run->selected() && opened()) {
        const QString none = not_ranked_text(m_run->question, *mine, QString::fromStdString(letters_of(mine->letter)));
        answer.why += none.isEmpty() ? none : QLatin1Char(' ') + none;
    }
    m_answer->setAnswer(answer);
}

void SearchView::showUpper()
{
    const auto at = count();
    m_upper_panel->setVisible(at.has_value());
    if (!at)
        return m_axes_panel->hide();
    const bool several = m_run->question.devices.size() > 1;
    const bool scaling = several && !m_look.one && m_run->scaling;
    if (several)
        m_which->setText(QStringLiteral("one"), counted(static_cast<std::uint64_t>(m_run->devices(*at))));
    m_which->setCurrent(scaling ? QStringLiteral("all") : QStringLiteral("one"));
    m_upper_panel->setTitle(scaling ? tr("The best of each count") : tr("Time and memory"));
    for (QWidget* part : std::initializer_list<QWidget*>{m_scale, m_brush_sight})
        part->setVisible(!scaling);
    m_pictures->setCurrentIndex(scaling ? 1 : 0);
    const search::Exploration& found = m_run->found[*at];
    m_axes_panel->setVisible(!scaling && (m_run->question.must_fit ? found.fitting : found.legal) > 0);
    if (scaling) {
        m_upper_note.clear();
        m_scaling->setPicture(scaling_picture(*m_run, *at));
        return fitHeads();
    }
    showAxes(*at);
    const search::BinGrid grid = sight();
    if (m_cloud && (!m_all_bins || !(m_all_bins->grid == grid)))
        m_all_bins = m_cloud->bins(grid, {});
    const search::Bins* const all = m_cloud ? &*m_all_bins : nullptr;
    const Scatter scatter =
        scatter_of({*m_run, *at, m_cloud.get(), m_within, m_look.logarithmic, shown(m_look.picked), grid, all});
    m_cells = scatter.cells;
    m_upper_note = scatter.beyond;
    const auto legend = scatter_legend(*m_run, !m_within.empty());
    m_legend->setItems(legend);
    m_plot->setLegend(legend);
    fitHeads();
    // What is found while it is found has other axes each time: what was zoomed would not stay so.
    if (m_run->complete || m_plot->partState() == PartState()) {
        m_plot->setLetters(scatter.letters);
        m_plot->setChart(scatter.chart);
    }
}

/// The axes and what is filtered by; a filter waits for the strategies that it is of.
void SearchView::showAxes(std::size_t at)
{
    const bool fitting = m_run->question.must_fit;
    const QString title = fitting ? tr("Knobs of what fits") : tr("Knobs of what is legal");
    m_axes_panel->setTitle(title);
    m_axes->setTitle(title);
    AxesPicture picture = axes_picture({*m_run, at, m_cloud.get(), m_within, m_look});
    QString counts, note = tr("drag along an axis to filter");
    if (m_cloud && !m_cloud->whole())
        note = tr("more than %1 are legal: narrow the bounds to see how they go together")
                   .arg(counted(search::Points::kMost));
    else if (picture.filtered())
        counts = (fitting ? tr("%1 of %2 fit within the filter") : tr("%1 of %2 legal ones are within the filter"))
                     .arg(counted(picture.inside), counted(picture.total));
    m_axes_panel->setNote(picture.filtered() ? QString() : note);
    m_filters->setFilters(filter_chips(m_look.brush), counts);
    m_axes->setPicture(std::move(picture));
}

void SearchView::showLower()
{
    const auto at = count();
    m_lower_panel->setVisible(at.has_value());
    if (!at)
        return;
    startNeighbours();
    const std::string& tab = m_look.tab;
    m_lower_note.clear();
    if (tab == "file") {
        showFile();
    } else if (m_run->found[*at].top.empty()) {
        m_lower_panel->setTitle(tr("Nothing to show"));
        const Answer nothing = nothing_answer(*m_run, *at);
        m_nothing->setText(nothing.headline + QStringLiteral(". ") + nothing.why);
        m_tables->setCurrentWidget(m_nothing);
    } else if (tab == "neighbours") {
        m_lower_panel->setTitle(m_about ? tr("Neighbours of %1").arg(m_about->name) : tr("Neighbours"));
        const bool any = m_about && !m_neighbours.empty();
        if (any) {
            const auto from = search::single(m_run->question, m_about->execution);
            if (from && from->legal()) {
                SearchTable table = neighbours_table(*from, m_neighbours);
                m_lower_note = table.note;
                showTable(m_neighbour_table, std::move(table));
            }
            m_tables->setCurrentWidget(m_neighbour_table);
        } else {
            m_nothing->setText(!m_no_neighbours.empty() ? refusal_text(m_no_neighbours)
                               : m_about
                                   ? QString()
                                   : tr("Pick a strategy in the table of the best or in the plot. The selected "
                                        "strategy of the session is not one of this question: it has other devices, "
                                        "another batch, or breaks a law."));
            m_tables->setCurrentWidget(m_nothing);
        }
    } else if (tab == "knobs") {
        m_lower_panel->setTitle(tr("What each value can reach"));
        m_knobs->setPicture(knob_picture(*m_run, *at, m_look.brush, m_neighbours));
        m_held->setVisible(m_mine.has_value() && m_mine->mine.legal() && !m_mine->held.empty());
        if (m_mine && m_run->selected())
            showTable(m_held, held_table(*m_mine, m_run->selected()->letter));
        m_tables->setCurrentIndex(2);
    } else {
        SearchTable table = best_table(*m_run, *at, m_cloud.get(), m_within);
        m_lower_panel->setTitle(table.title);
        m_lower_note = table.note;
        showTable(m_best, std::move(table));
        m_best->setCurrentKey(shown(m_look.picked));
        m_tables->setCurrentWidget(m_best);
    }
    fitHeads();
    updateActions();
}

void SearchView::updateActions()
{
    const bool any = executionOf(shown(m_look.picked)).has_value();
    m_add->setEnabled(any);
    m_use->setEnabled(any);
}

} // namespace blueprinting::ui
