#pragma once
#include "ui/model/model_words.h"
#include "ui/model/placement_map.h"
#include "ui/model/stage_columns.h"
#include "ui/widgets/charts/bar_chart.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/tables/row_table.h"

/// The tables and charts of the Model view as plain values. Pure; no widget, no model quantity computed.
namespace blueprinting::ui {

struct ModelTable {
    std::vector<Column> columns;
    std::vector<TableRow> rows;
};

/// The rows of a kind of block from its input to its output: shape on one GPU, weights, MFLOP a token, bytes held; the
/// sums last. Keys are tasks ("attn.q"). What neither works nor holds nor sends is left out.
std::vector<Column> block_columns();
ModelTable block_table(const ModelSubject& subject, std::size_t kind);

/// Parameters by part: the total, and what a token uses where that is less.
BarChart parameter_chart(const ModelSubject& subject);
std::vector<LegendItem> parameter_legend(const ModelSubject& subject);
/// The counts, each with its definition in the tip, FLOPs and the key-value cache.
std::vector<Column> parameter_columns();
ModelTable count_table(const ModelSubject& subject);
/// "equal to the 8 030 261 248 published", where a count is.
struct Published {
    QString text, tip;
    Tone tone = Tone::secondary;
};
std::optional<Published> published_words(const ModelSubject& subject);

/// Memory on the fullest GPU of each stage by kind, against the capacity; the fullest named.
BarChart stage_memory_chart(const ModelSubject& subject);
/// With one stage: a bar for each of these strategies, the fullest GPU of each.
struct OneOfMany {
    QString name, letter;
    std::size_t chip = 0;
    bool current = true, selected = false;
    std::shared_ptr<const program::Evaluation> program;
};
BarChart strategy_memory_chart(const ModelSubject& subject, const std::vector<OneOfMany>& all);
std::vector<LegendItem> stage_memory_legend();
/// Time of one microbatch on each stage by component; what waits for the slowest is hatched.
BarChart stage_time_chart(const ModelSubject& subject);
std::vector<LegendItem> stage_time_legend(const ModelSubject& subject);

/// Under full sharding of one stage: gathers and scatters on the link over the computing that hides them, of the first
/// units of the forward pass and of the last of the backward pass. Of all else no rows.
BarChart unit_chart(const ModelSubject& subject);
std::vector<LegendItem> unit_legend();
/// "A gather takes 0.85 ms beside 9.3 ms of work; 0.98 of 62.1 ms of gathering and scattering are not hidden."
QString unit_words(const ModelSubject& subject);

/// Both, side by side by stage.
StagePicture stage_picture(const ModelSubject& subject);

/// The ranks of a stage on their machines, with the groups of an axis ("expert"); of one that the strategy does not
/// have, each rank by itself.
PlacementPicture placement_picture(const ModelSubject& subject, const QString& axis, std::int64_t stage,
                                   std::int64_t rank);
/// What of one message of the axis stays, what goes over each tier, and how long that takes.
BarChart message_chart(const ModelSubject& subject, const QString& axis);
/// Every axis with its groups, their stride, the networks that they use, and what they send when.
std::vector<Column> placement_columns();
ModelTable placement_table(const ModelSubject& subject);
/// Of the axis: what one message sends where, how long that takes, and what deduplication would save.
QString message_words(const ModelSubject& subject, const QString& axis);

} // namespace blueprinting::ui
