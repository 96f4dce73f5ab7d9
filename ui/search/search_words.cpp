#include "ui/search/search_words.h"

#include "core/base/format.h"
#include "core/search/question.h"
#include "core/strategy/derived.h"
#include "ui/search/words.h"
#include "ui/style/shown.h"
#include "ui/workspace/field_words.h"

namespace blueprinting::ui {

using strategy::Field;

QString counted(std::uint64_t count) { return shown(format::integer(static_cast<std::int64_t>(count))); }

QString degrees_text(const strategy::Execution& execution)
{
    QStringList out;
    for (const Field field : {Field::tensor_degree, Field::pipeline_degree, Field::data_degree, Field::virtual_stages})
        out << knob_text(field, search::knob_value(field, execution));
    for (const Field field : {Field::context_degree, Field::expert_degree, Field::expert_tensor_degree})
        if (const std::int64_t degree = search::knob_value(field, execution); degree > 1)
            out << knob_text(field, degree);
    return out.join(QStringLiteral(", "));
}

QString strategy_text(const strategy::Execution& execution)
{
    QStringList out{degrees_text(execution), knob_text(Field::microbatch_size, execution.microbatch_size)};
    out << SearchWords::tr("%1 recompute")
               .arg(knob_value_text(Field::recompute, search::knob_value(Field::recompute, execution)));
    out << knob_value_text(Field::tensor_communication, search::knob_value(Field::tensor_communication, execution));
    for (const Field field : {Field::all_gather_redo, Field::optimizer_sharding, Field::fused_activation})
        if (search::knob_value(field, execution) != 0)
            out << knob_head(field);
    if (strategy::sharding(execution) != strategy::StateSharding::none && !strategy::optimizer_sharding(execution))
        out << knob_text(Field::sharding, search::knob_value(Field::sharding, execution));
    if (const std::int64_t modules = search::knob_value(Field::recompute_modules, execution); modules != 0)
        out << knob_text(Field::recompute_modules, modules);
    return out.join(QStringLiteral(", "));
}

QString knob_text(Field field, std::int64_t value)
{
    const QString words =
        field == Field::recompute_modules ? knob_value_text(field, value) : value_label(strategy::row(field), value);
    return field_label(field) + QLatin1Char(' ') + words;
}

QString knob_head(Field field)
{
    switch (field) {
    case Field::tensor_communication: return SearchWords::tr("TP comm.");
    case Field::all_gather_redo: return SearchWords::tr("redo");
    case Field::optimizer_sharding: return SearchWords::tr("sharding");
    case Field::sharding: return SearchWords::tr("sharding");
    case Field::fused_activation: return SearchWords::tr("fused");
    case Field::fused_attention: return SearchWords::tr("flash");
    case Field::recompute_modules: return SearchWords::tr("modules");
    case Field::recompute: return SearchWords::tr("recompute");
    case Field::microbatch_size: return SearchWords::tr("microbatch");
    default: return field_label(field);
    }
}

QString knob_value_text(Field field, std::int64_t value)
{
    if (field == Field::tensor_communication)
        return value == static_cast<std::int64_t>(strategy::TensorCommunication::all_reduce) ? SearchWords::tr("AR")
               : value == static_cast<std::int64_t>(strategy::TensorCommunication::reduce_scatter_all_gather)
                   ? SearchWords::tr("RS+AG")
                   : value_label(strategy::row(field), value);
    if (field == Field::recompute_modules)
        return shown(search::modules_word(value));
    if (const auto words = search::words_of(strategy::row(field));
        field == Field::sharding && value >= 0 && value < std::ssize(words)) // without the names in brackets
        return shown(words[static_cast<std::size_t>(value)]);
    return value_label(strategy::row(field), value);
}

QString law_text(const std::string& code)
{
    static const std::pair<const char*, const char*> kLaws[] = {
        {"strategy.degree.not_positive", QT_TRANSLATE_NOOP("SearchView", "a degree below 1")},
        {"strategy.single_stage.mismatch", QT_TRANSLATE_NOOP("SearchView", "stages without a pipeline")},
        {"strategy.interleave.too_small", QT_TRANSLATE_NOOP("SearchView", "v below 2")},
        {"strategy.optimizer_sharding.without_dp", QT_TRANSLATE_NOOP("SearchView", "sharding without DP")},
        {"strategy.redo.without_sequence_parallel", QT_TRANSLATE_NOOP("SearchView", "redo without RS+AG")},
        {"strategy.global_batch.indivisible", QT_TRANSLATE_NOOP("SearchView", "batch ÷ DP")},
        {"strategy.microbatch.indivisible", QT_TRANSLATE_NOOP("SearchView", "batch ÷ microbatch")},
        {"strategy.hidden.indivisible", QT_TRANSLATE_NOOP("SearchView", "hidden ÷ TP")},
        {"strategy.feedforward.indivisible", QT_TRANSLATE_NOOP("SearchView", "feed-forward ÷ TP")},
        {"strategy.heads.indivisible", QT_TRANSLATE_NOOP("SearchView", "heads ÷ TP")},
        {"strategy.sequence.indivisible", QT_TRANSLATE_NOOP("SearchView", "sequence ÷ TP")},
        {"strategy.pipeline.exceeds_blocks", QT_TRANSLATE_NOOP("SearchView", "PP over the blocks")},
        {"strategy.blocks.indivisible", QT_TRANSLATE_NOOP("SearchView", "blocks ÷ PP")},
        {"strategy.interleave.exceeds_stage", QT_TRANSLATE_NOOP("SearchView", "v over a stage")},
        {"strategy.interleave.indivisible", QT_TRANSLATE_NOOP("SearchView", "stage ÷ v")},
        {"strategy.network.unknown_tier", QT_TRANSLATE_NOOP("SearchView", "a tier that is not there")},
        {"strategy.network.too_small", QT_TRANSLATE_NOOP("SearchView", "groups over a tier")},
        {"strategy.network.not_filled", QT_TRANSLATE_NOOP("SearchView", "a tier not filled")},
        {"strategy.datatype.unsupported", QT_TRANSLATE_NOOP("SearchView", "datatype without a rate")},
        {"strategy.sharding.without_dp", QT_TRANSLATE_NOOP("SearchView", "sharding without DP")},
        {"strategy.kv_heads.indivisible", QT_TRANSLATE_NOOP("SearchView", "KV heads ÷ TP")},
        {"strategy.qk_norm.tensor", QT_TRANSLATE_NOOP("SearchView", "norm of all heads with TP")},
        {"strategy.context.sequence_indivisible", QT_TRANSLATE_NOOP("SearchView", "sequence ÷ CP")},
        {"strategy.context.heads_indivisible", QT_TRANSLATE_NOOP("SearchView", "heads ÷ CP")},
        {"strategy.attention.needs_fused", QT_TRANSLATE_NOOP("SearchView", "CP or latent, not flash")},
        {"strategy.expert.without_experts", QT_TRANSLATE_NOOP("SearchView", "EP without experts")},
        {"strategy.expert.experts_indivisible", QT_TRANSLATE_NOOP("SearchView", "experts ÷ EP")},
        {"strategy.expert.world_indivisible", QT_TRANSLATE_NOOP("SearchView", "GPUs ÷ EP · ETP")},
        {"strategy.expert.feedforward_indivisible", QT_TRANSLATE_NOOP("SearchView", "expert ÷ ETP")},
        {"strategy.expert.shared_indivisible", QT_TRANSLATE_NOOP("SearchView", "shared expert ÷ TP")},
        {"strategy.expert.needs_sequence_parallel", QT_TRANSLATE_NOOP("SearchView", "experts without RS+AG")},
        {"strategy.recompute.module_absent", QT_TRANSLATE_NOOP("SearchView", "a module that no block has")}};
    for (const auto& [known, words] : kLaws)
        if (code == known)
            return SearchWords::tr(words);
    return shown(code);
}

QString ordinal(std::uint64_t rank)
{
    const std::uint64_t last = rank % 10;
    const bool teens = rank % 100 >= 11 && rank % 100 <= 13;
    return counted(rank) + (teens || last == 0 || last > 3 ? SearchWords::tr("th")
                            : last == 1                    ? SearchWords::tr("st")
                            : last == 2                    ? SearchWords::tr("nd")
                                                           : SearchWords::tr("rd"));
}

QString count_word(std::uint64_t count)
{
    static const char* const kWords[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                         "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return count < std::size(kWords) ? SearchWords::tr(kWords[count]) : counted(count);
}

QString gib_text(Bytes bytes, int decimals) { return shown(format::fixed(bytes.value() / kGibibyte, decimals)); }

QString seconds_text(Seconds seconds) { return shown(format::seconds(seconds)); }

QString percent_text(double percent, int decimals, bool sign)
{
    return shown(format::percent(percent, decimals, sign));
}

QString found_key(std::uint64_t number) { return QLatin1Char('n') + QString::number(number); }

std::optional<std::uint64_t> number_of_key(const QString& key)
{
    bool whole = false;
    const auto number = key.mid(1).toULongLong(&whole);
    return whole && key.startsWith(QLatin1Char('n')) ? std::optional<std::uint64_t>(number) : std::nullopt;
}

} // namespace blueprinting::ui
