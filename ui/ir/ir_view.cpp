#include "ui/ir/ir_view.h"

#include "core/base/canonical_json.h"
#include "core/base/file.h"
#include "core/ir/text.h"
#include "ui/ir/ir_graph.h"
#include "ui/ir/ir_text.h"
#include "ui/ir/pass_chain.h"
#include "ui/ir/task_panel.h"
#include "ui/style/metrics.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/digest_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/tone_label.h"
#include "ui/workspace/command_line.h"
#include "ui/workspace/filters.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

constexpr int kNarrow = 1000; ///< below, the task stands under the tree

QString text_of(const Json& state, const char* key, const QString& fallback)
{
    return state.is_object() && state.contains(key) && state.at(key).is_string() ? shown(state.at(key).get<std::string>()) : fallback;
}

} // namespace

IrView::IrView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("ir"), tr("IR"), parent), m_answer(new AnswerLine(this)), m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(this)), m_columns(new QSplitter(Qt::Horizontal)), m_middle(new QSplitter(Qt::Vertical))
{
    m_answer->setObjectName(QStringLiteral("answer"));
    m_columns->setObjectName(QStringLiteral("irColumns"));
    m_columns->setChildrenCollapsible(false);
    m_middle->setChildrenCollapsible(false);
    m_columns->addWidget(makePasses());
    m_middle->addWidget(makeTree());
    m_middle->addWidget(makeDiff());
    m_middle->setStretchFactor(0, 5);
    m_middle->setStretchFactor(1, 2);
    m_columns->addWidget(m_middle);
    m_columns->addWidget(makeTask());
    m_columns->setStretchFactor(1, 1);

    m_empty->setObjectName(QStringLiteral("irEmpty"));
    m_empty->setContent(Icon::document, tr("No IR yet"),
                        tr("The selected strategy breaks a law and never was legal, so there is nothing to compile. Its laws stand "
                           "under its fields. A checkpoint can be opened without it."));
    auto* open_button = m_empty->addAction(tr("Open a checkpoint…"), icon(Icon::open));
    open_button->setObjectName(QStringLiteral("openInstead"));
    connect(open_button, &QAbstractButton::clicked, this, &IrView::chooseFile);
    m_stack->addWidget(m_columns);
    m_stack->addWidget(m_empty);
    auto* all = new QVBoxLayout(this);
    all->setSizeConstraint(QLayout::SetNoConstraint); // see minimumSizeHint
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(metrics::kPanelGap);
    all->addWidget(m_answer);
    all->addWidget(m_stack, 1);
}

IrView::State IrView::readState() const
{
    const Json state = this->state();
    State out;
    out.shown = text_of(state, "shown", out.shown);
    out.mode = text_of(state, "mode", out.mode);
    out.other = text_of(state, "other", {}).toStdString();
    out.diff = diff_from(text_of(state, "diff", {}));
    out.opened = text_of(state, "opened", {});
    return out;
}

void IrView::keep(const State& state)
{
    Json out{{"shown", state.shown.toStdString()}, {"mode", state.mode.toStdString()}, {"diff", diff_key(state.diff).toStdString()}};
    if (!state.other.empty())
        out["other"] = state.other;
    if (!state.opened.isEmpty())
        out["opened"] = state.opened.toStdString();
    setState(std::move(out));
    refresh();
}

void IrView::findSubjects()
{
    m_subject.reset();
    m_other.reset();
    const Session& session = workspace().session();
    const SessionStrategy* selected = workspace().selected();
    if (!selected)
        return;
    m_subject = subject_of(*selected, workspace().result(selected->id));
    // The one that was asked for; else the baseline; else the first other that can be seen.
    const SessionStrategy* other = session.find(m_state.other);
    const auto usable = [&](const SessionStrategy* s) { return s && s->id != selected->id && workspace().result(s->id).evaluation; };
    if (!usable(other))
        other = workspace().baseline();
    if (!usable(other)) {
        other = nullptr;
        for (const SessionStrategy& each : session.strategies)
            if (!other && each.visible && usable(&each))
                other = &each;
    }
    if (other)
        m_other = subject_of(*other, workspace().result(other->id));
    if (m_subject && m_other) {
        const QStringList names = short_names({m_other->name, m_subject->name});
        m_other->short_name = names[0];
        m_subject->short_name = names[1];
    }
}

