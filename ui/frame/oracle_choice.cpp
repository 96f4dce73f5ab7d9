#include "ui/frame/oracle_choice.h"

#include "core/oracle/live.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/workspace/references.h"
#include "ui/workspace/refusal.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QMenu>

namespace blueprinting::ui {
namespace {

constexpr std::string_view kCalculon = "calculon"; ///< key of the reference that a checkout can answer for

oracle::LiveOptions options_of(const QString& folder)
{
    oracle::LiveOptions options{QFile::encodeName(folder).toStdString()};
    options.answers =
        std::make_shared<oracle::AnswerStore>(); // of every oracle that is made of them: no view asks what another has
    return options;
}

} // namespace

OracleChoice::OracleChoice(Parts parts, QMenu& menu) : QObject(&parts.window), m_parts(std::move(parts))
{
    setObjectName(QStringLiteral("oracleChoice"));
    add(menu, QStringLiteral("chooseCalculon"), tr("C&hoose Calculon checkout…"), [this] {
        ask_for_folder();
    })->setToolTip(tr("Runs a Calculon on this computer, with python3, instead of using the recorded figures"));
    connect(&m_parts.workspace, &Workspace::recordedCalculonWanted, this, &OracleChoice::forget);
    connect(&m_parts.workspace, &Workspace::referencesChanged, this, &OracleChoice::tellFailure);
    m_forget =
        add(menu, QStringLiteral("forgetCalculon"), tr("Use the recorded Calculon &figures"), [this] { forget(); });
    m_ask = add(menu, QStringLiteral("askCalculon"), tr("Ask Calculon a&gain"), [this] { askAgain(); });
    m_forget->setEnabled(false);
    m_ask->setEnabled(false); // recorded figures stay what they are
    m_folder = m_parts.settings.calculonPath();
    if (!m_folder.isEmpty())
        apply();
}

QAction* OracleChoice::add(QMenu& menu, const QString& name, const QString& text, std::function<void()> run)
{
    auto* action = new QAction(text, &m_parts.window);
    action->setObjectName(name + QStringLiteral("Action"));
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    menu.addAction(action);
    return action;
}

void OracleChoice::ask_for_folder()
{
    const QString folder =
        m_prompt ? m_prompt()
                 : QFileDialog::getExistingDirectory(&m_parts.window, tr("Choose a checkout of Calculon"),
                                                     m_folder.isEmpty() ? m_parts.settings.lastFolder() : m_folder);
    if (!folder.isEmpty())
        (void)choose(folder); // a refusal stands in the message bar
}

Result<Done> OracleChoice::ask(const QString& folder)
{
    const QString whole = folder.isEmpty() ? folder : QDir(folder).absolutePath();
    if (Result<Done> usable = oracle::check_live(options_of(whole)); !usable)
        return usable;
    m_folder = whole;
    apply();
    return Done{};
}

Result<Done> OracleChoice::choose(const QString& folder)
{
    if (Result<Done> usable = ask(folder); !usable) {
        m_parts.notify({Tone::bad,
                        tr("%1 cannot be asked.").arg(QDir::toNativeSeparators(folder)),
                        refusal_text(usable.diagnostics()),
                        {{tr("Choose another…"), {}, [this] { ask_for_folder(); }}}});
        return usable;
    }
    m_parts.settings.setCalculonPath(m_folder);
    m_parts.notify({Tone::text, tr("Asking this Calculon from now on."), QDir::toNativeSeparators(m_folder)});
    return Done{};
}

void OracleChoice::forget()
{
    m_parts.settings.setCalculonPath({});
    m_folder.clear();
    apply();
    m_parts.notify({Tone::text, tr("The recorded Calculon figures are used again."), {}});
}

void OracleChoice::askAgain() { apply(); }

/// A chosen Calculon that gives no answer is heard of in every view: once for each reason, not for each strategy.
void OracleChoice::tellFailure()
{
    if (m_folder.isEmpty())
        return;
    for (const SessionStrategy& strategy : m_parts.workspace.session().strategies) {
        const auto answer = m_parts.workspace.result(strategy.id).answer(kCalculon);
        if (!answer || answer->refusal.empty() || answer->total_seconds.state != oracle::State::not_covered)
            continue;
        const QString why = shown(answer->refusal);
        if (why == References::cancelledWords() || m_said.contains(why))
            continue;
        m_said << why;
        m_parts.notify({Tone::caution,
                        tr("Calculon gave no answer for %1.").arg(name_in_sentence(shown(strategy.name))),
                        why,
                        {{tr("Use the recorded figures"), {}, [this] { forget(); }},
                         {tr("Ask again"), {}, [this] { askAgain(); }}}});
        return;
    }
}

void OracleChoice::apply()
{
    m_forget->setEnabled(!m_folder.isEmpty());
    m_ask->setEnabled(!m_folder.isEmpty());
    m_said.clear();
    if (m_folder.isEmpty())
        m_parts.workspace.setOracle(kCalculon, oracle::make_recorded_calculon);
    else
        m_parts.workspace.setOracle(kCalculon,
                                    [options = options_of(m_folder)] { return oracle::make_live_calculon(options); });
}

} // namespace blueprinting::ui
