#include "ui/ir/ir_overview.h"
#include "ui/style/foreign_text.h"
#include "ui/style/words.h"

#include "core/ir/diff.h"
#include "core/ir/verify.h"
#include "core/schedule/from_estimate.h"
#include "core/schedule/from_program.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <array>

namespace blueprinting::ui {
namespace {

QString counted(std::size_t count, const char* one, const char* many)
{
    return Words::tr(count == 1 ? one : many).arg(whole_number(std::int64_t(count)));
}

std::size_t collectives(const ir::DistributedTaskIR& of)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(of.tasks, [](const ir::Task& task) { return task.collective.has_value(); }));
}

QString counts_of(const IrSubject& subject, IrStage stage)
{
    switch (stage) {
    case IrStage::model: {
        const ir::ModelIR* model = subject.model();
        return model ? counted(model->operations.size(), "%1 operation", "%1 operations") + QStringLiteral(", ") +
                           counted(model->values.size(), "%1 value", "%1 values")
                     : QString();
    }
    case IrStage::distributed: {
        const ir::DistributedTaskIR* distributed = subject.distributed();
        if (!distributed)
            return {};
        const std::size_t count = collectives(*distributed);
        return counted(distributed->tasks.size(), "%1 task", "%1 tasks") + QStringLiteral(", ") +
               (count == 0 ? Words::tr("no collectives") : counted(count, "%1 collective", "%1 collectives"));
    }
    case IrStage::portable:
        return subject.plan() ? counted(subject.plan()->tasks.size(), "%1 task with facts", "%1 tasks with facts")
                              : QString();
    }
    return {};
}

std::size_t task_count(const IrSubject& subject, IrStage stage)
{
    if (stage == IrStage::distributed && subject.distributed())
        return subject.distributed()->tasks.size();
    if (stage == IrStage::portable && subject.plan())
        return subject.plan()->tasks.size();
    return 0;
}

QString relation_to(const IrSubject& subject, const IrSubject& other, IrStage stage)
{
    const auto* ours = subject.checkpoint(stage);
    const auto* theirs = other.checkpoint(stage);
    if (!ours || !theirs)
        return {};
    if (ours->output == theirs->output)
        return Words::tr("same digest in %1").arg(other.short_name);
    const std::size_t count = task_count(other, stage);
    if (stage == IrStage::distributed && count != task_count(subject, stage))
        return Words::tr("%1 has %2").arg(other.short_name, counted(count, "%1 task", "%1 tasks"));
    return Words::tr("differs from %1").arg(other.short_name);
}

/// "Recompute" → "recompute", but "TP communication" and "GPUs" stay.
QString inside_a_sentence(const QString& title)
{
    const bool acronym = title.size() > 1 && title[1].isUpper();
    return acronym ? title : title.left(1).toLower() + title.mid(1);
}

bool same_digest(const IrSubject& a, const IrSubject& b, IrStage stage)
{
    return a.checkpoint(stage) && b.checkpoint(stage) && a.checkpoint(stage)->output == b.checkpoint(stage)->output;
}

/// "TP 8 → 4", "3 fields"
QString edit_words(const IrSubject& before, const IrSubject& after)
{
    if (!before.form || !after.form)
        return Words::tr("the last edit");
    std::vector<FieldChange> fields = changes_between(*before.form, *after.form).fields;
    std::erase_if(fields, [](const FieldChange& field) { return field.key == QLatin1String("num_procs"); });
    if (fields.size() != 1)
        return fields.empty() ? Words::tr("the last edit") : Words::tr("%1 fields").arg(fields.size());
    return QStringLiteral("%1 %2 → %3")
        .arg(inside_a_sentence(fields.front().title), fields.front().before, fields.front().after);
}