const IrSubject* IrView::shownSubject() const
{
    if (m_state.shown == QLatin1String("opened") && m_opened)
        return &m_opened->subject;
    return m_subject ? &*m_subject : nullptr;
}

IrStage IrView::shownStage() const
{
    if (m_state.shown == QLatin1String("opened") && m_opened)
        return m_opened->stage;
    return stage_from(m_state.shown).value_or(IrStage::distributed);
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
    m_state = readState();
    m_filter = filter_of(workspace().session());
    if (m_state.opened != (m_opened ? m_opened->path : QString()))
        readOpened();
    findSubjects();
    const IrSubject* subject = shownSubject();
    m_stack->setCurrentIndex(subject ? 0 : 1);
    m_answer->setVisible(subject != nullptr);
    if (!subject) {
        Q_EMIT statusChanged();
        return;
    }
    const bool opened = m_opened && subject == &m_opened->subject;
    const IrAnswer answer = opened ? opened_answer(*subject, shownStage(), m_subject ? &*m_subject : nullptr)
                                   : ir_answer(*subject, m_other ? &*m_other : nullptr);
    m_answer->setAnswer(answer.headline, answer.why);
    arrange();
    const QString picked = pickedTask();
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
                for (const auto field : {filter_field::task, filter_field::phase, filter_field::engine, filter_field::primitive})
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

bool IrView::opens(const QString& kind) const { return kind == QLatin1String("checkpoint"); }

Result<Done> IrView::open(const QString& path)
{
    const auto document = JsonDocument::read(path.toStdString());
    if (!document)
        return document.failure_as<Done>();
    const auto checkpoint = passes::checkpoint_from_json(*document);
    if (!checkpoint)
        return checkpoint.failure_as<Done>();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_opened = OpenedFile{absolute, subject_of(*checkpoint, QFileInfo(path).fileName()),
                          stage_of_schema(checkpoint->schema).value_or(IrStage::portable)};
    State state = m_state;
    state.opened = absolute;
    state.shown = QStringLiteral("opened");
    keep(state);
    return Done{};
}

/// The session names a file that this view has not read yet, or none where it had one.
void IrView::readOpened()
{
    m_opened.reset();
    if (m_state.opened.isEmpty())
        return;
    const QString path = m_state.opened;
    const auto document = JsonDocument::read(path.toStdString());
    const auto checkpoint = document ? passes::checkpoint_from_json(*document) : document.failure_as<passes::PassCheckpoint>();
    if (checkpoint) {
        m_opened = OpenedFile{path, subject_of(*checkpoint, QFileInfo(path).fileName()),
                              stage_of_schema(checkpoint->schema).value_or(IrStage::portable)};
        return;
    }
    Q_EMIT noticeRaised({Tone::caution, tr("%1 is no longer the checkpoint that was opened.").arg(QFileInfo(path).fileName()),
                         shown(checkpoint.diagnostics().front().message)});
    m_state.opened.clear();
    if (m_state.shown == QLatin1String("opened"))
        m_state.shown = QStringLiteral("distributed");
}

Result<Done> IrView::exportCheckpoint(const QString& path) const
{
    const IrSubject* subject = shownSubject();
    const passes::PassCheckpoint* checkpoint = subject ? subject->checkpoint(shownStage()) : nullptr;
    if (!checkpoint)
        return Diagnostic{Severity::error, "ir.nothing", "", "there is no checkpoint to write"};
    if (path.endsWith(QLatin1String(".txt"), Qt::CaseInsensitive))
        return write_file_atomically(path.toStdString(), ir::text_form(*checkpoint->ir));
    const auto text = pretty_json(passes::to_json(*checkpoint));
    return text ? write_file_atomically(path.toStdString(), *text) : text.failure_as<Done>();
}

void IrView::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a checkpoint"), {}, tr("Checkpoints (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    const auto opened = open(path);
    if (!opened)
        Q_EMIT noticeRaised({Tone::bad, tr("%1 was refused.").arg(QFileInfo(path).fileName()),
                             shown(to_line(opened.diagnostics().front())) + tr(" Nothing was changed.")});
}

void IrView::chooseExport()
{
    const IrSubject* subject = shownSubject();
    if (!subject)
        return;
    const QString suggested = QString(subject->name).replace(QLatin1Char(' '), QLatin1Char('-')) + QLatin1Char('-') +
                              stage_key(shownStage()) + QStringLiteral(".json");
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the checkpoint"), suggested,
                                                      tr("Checkpoint (*.json);;Text form (*.txt)"));
    if (path.isEmpty())
        return;
    const auto written = exportCheckpoint(path);
    if (!written)
        Q_EMIT noticeRaised({Tone::bad, tr("%1 was not written.").arg(QFileInfo(path).fileName()),
                             shown(to_line(written.diagnostics().front()))});
}

