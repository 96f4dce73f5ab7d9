#include "ui/workspace/strategy_fields.h"
#include "ui/style/shown.h"

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/overloaded.h"
#include "core/strategy/derived.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <functional>

namespace blueprinting::ui {
namespace {

struct StrategyFieldsWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::StrategyFields)
};

QString number(std::int64_t value) { return QString::fromStdString(format::integer(value)); }
QString on_off(bool on) { return on ? StrategyFieldsWords::tr("on") : StrategyFieldsWords::tr("off"); }

QString world(const strategy::Execution& execution)
{
    if (execution.num_procs)
        return number(*execution.num_procs);
    const Checked product = Checked(strategy::tensor_degree(execution)) *
                            Checked(strategy::pipeline_degree(execution)) * Checked(strategy::data_degree(execution));
    return product.ok() ? number(product.value()) : StrategyFieldsWords::tr("past counting");
}

QString communication(strategy::TensorCommunication kind)
{
    switch (kind) {
    case strategy::TensorCommunication::all_reduce: return StrategyFieldsWords::tr("all-reduce");
    case strategy::TensorCommunication::reduce_scatter_all_gather:
        return StrategyFieldsWords::tr("reduce-scatter + all-gather");
    case strategy::TensorCommunication::p2p_rs_ag: return StrategyFieldsWords::tr("point-to-point RS + AG");
    }
    return {};
}

QString recompute(strategy::RecomputePolicy policy)
{
    switch (policy) {
    case strategy::RecomputePolicy::none: return StrategyFieldsWords::tr("none");
    case strategy::RecomputePolicy::attention_only: return StrategyFieldsWords::tr("attention");
    case strategy::RecomputePolicy::full: return StrategyFieldsWords::tr("full");
    }
    return {};
}

std::int64_t chunks(const strategy::Execution& execution)
{
    return std::visit(Overloaded{[](const strategy::InterleavedOneForwardOneBackward& s) { return s.virtual_stages; },
                                 [](const strategy::ForwardOnly& s) { return s.virtual_stages; },
                                 [](const strategy::SingleStage&) { return std::int64_t{1}; },
                                 [](const strategy::OneForwardOneBackward&) { return std::int64_t{1}; }},
                      strategy::pipeline(execution).schedule);
}

QString schedule(const strategy::PipelineSchedule& schedule)
{
    return std::visit(Overloaded{[](const strategy::SingleStage&) { return StrategyFieldsWords::tr("single stage"); },
                                 [](const strategy::OneForwardOneBackward&) { return StrategyFieldsWords::tr("1F1B"); },
                                 [](const strategy::InterleavedOneForwardOneBackward&) {
                                     return StrategyFieldsWords::tr("interleaved 1F1B");
                                 },
                                 [](const strategy::ForwardOnly&) { return StrategyFieldsWords::tr("forward only"); }},
                      schedule);
}

struct FieldText {
    const char* key;
    QString title;
    std::function<QString(const strategy::Execution&)> value;
    bool training_only = false; ///< inference does not have it, whatever a file may say
    bool follows = false;       ///< no key of a file: it follows from others
};

/// Those fields of an execution file that can differ; its other five (overlap and offload) are off in every strategy.
std::vector<FieldText> execution_fields(const strategy::Execution& before, const strategy::Execution& after)
{
    using strategy::Execution;
    // One key of a file says both; only data parallelism synchronises gradients.
    const bool trains = strategy::is_training(before);
    const QString groups = trains != strategy::is_training(after) ? StrategyFieldsWords::tr("DP or replicas")
                           : trains                               ? StrategyFieldsWords::tr("DP")
                                                                  : StrategyFieldsWords::tr("Replicas");
    return {
        {"training", StrategyFieldsWords::tr("Purpose"),
         [](const Execution& e) {
             return strategy::is_training(e) ? StrategyFieldsWords::tr("training")
                                             : StrategyFieldsWords::tr("inference");
         }},
        {"num_procs", StrategyFieldsWords::tr("GPUs"), world},
        {"tensor_par", StrategyFieldsWords::tr("TP"),
         [](const Execution& e) { return number(strategy::tensor_degree(e)); }},
        {"pipeline_par", StrategyFieldsWords::tr("PP"),
         [](const Execution& e) { return number(strategy::pipeline_degree(e)); }},
        {"data_par", groups, [](const Execution& e) { return number(strategy::data_degree(e)); }},
        {"schedule", StrategyFieldsWords::tr("Schedule"),
         [](const Execution& e) { return schedule(strategy::pipeline(e).schedule); }, false, true},
        {"pipeline_interleaving", StrategyFieldsWords::tr("Virtual stages"),
         [](const Execution& e) { return number(chunks(e)); }},
        {"batch_size", StrategyFieldsWords::tr("Batch"), [](const Execution& e) { return number(e.global_batch); }},
        {"microbatch_size", StrategyFieldsWords::tr("Microbatch"),
         [](const Execution& e) { return number(e.microbatch_size); }},
        {"activation_recompute", StrategyFieldsWords::tr("Recompute"),
         [](const Execution& e) { return recompute(strategy::recompute(e)); }, true},
        {"tensor_par_comm_type", StrategyFieldsWords::tr("TP communication"),
         [](const Execution& e) { return communication(strategy::tensor(e).communication); }},
        {"seq_par_ag_redo", StrategyFieldsWords::tr("All-gather redo"),
         [](const Execution& e) { return on_off(e.all_gather_redo); }, true},
        {"fused_activation", StrategyFieldsWords::tr("Fused activation"),
         [](const Execution& e) { return on_off(e.fused_activation); }},
        {"optimizer_sharding", StrategyFieldsWords::tr("Optimizer sharding"),
         [](const Execution& e) { return on_off(strategy::optimizer_sharding(e)); }, true},
        {"datatype", StrategyFieldsWords::tr("Datatype"),
         [](const Execution& e) { return shown(to_string(e.datatype)); }},
        {"attention_type", StrategyFieldsWords::tr("Attention"),
         [](const Execution& e) { return shown(strategy::to_string(e.attention_type)); }},
        {"tensor_par_net", StrategyFieldsWords::tr("TP tier"),
         [](const Execution& e) { return number(e.tiers.tensor); }},
        {"pipeline_par_net", StrategyFieldsWords::tr("PP tier"),
         [](const Execution& e) { return number(e.tiers.pipeline); }},
        {"data_par_net", groups + StrategyFieldsWords::tr(" tier"),
         [](const Execution& e) { return number(e.tiers.data); }},
    };
}
constexpr int kExecutionFields = 23;

