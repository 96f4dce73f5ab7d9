#include "ui/workspace/findings.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// Whether the strategy says itself what the model could not.
bool mended(const Diagnostic& finding, const strategy::Execution& execution)
{
    return finding.code == "model.multiquery" && execution.attention_type == strategy::AttentionType::multiquery;
}

} // namespace

void keep_findings(Session& session, const SessionModel& model, const std::string& file, const Diagnostics& findings)
{
    dismiss_findings(session, model);
    if (findings.empty())
        return;
    ModelFindings kept{model, file, findings};
    for (Diagnostic& finding : kept.findings)
        finding.location.reset();
    session.findings.push_back(std::move(kept));
}

StandingFindings standing_findings(const Session& session, const SessionStrategy& strategy)
{
    StandingFindings out;
    for (const ModelFindings& of_model : session.findings) {
        if (!(of_model.model == strategy.model))
            continue;
        out.file = of_model.file;
        for (const Diagnostic& finding : of_model.findings)
            if (!mended(finding, strategy.execution))
                out.findings.push_back(finding);
    }
    return out;
}

void dismiss_findings(Session& session, const SessionModel& model)
{
    std::erase_if(session.findings, [&](const ModelFindings& of_model) { return of_model.model == model; });
}

void forget_findings_without_model(Session& session)
{
    std::erase_if(session.findings, [&](const ModelFindings& of_model) {
        return std::ranges::none_of(session.strategies, [&](const SessionStrategy& strategy) {
            return strategy.model == of_model.model ||
                   (strategy.last_legal && strategy.last_legal->model == of_model.model);
        });
    });
}

} // namespace blueprinting::ui