QList<QAction*> IrView::exportActions()
{
    delete m_export;
    m_export = new QMenu(this);
    connect(m_export->addAction(tr("Checkpoint…")), &QAction::triggered, this, &IrView::chooseExport);
    return m_export->actions();
}

QString IrView::commandLine() const
{
    const SessionStrategy* selected = workspace().selected();
    if (!selected)
        return {};
    if (m_opened && m_state.shown == QLatin1String("opened"))
        return QStringLiteral("blueprinting verify %1").arg(shell_quoted(m_opened->path));
    return QStringLiteral("blueprinting inspect --stage %1").arg(stage_key(shownStage())) +
           strategy_arguments(form_of(*selected), workspace().session().rules, false);
}

QWidget* IrView::firstFocus() { return m_tree; }

void IrView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

/// Narrow: the task's formulas share the place of the differences, under the tree.
void IrView::arrange()
{
    const bool narrow = width() < kNarrow;
    if (m_narrow != narrow) {
        m_narrow = narrow;
        if (narrow) {
            m_below->addWidget(m_task_panel); // the stack shows one of the two
        } else {
            m_columns->addWidget(m_task_panel);
            m_task_panel->setVisible(true);
        }
        m_below_switch->setVisible(narrow);
        if (shownSubject())
            showDiff(pickedTask()); // in the form for this width
        m_below->setCurrentIndex(narrow && m_below_switch->current() == QLatin1String("task") ? 1 : 0);
        m_search->setMaximumWidth(narrow ? 92 : QWIDGETSIZE_MAX); // the choices need the row more
        m_sha->setVisible(!narrow);
        m_open_button->setIcon(narrow ? QIcon() : icon(Icon::open));
        m_export_button->setIcon(narrow ? QIcon() : icon(Icon::export_file));
        m_columns->setSizes(narrow ? QList<int>{198, width() - 198 - 12} : QList<int>{206, width() - 206 - 298 - 24, 298});
        m_middle->setSizes(narrow ? QList<int>{height() * 31 / 50, height() * 19 / 50} : QList<int>{height() * 5 / 7, height() * 2 / 7});
    }
    // The panels take their sizes after this; in a narrow view the tree never has room for every column.
    const int room = narrow || m_columns->sizes().value(1) < 580 ? 0 : 1;
    if (room != m_lineage_room) {
        m_lineage_room = room;
        for (const char* column : {"lineage", "write", "read", "place", "plan"})
            m_tree->setColumnShown(QString::fromLatin1(column), room > 0);
    }
}

} // namespace blueprinting::ui
