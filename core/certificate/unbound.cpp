#include "core/certificate/unbound.h"

#include <array>

namespace blueprinting::certificate {

std::span<const UnboundField> unbound_fields()
{
    static constexpr std::array<UnboundField, 25> fields{{
        {"/cells", "the order of the cells"},
        {"/cells/*/candidates", "which candidates were tried, and their order"},
        {"/cells/*/candidates/*/label", "what the candidates were called"},
        {"/cells/*/candidates/*/features/packed_tokens", "how many tokens a layout packed"},
        {"/cells/*/candidates/*/features/segment_count", "how many segments it had"},
        {"/cells/*/candidates/*/features/max_depth", "how deep its segments were"},
        {"/cells/*/candidates/*/features/segments_below", "how long its segments were"},
        {"/cells/*/candidates/*/median_ms", "how long a candidate took"},
        {"/cells/*/candidates/*/n", "how many runs that time is the median of"},
        {"/cells/*/candidates/*/spread_pct", "how far its runs lay apart"},
        {"/cells/*/facts/gdn_layers", "how many layers of a model are GDN layers"},
        {"/cells/*/device", "on what device it ran"},
        {"/cells/*/param_dtype", "in what datatype it ran"},
        {"/cells/*/hidden_size", "with what hidden size it ran"},
        {"/cells/*/source", "from what source it ran"},
        {"/cells/*/requests_sha256", "with what requests it ran"},
        {"/cells/*/workload", "of what kind the workload was"},
        {"/cells/*/workload/kind", "of what kind the workload was"},
        {"/fit_arguments/require_complete", "how many runs were asked for"},
        {"/fit_arguments/terms", "which terms were fitted, and in what order: a table fitted again without some, with "
                                 "its metrics, looks like an original"},
        {"/fit_arguments/objective",
         "which objective was fitted: a table fitted again with the other one looks like an original"},
        {"/fit_arguments/holdout", "which cells were held out: a table fitted again on others, with its metrics, looks "
                                   "like an original, and the gates judge only the cells named here"},
        {"/fit_arguments/rerank_shapes",
         "which shapes a re-ranker decides: if the table is fitted again without their cells, no gate judges those"},
        {"/fit_arguments/exclude_cells", "by which patterns cells were excluded, if others match the same cells"},
        {"/manifest/path", "where the manifest was"},
    }};
    return fields;
}

std::string_view unbound_sentence()
{
    return "Only the evidence file ties a certificate to measurements. No check can tell whether candidates, layouts, "
           "times, spreads and row counts, GDN layers, devices, datatypes, widths, source and request digests are the "
           "measured ones. Nor can a check tell whether the fit was asked for with these terms, this objective, these "
           "held-out cells and these re-ranked shapes. Whoever fits again and states the new metrics can hide cells "
           "from the gates in this way. To find out, build the certificate again from its evidence (certificate "
           "build).";
}

} // namespace blueprinting::certificate
