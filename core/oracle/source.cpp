#include "core/oracle/source.h"

#include "core/oracle/measured.h"

#include <algorithm>

namespace blueprinting::oracle {

std::string_view to_string(Kind kind)
{
    switch (kind) {
    case Kind::recorded: return "recorded";
    case Kind::live: return "live";
    case Kind::paper: return "paper";
    case Kind::measured: return "measured";
    }
    return "";
}

const std::vector<Source>& sources()
{
    static const std::vector<Source> all{
        {.key = "calculon",
         .kind = Kind::recorded,
         .words = {.name = "Calculon",
                   .in_sentence = "Calculon",
                   .header = "Calculon",
                   .total = "the reference implementation's total",
                   .components = "What Calculon says for the same inputs",
                   .memory = "the reference implementation's total",
                   .not_covered = "the recorded figures are of other strategies. To ask your own Calculon for this "
                                  "one, use File, Choose Calculon checkout…."},
         .make = make_recorded_calculon},
        {.key = "paper",
         .kind = Kind::paper,
         .words = {.name = "Paper",
                   .in_sentence = "the paper",
                   .header = "paper",
                   .total = "the published measurement, Table 5 of arXiv 2205.05198",
                   .components = "As published; a table of totals has no components",
                   .memory = "The paper prints memory in Figures 1 and 7 (arXiv 2205.05198), but not for these cases",
                   .not_covered =
                       "Table 5 of arXiv 2205.05198 prints eight strategies of 22B, 175B, 530B and 1T models; this is "
                       "none of them. To see one of the eight beside it, use Strategy, Add a published strategy."},
         .totals_alone = true,
         .memory = false,
         .decimals = 2,
         .make = make_paper},
        {.key = "measured",
         .kind = Kind::measured,
         .words = {.name = "Measured run",
                   .in_sentence = "the measured run",
                   .header = "measured",
                   .total = "the time that the run took, as published",
                   .components = "A run is measured as a whole",
                   .memory = "The memory of a run is not read",
                   .not_covered = "no measured run was added for this strategy. Measured, Add as strategy puts a "
                                  "published run beside it."},
         .totals_alone = true,
         .memory = false,
         .make = [] { return make_measured({}); }},
    };
    return all;
}

std::size_t place_of(std::string_view key)
{
    const auto at =
        std::find_if(sources().begin(), sources().end(), [key](const Source& source) { return source.key == key; });
    return static_cast<std::size_t>(at - sources().begin());
}

} // namespace blueprinting::oracle
