#include "ui/model/model_rows.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

namespace blueprinting::ui {
namespace {

constexpr double kMega = 1e6;

QString millions(double weights) { return shown(format::fixed(weights / kMega, 3)); }

Cell figure(double value, const QString& text)
{
    return value == 0 ? Cell{.value = 0.0, .text = QStringLiteral("–"), .tone = Tone::secondary}
                      : Cell{.value = value, .text = text};
}

/// "all-gather, 64.0 MiB on tier 0".
QString sent_words(const program::RowMessage& message)
{
    return Words::tr("%1, %2 MiB on %3")
        .arg(collective_words(message.kind),
             shown(format::fixed(message.bytes / kMebi, message.bytes < 100 * kMebi ? 1 : 0)),
             tiers_words(message.tiers));
}

/// "÷ TP ÷ CP": which degrees cut a row.
QString cut_words(const std::vector<strategy::Axis>& axes)
{
    QStringList out;
    for (const strategy::Axis axis : axes)
        out << Words::tr("÷ %1").arg(axis_title(to_string(axis)));
    return out.join(QLatin1Char(' '));
}

ColorToken axis_color(strategy::Axis axis)
{
    switch (axis) {
    case strategy::Axis::context: return component_color(program::Component::context_parallel);
    case strategy::Axis::expert:
    case strategy::Axis::expert_tensor: return component_color(program::Component::expert_parallel);
    default: return component_color(program::Component::tensor_parallel);
    }
}

} // namespace

std::vector<Column> block_columns()
{
    return {{.id = QStringLiteral("row"), .header = Words::tr("Row"), .stretch = true, .least = 120, .names = true},
            {.id = QStringLiteral("shape"),
             .header = Words::tr("shape on one GPU"),
             .tooltip = Words::tr("Weights of a product, else what one GPU works on; cut as the strategy cuts it")},
            {.id = QStringLiteral("weights"),
             .header = Words::tr("weights (M)"),
             .tooltip = Words::tr("Weights of its own on one GPU, in millions"),
             .kind = ColumnKind::number,
             .saved_unit = kMega},
            {.id = QStringLiteral("flop"),
             .header = Words::tr("MFLOP"),
             .tooltip = Words::tr("Forward operations for a token, all GPUs that share it together"),
             .kind = ColumnKind::number,
             .saved_as = Words::tr("forward MFLOP a token"),
             .saved_unit = kMega},
            {.id = QStringLiteral("held"),
             .header = Words::tr("held (MiB)"),
             .tooltip = Words::tr("Kept for the backward pass on one GPU, for one microbatch"),
             .kind = ColumnKind::number,
             .saved_unit = kMebi}};
}

ModelTable block_table(const ModelSubject& subject, std::size_t kind)
{
    ModelTable out;
    out.columns = block_columns();
    const program::Program& program = subject.program->program;
    const program::BlockKind& its = program.kinds[kind];
    double weights = 0, operations = 0, held = 0;
    for (const program::BlockRow& row : program::block_rows(program, its.plan, subject.axes)) {
        weights += row.weights;
        operations += row.operations_per_token;
        held += row.held_bytes;
        Cell name{.value = shown(row.task), .text = row_title(row.task, program.model.mlp)};
        name.tooltip = shown(row.task);
        if (row.message) {
            name.color = axis_color(row.message->axis);
            name.tooltip += QLatin1Char('\n') +
                            Words::tr("%1 over %2 ranks")
                                .arg(sent_words(*row.message), shown(format::integer(row.message->participants)));
        }
        Cell kept = figure(row.held_bytes, shown(format::fixed(row.held_bytes / kMebi, 1)));
        if (row.reruns) {
            kept.tooltip = Words::tr("Computed again in the backward pass");
            if (row.held_bytes == 0)
                kept.text = Words::tr("rerun");
        }
        const QString shape = shown(row.shape);
        // A message has no shape of its own.
        out.rows.push_back(
            {shown(row.task),
             {std::move(name),
              {.value = shown(row.shape),
               .text = row.message ? sent_words(*row.message) : shape,
               .tone = row.message ? Tone::secondary : Tone::text,
               .note = cut_words(row.cut)},
              figure(row.weights, millions(row.weights)),
              figure(row.operations_per_token, shown(format::fixed(row.operations_per_token / kMega, 2))),
              std::move(kept)}});
    }
    out.rows.push_back(
        {QStringLiteral("block"),
         {{.value = QStringLiteral("block"), .text = Words::tr("block")},
          {.text = Words::tr("%1 of %2")
                       .arg(shown(format::integer(its.count)), shown(format::integer(program.model.blocks)))},
          figure(weights, millions(weights)),
          figure(operations, shown(format::fixed(operations / kMega, 2))),
          figure(held, shown(format::fixed(held / kMebi, 1)))},
         RowKind::total});
    return out;
}

} // namespace blueprinting::ui
