#include "ui/frame/field_tips.h"

#include <QCoreApplication>

namespace blueprinting::ui {
namespace {

using strategy::Field;

struct FieldTipWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::FieldTip)
};

QString chosen() { return FieldTipWords::tr("none; one of the list"); }
QString on_or_off() { return FieldTipWords::tr("none; on or off"); }

/// The law of a degree, and what its tier asks of it: the same for all of them.
QString with_tier(const QString& law)
{
    return FieldTipWords::tr("%1;\nwith the other degrees on its tier, no more than the tier connects").arg(law);
}

FieldTip tier_tip(const QString& meaning)
{
    return {meaning, FieldTipWords::tr("number of a tier of the system, from 0"),
            FieldTipWords::tr("the system has it; all degrees on it, multiplied, are no more than it connects,\n"
                              "and divide its size where it must be filled")};
}

} // namespace

QString FieldTip::text() const { return FieldTipWords::tr("%1\nUnit: %2\nLaw: %3").arg(meaning, unit, law); }

FieldTip field_tip(Field field)
{
    switch (field) {
    case Field::tensor_degree:
        return {FieldTipWords::tr("Tensor-parallel degree: so many GPUs share the work of every block."),
                FieldTipWords::tr("GPUs a group, a whole number from 1"),
                with_tier(FieldTipWords::tr(
                    "divides hidden, feed-forward and heads, and with reduce-scatter + all-gather the sequence"))};
    case Field::pipeline_degree:
        return {
            FieldTipWords::tr("Pipeline-parallel degree: the blocks stand on so many stages, one behind the other."),
            FieldTipWords::tr("stages, a whole number from 1"),
            with_tier(FieldTipWords::tr("divides the number of blocks (Calculon-compatible rules: is no more than it); "
                                        "1 is the single-stage schedule"))};
    case Field::data_degree:
        return {
            FieldTipWords::tr("Data-parallel degree: so many copies of the model each train on a part of the batch."),
            FieldTipWords::tr("copies, a whole number from 1"), with_tier(FieldTipWords::tr("divides the batch"))};
    case Field::replicas:
        return {FieldTipWords::tr("Independent copies of the model that serve requests; they send each other nothing."),
                FieldTipWords::tr("copies, a whole number from 1"), with_tier(FieldTipWords::tr("divides the batch"))};
    case Field::schedule:
        return {
            FieldTipWords::tr("Order in which the stages run the forward and backward passes of the microbatches."),
            chosen(),
            FieldTipWords::tr("single stage exactly where PP is 1; forward only in inference, the others in training")};
    case Field::virtual_stages:
        return {FieldTipWords::tr("Virtual stages: into so many chunks interleaving cuts the blocks of a stage."),
                FieldTipWords::tr("chunks a stage, a whole number from 2"),
                FieldTipWords::tr("divides the blocks of a stage; 1 is plain 1F1B")};
    case Field::global_batch:
        return {FieldTipWords::tr("Global batch: what one iteration works through, over all copies of the model."),
                FieldTipWords::tr("samples (sequences), a whole number from 1"),
                FieldTipWords::tr("a multiple of DP (or the replicas) times the microbatch")};
    case Field::microbatch_size:
        return {FieldTipWords::tr("Microbatch: what passes through the stages at once."),
                FieldTipWords::tr("samples (sequences), a whole number from 1"),
                FieldTipWords::tr("divides the batch of one copy, batch / DP (or the replicas)")};
    case Field::recompute:
        return {FieldTipWords::tr("What the backward pass computes once more, so that it need not be kept."), chosen(),
                FieldTipWords::tr("none in inference; full goes with no all-gather redo")};
    case Field::tensor_communication:
        return {FieldTipWords::tr(
                    "How the GPUs of a tensor-parallel group share results.\n"
                    "Reduce-scatter + all-gather also cuts activations along the sequence (sequence parallelism)."),
                chosen(),
                FieldTipWords::tr("with reduce-scatter + all-gather TP divides the sequence; P2P + RS + AG under "
                                  "Calculon-compatible rules alone")};
    case Field::all_gather_redo:
        return {
            FieldTipWords::tr(
                "Gathers the inputs of the matrix products again in the backward pass, so that they need not be kept."),
            on_or_off(), FieldTipWords::tr("needs reduce-scatter + all-gather, and a recompute other than full")};
    case Field::optimizer_sharding:
        return {
            FieldTipWords::tr("Cuts the optimizer's state among the copies of the model, so that each keeps a part."),
            on_or_off(), FieldTipWords::tr("needs DP above 1")};
    case Field::datatype:
        return {FieldTipWords::tr("Format of weights, activations and messages."),
                FieldTipWords::tr("bytes a number: float8 1, float16 and bfloat16 2, float32 4"),
                FieldTipWords::tr("the system has a matrix rate and a vector rate for it")};
    case Field::tensor_tier: return tier_tip(FieldTipWords::tr("Network over which tensor-parallel groups talk."));
    case Field::pipeline_tier: return tier_tip(FieldTipWords::tr("Network over which the stages pass activations on."));
    case Field::data_tier:
        return tier_tip(FieldTipWords::tr(
            "Network over which the copies of the model sum their gradients; replicas just stand on it."));
    case Field::num_procs:
        return {FieldTipWords::tr("Number of GPUs that the file of this strategy states."),
                FieldTipWords::tr("GPUs, a whole number from 1"),
                FieldTipWords::tr("equals TP · PP · DP (or the replicas)")};
    case Field::model:
        return {FieldTipWords::tr("Transformer that is trained or serves: a preset, or one from a file."),
                FieldTipWords::tr("blocks, hidden size and tokens of a sequence, as said below it"),
                FieldTipWords::tr("every size is at least 1; TP and PP divide them")};
    }
    return {};
}

