#include "core/certificate/assessment.h"

namespace blueprinting::certificate {

Assessment assess(const Certificate& certificate, const std::vector<std::string>& further)
{
    Assessment out;
    out.set = measured_set(certificate);
    auto scores = score_set(certificate.table, certificate, out.set);
    if (!scores) {
        out.problems = scores.diagnostics();
        out.gates = judge_gates({});
        return out;
    }
    out.scores = std::move(*scores);
    const auto sums = totals(out.scores);
    out.evaluation = evaluate(out.set, sums, split_of(certificate, out.set, further));
    out.misordered = misordered_pairs(out.set, sums);
    out.gates = judge_gates(out.evaluation->test);
    return out;
}

} // namespace blueprinting::certificate
