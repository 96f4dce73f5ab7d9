#include "ui/frame/session_report.h"

#include "core/base/replace_file.h"
#include "ui/frame/strategy_facts.h"
#include "ui/report/view_report.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/workspace/session_file.h"
#include "ui/workspace/session_json.h"
#include "ui/workspace/view.h"

#include <QCoreApplication>

namespace blueprinting::ui {
namespace {

/// What sha256sum says of the session's file; of a session that is in none, of the file that it would be.
QString session_digest(const Workspace& workspace, const SessionFile& file)
{
    if (!file.path().isEmpty() && !file.modified())
        if (const Result<Digest> content = content_digest(file.path().toStdString()))
            return shown(content->hex());
    const Result<std::string> text = session_text(workspace.session());
    return text ? Words::tr("%1 (not saved)").arg(shown(Digest::of_bytes(*text).hex())) : QString();
}

QString inputs_of(const Workspace& workspace, const SessionStrategy& strategy)
{
    QStringList out{shown(strategy.model.name) + QStringLiteral(": ") + model_fact(strategy.model),
                    shown(strategy.system.name) + QStringLiteral(": ") +
                        system_fact(strategy.system, strategy.execution.datatype),
                    degrees_fact(strategy.execution)};
    if (const auto& evaluation = workspace.result(strategy.id).evaluation)
        out << Words::tr("plan %1").arg(shown(evaluation->compilation.portable.output.short_hex()));
    return out.join(QStringLiteral("; "));
}

QString kept(const Json& state, const char* key)
{
    const auto at = state.is_object() ? state.find(key) : state.end();
    return at != state.end() && at->is_string() ? shown(at->get_ref<const std::string&>()) : QString();
}

} // namespace

Report report_of(const Workspace& workspace, const SessionFile& file, const std::vector<const View*>& views)
{
    Report out;
    out.title = Words::tr("Report of %1").arg(file.name());
    const Json state = workspace.viewState(kReportState);
    out.reviewer = kept(state, "reviewer");
    out.date = kept(state, "date");
    out.facts = {
        {Words::tr("Program"), Words::tr("Blueprinting Explorer %1").arg(QCoreApplication::applicationVersion())},
        {Words::tr("Session"),
         Words::tr("%1, SHA-256 %2").arg(shown(kSessionSchema), session_digest(workspace, file))}};
    if (!out.reviewer.isEmpty())
        out.facts.emplace_back(Words::tr("Prepared by"), out.reviewer);
    if (!out.date.isEmpty())
        out.facts.emplace_back(Words::tr("Date"), out.date);
    for (const SessionStrategy& strategy : workspace.session().strategies)
        if (strategy.visible)
            out.facts.emplace_back(workspace.letter(strategy.id) + QStringLiteral(": ") + shown(strategy.name),
                                   inputs_of(workspace, strategy));
    for (const View* view : views)
        out.parts.push_back(part_of(*view));
    return out;
}

} // namespace blueprinting::ui
