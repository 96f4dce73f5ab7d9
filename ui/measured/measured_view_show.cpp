#include "core/base/format.h"
#include "ui/measured/error_plot.h"
#include "ui/measured/measured_view.h"
#include "ui/measured/run_panel.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/stale_mark.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace blueprinting::ui {
void MeasuredView::fillFilters()
{
    for (const auto& [fact, box] : m_combos) {
        const QSignalBlocker quiet(box);
        box->clear();
        box->setMinimumContentsLength(0);
        const auto values = values_of(*m_runs, fact);
        box->addItem(fact == RunFact::source ? tr("all %1").arg(values.size()) : tr("all"), QString());
        for (const std::string& value : values) {
            box->addItem(value_words(fact, value), shown(value));
            box->setItemData(box->count() - 1, shown(value), Qt::ToolTipRole);
            if (value == kNotStated) // is not cut to nothing
                box->setMinimumContentsLength(static_cast<int>(value_words(fact, value).size()) - 3);
        }
    }
}

void MeasuredView::showAll()
{
    for (const auto& [fact, box] : m_combos) {
        const QSignalBlocker quiet(box);
        box->setCurrentIndex(std::max(0, box->findData(shown(m_filter.of(fact)))));
    }
    for (std::size_t i = 0; i < m_grades.size(); ++i) {
        const QSignalBlocker quiet(m_grades[i]);
        m_grades[i]->setChecked(m_filter.grades[i]);
    }
    for (const auto& [box, on] : {std::pair(m_like_c, m_like_derived), {m_like_mine, m_like_own}}) {
        const QSignalBlocker quiet(box);
        box->setChecked(on);
    }
    m_like_mine->setVisible(m_published < m_runs->size());
    m_close_own->setVisible(!m_files.empty());
    int more = 0;
    for (const RunFact fact : kRunFacts)
        more += m_combos.contains(fact) || m_filter.of(fact).empty() ? 0 : 1;
    m_more->setText(more > 0 ? tr("More filters (%1)").arg(more) : tr("More filters"));
    m_up_box->setCurrentIndex(m_up_box->findData(shown(key_of(m_up))));
    m_by_box->setCurrentIndex(m_by_box->findData(shown(key_of(m_by))));
    for (QComboBox* box : {m_up_box, m_by_box})
        box->setToolTip(box->currentText()); // where it has no room for it
    m_stale->setShowing(true);
    const RunPicture picture = this->picture();
    m_strips = picture.strips;
    m_answer->setAnswer(run_answer(picture));
    const bool diagonal = m_form->current() == u"diagonal";
    m_forms->setCurrentIndex(m_shown.drawn.empty() && m_shown.readings.empty() ? 2 : diagonal ? 1 : 0);
    ErrorChart chart = error_chart(picture);
    std::vector<LegendItem> items;
    for (const ErrorKey& key : chart.keys)
        if (!key.box && !key.bar &&
            !key.ring) { // the marks themselves; one's own are named in their colour in the chart
            const bool small = key.shape == RunMark::small;
            items.push_back({QStringLiteral("%1 %2").arg(key.text.section(QLatin1Char(':'), 0, 0), key.count),
                             key.own ? ColorToken()
                             : small ? ColorToken(&Theme::outline)
                                     : ColorToken(Tone::secondary),
                             false, key.shape == RunMark::ring ? Glyph::ring : Glyph::none, !key.own});
        }
    m_legend->setItems(std::move(items));
    m_errors->setChart(std::move(chart));
    if (diagonal)
        m_diagonal->setChart(diagonal_chart(picture, m_words[static_cast<std::size_t>(m_view)]));
    m_forms->updateGeometry(); // what a chart behind the page in front needs is not told by itself
    showLower();
    showPicked();
    arrange();
    Q_EMIT statusChanged();
}

/// What a tab shows, in front or not.
void MeasuredView::fillLower(const QString& tab)
{
    const RunPicture picture = this->picture();
    const auto columns = [](TableView* table, std::vector<Column> wanted) {
        if (table->table()->columns() != wanted)
            table->table()->setColumns(std::move(wanted));
    };
    if (tab == u"rows") {
        if (!m_lines || &m_lines->runs() != m_runs.get() || m_lines->view() != m_view)
            m_lines = std::make_shared<RunLines>(m_runs, m_view);
        columns(m_rows_table, run_columns(m_view));
        show_runs(*m_rows_table->table(), m_lines, m_shown);
    } else if (tab == u"choices") {
        m_choice_table->table()->setRows(choice_rows(picture));
        m_regret->setChart(choice_chart(picture));
    } else if (tab == u"why") {
        m_why_table->table()->setRows(why_not_rows(picture));
    } else {
        const RunSubject* subject = m_shown.selected();
        columns(m_like_table, like_columns(subject ? subject->view : m_view));
        m_like_table->table()->setRows(like_rows(picture));
    }
}

