#include "ui/ir/ir_view.h"

#include "ui/ir/task_panel.h"
#include "ui/style/metrics.h"
#include "ui/style/words.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/column_fit.h"
#include "ui/widgets/tables/table_view.h"

#include <QComboBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kWholeValues = 440; ///< narrower tables have no room for two values and what they are of

/// What is the same, and the fields that tell the two apart all the same.
QString joined_movers(const QString& same, const std::vector<FieldChange>& movers)
{
    QStringList lines{same};
    if (!movers.empty())
        lines << Words::tr("What changed the digest:");
    for (const FieldChange& mover : movers)
        lines << QStringLiteral("%1: %2 → %3").arg(mover.title, mover.before, mover.after);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QWidget* IrView::makeDiff()
{
    m_diff_panel = named(new Panel, "diffPanel");
    m_other_box = named(new QComboBox, "diffWith", tr("Strategy to compare with"));
    m_other_box->setMinimumContentsLength(10);
    m_other_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_other_box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_other_box->setMinimumWidth(72);
    m_other_box->setMaximumWidth(300);
    connect(m_other_box, &QComboBox::currentIndexChanged, this, [this] {
        State state = m_state;
        state.other = m_other_box->currentData().toString().toStdString();
        keep(state);
    });
    m_diff_box = named(new QComboBox, "diffShown", tr("Changes to show"));
    m_diff_box->setMinimumContentsLength(9);
    m_diff_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_diff_box->setMinimumWidth(72);
    connect(m_diff_box, &QComboBox::currentIndexChanged, this, [this] {
        State state = m_state;
        state.diff = diff_from(m_diff_box->currentData().toString());
        keep(state);
    });
    auto* title = new ToneLabel(tr("Diff with"), {.bold = true});
    m_diff_count = named(new ToneLabel({}, Tone::secondary), "diffCount");
    auto* top = bare<QHBoxLayout>(nullptr, metrics::kControlGap,
                                  {title, {m_other_box, 1}, Laid::rest(0), m_diff_count, m_diff_box});
    m_diff_panel->body()->addLayout(top);
    m_diff = make_table("diffTable");
    m_diff->setMinimumWidth(160);
    m_diff->setAccessibleName(tr("Differences"));
    connect(m_diff, &TableView::keyPicked, this, [this](const QString& key) {
        if (shownStage() != IrStage::model)
            pickTask(key);
    });
    m_diff_panel->body()->addWidget(m_diff, 1);
    m_diff_note = named(new ToneLabel({}, {.tone = Tone::secondary, .wraps = true}), "diffNote");
    m_diff_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_diff_panel->body()->addWidget(m_diff_note, 1);

    auto* holder = new QWidget;
    m_below_switch =
        named(new SegmentedSwitch({{QStringLiteral("diff"), tr("Differences")}, {QStringLiteral("task"), tr("Task")}}),
              "belowSwitch");
    connect(m_below_switch, &SegmentedSwitch::currentChanged, this,
            [this](const QString& id) { m_below->setCurrentIndex(id == QLatin1String("task") ? 1 : 0); });
    m_below_switch->setKept(true);
    m_below_switch->setVisible(false);
    m_below = new QStackedWidget;
    m_below->addWidget(m_diff_panel);
    bare<QVBoxLayout>(holder, metrics::kControlGap, {{m_below_switch, 0, Qt::AlignLeft}, {m_below, 1}});
    return holder;
}

QWidget* IrView::makeTask()
{
    m_task_panel = named(new Panel, "taskPanel");
    m_task_panel->setMinimumWidth(240);
    m_task = named(new TaskPanel, "task");
    connect(m_task, &TaskPanel::followed, this, &IrView::follow);
    connect(m_task, &TaskPanel::timingAsked, this, [this] {
        pickTask(pickedTask());
        this->workspace().showView("timing");
    });
    m_task_panel->body()->addWidget(m_task, 1);
    return m_task_panel;
}

void IrView::showDiff(const QString& picked)
{
    BoxChoices others;
    for (const Candidate& each : candidates())
        others.emplace_back(each.name, shown(each.key));
    const IrSubject* left = m_other ? &*m_other : nullptr;
    choose(m_other_box, others, shown(m_other_key));
    const bool any = left != nullptr;
    m_other_box->setVisible(any);
    m_diff_box->setVisible(any);
    m_diff_count->setVisible(any);
    if (!any) {
        m_diff->setVisible(false);
        m_diff_note->setVisible(true);
        m_diff_note->setText(
            tr("There is no other strategy to compare with. Add or duplicate one in the list, or open a checkpoint."));
        return;
    }
    const IrSubject& right = *shownSubject();
    choose(m_diff_box,
           {{tr("all changes"), diff_key(DiffShown::all)},
            {tr("changed"), diff_key(DiffShown::changed)},
            {tr("only in %1").arg(brief(left->short_name)), diff_key(DiffShown::only_left)},
            {tr("only in %1").arg(brief(right.short_name)), diff_key(DiffShown::only_right)}},
           diff_key(m_state.diff));
    bool compact = m_narrow.value_or(false);
    DiffRows rows = diff_rows(*left, right, shownStage(), m_state.diff, compact);
    const bool stale = !left->current || !right.current;
    const QString words = m_narrow.value_or(false) ? tr("last legal") : last_legal_words();
    m_diff_count->setText(stale ? rows.count() + QStringLiteral(", ") + words : rows.count());
    m_diff_count->setTone(stale ? Tone::caution : Tone::secondary);
    if (stale)
        std::transform(rows.rows.begin(), rows.rows.end(), rows.rows.begin(),
                       [](const TableRow& row) { return last_legal(row); });
    const bool empty = rows.rows.empty();
    m_diff->setVisible(!empty);
    m_diff_note->setVisible(empty);
    if (empty)
        m_diff_note->setText(
            rows.all > 0 ? tr("No change of this kind.")
            : shownStage() == IrStage::model
                ? tr("Both have the same ModelIR: it holds nothing of a strategy.")
                : joined_movers(tr("Every task is the same in both."), digest_movers(*left, right, shownStage())));
    const auto put = [this](const std::vector<Column>& columns, std::vector<TableRow> of) {
        if (m_diff->table()->columns().size() != columns.size()) {
            m_diff->table()->setRows({});
            m_diff->table()->setColumns(columns);
        }
        m_diff->table()->setRows(std::move(of));
    };
    // Both sides of a difference stay in sight: before a value is cut, the kind of change goes, and the phase into the
    // task's column.
    put(rows.columns, rows.rows);
    std::vector<Column> columns =
        fitted(*m_diff, rows.columns, {{{QStringLiteral("change")}}, {{QStringLiteral("phase")}}});
    const auto phase = std::ranges::find(columns, QLatin1String("phase"), &Column::id);
    if (phase != columns.end() && phase->hidden) {
        rows = diff_rows(*left, right, shownStage(), m_state.diff, true);
        if (stale)
            std::transform(rows.rows.begin(), rows.rows.end(), rows.rows.begin(),
                           [](const TableRow& row) { return last_legal(row); });
        put(rows.columns, rows.rows);
        columns = fitted(*m_diff, rows.columns, {});
    }
    if (columns.front().stretch &&
        m_diff->width() < kWholeValues) // values give way too, down to a number in the hundred millions
        for (Column& column : columns)
            column.stretch = column.stretch || column.kind == ColumnKind::number;
    if (m_diff->table()->columns() != columns)
        m_diff->table()->setColumns(std::move(columns));
    m_diff->setCurrentKey(m_diff->table()->rowOf(picked) >= 0 ? picked : QString());
}

} // namespace blueprinting::ui
