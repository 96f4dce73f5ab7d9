#include "ui/model/model_subject.h"

#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/workspace/refusal.h"

namespace blueprinting::ui {

std::optional<ModelSubject> model_subject(const SessionStrategy& strategy, const StrategyResult& result, NoSubject& why)
{
    const QString name = name_in_sentence(shown(strategy.name));
    if (!result.evaluation && !result.program) {
        const auto laws = result.violations.size();
        why = {Words::tr("%1 has no figures yet").arg(name),
               laws == 1 ? Words::tr("It breaks a law. Correct the marked field on the left to see its stages here.")
               : laws > 1
                   ? Words::tr("It breaks %1 laws. Correct the marked fields on the left to see its stages here.")
                         .arg(laws)
                   : Words::tr("It could not be compiled; the editor on the left says why.")};
        return std::nullopt;
    }
    const SessionStrategy& form = result.evaluated;
    ModelSubject out;
    out.strategy = form;
    out.current = result.current;
    out.bound = is_bound(form);
    out.program = result.program;
    out.model = form.model.whole();
    const auto refused = [&](const Diagnostics& diagnostics) {
        why = {Words::tr("%1 is not shown by stages").arg(name), refusal_text(diagnostics)};
        return std::nullopt;
    };
    if (!out.program) {
        auto evaluated = program::evaluate(out.model, form.system, form.execution);
        if (!evaluated)
            return refused(evaluated.diagnostics());
        out.program = std::make_shared<const program::Evaluation>(*std::move(evaluated));
    }
    out.system = std::make_shared<const system::SystemProfile>(form.system);
    auto axes = program::AxisCost::make(form.execution, *out.system);
    if (!axes)
        return refused(axes.diagnostics());
    out.axes = *std::move(axes);
    const auto pricer = cost::Pricer::make(*out.system, form.execution.datatype,
                                           out.bound ? cost::View::peak_only : cost::View::system_evidence);
    if (!pricer)
        return refused(pricer.diagnostics());
    out.groups = program::axis_groups(out.program->program, out.axes, *pricer);
    if (out.program->evidence.stages.size() == 1)
        if (auto units = program::unit_timeline(out.program->program, *out.system, out.estimate().view))
            out.units = *std::move(units);
    out.counts = model::count_parameters(out.model);
    // A count is of the weights, whatever length they are trained at.
    if (const model::ReleasedModel* released = model::find_released(out.model.name)) {
        model::Description same = released->description;
        same.sequence = out.model.sequence;
        if (same == out.model)
            out.published = released->published;
    }
    return out;
}

} // namespace blueprinting::ui