/// Steps of transformer-distribute that put nothing in: the block has no task of theirs.
std::vector<Unchanged> idle_steps(const ir::DistributedTaskIR& of)
{
    const auto none = [&](const auto& holds) { return std::ranges::none_of(of.tasks, holds); };
    const auto none_of_phase = [&](ir::Phase phase) {
        return none([&](const ir::DistributedTask& task) { return task.phase == phase; });
    };
    std::vector<Unchanged> out;
    if (collectives(of) == 0)
        out.push_back(
            {Words::tr("TP collectives"), Words::tr("One rank holds the whole block: no collective is inserted.")});
    QStringList phases;
    for (const ir::Phase phase : kIrPhases)
        if (none_of_phase(phase))
            phases << phase_title(phase);
    if (!phases.isEmpty())
        out.push_back({phases.join(QStringLiteral(", ")),
                       Words::tr("Steps of transformer-distribute that add no task to this block.")});
    return out;
}

/// Passes against the other strategy, and steps without effect.
std::vector<Unchanged> unchanged_by(const IrSubject& subject, const IrSubject* other, IrStage stage)
{
    static constexpr std::array kMadeBy{"transformer-import", "transformer-distribute", "transformer-plan-work"};
    const passes::PassCheckpoint& checkpoint = *subject.checkpoint(stage);
    std::vector<Unchanged> out;
    if (checkpoint.input == checkpoint.output)
        out.push_back({shown(checkpoint.pass), Words::tr("Its output equals its input.")});
    else if (other && same_digest(subject, *other, stage))
        out.push_back({QString::fromLatin1(kMadeBy[static_cast<std::size_t>(stage)]),
                       Words::tr("The same digest in %1 and %2: the fields that differ do not affect it.")
                           .arg(other->short_name, subject.short_name)});
    if (stage == IrStage::distributed && subject.distributed())
        for (Unchanged& step : idle_steps(*subject.distributed()))
            out.push_back(std::move(step));
    return out;
}

/// What the card says of the picked task, which stands in the current stage.
QString link_to(const IrSubject& subject, IrStage stage, IrStage current, const QString& picked)
{
    if (picked.isEmpty() || stage == current)
        return {};
    const QString name = picked.section(QLatin1Char('/'), 0, 0);
    const ir::DistributedTaskIR* distributed = subject.distributed();
    const auto in_distributed = distributed ? find_task(*distributed, picked) : std::nullopt;
    if (!in_distributed)
        return {};
    if (stage == IrStage::model) {
        // Collectives and boundaries come from the strategy, not from the model; a clone comes from where its source
        // does.
        const ir::Lineage* lineage = &distributed->tasks[*in_distributed].lineage;
        if (lineage->kind == ir::LineageKind::cloned) {
            const ir::EntityId& source = lineage->sources.front();
            const auto cloned = std::ranges::find(distributed->tasks, source, &ir::DistributedTask::id);
            if (cloned != distributed->tasks.end())
                lineage = &cloned->lineage;
        }
        const bool from_model = lineage->kind != ir::LineageKind::generated;
        return from_model ? Words::tr("source of %1").arg(name) : QString();
    }
    const auto place = stage == IrStage::distributed ? in_distributed
                       : subject.plan()              ? find_task(*subject.plan(), picked)
                                                     : std::nullopt;
    return place ? Words::tr("%1 is task %2").arg(name, QString::number(*place)) : QString();
}

/// The schedule's commands: every chunk of every stage forward and backward for each microbatch.
PassCard command_card(const IrSubject& subject)
{
    PassCard out;
    out.key = QStringLiteral("commands");
    out.title = Words::tr("Command graph");
    out.stale = !subject.current;
    if ((!subject.evaluation && !subject.program) || !subject.form)
        return out;
    const auto& program = subject.program;
    const auto& evaluation = subject.evaluation;
    const auto source =
        program
            ? schedule::stages_of({program, &program->program}, subject.form->system, cost::View::system_evidence)
            : schedule::stages_of({evaluation, &evaluation->compilation.plan()}, {evaluation, &evaluation->evidence});
    const auto estimated = schedule::plan_of(*source);
    if (!estimated) {
        out.counts = Words::tr("none: %1").arg(shown(estimated.diagnostics().front().message));
        return out;
    }
    const schedule::Request& request = estimated->plan.request;
    out.relation = Words::tr("p %1, m %2, v %3, %4")
                       .arg(request.stages)
                       .arg(request.microbatches)
                       .arg(request.chunks)
                       .arg(shown(to_string(request.transfers)));
    out.counts =
        schedule::has_executable_order(request)
            ? counted(static_cast<std::size_t>(schedule::command_count(request, false)), "%1 command", "%1 commands")
            : Words::tr("no executable order");
    return out;
}

