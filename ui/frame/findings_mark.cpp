#include "ui/frame/findings_mark.h"

#include "ui/frame/strategy_facts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/link_button.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/named.h"
#include "ui/widgets/page.h"
#include "ui/workspace/findings.h"
#include "ui/workspace/problems_dialog.h"
#include "ui/workspace/refusal.h"

#include <QHBoxLayout>

namespace blueprinting::ui {

FindingsMark::FindingsMark(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("modelFindings"));
    m_text = named(new ToneLabel({}, {.tone = Tone::caution, .size = ToneLabel::Size::small, .wraps = true}, this),
                   "modelFindingsText");
    const auto link = [this](const char* name, const QString& text, const QString& meaning) {
        auto* made = new LinkButton(text, this);
        made->setObjectName(QString::fromLatin1(name));
        made->setAccessibleName(meaning);
        return made;
    };
    LinkButton* show = link("showFindings", tr("Show"), tr("Show what was found in the model's file"));
    LinkButton* dismiss = link("dismissFindings", tr("Dismiss"), tr("Dismiss what was found in the model's file"));
    connect(show, &QAbstractButton::clicked, this, [this] {
        if (const SessionStrategy* strategy = m_workspace.selected()) {
            const StandingFindings standing = standing_findings(m_workspace.session(), *strategy);
            show_problems(window(), tr("Found in %1").arg(shown(standing.file)), standing.findings);
        }
    });
    connect(dismiss, &QAbstractButton::clicked, this, [this] {
        const SessionStrategy* strategy = m_workspace.selected();
        if (!strategy)
            return;
        m_workspace.edit(tr("Dismiss what was found of %1").arg(shown(strategy->model.name)),
                         [model = strategy->model](Session& session) { dismiss_findings(session, model); });
    });
    auto* row = bare<QHBoxLayout>(
        this, 6,
        {{new IconLabel(icon(Icon::warning, Tone::caution), metrics::kRowIcon, this), 0, Qt::AlignTop},
         {m_text, 1},
         {show, 0, Qt::AlignTop},
         {dismiss, 0, Qt::AlignTop}});
    row->setContentsMargins(metrics::kFormLabel, 0, 0, 0);
    hide();
}

void FindingsMark::refresh()
{
    const SessionStrategy* strategy = m_workspace.selected();
    const StandingFindings standing =
        strategy ? standing_findings(m_workspace.session(), *strategy) : StandingFindings();
    setVisible(!standing.findings.empty());
    if (standing.findings.empty())
        return;
    m_text->setText(
        tr("%1 in %2").arg(findings_count(standing.findings.size()), name_in_sentence(shown(standing.file), 24)));
    QStringList lines;
    for (const Diagnostic& finding : standing.findings)
        lines << refusal_text({finding});
    const QString all = lines.join(QLatin1Char('\n'));
    setToolTip(plain_tooltip(all));
    m_text->setAccessibleDescription(all);
}

} // namespace blueprinting::ui