FieldTip field_tip(FreeField field)
{
    switch (field) {
    case FreeField::name:
        return {FieldTipWords::tr("What the strategy is called in lists, charts and files."),
                FieldTipWords::tr("none; any text"), FieldTipWords::tr("not empty")};
    case FreeField::system:
        return {FieldTipWords::tr("GPU, its memory and its networks: a preset, or one from a file."),
                FieldTipWords::tr("matrix rate, memory rate and capacity, as said below it"),
                FieldTipWords::tr(
                    "it has a matrix rate and a vector rate for the datatype, and the network tiers that are named")};
    case FreeField::purpose:
        return {
            FieldTipWords::tr(
                "Training runs forward and backward passes and an optimizer, inference forward passes alone."),
            chosen(),
            FieldTipWords::tr("inference has replicas instead of DP, and no recompute, redo or optimizer sharding")};
    case FreeField::fused_activation:
        return {
            FieldTipWords::tr(
                "Computes the activation function within the product before it, so that its input need not be kept."),
            on_or_off(), FieldTipWords::tr("none; legal with everything")};
    case FreeField::attention_type:
        return {
            FieldTipWords::tr("Keys and values for every head (multihead), or one pair for all heads (multiquery)."),
            chosen(), FieldTipWords::tr("none; legal with everything")};
    }
    return {};
}

FieldTip recompute_tip(strategy::RecomputePolicy policy)
{
    FieldTip out = field_tip(Field::recompute);
    switch (policy) {
    case strategy::RecomputePolicy::none:
        out.meaning = FieldTipWords::tr("Recomputes nothing: all that the backward pass needs is kept.");
        break;
    case strategy::RecomputePolicy::attention_only:
        out.meaning =
            FieldTipWords::tr("Recomputes attention: its scores, which take most memory for their work, are not kept.");
        break;
    case strategy::RecomputePolicy::full:
        out.meaning = FieldTipWords::tr("Recomputes whole blocks: only the input of each block is kept.");
        break;
    }
    return out;
}

} // namespace blueprinting::ui