/// As transformer-import writes them.
ir::DecoderSemantics semantics_of(const LegalForm& form)
{
    const model::TransformerModel& m = form.model;
    ir::DecoderSemantics out{m.hidden,
                             m.feedforward,
                             m.sequence,
                             m.heads,
                             m.head_size,
                             m.blocks,
                             strategy::AttentionType::multihead,
                             strategy::is_training(form.execution)};
    if (form.model.description)
        out.description = ir::Extra<model::Description>(*form.model.description);
    return out;
}

QString number_word(std::size_t count)
{
    static constexpr std::array words{QT_TR_NOOP("No"),    QT_TR_NOOP("One"),  QT_TR_NOOP("Two"), QT_TR_NOOP("Three"),
                                      QT_TR_NOOP("Four"),  QT_TR_NOOP("Five"), QT_TR_NOOP("Six"), QT_TR_NOOP("Seven"),
                                      QT_TR_NOOP("Eight"), QT_TR_NOOP("Nine")};
    return count < words.size() ? Words::tr(words[count]) : whole_number(std::int64_t(count));
}

QString movers_sentence(const std::vector<FieldChange>& movers)
{
    if (movers.empty())
        return {};
    QStringList titles;
    for (const FieldChange& change : movers)
        titles << inside_a_sentence(change.title);
    return Words::tr("%1 changed the digest: %2.")
        .arg(number_word(movers.size()) + (movers.size() == 1 ? Words::tr(" field") : Words::tr(" fields")),
             titles.join(QStringLiteral(", ")));
}

QString tasks_sentence(const ir::TaskDiff& diff, std::size_t left, std::size_t right, const QString& left_name,
                       const QString& right_name)
{
    if (diff.all.empty())
        return Words::tr("All %1 tasks are the same.").arg(whole_number(std::int64_t(left)));
    QStringList parts;
    if (diff.changed > 0)
        parts << counted(diff.changed, "%1 differs", "%1 differ");
    if (diff.only_left > 0)
        parts << counted(diff.only_left, "%1 is only in ", "%1 are only in ") + name_in_sentence(left_name);
    if (diff.only_right > 0)
        parts << counted(diff.only_right, "%1 is only in ", "%1 are only in ") + name_in_sentence(right_name);
    const QString last = parts.takeLast();
    const QString list = parts.isEmpty() ? last : parts.join(QStringLiteral(", ")) + Words::tr(" and ") + last;
    const QString of =
        left == right ? whole_number(std::int64_t(left))
                      : Words::tr("%1 and %2").arg(whole_number(std::int64_t(left)), whole_number(std::int64_t(right)));
    return Words::tr("Of %1 tasks, %2.").arg(of, list);
}

QString joined(const QStringList& sentences)
{
    QStringList out;
    for (const QString& sentence : sentences)
        if (!sentence.isEmpty())
            out << sentence;
    return out.join(QLatin1Char(' '));
}

QString staleness(const IrSubject& subject)
{
    return subject.current
               ? QString()
               : Words::tr("These are the last legal figures of %1.").arg(name_in_sentence(subject.short_name));
}

/// Of one piece of a program: which of its kinds, and over whose groups it sends.
Answer of_piece(const IrSubject& subject, const ir::DistributedTaskIR& distributed)
{
    QStringList axes;
    for (const ir::DistributedTask& task : distributed.tasks)
        if (const QString axis =
                task.collective ? shown(to_string(task.collective->axis)).replace(QLatin1Char('_'), QLatin1Char(' '))
                                : QString();
            !axis.isEmpty() && !axes.contains(axis))
            axes << axis;
    const std::size_t count = collectives(distributed);
    const QString sent =
        count == 0 ? Words::tr("Nothing is sent within it.")
                   : Words::tr("%1 run over the groups of %2.")
                         .arg(counted(count, "%1 collective", "%1 collectives"), axes.join(Words::tr(" and ")));
    const QString tasks = counted(distributed.tasks.size(), "%1 task", "%1 tasks");
    const QString name = name_in_sentence(subject.name);
    return {
        subject.piece.isEmpty()
            ? Words::tr("%1 compiles to %2 for one block, one rank and one microbatch").arg(name, tasks)
            : Words::tr("%1: %2 compile to %3 for one rank and one microbatch").arg(name, subject.piece, tasks),
        joined({sent,
                strategy::is_training(distributed.program.execution) ? QString()
                                                                     : Words::tr("Inference has forward tasks only."),
                staleness(subject)})};
}

