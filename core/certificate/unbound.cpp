#include "core/certificate/unbound.h"

#include <array>

namespace blueprinting::certificate {

std::span<const UnboundField> unbound_fields()
{
    static constexpr std::array<UnboundField, 24> fields{{
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
        {"/fit_arguments/terms", "in what order the terms were fitted, where another gives the same table"},
        {"/fit_arguments/objective", "which objective was fitted, where both give the same table"},
        {"/fit_arguments/holdout", "by which patterns cells were held out, where others mean the same cells"},
        {"/fit_arguments/exclude_cells", "by which patterns cells were excluded, where others mean the same cells"},
        {"/manifest/path", "where the manifest lay"},
    }};
    return fields;
}

std::string_view unbound_sentence()
{
    return "Nothing binds a certificate to measurements but its evidence file. No check can tell whether candidates, "
           "layouts, times, spreads and row counts, GDN layers, devices, datatypes, widths, source and request "
           "digests, "
           "and how the fit was asked for, are those that were measured; making the certificate again from its "
           "evidence (certificate build) does.";
}

} // namespace blueprinting::certificate
