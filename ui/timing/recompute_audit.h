#pragma once
#include "core/ir/block_metrics.h"
#include "core/oracle/oracle.h"
#include "core/search/evaluate.h"
#include "ui/widgets/tables/row_table.h"
#include "ui/workspace/workspace.h"

#include <vector>

namespace blueprinting::ui {

/// Two ways to count what recomputation costs, strategy by strategy, of one block and microbatch on one rank: the
/// operations of the tasks that run again, each once (what recompute time is priced from), and the first reference's
/// counter block_re_flops, which adds the running forward prefix at every recomputed layer. The counter's rule is
/// followed only to check that the difference between the two is that rule and nothing else; it prices nothing.
struct AuditedStrategy {
    std::string id;
    QString name, letter;
    std::size_t chip = 0;  ///< colour of its chip
    QString recompute;     ///< "full", "attention", "none"
    std::size_t tasks = 0; ///< that run again
    ir::RecomputeAudit derived;
    const oracle::Answer* reference = nullptr; ///< the first one's answer; null while it is being asked
    bool current = true;                       ///< false: last legal figures
};
/// Visible strategies that are or were legal, and the selected one though it be hidden.
std::vector<AuditedStrategy> audited_strategies(const Workspace& workspace);

/// `width` decides between whole numbers and GFLOP, whose raw values are the same.
std::vector<Column> audit_columns(int width);
/// Keys are the strategies' ids.
std::vector<TableRow> audit_rows(const std::vector<AuditedStrategy>& strategies, int width);

/// One sentence on this strategy: what runs again, what the counter prints, and whether its rule explains that.
QString audit_sentence(const AuditedStrategy& strategy);
/// What the two columns count.
QString audit_explanation();

} // namespace blueprinting::ui