Answer alone(const IrSubject& subject)
{
    const ir::DistributedTaskIR* distributed = subject.distributed();
    if (!distributed)
        return {};
    const std::size_t count = collectives(*distributed);
    if (subject.program)
        return of_piece(subject, *distributed);
    const bool training = strategy::is_training(distributed->program.execution);
    const std::int64_t degree = strategy::tensor_degree(distributed->program.execution);
    const QString ranks = whole_number(degree);
    const QString communication =
        degree == 1 ? Words::tr("One rank holds a whole block, so there are no boundaries and no collectives.")
                    : Words::tr("%1 run over the %2 ranks of the tensor-parallel group.")
                          .arg(counted(count, "%1 collective", "%1 collectives"), ranks);
    return {Words::tr("%1 compiles to %2 for one block, one rank and one microbatch")
                .arg(name_in_sentence(subject.name), counted(distributed->tasks.size(), "%1 task", "%1 tasks")),
            joined({communication, training ? QString() : Words::tr("Inference has forward tasks only."),
                    staleness(subject)})};
}

} // namespace

std::vector<PassCard> pass_cards(const IrSubject& subject, const IrSubject* other, IrStage current,
                                 const QString& picked, const IrSubject* before)
{
    std::vector<PassCard> out;
    for (const IrStage stage : kIrStages) {
        const passes::PassCheckpoint* checkpoint = subject.checkpoint(stage);
        if (!checkpoint)
            continue;
        PassCard card;
        card.key = stage_key(stage);
        card.title = stage_title(stage);
        card.schema = shown(checkpoint->schema);
        card.digest = shown(checkpoint->output.hex());
        card.counts = counts_of(subject, stage);
        card.stale = !subject.current;
        card.unchanged = unchanged_by(subject, other, stage);
        if (before)
            card.edited = (same_digest(subject, *before, stage) ? Words::tr("Unchanged by the last edit: %1")
                                                                : Words::tr("Changed by the last edit: %1"))
                              .arg(edit_words(*before, subject));
        if (other)
            card.relation = relation_to(subject, *other, stage);
        card.link = link_to(subject, stage, current, picked);
        card.marked = !card.link.isEmpty();
        card.arrow = stage == IrStage::model         ? QStringLiteral("transformer-distribute")
                     : stage == IrStage::distributed ? QStringLiteral("transformer-plan-work")
                                                     : Words::tr("schedule");
        const auto next = static_cast<std::size_t>(stage) + 1;
        card.arrow_unchanged = other && next < kIrStages.size() && same_digest(subject, *other, kIrStages[next]);
        out.push_back(std::move(card));
    }
    out.push_back(command_card(subject));
    return out;
}

PassCard opened_card(const IrSubject& opened, const IrSubject* subject)
{
    PassCard out;
    out.key = QStringLiteral("opened");
    for (const IrStage stage : kIrStages)
        if (const auto* checkpoint = opened.checkpoint(stage)) {
            out.title = opened.name;
            out.schema = shown(checkpoint->schema);
            out.digest = shown(checkpoint->output.hex());
            out.counts = Words::tr("%1, %2").arg(stage_title(stage), counts_of(opened, stage));
            if (subject)
                out.relation = relation_to(opened, *subject, stage);
        }
    return out;
}

