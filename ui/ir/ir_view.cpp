#include "ui/ir/ir_view.h"

#include "ui/ir/ir_graph.h"
#include "ui/ir/ir_text.h"
#include "ui/ir/pass_chain.h"
#include "ui/ir/task_panel.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/digest_label.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/command_line.h"
#include "ui/workspace/comparison.h"
#include "ui/workspace/filters.h"

#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kNarrow = 1060; ///< below, the task stands under the tree
constexpr int kColumn = 560;  ///< below, the passes stand under both
constexpr int kPassesWidth = 198, kTaskWidth = 301;
constexpr int kWholeTree = 580;                                           ///< a tree with all its columns
constexpr int kTreeHeight = 300, kBelowHeight = 280, kPassesHeight = 430; ///< of a column that scrolls

} // namespace

IrView::IrView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("ir"), tr("IR"), parent),
      m_answer(named(new AnswerLine(this), "answer")),
      m_stack(new QStackedWidget(this)),
      m_empty(named(new EmptyState(this), "irEmpty"))
{
    QWidget* passes = makePasses();
    m_middle = split(Qt::Vertical, {makeTree(), makeDiff()});
    m_middle->setStretchFactor(0, 5);
    m_middle->setStretchFactor(1, 2);
    m_columns = named(split(Qt::Horizontal, {passes, m_middle, makeTask()}, 1), "irColumns");
    auto* open_button = m_empty->addAction(tr("Open a checkpoint…"), icon(Icon::open));
    open_button->setObjectName(QStringLiteral("openInstead"));
    connect(open_button, &QAbstractButton::clicked, this, &IrView::chooseFile);
    m_scroll = page_of(m_columns, "irScroll");
    m_stack->addWidget(m_scroll);
    m_stack->addWidget(m_empty);
    lay_page(this, m_answer, m_stack);
    layout()->setSizeConstraint(QLayout::SetNoConstraint); // see minimumSizeHint
    m_tree->installEventFilter(this);
    m_diff->installEventFilter(this);
    // Also while another view is in front: what the last edit left alone is asked of whatever edit that was.
    m_trace.note(workspace);
    connect(&workspace, &Workspace::sessionChanged, this, [this] { m_trace.note(this->workspace()); });
}

void IrView::choose(QComboBox* box, const BoxChoices& choices, const QString& current)
{
    fill_choices(box, choices, current);
    const QSignalBlocker quiet(box);
    box->setCurrentIndex(std::max(0, box->currentIndex()));
    box->setToolTip(box->currentText()); // may be elided
}

IrView::State IrView::readState() const
{
    State out;
    out.shown = keptText("shown", out.shown);
    out.mode = keptText("mode", out.mode);
    out.other = keptText("other").toStdString();
    out.diff = diff_from(keptText("diff"));
    out.piece = keptText("piece");
    out.opened = keptTexts("opened");
    if (const QString one = keptText("opened"); !one.isEmpty())
        out.opened << one;
    return out;
}

void IrView::keep(const State& state)
{
    Json out{{"shown", state.shown.toStdString()},
             {"mode", state.mode.toStdString()},
             {"diff", diff_key(state.diff).toStdString()}};
    if (!state.other.empty())
        out["other"] = state.other;
    if (!state.piece.isEmpty())
        out["piece"] = state.piece.toStdString();
    for (const QString& path : state.opened)
        out["opened"].push_back(path.toStdString());
    setState(std::move(out));
    refresh();
}

std::vector<IrView::Candidate> IrView::candidates() const
{
    const OpenedFile* file = shownFile();
    std::vector<Candidate> out;
    for (const SessionStrategy& each : workspace().session().strategies)
        if (file || each.id != workspace().session().selected)
            if (auto subject = subject_of(each, workspace().result(each.id), m_pieces, m_piece))
                out.push_back({shown(each.name), each.id, *std::move(subject)});
    // Two IRs of different stages have nothing to be held against each other.
    for (const OpenedFile& other : m_opened)
        if (&other != file && other.stage == shownStage())
            out.push_back({other.subject.name, std::string(kFile) + other.path.toStdString(), other.subject});
    return out;
}

