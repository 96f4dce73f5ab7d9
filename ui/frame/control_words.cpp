#include "ui/frame/control_words.h"

#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/workspace/field_words.h"

namespace blueprinting::ui {
namespace {

using strategy::Field;

/// "half_messages" as "halfMessages".
QString in_one_word(std::string_view path)
{
    const QStringList words = shown(path.substr(path.rfind('.') + 1)).split(QLatin1Char('_'));
    QString out = words.front();
    for (qsizetype i = 1; i < words.size(); ++i)
        out += words[i].left(1).toUpper() + words[i].mid(1);
    return out;
}

} // namespace

ControlWords control_words(Field field, const strategy::Execution& execution)
{
    const auto named = [](const char* name, const QString& accessible, const QString& place) {
        return ControlWords{QLatin1String(name) + QStringLiteral("Field"), accessible, place};
    };
    switch (field) {
    case Field::tensor_degree:
        return named("tp", Words::tr("Tensor-parallel degree"), Words::tr("TP (tensor-parallel degree)"));
    case Field::pipeline_degree:
        return named("pp", Words::tr("Pipeline-parallel degree"), Words::tr("PP (pipeline-parallel degree)"));
    case Field::data_degree:
        return named("dp", Words::tr("Data-parallel degree"), Words::tr("DP (data-parallel degree)"));
    case Field::replicas:
        return named("replicas", Words::tr("Independent replicas"), Words::tr("Replicas (independent)"));
    case Field::schedule:
        return named("schedule", Words::tr("Pipeline schedule"), Words::tr("Schedule of the pipeline"));
    case Field::virtual_stages:
        return named("virtualStages", Words::tr("Virtual stages: chunks per stage"),
                     Words::tr("v (virtual stages: chunks per stage)"));
    case Field::global_batch:
        return named("batch", Words::tr("Global batch in samples"), Words::tr("Batch (global, in samples)"));
    case Field::microbatch_size:
        return named("microbatch", Words::tr("Microbatch in samples"), Words::tr("Microbatch (in samples)"));
    case Field::recompute: return named("recompute", Words::tr("Recompute"), Words::tr("Recompute policy"));
    case Field::tensor_communication:
        return named("communication", Words::tr("Tensor-parallel communication"), Words::tr("TP communication"));
    case Field::all_gather_redo: return named("redo", field_title(field), field_title(field));
    case Field::fused_activation: return named("fused", field_title(field), field_title(field));
    case Field::optimizer_sharding: return named("sharding", field_title(field), field_title(field));
    case Field::context_degree:
        return named("cp", Words::tr("Context-parallel degree"), Words::tr("CP (context-parallel degree)"));
    case Field::expert_degree:
        return named("ep", Words::tr("Expert-parallel degree"), Words::tr("EP (expert-parallel degree)"));
    case Field::expert_tensor_degree:
        return named("etp", Words::tr("Expert tensor-parallel degree"),
                     Words::tr("ETP (expert tensor-parallel degree)"));
    case Field::context_tier:
        return named("cpTier", Words::tr("Network tier of context parallelism"), Words::tr("CP tier (network)"));
    case Field::expert_tier:
        return named("epTier", Words::tr("Network tier of expert parallelism"), Words::tr("EP tier (network)"));
    case Field::sharding: return named("stateSharding", field_title(field), field_title(field));
    case Field::attention_type: return named("attention", Words::tr("Attention type"), Words::tr("Attention type"));
    case Field::purpose:
        return named("purpose", Words::tr("Purpose: training or inference"),
                     Words::tr("Purpose (training or inference)"));
    case Field::tensor_tier:
        return named("tpTier", Words::tr("Network tier of tensor parallelism"), Words::tr("TP tier (network)"));
    case Field::pipeline_tier:
        return named("ppTier", Words::tr("Network tier of pipeline parallelism"), Words::tr("PP tier (network)"));
    case Field::data_tier:
        return named("dpTier", Words::tr("Network tier of data parallelism"),
                     strategy::in_purpose(Field::data_degree, execution) == Field::data_degree
                         ? Words::tr("DP tier (network)")
                         : Words::tr("Tier of the replicas (network)"));
    default: break;
    }
    return {in_one_word(strategy::path_of(field)) + QStringLiteral("Field"), field_title(field), field_title(field)};
}

} // namespace blueprinting::ui
