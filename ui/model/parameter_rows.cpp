#include "ui/model/model_rows.h"

#include "core/base/format.h"
#include "core/model/flops.h"
#include "core/strategy/derived.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <cmath>

namespace blueprinting::ui {
namespace {

QString billions(double parameters) { return shown(format::significant(parameters / 1e9, 3)); }

BarRow bar(const QString& key, const QString& label, const model::ParameterCounts& counts, double routed, double total)
{
    BarRow row{.key = key, .label = label, .bold = false};
    for (const model::PartCount& part : counts.parts) {
        if (part.parameters == 0)
            continue;
        const double value =
            static_cast<double>(part.parameters) * (part.part == model::ModelPart::routed_experts ? routed : 1);
        const QString name = part_title(part.part);
        row.segments.push_back({.key = shown(to_string(part.part)),
                                .name = name,
                                .value = value / 1e9,
                                .color = ColorToken::modelPart(static_cast<std::size_t>(part.part)),
                                .text = Words::tr("%1 %2").arg(name, billions(value)),
                                .hover = Words::tr("%1: %2, %3")
                                             .arg(name, count_text(static_cast<std::int64_t>(std::llround(value))),
                                                  shown(format::percent(100 * value / total, 1, false)))});
    }
    row.read_outs = {{billions(total), Tone::text, true}};
    return row;
}

} // namespace

BarChart parameter_chart(const ModelSubject& subject)
{
    BarChart chart{.columns = {{Words::tr("billion"), Glyph::none, Words::tr("Billions of parameters")}},
                   .axis_title = Words::tr("Parameters (billion)"),
                   .names = SegmentNames::none,
                   .bar_height = 20,
                   .row_gap = 6};
    if (!subject.counts)
        return chart;
    const model::ParameterCounts& counts = *subject.counts;
    chart.rows.push_back(
        bar(QStringLiteral("total"), Words::tr("total"), counts, 1, static_cast<double>(counts.total)));
    if (subject.model.moe && counts.active_with_embedding != counts.total)
        chart.rows.push_back(
            bar(QStringLiteral("active"), Words::tr("active"), counts,
                static_cast<double>(subject.model.moe->top_k) / static_cast<double>(subject.model.moe->experts),
                static_cast<double>(counts.active_with_embedding)));
    return chart;
}

std::vector<LegendItem> parameter_legend(const ModelSubject& subject)
{
    std::vector<LegendItem> out;
    if (subject.counts)
        for (const model::PartCount& part : subject.counts->parts)
            if (part.parameters > 0)
                out.push_back({part_title(part.part), ColorToken::modelPart(static_cast<std::size_t>(part.part))});
    return out;
}

std::vector<Column> parameter_columns()
{
    return {{.id = QStringLiteral("count"), .header = Words::tr("Count"), .names = true},
            {.id = QStringLiteral("value"), .header = Words::tr("value"), .kind = ColumnKind::number},
            {.id = QStringLiteral("meaning"), .header = Words::tr("what it counts"), .stretch = true, .least = 90}};
}

ModelTable count_table(const ModelSubject& subject)
{
    ModelTable out;
    out.columns = parameter_columns();
    const auto add = [&](const char* key, const QString& name, double value, const QString& text,
                         const QString& meaning, const QString& tip) {
        Cell what{.value = meaning, .text = meaning, .tone = Tone::secondary, .tooltip = tip};
        out.rows.push_back(
            {QLatin1String(key),
             {{.value = name, .text = name, .tooltip = tip}, {.value = value, .text = text}, std::move(what)}});
    };
    if (subject.counts) {
        const model::ParameterCounts& counts = *subject.counts;
        const bool experts = subject.model.moe.has_value();
        const auto count = [&](const char* key, const QString& name, std::int64_t value, const QString& meaning,
                               const QString& tip) {
            add(key, name, static_cast<double>(value), count_text(value), meaning, tip);
        };
        count("total", Words::tr("Total"), counts.total, Words::tr("every weight once"),
              Words::tr("All weights of blocks, norms, embedding and head, without prediction modules"));
        count("active_with_embedding", Words::tr("Active, with embedding"), counts.active_with_embedding,
              experts ? Words::tr("only the experts chosen") : Words::tr("no experts: the same"),
              Words::tr("With the chosen experts in place of all of them"));
        count("active_without_lookup", Words::tr("Active, without lookup"), counts.active_without_lookup,
              Words::tr("what a token multiplies"),
              Words::tr("The same less the embedding, which is looked up, where it is not the head as well"));
        if (counts.mtp > 0)
            count("mtp", Words::tr("Prediction modules"), counts.mtp, Words::tr("in none of the three"),
                  Words::tr("Weights of the multi-token prediction modules"));
    }
    const auto tensor = strategy::tensor_degree(subject.strategy.execution);
    for (const auto definition : {model::FlopDefinition::exact, model::FlopDefinition::palm}) {
        const double flops = model::flops_per_token(subject.model, definition, tensor);
        const bool exact = definition == model::FlopDefinition::exact;
        add(exact ? "flop_exact" : "flop_palm",
            exact ? Words::tr("FLOP a token, exact") : Words::tr("FLOP a token, PaLM"), flops,
            Words::tr("%1 M").arg(shown(format::integer(static_cast<std::int64_t>(std::llround(flops / 1e6))))),
            exact ? Words::tr("the keys that it sees") : Words::tr("all keys"),
            exact ? Words::tr("Training, forward and backward: only the keys that a causal, windowed token sees")
                  : Words::tr("Training, forward and backward: every token sees all keys (arXiv 2204.02311)"));
    }
    const auto width = static_cast<double>(bytes_per_element(subject.strategy.execution.datatype));
    const double cache = model::kv_bytes_per_token(subject.model, width);
    add("kv", Words::tr("KV cache a token"), cache,
        Words::tr("%1 B").arg(shown(format::integer(static_cast<std::int64_t>(std::llround(cache))))),
        Words::tr("all blocks, in %1").arg(shown(to_string(subject.strategy.execution.datatype))),
        Words::tr("Keys and values that inference keeps for a token; windows are left aside"));
    return out;
}

std::optional<Published> published_words(const ModelSubject& subject)
{
    if (!subject.published || !subject.counts)
        return std::nullopt;
    const std::int64_t said = subject.published->parameters;
    const model::ParameterCounts& counts = *subject.counts;
    const bool equal = said == counts.total || counts.with_stored_head == said || counts.with_stored_modules == said;
    return Published{equal ? Words::tr("%1 published: equal").arg(count_text(said))
                           : Words::tr("%1 published").arg(count_text(said)),
                     shown(subject.published->source), equal ? Tone::good : Tone::secondary};
}

} // namespace blueprinting::ui