void IrView::findSubjects()
{
    m_subject.reset();
    m_other.reset();
    m_other_key.clear();
    const Session& session = workspace().session();
    m_piece.clear();
    if (const SessionStrategy* selected = workspace().selected()) {
        const StrategyResult& result = workspace().result(selected->id);
        if (result.program)
            m_piece = shown_piece(result.program->program, m_state.piece, shown(session.selection.task));
        m_subject = subject_of(*selected, result, m_pieces, m_piece);
    }
    const std::vector<Candidate> all = candidates();
    const auto with = [&](const std::string& key) { return std::ranges::find(all, key, &Candidate::key); };
    // The one that was asked for; else what a file came from, or the baseline; else the first that can be seen.
    const ComparedBaseline baseline = compared_baseline(session);
    auto found = with(m_state.other);
    if (found == all.end())
        found = with(shownFile() ? session.selected : baseline.strategy ? baseline.strategy->id : std::string());
    if (found == all.end())
        found = std::ranges::find_if(all, [&](const Candidate& one) {
            const SessionStrategy* strategy = session.find(one.key);
            return strategy && strategy->visible;
        });
    if (found == all.end())
        return;
    m_other = found->subject;
    m_other_key = found->key;
    if (m_subject && !shownFile() && session.find(m_other_key)) {
        const QStringList names = short_names({m_other->name, m_subject->name});
        m_other->short_name = names[0];
        m_subject->short_name = names[1];
    }
}

const IrView::OpenedFile* IrView::shownFile() const
{
    for (std::size_t place = 0; place < m_opened.size(); ++place)
        if (m_state.shown == openedKey(place))
            return &m_opened[place];
    return nullptr;
}

const IrSubject* IrView::shownSubject() const
{
    if (const OpenedFile* file = shownFile())
        return &file->subject;
    return m_subject ? &*m_subject : nullptr;
}

IrStage IrView::shownStage() const
{
    const OpenedFile* file = shownFile();
    return file ? file->stage : stage_from(m_state.shown).value_or(IrStage::distributed);
}

QString IrView::pickedTask() const
{
    const IrSubject* subject = shownSubject();
    const QString picked = shown(workspace().session().selection.task);
    if (!subject)
        return picked;
    const bool there = (subject->plan() && find_task(*subject->plan(), picked)) ||
                       (subject->distributed() && find_task(*subject->distributed(), picked));
    return there ? picked : default_task(*subject);
}

void IrView::refresh()
{
    m_trace.note(workspace());
    m_state = readState();
    m_filter = filter_of(workspace().session());
    readOpened();
    findSubjects();
    const IrSubject* subject = shownSubject();
    m_stack->setCurrentIndex(subject ? 0 : 1);
    if (!subject) {
        const SessionStrategy* selected = workspace().selected();
        const std::size_t laws = selected ? workspace().result(selected->id).violations.size() : 0;
        const QString name = selected ? shown(selected->name) : QString();
        m_answer->setAnswer(selected ? tr("%1 has no figures yet").arg(name) : tr("No strategy is selected"), {});
        m_empty->setContent(
            Icon::document, selected ? tr("%1 was never legal").arg(name) : tr("Nothing to show"),
            (!selected   ? tr("Add a strategy on the left to see its IRs here.")
             : laws == 1 ? tr("It breaks a law. Correct the marked field on the left to see its IRs here.")
             : laws > 1  ? tr("It breaks %1 laws. Correct the marked fields on the left to see its IRs here.").arg(laws)
                         : tr("It could not be compiled; the editor on the left says why.")) +
                tr(" You can open a checkpoint without it."));
        Q_EMIT statusChanged();
        return;
    }
    const IrSubject* other = m_other ? &*m_other : nullptr;
    const bool other_is_file = m_other_key.starts_with(kFile);
    const Answer answer = shownFile()     ? opened_answer(*subject, shownStage(), other)
                          : other_is_file ? opened_answer(*other, shownStage(), subject)
                                          : ir_answer(*subject, other);
    const bool stale = !subject->current || (other && !other->current);
    m_answer->setAnswer(stale ? tr("%1 (%2)").arg(answer.headline, last_legal_words()) : answer.headline, answer.why);
    arrange();
    const QString picked = pickedTask();
    showPieces();
    showPasses(picked);
    showEntities(picked);
    showDiff(picked);
    m_task->setDetails(task_details(*subject, shownStage(), picked));
    arrange();
    Q_EMIT statusChanged();
}