std::vector<FieldChange> digest_movers(const IrSubject& left, const IrSubject& right, IrStage stage)
{
    if (!left.form || !right.form || same_digest(left, right, stage))
        return {};
    bool model = false, strategy = false;
    for (const ir::FieldChange& change : ir::moving_fields(semantics_of(*left.form), left.form->execution,
                                                           semantics_of(*right.form), right.form->execution))
        (change.path.starts_with("/model/") ? model : strategy) = true;
    // Of a strategy, only what it is for reaches ModelIR.
    strategy = strategy && (stage != IrStage::model || strategy::is_training(left.form->execution) !=
                                                           strategy::is_training(right.form->execution));
    std::vector<FieldChange> out;
    for (const FieldChange& change : changes_between(*left.form, *right.form).fields) {
        const bool of_model = change.key == QLatin1String("model");
        const bool of_system = change.key == QLatin1String("system") || change.key.startsWith(QLatin1String("system."));
        const bool stated_twice = change.key == QLatin1String("num_procs"); // t·p·d once more
        const bool hidden = stage == IrStage::model && !of_model && change.key != QLatin1String("training");
        if (!of_system && !stated_twice && !hidden && (of_model ? model : strategy))
            out.push_back(change);
    }
    return out;
}

IrVerdict verdict_of(const ir::AnyIR& ir)
{
    const Diagnostics problems = ir::verify(ir);
    QStringList lines;
    for (const Diagnostic& problem : problems)
        lines << shown(problem.path) + QStringLiteral(": ") + shown(problem.message);
    return {counted(problems.size(), "Verified, %1 problem", "Verified, %1 problems"), lines.join(QLatin1Char('\n')),
            problems.empty()};
}

Answer ir_answer(const IrSubject& subject, const IrSubject* other)
{
    if (!other || !other->distributed() || !subject.distributed())
        return alone(subject);
    const auto same = [&](IrStage stage) {
        return subject.checkpoint(stage)->output == other->checkpoint(stage)->output;
    };
    const QString pair =
        Words::tr("%1 and %2").arg(name_in_sentence(other->short_name), name_in_sentence(subject.short_name));
    const QString stale = joined({staleness(*other), staleness(subject)});
    if (same(IrStage::portable))
        return {
            Words::tr("%1 compile to the same plan").arg(pair),
            joined({Words::tr("All three digests are equal: the fields that differ are no part of a plan."), stale})};
    const ir::TaskDiff diff = ir::compare_tasks(*other->distributed(), *subject.distributed());
    const QString why =
        joined({tasks_sentence(diff, other->distributed()->tasks.size(), subject.distributed()->tasks.size(),
                               other->short_name, subject.short_name),
                movers_sentence(digest_movers(*other, subject, IrStage::portable)), stale});
    if (!same(IrStage::model))
        return {Words::tr("%1 differ from transformer-import on: they are not the same ModelIR").arg(pair), why};
    return {Words::tr("%1 share ModelIR and differ from transformer-distribute on").arg(pair), why};
}

Answer opened_answer(const IrSubject& opened, IrStage stage, const IrSubject* subject)
{
    const passes::PassCheckpoint* checkpoint = opened.checkpoint(stage);
    if (!checkpoint)
        return {};
    const QString verified = Words::tr("Read from a file and verified: its content matches its digest.");
    const passes::PassCheckpoint* twin = subject ? subject->checkpoint(stage) : nullptr;
    if (!twin)
        return {Words::tr("%1 is a valid %2").arg(name_in_sentence(opened.name), stage_title(stage)), verified};
    if (twin->output == checkpoint->output)
        return {Words::tr("%1 is the %2 of %3, digit for digit")
                    .arg(name_in_sentence(opened.name), stage_title(stage), name_in_sentence(subject->name)),
                verified};
    QString why = verified;
    if (opened.distributed() && subject->distributed())
        why = joined({tasks_sentence(ir::compare_tasks(*opened.distributed(), *subject->distributed()),
                                     opened.distributed()->tasks.size(), subject->distributed()->tasks.size(),
                                     opened.short_name, subject->short_name),
                      verified});
    else if (opened.plan() && subject->plan())
        why = joined({tasks_sentence(ir::compare_tasks(*opened.plan(), *subject->plan()), opened.plan()->tasks.size(),
                                     subject->plan()->tasks.size(), opened.short_name, subject->short_name),
                      verified});
    return {Words::tr("%1 differs from the %2 of %3")
                .arg(name_in_sentence(opened.name), stage_title(stage), name_in_sentence(subject->name)),
            why};
}

} // namespace blueprinting::ui
