#include "ui/compare/compare_model.h"

#include "core/base/format.h"
#include "core/model/rates.h"
#include "core/search/evaluate.h"
#include "core/strategy/derived.h"
#include "ui/compare/compare_pair.h"
#include "ui/compare/compare_ranking.h"
#include "ui/compare/compare_text.h"
#include "ui/widgets/last_legal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>

namespace blueprinting::ui::compare {

namespace {

struct Rate {
    const char* key;
    QString name, tooltip;
    double search::Rates::*value;
    double scale;
    int digits; ///< significant
};

/// What is said of strategies of which some train and some serve.
std::array<Rate, 4> rates_of(bool trains_left, bool trains_right, bool serves)
{
    const QString operations = !serves                       ? Words::tr("3 × forward")
                               : trains_left || trains_right ? Words::tr("3 × (training) or 1 × (inference) forward")
                                                             : Words::tr("Forward");
    const QString utilisation =
        operations + Words::tr(" matrix operations of all blocks and ranks × microbatches / (iteration × matrix peak). "
                               "The models have no vocabulary, so its operations are not counted");
    const QString mfu = serves && !trains_left && !trains_right ? Words::tr("Forward MFU, no vocabulary (%)")
                                                                : Words::tr("MFU, no vocabulary (%)");
    return {Rate{"samples", Words::tr("Samples per s"), Words::tr("Samples of the global batch per second"),
                 &search::Rates::samples_per_second, 1, 4},
            Rate{"tokens", Words::tr("Tokens per s and GPU"), Words::tr("Samples per second × sequence length / GPUs"),
                 &search::Rates::tokens_per_second_per_gpu, 1, 4},
            Rate{"mfu", mfu,
                 utilisation + (serves ? Words::tr(".") : Words::tr(". Recomputed operations are not counted either.")),
                 &search::Rates::mfu, 100, 3},
            Rate{"hfu", Words::tr("HFU, no vocabulary (%)"),
                 utilisation + Words::tr(". Recomputed operations are counted."), &search::Rates::hfu, 100, 3}};
}

/// Of a model beyond six numbers: utilisation by the exact definition, which counts its vocabulary. What it computes
/// again is in no definition.
search::Rates rates_of_program(const Contender& one)
{
    const SessionStrategy& form = one.result->evaluated;
    search::Rates out;
    out.tokens_per_second_per_gpu = tokens_per_gpu(one);
    out.samples_per_second = static_cast<double>(form.execution.global_batch) / one.evidence().total.value();
    if (const system::EngineRate* rate = form.system.matrix_rate(form.execution.datatype))
        out.mfu = model::utilisation(
            model::model_flops_per_second(out.tokens_per_second_per_gpu,
                                          model::flops_per_token(form.model.whole(), model::FlopDefinition::exact)),
            rate->tflops * 1e12);
    return out;
}

/// Of one contender, or nothing where it has none.
struct FurtherRate {
    const char* key;
    QString name, tooltip;
    std::function<std::optional<double>(const Contender&)> value;
    int digits = 4;
    bool least = false; ///< of a bound it is the least
};

std::optional<double> utilisation_of(const Contender& one, model::FlopDefinition definition)
{
    const SessionStrategy& form = one.result->evaluated;
    const system::EngineRate* rate = form.system.matrix_rate(form.execution.datatype);
    // Where products run in two formats there is no one peak.
    if (!rate || form.execution.precision.recipe != strategy::PrecisionRecipe::uniform)
        return std::nullopt;
    const double flops =
        model::flops_per_token(form.model.whole(), definition, strategy::tensor_degree(form.execution));
    return 100 * model::utilisation(model::model_flops_per_second(tokens_per_gpu(one), flops), rate->tflops * 1e12);
}

/// What models beyond six numbers add: the other definitions of FLOPs by their names.
std::vector<FurtherRate> definition_rates()
{
    using model::FlopDefinition;
    std::vector<FurtherRate> out;
    const auto definition = [&](const char* key, FlopDefinition which, const QString& name, const QString& tip) {
        out.push_back({key, name, tip, [which](const Contender& one) { return utilisation_of(one, which); }, 3});
    };
    definition("mfu_palm", FlopDefinition::palm, Words::tr("MFU, palm (%)"),
               Words::tr("Every token sees all keys (PaLM, torchtitan)"));
    definition("mfu_megatron", FlopDefinition::megatron, Words::tr("MFU, megatron (%)"),
               Words::tr("Half the keys, no router, the padded head (Megatron-LM)"));
    definition("mfu_megatron_window", FlopDefinition::megatron_window, Words::tr("MFU, megatron_window (%)"),
               Words::tr("As megatron; where a block has a window, the keys in it (Megatron-Bridge)"));
    return out;
}

double days_of(const Contender& one, double tokens)
{
    return model::days(model::gpu_hours(tokens, tokens_per_gpu(one)),
                       static_cast<double>(strategy::world_size(one.result->evaluated.execution)));
}

/// Cost, days and energy of a run, where all that they follow from is given.
std::vector<FurtherRate> cost_rates(const CostInputs& cost)
{
    std::vector<FurtherRate> out;
    if (!cost.tokens)
        return out;
    const QString whole = Words::tr(" Goodput 100 %: checkpoints, restarts and evaluation are in no number.");
    const auto hours = [tokens = *cost.tokens](const Contender& one) {
        return model::gpu_hours(tokens, tokens_per_gpu(one));
    };
    out.push_back({"gpu_hours", Words::tr("GPU hours of the run"),
                   Words::tr("Tokens of the run over tokens per s and GPU.") + whole,
                   [hours](const Contender& one) { return std::optional(hours(one)); }, 4, true});
    out.push_back({"days", Words::tr("Days of the run"), Words::tr("On all GPUs of the strategy.") + whole,
                   [tokens = *cost.tokens](const Contender& one) { return std::optional(days_of(one, tokens)); }, 4,
                   true});
    if (cost.price)
        out.push_back({"cost", Words::tr("Cost of the run"), Words::tr("GPU hours × price.") + whole,
                       [hours, price = *cost.price](const Contender& one) {
                           return std::optional(model::cost(hours(one), price));
                       },
                       4, true});
    if (cost.watts && cost.pue)
        out.push_back({"energy", Words::tr("Energy of the run (MWh)"), Words::tr("GPU seconds × watts × PUE.") + whole,
                       [hours, watts = *cost.watts, pue = *cost.pue](const Contender& one) {
                           return std::optional(model::energy(hours(one), watts, pue) / 3.6e9);
                       },
                       4, true});
    return out;
}

/// The row of such a rate; nothing where neither side has it.
std::optional<TableRow> further_row(const FurtherRate& rate, const Pair& pair, bool stale)
{
    const std::optional<double> right = rate.value(*pair.right);
    const std::optional<double> left = pair.left ? rate.value(*pair.left) : std::nullopt;
    if (!right && !left)
        return std::nullopt;
    Cell name = text_cell(rate.name);
    name.tooltip = rate.tooltip;
    TableRow row{QLatin1String(rate.key), {name}};
    format::Series series(rate.digits);
    series.against(left.value_or(right.value_or(0)), right.value_or(left.value_or(0)));
    const auto cell = [&](const Contender& one, const std::optional<double>& value) {
        if (!value)
            return text_cell(Words::tr("none"), Tone::secondary);
        const QString text = shown(series.text(*value));
        Cell out = number_cell(*value, rate.least && one.bound ? QStringLiteral("≥ ") + text : text,
                               stale ? Tone::secondary : Tone::text);
        if (one.bound)
            out.tooltip = bound_tag();
        return out;
    };
    if (pair.left)
        row.cells.push_back(cell(*pair.left, left));
    row.cells.push_back(cell(*pair.right, right));
    if (pair.left && left && right && *left != 0) {
        const double share = 100 * (*right / *left - 1);
        const Tone tone = pair.both_fit() ? sign_tone(rate.least ? share : -share) : Tone::secondary;
        row.cells.push_back(number_cell(share, shown(format::percent(share, 1)), stale ? Tone::secondary : tone));
    } else if (pair.left) {
        row.cells.push_back({});
    }
    return row;
}

/// How many days the run takes if it is off as the nearest published runs are; nothing where nobody asked for those.
std::optional<TableRow> near_days_row(const Pair& pair, double tokens, bool stale)
{
    const auto near = [](const Contender* one) { return one && one->near && !one->near->nearest.empty(); };
    if (!near(pair.right) && !near(pair.left))
        return std::nullopt;
    Cell name = text_cell(Words::tr("Days as the nearest runs"));
    name.tooltip = Words::tr("Days of the run, from and to, if the predicted time is off as those of the nearest "
                             "published runs are: the least and the most of their errors");
    TableRow row{QStringLiteral("days_near"), {name}};
    const auto cell = [&](const Contender& one) {
        if (!near(&one))
            return text_cell(Words::tr("none"), Tone::secondary);
        const double days = days_of(one, tokens);
        const double low = days / (1 + one.near->high_percent / 100), high = days / (1 + one.near->low_percent / 100);
        format::Series series(3);
        series.against(low, high);
        Cell out = number_cell(high, QStringLiteral("%1 … %2").arg(shown(series.text(low)), shown(series.text(high))),
                               stale ? Tone::secondary : Tone::text);
        if (one.bound)
            out.tooltip = Words::tr("All in peak-only, for of its system only the data sheet is known");
        return out;
    };
    if (pair.left)
        row.cells.push_back(cell(*pair.left));
    row.cells.push_back(cell(*pair.right));
    if (pair.left)
        row.cells.push_back({});
    return row;
}

} // namespace

TableContent rates_table(const Contest& contest, const CostInputs& cost)
{
    const Pair pair = pair_of(contest);
    TableContent table;
    if (!pair.right)
        return table;
    table.columns = {{QStringLiteral("rate"), Words::tr("Rate")}};
    if (pair.left)
        table.columns.push_back(
            {QStringLiteral("left"), column_name(*pair.left), column_tip(*pair.left), ColumnKind::number});
    table.columns.push_back(
        {QStringLiteral("right"), column_name(*pair.right), column_tip(*pair.right), ColumnKind::number});
    if (pair.left)
        table.columns.push_back({QStringLiteral("percent"), QStringLiteral("(%)"),
                                 Words::tr("Difference in percent of %1. Blue: better, orange: worse, as in the times")
                                     .arg(pair.left->name),
                                 ColumnKind::number});
    for (Column& column : table.columns)
        if (column.kind == ColumnKind::number)
            column.saved_as = column.id == QLatin1String("percent") ? Words::tr("difference (%)")
                              : column.id == QLatin1String("left")  ? saved_name(*pair.left)
                                                                    : saved_name(*pair.right);
    table.columns.front().stretch = true;
    const auto rates = [](const Contender& one) {
        return one.plain() ? search::rates(*one.result->evaluation, one.result->evaluated.system)
                           : rates_of_program(one);
    };
    const search::Rates right = rates(*pair.right);
    const search::Rates left = pair.left ? rates(*pair.left) : search::Rates{};
    const bool stale = !pair.right->current() || (pair.left && !pair.left->current());
    const bool beyond = !pair.right->plain() || (pair.left && !pair.left->plain());
    const bool trains_left = pair.left && pair.left->training();
    const bool trains_right = pair.right->training();
    const bool serves = !trains_right || (pair.left && !trains_left);
    const Tone plain = stale ? Tone::secondary : Tone::text;
    for (const Rate& rate : rates_of(trains_left, trains_right, serves)) {
        // What it adds to the MFU is recomputed operations, which inference does not have.
        const bool of_training = rate.value == &search::Rates::hfu;
        if (of_training && ((!trains_left && !trains_right) || beyond))
            continue;
        Cell name = text_cell(rate.name);
        name.tooltip = rate.tooltip;
        if (beyond && rate.value == &search::Rates::mfu) {
            name = text_cell(Words::tr("MFU, exact (%)"));
            name.tooltip = Words::tr("Model FLOP/s over the matrix peak. Models beyond six numbers by the exact "
                                     "definition: the keys that a token sees, with the vocabulary; of plain ones the "
                                     "blocks alone.");
        }
        TableRow row{QLatin1String(rate.key), {name}};
        format::Series series(rate.digits);
        series.against(left.*rate.value * rate.scale, right.*rate.value * rate.scale);
        const auto cell = [&](double value, bool training) {
            if (of_training && !training)
                return inference_has_none();
            return number_cell(value * rate.scale, shown(series.text(value * rate.scale)), plain);
        };
        if (pair.left)
            row.cells.push_back(cell(left.*rate.value, trains_left));
        row.cells.push_back(cell(right.*rate.value, trains_right));
        if (pair.left && of_training && trains_left != trains_right) {
            row.cells.push_back({});
        } else if (pair.left) {
            const double share = left.*rate.value != 0 ? 100 * (right.*rate.value / left.*rate.value - 1) : NAN;
            // Of recomputed operations more is neither; and what cannot run is no better.
            const Tone tone = of_training || !pair.both_fit() ? Tone::secondary : sign_tone(-share);
            row.cells.push_back(number_cell(share, shown(format::percent(share, 1)), stale ? Tone::secondary : tone));
        }
        table.rows.push_back(stale ? last_legal(std::move(row)) : std::move(row));
    }
    if (!trains_right || (pair.left && !trains_left))
        return table;
    std::vector<FurtherRate> further = beyond ? definition_rates() : std::vector<FurtherRate>();
    std::ranges::move(cost_rates(cost), std::back_inserter(further));
    const auto add = [&](std::optional<TableRow> row) {
        if (row)
            table.rows.push_back(stale ? last_legal(*std::move(row)) : *std::move(row));
    };
    for (const FurtherRate& rate : further) {
        add(further_row(rate, pair, stale));
        if (rate.key == std::string_view("days"))
            add(near_days_row(pair, *cost.tokens, stale));
    }
    return table;
}

} // namespace blueprinting::ui::compare