/// Two of the same name that are not the same say by what.
std::pair<QString, QString> model_texts(const model::TransformerModel& a, const model::TransformerModel& b)
{
    QString left = QString::fromStdString(a.name);
    QString right = QString::fromStdString(b.name);
    if (left != right)
        return {left, right};
    const auto shape = [](const model::TransformerModel& m) {
        return std::array{m.hidden, m.feedforward, m.sequence, m.heads, m.head_size, m.blocks};
    };
    static constexpr std::array kSymbols{"h", "f", "s", "a", "k", "L"};
    for (std::size_t i = 0; i < kSymbols.size(); ++i)
        if (shape(a)[i] != shape(b)[i]) {
            left += QStringLiteral(" %1 %2").arg(QLatin1String(kSymbols[i]), number(shape(a)[i]));
            right += QStringLiteral(" %1 %2").arg(QLatin1String(kSymbols[i]), number(shape(b)[i]));
        }
    return {left, right};
}

QString shown_leaf(const Json* value)
{
    if (!value)
        return StrategyFieldsWords::tr("none");
    return value->is_string() ? QString::fromStdString(value->get<std::string>())
                              : QString::fromStdString(value->dump());
}

/// Systems of one name by the values of their file in which they differ, where those are few; else, and where the names
/// say it already, in one line.
void add_system(std::vector<FieldChange>& fields, const system::SystemProfile& a, const system::SystemProfile& b)
{
    constexpr std::size_t few = 6;
    const QString left = QString::fromStdString(a.name);
    const QString right = QString::fromStdString(b.name);
    if (left != right) {
        fields.push_back({QStringLiteral("system"), StrategyFieldsWords::tr("System"), left, right});
        return;
    }
    const Json one = system::to_calculon(a).flatten();
    const Json other = system::to_calculon(b).flatten();
    Json both = one;
    both.update(other);
    std::vector<FieldChange> leaves;
    for (const auto& leaf : both.items()) {
        const auto find = [&leaf](const Json& side) {
            const auto at = side.find(leaf.key());
            return at == side.end() ? nullptr : &*at;
        };
        if (find(one) && find(other) && *find(one) == *find(other))
            continue;
        const QString path = QString::fromStdString(leaf.key()).mid(1).replace(QLatin1Char('/'), QLatin1Char('.'));
        leaves.push_back({QStringLiteral("system.") + path, StrategyFieldsWords::tr("System %1").arg(path),
                          shown_leaf(find(one)), shown_leaf(find(other))});
    }
    if (!leaves.empty() && leaves.size() <= few) {
        fields.insert(fields.end(), leaves.begin(), leaves.end());
        return;
    }
    const auto named = [](const QString& name, const system::SystemProfile& system) {
        return name + QLatin1Char(' ') + QString::fromStdString(system::evidence_revision(system).short_hex());
    };
    fields.push_back({QStringLiteral("system"), StrategyFieldsWords::tr("System"), named(left, a), named(right, b)});
}

} // namespace

StrategyChanges changes_between(const LegalForm& before, const LegalForm& after)
{
    StrategyChanges changes;
    if (!(before.model == after.model)) {
        const auto [left, right] = model_texts(before.model, after.model);
        changes.fields.push_back({QStringLiteral("model"), StrategyFieldsWords::tr("Model"), left, right});
    }
    if (!(before.system == after.system))
        add_system(changes.fields, before.system, after.system);
    changes.equal_fields = kExecutionFields;
    for (const FieldText& field : execution_fields(before.execution, after.execution)) {
        const QString left = field.value(before.execution);
        const QString right = field.value(after.execution);
        if (left == right) {
            if (!field.follows && (!field.training_only || strategy::is_training(before.execution)))
                changes.equal.push_back({QLatin1String(field.key), field.title, left, right});
            continue;
        }
        const auto side = [&field](const QString& text, const strategy::Execution& execution) {
            return field.training_only && !strategy::is_training(execution) ? QStringLiteral("–") : text;
        };
        changes.fields.push_back(
            {QLatin1String(field.key), field.title, side(left, before.execution), side(right, after.execution)});
        changes.equal_fields -= field.follows ? 0 : 1;
    }
    return changes;
}

QStringList short_names(const QStringList& names)
{
    if (names.size() < 2)
        return names;
    QString common = names.front();
    for (const QString& name : names) {
        qsizetype same = 0;
        while (same < common.size() && same < name.size() && common[same] == name[same])
            ++same;
        common.truncate(same);
    }
    const qsizetype cut = common.lastIndexOf(QLatin1Char(' ')) + 1;
    QStringList cut_names;
    for (const QString& name : names)
        cut_names << name.mid(cut).trimmed();
    return cut_names.contains(QString()) ? names : cut_names;
}

} // namespace blueprinting::ui