void IrView::pickTask(const QString& key)
{
    Selection selection = workspace().session().selection;
    selection.task = key.toStdString();
    workspace().select(selection);
    refresh();
}

/// What is picked stays picked where the piece has it, and else no task is.
void IrView::pickPiece(const QString& key)
{
    const SessionStrategy* selected = workspace().selected();
    const StrategyResult* result = selected ? &workspace().result(selected->id) : nullptr;
    if (!result || !result->program || key == m_piece)
        return;
    if (Selection selection = workspace().session().selection;
        !has_task(result->program->program, key, shown(selection.task))) {
        selection.task.clear();
        workspace().select(selection);
    }
    State state = m_state;
    state.piece = key;
    keep(state);
}

void IrView::showPieces()
{
    const SessionStrategy* selected = workspace().selected();
    const StrategyResult* result = selected ? &workspace().result(selected->id) : nullptr;
    BoxChoices choices;
    if (result && result->program && !shownFile())
        for (const PieceChoice& each : piece_choices(result->program->program))
            choices.emplace_back(each.title, each.key);
    m_piece_box->setVisible(choices.size() > 1);
    fill_choices(m_piece_box, std::move(choices), m_piece);
}

void IrView::follow(const TaskLink& link)
{
    State state = m_state;
    state.shown = stage_key(link.stage);
    if (!link.task.isEmpty()) {
        // What leads here must be seen: filters that hide it go.
        const ir::PortablePlanIR* plan = m_subject ? m_subject->plan() : nullptr;
        const auto place = plan ? find_task(*plan, link.task) : std::nullopt;
        if (place && !matches(m_filter, plan->tasks[*place]))
            workspace().edit(tr("Show a task that filters hide"), [](Session& session) {
                for (const auto field :
                     {filter_field::task, filter_field::phase, filter_field::engine, filter_field::primitive})
                    set_filter(session, field, {});
            });
        Selection selection = workspace().session().selection;
        selection.task = link.task.toStdString();
        workspace().select(selection);
    }
    keep(state);
}

void IrView::pickEntity(const QString& id)
{
    const IrSubject* subject = shownSubject();
    if (!subject)
        return;
    const auto pick = [&](const auto& of) {
        for (const auto& task : of.tasks)
            if (shown(task.id) == id)
                pickTask(task_key(task));
    };
    if (shownStage() == IrStage::distributed && subject->distributed())
        pick(*subject->distributed());
    else if (shownStage() == IrStage::portable && subject->plan())
        pick(*subject->plan());
}

QString IrView::commandLine() const
{
    const SessionStrategy* selected = workspace().selected();
    if (!selected)
        return {};
    if (const OpenedFile* file = shownFile())
        return QStringLiteral("blueprinting verify %1").arg(shell_quoted(file->path));
    const QString piece =
        m_piece.isEmpty() || m_piece == QLatin1String("0") ? QString() : QStringLiteral(" --piece ") + m_piece;
    return QStringLiteral("blueprinting inspect --stage %1").arg(stage_key(shownStage())) + piece +
           strategy_arguments(m_subject && m_subject->form ? *m_subject->form : form_of(*selected),
                              workspace().session().rules, false);
}

QWidget* IrView::firstFocus() { return m_tree; }

void IrView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

