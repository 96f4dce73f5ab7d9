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
        {"/cells/*/candidates/*/features/max_depth", "how deep they were"},
        {"/cells/*/candidates/*/features/segments_below", "how long they were"},
        {"/cells/*/candidates/*/median_ms", "how long a candidate took"},
        {"/cells/*/candidates/*/n", "how many runs that is the median of"},
        {"/cells/*/candidates/*/spread_pct", "how far they lay apart"},
        {"/cells/*/facts/gdn_layers", "how many layers of a model are GDN layers"},
        {"/cells/*/device", "on what device it ran"},
        {"/cells/*/param_dtype", "in what datatype"},
        {"/cells/*/hidden_size", "at what width"},
        {"/cells/*/source", "from what source"},
        {"/cells/*/requests_sha256", "with what requests"},
        {"/cells/*/workload", "of what kind the workload was"},
        {"/cells/*/workload/kind", "of what kind the workload was"},
        {"/fit_arguments/require_complete", "how many runs were asked for"},
        {"/fit_arguments/terms",
         "which terms were fitted, and in what order: a table fitted anew without some, with its "
         "metrics, looks like one made so"},
        {"/fit_arguments/objective",
         "which objective was fitted: a table fitted anew by the other looks like one made so"},
        {"/fit_arguments/holdout", "which cells were held out: a table fitted anew on others, with its metrics, looks "
                                   "like one made so, and the gates judge the cells that are named here"},
        {"/fit_arguments/rerank_shapes",
         "which shapes a re-ranker decides: where the table is fitted anew without their "
         "cells, no gate judges those"},
        {"/fit_arguments/exclude_cells", "by which patterns cells were excluded, where others mean the same cells"},
        {"/manifest/path", "where the manifest lay"},
    }};
    return fields;
}

std::string_view unbound_sentence()
{
    return "Nothing binds a certificate to measurements but its evidence file. No check can tell whether candidates, "
           "layouts, times, spreads and row counts, GDN layers, devices, datatypes, widths, source and request "
           "digests are those that were measured, nor whether the fit was asked for with these terms, this objective, "
           "these held-out cells and these re-ranked shapes: who fits anew and states the metrics anew can hide cells "
           "from the gates so. Making the certificate again from its "
           "evidence (certificate build) tells.";
}

} // namespace blueprinting::certificate