/// What is exported is what is shown now, also of what is not in front.
void MeasuredView::fillAll()
{
    if (!m_runs)
        return;
    for (const char* tab : {"rows", "like", "choices", "why"})
        fillLower(QString::fromLatin1(tab));
    m_diagonal->setChart(diagonal_chart(picture(), m_words[static_cast<std::size_t>(m_view)]));
    for (TableView* table : {m_rows_table, m_like_table, m_choice_table, m_why_table})
        table->setCurrentKey(shown(picked()));
}

/// Tables are filled when they come to the front.
void MeasuredView::showLower()
{
    if (!m_runs)
        return;
    const QString tab = m_tab->current();
    m_like_more->setVisible(tab == u"like");
    fillLower(tab);
    if (tab == u"rows") {
        m_tables->setCurrentWidget(m_rows_table);
        noteLower(tr("tokens/s per GPU"));
    } else if (tab == u"choices") {
        QStringList grades;
        for (const auto& [words, metrics] :
             {std::pair(tr("A and B: %1 cells, %2 % of %3 pairs in order"), &m_shown.choices),
              {tr("C: %1 cells, %2 % of %3"), &m_shown.derived_choices}})
            if (metrics->pairwise_accuracy)
                grades << words.arg(metrics->cells)
                              .arg(shown(format::fixed(100 * *metrics->pairwise_accuracy, 1)))
                              .arg(metrics->ordered_pairs);
        noteLower(grades.isEmpty() ? tr("no cell of three strategies") : grades.join(QStringLiteral("; ")));
        m_tables->setCurrentIndex(2);
    } else if (tab == u"why") {
        m_tables->setCurrentWidget(m_why_table);
        noteLower(m_shown.not_calibrated.empty() ? tr("%1 rows").arg(count_words(m_shown.not_expressible.size()))
                                                 : tr("%1 rows; %2 more are not calibrated")
                                                       .arg(count_words(m_shown.not_expressible.size()),
                                                            count_words(m_shown.not_calibrated.size())));
    } else {
        showLike();
    }
    for (TableView* table : {m_rows_table, m_like_table, m_choice_table, m_why_table})
        table->setCurrentKey(shown(picked()));
}

/// The nearest, or why there is none.
void MeasuredView::showLike()
{
    const RunSubject* subject = m_shown.selected();
    // The very strategy, not one that the distance takes for it.
    const bool own = subject && std::ranges::any_of(subject->listed.nearest, [](const measured::Nearest& each) {
                         return each.distance == 0 && each.uncounted.empty();
                     });
    QString note = tr("tokens/s per GPU");
    if (subject && subject->view != m_shown.view)
        note += tr(", peak-only");
    noteLower(own ? tr("%1; %2 itself is one of them").arg(note, subject->letter) : note);
    m_tables->setCurrentWidget(m_like_table);
    if (subject && !subject->listed.nearest.empty())
        return;
    const QString farthest = shown(format::shortest(measured::kFarthest));
    m_like_empty->setText(
        !subject ? tr("The selected strategy is not legal, or is no training: no run can be held against it.")
        : m_shown.filtered
            ? tr("No run that the filters leave is like %1: none is nearer than %2.").arg(subject->letter, farthest)
            : tr("No published run is like %1: none is nearer than %2.").arg(subject->letter, farthest));
    m_tables->setCurrentWidget(m_like_empty);
}

void MeasuredView::showPicked()
{
    m_errors->setSelected(shown(picked()));
    if (m_form->current() == u"diagonal") {
        XyChart diagonal = m_diagonal->chart();
        diagonal.selected.clear();
        diagonal.selected.push_back(shown(picked()));
        m_diagonal->setChart(std::move(diagonal));
    }
    for (TableView* table : {m_rows_table, m_like_table, m_choice_table, m_why_table})
        table->setCurrentKey(shown(picked()));
    if (const auto at = rowOf(picked()))
        m_run->showRun(*m_runs, *at, m_view);
    else
        m_run->showNothing();
}

} // namespace blueprinting::ui