/// What is picked stays in sight when a table gets another height.
bool IrView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && (watched == m_tree || watched == m_diff))
        QMetaObject::invokeMethod(
            this,
            [this, table = watched == m_tree ? m_tree : m_diff] {
                if (table == m_diff && shownSubject())
                    showDiff(pickedTask()); // columns in the form for this width
                if (!table->currentIndex().isValid())
                    return;
                // The head of its group first, so that both are in sight where both have room. Of a column that
                // scrolls, the window may show no more than a table's first rows.
                int head = table->currentIndex().row();
                while (head > 0 && table->model()->index(head, 0).data(RowKindRole).toInt() != int(RowKind::group))
                    --head;
                const int apart =
                    (table->currentIndex().row() - head + 2) * table->verticalHeader()->defaultSectionSize();
                if (apart <= table->viewport()->height() &&
                    table->model()->index(head, 0).data(RowKindRole).toInt() == int(RowKind::group))
                    table->scrollTo(table->model()->index(head, 0), QAbstractItemView::PositionAtTop);
                else
                    table->scrollTo(table->currentIndex(), m_column.value_or(false) ? QAbstractItemView::PositionAtTop
                                                                                    : QAbstractItemView::EnsureVisible);
            },
            Qt::QueuedConnection);
    return View::eventFilter(watched, event);
}

/// Narrow: the task's formulas share the place of the differences, under the tree. Narrower still: one column, the tree
/// first.
void IrView::arrange()
{
    const bool narrow = width() < kNarrow;
    const bool single = width() < kColumn;
    if (m_narrow != narrow || m_column != single) {
        m_narrow = narrow;
        m_column = single;
        m_columns->setOrientation(single ? Qt::Vertical : Qt::Horizontal);
        if (narrow)
            m_below->addWidget(m_task_panel); // the stack shows one of the two
        m_columns->insertWidget(single ? 1 : 0, m_passes_panel);
        if (!narrow) {
            m_columns->addWidget(m_task_panel);
            m_task_panel->setVisible(true);
        }
        m_tree_panel->setMinimumHeight(single ? kTreeHeight : 0);
        m_below->setMinimumHeight(single ? kBelowHeight : 0);
        m_passes_panel->setMinimumHeight(single ? kPassesHeight : 0);
        m_below_switch->setVisible(narrow);
        if (shownSubject()) { // in the form for this width
            showEntities(pickedTask());
            showDiff(pickedTask());
        }
        m_below->setCurrentIndex(narrow && m_below_switch->current() == QLatin1String("task") ? 1 : 0);
        auto* head = static_cast<QHBoxLayout*>((narrow ? m_narrow_head : m_wide_head)->layout());
        head->addWidget(m_count, narrow ? 0 : 1);
        head->addWidget(m_mode);
        m_narrow_head->setVisible(narrow);
        m_wide_head->setVisible(!narrow);
        m_search->setPlaceholderText(narrow ? tr("Search") : tr("Name or primitive"));
        m_sha->setVisible(!narrow);
        m_digest->setVisible(!narrow); // the card has it too
        m_open_button->setIcon(narrow ? QIcon() : icon(Icon::open));
        m_export_button->setIcon(narrow ? QIcon() : icon(Icon::export_file));
        if (single)
            m_columns->setSizes({kTreeHeight + kBelowHeight, kPassesHeight});
        else
            m_columns->setSizes(narrow ? QList<int>{kPassesWidth, width() - kPassesWidth - metrics::kPanelGap}
                                       : QList<int>{203, width() - 203 - kTaskWidth - 24, kTaskWidth});
        m_middle->setSizes(narrow ? QList<int>{height() * 56 / 100, height() * 44 / 100}
                                  : QList<int>{height() * 5 / 7, height() * 2 / 7});
    }
    // The panels take their sizes after this; a tree that has no room for every column shows the first of them.
    const int tree = single   ? width()
                     : narrow ? width() - kPassesWidth - metrics::kPanelGap
                              : m_columns->sizes().value(1);
    const QStringList last{QStringLiteral("lineage"), QStringLiteral("write"), QStringLiteral("read"),
                           QStringLiteral("place"), QStringLiteral("plan")};
    m_tree->setColumnsLeftOut(tree < kWholeTree ? last : QStringList());
}

} // namespace blueprinting::ui
