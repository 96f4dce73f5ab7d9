#include "core/base/checked.h"
#include "core/base/units.h"
#include "core/strategy/facts.h"

#include <algorithm>

/// The laws of degrees, batch, model and schedule as rows. A row says nothing where its prerequisite failed: a
/// remainder by a degree below 1, a local batch that is not whole, stages that do not hold the blocks.
namespace blueprinting::strategy::detail {
namespace {

constexpr std::string_view kNotPositive = "strategy.degree.not_positive";

template <std::int64_t F::*member>
bool below_one(const F& f)
{
    return f.*member < 1;
}

std::string must_be_positive(const char* what, std::int64_t value)
{
    return std::string(what) + " must be at least 1, not " + n(value);
}

std::string name_of(Schedule schedule)
{
    switch (schedule) {
    case Schedule::single_stage: return "single-stage";
    case Schedule::one_forward_one_backward: return "1F1B";
    case Schedule::interleaved: return "interleaved 1F1B";
    case Schedule::forward_only: return "forward-only";
    }
    return "";
}

bool has_chunks(const F& f) { return f.schedule == Schedule::interleaved || f.schedule == Schedule::forward_only; }

/// Whether the blocks per stage limit v. v = 1 always fits, and a forward-only pipeline that may not be chunked at all
/// is refused for that alone.
bool chunks_must_fit(const F& f)
{
    const bool chunked =
        f.schedule == Schedule::interleaved || (f.schedule == Schedule::forward_only && !f.training && f.compatible);
    return chunked && f.v >= 2 && f.even_layout() && f.stages_hold();
}

std::string blocks_text(const F& f)
{
    return n(f.blocks_per_stage()) + " blocks of a stage (" + n(f.blocks) + " blocks on " + n(f.p) + " stages)";
}

bool degrees_hold(const F& f) { return f.t >= 1 && f.p >= 1 && f.d >= 1 && f.cp >= 1; }

Checked world(const F& f) { return Checked(f.t) * Checked(f.cp) * Checked(f.p) * Checked(f.d); }
std::string world_text(const F& f) { return n(f.t) + (f.cp == 1 ? "" : "·" + n(f.cp)) + "·" + n(f.p) + "·" + n(f.d); }

bool in_range(Checked product) { return product.ok() && product.value() < kMaxInteger; }

Field largest_degree(const F& f)
{
    if (f.d >= f.t && f.d >= f.p)
        return data_field(f);
    return f.p >= f.t ? Field::pipeline_degree : Field::tensor_degree;
}

template <std::int64_t F::*size>
bool is_cut_unevenly(const F& f)
{
    return f.t >= 1 && f.*size >= 1 && f.*size % f.t != 0;
}

std::string tensor_must_divide(const F& f, const char* what, std::int64_t size)
{
    return "the tensor-parallel degree " + n(f.t) + " does not divide the " + what + " " + n(size);
}

constexpr auto kData = [](const F& f) { return data_field(f); };
constexpr auto kDataFields = involving<Field::data_degree, Field::replicas>;
constexpr auto kModel = about<Field::model>;

constexpr std::array kRows{
    Law{kNotPositive, about<Field::tensor_degree>, involving<Field::tensor_degree>, below_one<&F::t>,
        [](const F& f) { return must_be_positive("the tensor-parallel degree", f.t); }},
    Law{kNotPositive, about<Field::pipeline_degree>, involving<Field::pipeline_degree>, below_one<&F::p>,
        [](const F& f) { return must_be_positive("the pipeline-parallel degree", f.p); }},
    Law{kNotPositive, about<Field::virtual_stages>, involving<Field::virtual_stages, Field::schedule>,
        [](const F& f) { return has_chunks(f) && f.v < 1; },
        [](const F& f) { return must_be_positive("the number of virtual stages", f.v); }},
    Law{kNotPositive, kData, kDataFields, below_one<&F::d>,
        [](const F& f) {
            return must_be_positive(f.training ? "the data-parallel degree" : "the number of replicas", f.d);
        }},
    Law{kNotPositive, about<Field::global_batch>, involving<Field::global_batch>, below_one<&F::batch>,
        [](const F& f) { return must_be_positive("the global batch", f.batch); }},
    Law{kNotPositive, about<Field::microbatch_size>, involving<Field::microbatch_size>, below_one<&F::microbatch>,
        [](const F& f) { return must_be_positive("the microbatch size", f.microbatch); }},
    Law{kNotPositive, kModel, involving<Field::model>, below_one<&F::hidden>,
        [](const F& f) { return must_be_positive("the hidden size", f.hidden); }, "model.hidden"},
    Law{kNotPositive, kModel, involving<Field::model>, [](const F& f) { return !f.beyond && f.feedforward < 1; },
        [](const F& f) { return must_be_positive("the feed-forward size", f.feedforward); }, "model.feedforward"},
    Law{kNotPositive, kModel, involving<Field::model>, below_one<&F::sequence>,
        [](const F& f) { return must_be_positive("the sequence length", f.sequence); }, "model.sequence"},
    Law{kNotPositive, kModel, involving<Field::model>, below_one<&F::heads>,
        [](const F& f) { return must_be_positive("the number of heads", f.heads); }, "model.heads"},
    Law{kNotPositive, kModel, involving<Field::model>, [](const F& f) { return !f.beyond && f.head_size < 1; },
        [](const F& f) { return must_be_positive("the head size", f.head_size); }, "model.head_size"},
    Law{kNotPositive, kModel, involving<Field::model>, below_one<&F::blocks>,
        [](const F& f) { return must_be_positive("the number of blocks", f.blocks); }, "model.blocks"},

    Law{"strategy.single_stage.mismatch", about<Field::schedule>, involving<Field::schedule, Field::pipeline_degree>,
        [](const F& f) {
            if (f.schedule == Schedule::forward_only || f.p < 1 || f.v < 1)
                return false;
            return (f.p == 1) != (f.schedule == Schedule::single_stage);
        },
        [](const F& f) {
            return "a pipeline of " + n(f.p) + (f.p == 1 ? " stage" : " stages") + " cannot run the " +
                   name_of(f.schedule) + " schedule" + (f.v > 1 ? " with " + n(f.v) + " virtual stages" : "") +
                   (f.p == 1 ? ": 1 stage is single-stage" : ": single-stage is for 1 stage");
        }},
    Law{"strategy.interleave.too_small", about<Field::virtual_stages>,
        involving<Field::virtual_stages, Field::schedule>,
        [](const F& f) { return f.schedule == Schedule::interleaved && f.v == 1; },
        [](const F& f) { return "interleaving needs at least 2 virtual stages, not " + n(f.v) + "; 1 is plain 1F1B"; }},
    Law{"strategy.forward_only.in_training", about<Field::schedule>, involving<Field::schedule>,
        [](const F& f) { return f.training && f.schedule == Schedule::forward_only; },
        [](const F&) {
            return std::string("the forward-only schedule belongs to inference; training has a backward pass");
        }},
    Law{"strategy.backward_schedule.in_inference", about<Field::schedule>, involving<Field::schedule>,
        [](const F& f) {
            return !f.training &&
                   (f.schedule == Schedule::one_forward_one_backward || f.schedule == Schedule::interleaved);
        },
        [](const F& f) {
            return "the " + name_of(f.schedule) +
                   " schedule belongs to training; inference has no backward pass: forward-only";
        }},
    Law{"strategy.forward_only.interleaved", about<Field::virtual_stages>,
        involving<Field::virtual_stages, Field::schedule>,
        [](const F& f) {
            return !f.training && (!f.compatible || f.p == 1) && f.schedule == Schedule::forward_only && f.v > 1;
        },
        [](const F& f) {
            if (f.p == 1)
                return "a single stage has 1 chunk, not " + n(f.v);
            return "a forward-only pipeline has 1 chunk a stage, not " + n(f.v) +
                   "; more are admitted only under the Calculon-compatible rules";
        }},
    Law{"strategy.optimizer_sharding.without_dp", about<Field::optimizer_sharding>,
        involving<Field::optimizer_sharding, Field::data_degree>,
        [](const F& f) { return f.sharding && f.gradient_group() == 1; },
        [](const F& f) { return "optimizer sharding needs a data-parallel degree above 1, not " + n(f.d); }},
    Law{"strategy.redo.without_sequence_parallel", about<Field::all_gather_redo>,
        involving<Field::all_gather_redo, Field::tensor_communication, Field::recompute>,
        [](const F& f) {
            return f.redo && (f.communication != TensorCommunication::reduce_scatter_all_gather ||
                              f.recompute == RecomputePolicy::full);
        },
        [](const F& f) {
            return "all-gather redo needs reduce_scatter_all_gather and a recompute other than full, not " +
                   std::string(to_string(f.communication)) + " and " + std::string(to_string(f.recompute));
        }},

    Law{"strategy.global_batch.indivisible", about<Field::global_batch>,
        involving<Field::global_batch, Field::data_degree, Field::replicas>,
        [](const F& f) { return f.d >= 1 && f.batch >= 1 && f.batch % f.d != 0; },
        [](const F& f) {
            return std::string(f.training ? "the data-parallel degree " : "the number of replicas ") + n(f.d) +
                   " does not divide the global batch " + n(f.batch);
        }},
    Law{"strategy.microbatch.indivisible", about<Field::microbatch_size>,
        involving<Field::microbatch_size, Field::global_batch, Field::data_degree, Field::replicas>,
        [](const F& f) { return f.local_batch_is_whole() && f.microbatch >= 1 && f.batch / f.d % f.microbatch != 0; },
        [](const F& f) {
            return "the microbatch size " + n(f.microbatch) + " does not divide the local batch " + n(f.batch / f.d) +
                   " (" + n(f.batch) + " / " + n(f.d) + ")";
        }},
    Law{"strategy.hidden.indivisible",
        about<Field::tensor_degree>,
        involving<Field::tensor_degree, Field::model>,
        is_cut_unevenly<&F::hidden>,
        [](const F& f) { return tensor_must_divide(f, "hidden size", f.hidden); },
        {},
        "hidden"},
    Law{"strategy.feedforward.indivisible",
        about<Field::tensor_degree>,
        involving<Field::tensor_degree, Field::model>,
        is_cut_unevenly<&F::feedforward>,
        [](const F& f) { return tensor_must_divide(f, "feed-forward size", f.feedforward); },
        {},
        "feedforward"},
    Law{"strategy.heads.indivisible",
        about<Field::tensor_degree>,
        involving<Field::tensor_degree, Field::model>,
        is_cut_unevenly<&F::heads>,
        [](const F& f) { return tensor_must_divide(f, "number of heads", f.heads); },
        {},
        "heads"},
    Law{"strategy.sequence.indivisible",
        about<Field::tensor_degree>,
        [](const F& f) {
            return bits({Field::tensor_degree, Field::tensor_communication, Field::model}) |
                   (f.compatible ? bit(Field::microbatch_size) : 0);
        },
        [](const F& f) {
            if (!f.cuts_sequence() || f.t < 1 || f.sequence < 1 || f.cp > 1)
                return false;
            if (!f.compatible)
                return f.sequence % f.t != 0;
            return f.microbatch >= 1 && static_cast<__int128>(f.microbatch) * f.sequence % f.t != 0;
        },
        [](const F& f) {
            if (!f.compatible)
                return tensor_must_divide(f, "sequence length", f.sequence);
            return "the tensor-parallel degree " + n(f.t) + " does not divide microbatch size times sequence length, " +
                   n(f.microbatch) + "·" + n(f.sequence);
        },
        {},
        "sequence"},

    Law{"strategy.pipeline.exceeds_blocks",
        about<Field::pipeline_degree>,
        involving<Field::pipeline_degree, Field::model>,
        [](const F& f) { return f.even_layout() && f.blocks >= 1 && f.p > f.blocks; },
        [](const F& f) {
            return "a pipeline of " + n(f.p) + " stages has more stages than the model has blocks, " + n(f.blocks);
        },
        {},
        "blocks"},
    Law{"strategy.blocks.indivisible",
        about<Field::pipeline_degree>,
        involving<Field::pipeline_degree, Field::model>,
        [](const F& f) {
            return f.even_layout() && !f.compatible && f.p >= 1 && f.p <= f.blocks && f.blocks % f.p != 0;
        },
        [](const F& f) {
            return "the pipeline-parallel degree " + n(f.p) + " does not divide the " + n(f.blocks) + " blocks";
        },
        {},
        "blocks"},
    Law{"strategy.interleave.exceeds_stage",
        about<Field::virtual_stages>,
        involving<Field::virtual_stages, Field::schedule, Field::pipeline_degree, Field::model>,
        [](const F& f) { return chunks_must_fit(f) && f.v > f.blocks_per_stage(); },
        [](const F& f) { return n(f.v) + " virtual stages are more than the " + blocks_text(f); },
        {},
        "blocks"},
    Law{"strategy.interleave.indivisible",
        about<Field::virtual_stages>,
        involving<Field::virtual_stages, Field::schedule, Field::pipeline_degree, Field::model>,
        [](const F& f) { return chunks_must_fit(f) && f.v <= f.blocks_per_stage() && f.blocks_per_stage() % f.v != 0; },
        [](const F& f) { return n(f.v) + " virtual stages do not divide the " + blocks_text(f); },
        {},
        "blocks"},

    Law{"strategy.world_size.mismatch", about<Field::num_procs>,
        involving<Field::num_procs, Field::tensor_degree, Field::pipeline_degree, Field::data_degree, Field::replicas>,
        [](const F& f) {
            return f.num_procs && degrees_hold(f) && in_range(world(f)) && world(f).value() != *f.num_procs;
        },
        [](const F& f) {
            return world_text(f) + " = " + n(world(f).value()) + " processors are used, but num_procs is " +
                   n(f.num_procs.value_or(0));
        }},
    Law{"strategy.world_size.overflow", largest_degree,
        involving<Field::tensor_degree, Field::pipeline_degree, Field::data_degree, Field::replicas>,
        [](const F& f) { return degrees_hold(f) && !in_range(world(f)); },
        [](const F& f) { return world_text(f) + " processors are 2^53 or more"; }},
    Law{"strategy.world_size.overflow", about<Field::global_batch>, involving<Field::global_batch>,
        [](const F& f) { return f.batch >= kMaxInteger; },
        [](const F& f) { return "the global batch " + n(f.batch) + " is 2^53 or more"; }},
    Law{"strategy.world_size.overflow", about<Field::microbatch_size>,
        involving<Field::microbatch_size, Field::data_degree, Field::replicas>,
        [](const F& f) { return f.d >= 1 && f.microbatch >= 1 && !in_range(Checked(f.d) * Checked(f.microbatch)); },
        [](const F& f) {
            return n(f.d) + " groups of microbatches of " + n(f.microbatch) + " are 2^53 samples or more";
        }},

    Law{"strategy.datatype.unsupported",
        about<Field::datatype>,
        involving<Field::datatype>,
        [](const F& f) { return !f.system->supports(f.datatype); },
        [](const F& f) {
            std::string known;
            for (const Datatype type : kDatatypes)
                if (f.system->supports(type))
                    known += (known.empty() ? "" : ", ") + std::string(to_string(type));
            return "the system has no matrix and vector rate for " + std::string(to_string(f.datatype)) +
                   "; it has both for " + (known.empty() ? "no datatype" : known);
        },
        {},
        {},
        [](const F&) { return std::string(); }},
    Law{"strategy.unsupported.communication", about<Field::tensor_communication>,
        involving<Field::tensor_communication>,
        [](const F& f) { return !f.compatible && f.communication == TensorCommunication::p2p_rs_ag; },
        [](const F&) {
            return std::string(
                "p2p_rs_ag is admitted only under the Calculon-compatible rules; otherwise all_reduce or "
                "reduce_scatter_all_gather");
        }},
};

} // namespace

std::span<const Law> laws()
{
    // One table in the order of reporting, put together once and never changed.
    static const std::vector<Law> all = [] {
        std::vector<Law> out(kRows.begin(), kRows.end());
        const auto networks = network_laws();
        out.insert(out.end(), networks.begin(), networks.end());
        const auto modern = modern_laws();
        out.insert(out.end(), modern.begin(), modern.end());
        return out;
    }();
    return all;
}

} // namespace blueprinting::strategy::detail
