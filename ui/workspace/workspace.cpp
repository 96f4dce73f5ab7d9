#include "ui/workspace/workspace.h"

#include "ui/workspace/findings.h"
#include "ui/workspace/letters.h"
#include "ui/workspace/measurements.h"
#include "ui/workspace/references.h"
#include "ui/workspace/session_step.h"
#include "ui/workspace/strategy_names.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {
namespace {

constexpr std::size_t kCompiledAtOnce = 4; ///< more are compiled by a job
constexpr std::size_t kRememberedEach = 4; ///< forms of each strategy of a session, at least

std::vector<OracleFactory> factories()
{
    std::vector<OracleFactory> out;
    for (const oracle::Source& source : oracle::sources())
        out.push_back(source.make);
    return out;
}

} // namespace

std::shared_ptr<const oracle::Answer> StrategyResult::answer(std::string_view key) const
{
    const std::size_t at = oracle::place_of(key);
    return at < references.size() ? references[at] : nullptr;
}

struct Workspace::Private {
    explicit Private(Workspace* q) : references(jobs, factories())
    {
        undo.setUndoLimit(500);
        QObject::connect(&references, &References::answered, q, [this, q] {
            collect();
            Q_EMIT q->referencesChanged();
        });
    }

    Session session;
    QUndoStack undo;
    Evaluations evaluations;
    std::map<std::string, StrategyResult> results;
    JobRunner jobs;
    References references;
    CompileRun compiled;
    std::vector<oracle::Measurement> measurements; ///< that the reference of runs answers with
    /// A value that is being typed, and what stood before its first key.
    struct Typing {
        QString key;
        int index = -1; ///< of the undo stack after its last edit: with another it has ended
        Session before;
    };
    Typing typing;

    /// A name that speaks of the model follows it, where the edit itself gives no other.
    static void name_after_models(Session& edited, const Session& old)
    {
        for (SessionStrategy& strategy : edited.strategies)
            if (const SessionStrategy* was = old.find(strategy.id); was && was->name == strategy.name)
                if (const auto name = name_for_model(strategy.name, was->model, strategy.model))
                    strategy.name = fresh_name(edited, *name);
    }

    /// Makes an edited session sound: ids that exist, letters, and of each illegal strategy the form that was last
    /// legal, which is looked for in `before`.
    void settle(Session& edited, const Session& old, const Session& before)
    {
        evaluations.remember(kRememberedEach * edited.strategies.size());
        give_letters(edited, old);
        name_after_models(edited, old);
        forget_findings_without_model(edited);
        for (SessionStrategy& strategy : edited.strategies) {
            if (evaluations.of(form_of(strategy), edited.rules)->legal()) {
                strategy.last_legal.reset();
                continue;
            }
            // A duplicate brings its own; else the strategy was legal until now, or is new and never was.
            if (!strategy.last_legal)
                if (const SessionStrategy* was = before.find(strategy.id))
                    strategy.last_legal = was->last_legal ? *was->last_legal : form_of(*was);
            if (strategy.last_legal && !evaluations.of(*strategy.last_legal, edited.rules)->legal())
                strategy.last_legal.reset();
        }
        if (edited.strategies.empty())
            return;
        if (!edited.find(edited.selected)) {
            const auto place = std::max<std::ptrdiff_t>(place_of(old, edited.selected), 0);
            const auto last = static_cast<std::ptrdiff_t>(edited.strategies.size()) - 1;
            edited.selected = edited.strategies[static_cast<std::size_t>(std::min(place, last))].id;
        }
        if (!edited.find(edited.baseline))
            edited.baseline = edited.strategies.front().id;
    }

    /// The results that follow from the session, as far as known now; asks for the references that lack.
    void collect()
    {
        hand_over_measurements();
        std::map<std::string, StrategyResult> fresh;
        std::vector<std::shared_ptr<Known>> wanted;
        for (const SessionStrategy& strategy : session.strategies) {
            StrategyResult& result = fresh[strategy.id];
            const auto present = evaluations.of(form_of(strategy), session.rules);
            result.current = present->legal();
            result.violations = present->violations;
            result.blocks = present->blocks;
            result.diagnostics = present->diagnostics;
            result.evaluated = strategy;
            std::shared_ptr<Known> shown = present;
            if (!result.current && strategy.last_legal) {
                shown = evaluations.of(*strategy.last_legal, session.rules);
                result.evaluated.model = shown->form.model;
                result.evaluated.system = shown->form.system;
                result.evaluated.execution = shown->form.execution;
                result.evaluated.last_legal.reset();
            }
            result.evaluation = shown->evaluation;
            result.program = shown->program;
            result.references = shown->references;
            if (shown->program) // no job asks about it (evaluated()); its runs are looked up here
                result.references[oracle::place_of("measured")] =
                    std::make_shared<const oracle::Answer>(oracle::answer_of(measurements, measured_form(shown->form)));
            result.compile_milliseconds = shown->milliseconds;
            wanted.push_back(std::move(shown));
        }
        results = std::move(fresh);
        if (const auto [strategies, milliseconds] = evaluations.take_spent(); strategies > 0)
            compiled = {strategies, milliseconds};
        references.ask(wanted);
    }

    /// The runs that the session's strategies were added with answer for it.
    void hand_over_measurements()
    {
        auto present = measurements_of(session);
        if (present == measurements)
            return;
        measurements = std::move(present);
        const std::size_t at = oracle::place_of("measured");
        auto all = references.factories();
        all[at] = [of = measurements] { return oracle::make_measured(of); };
        references.setFactories(std::move(all));
        evaluations.forget_reference(at);
    }

    void othersAnswer(Workspace& q)
    {
        collect();
        Q_EMIT q.referencesChanged();
        Q_EMIT q.oraclesChanged();
    }

    void put(Workspace* q, Session next)
    {
        const bool view = next.view != session.view;
        const bool selection = next.selection != session.selection;
        session = std::move(next);
        collect();
        Q_EMIT q->sessionChanged();
        if (view)
            Q_EMIT q->viewChanged();
        if (selection)
            Q_EMIT q->selectionChanged();
    }
};

Workspace::Workspace(QObject* parent) : QObject(parent), d(std::make_unique<Private>(this))
{
    d->session = starting_session();
    d->collect();
}

Workspace::~Workspace()
{
    // The stack tells nobody any more while the rest goes.
    d->undo.disconnect();
}

const Session& Workspace::session() const { return d->session; }

QUndoStack& Workspace::undoStack() { return d->undo; }

void Workspace::edit(const QString& text, const std::function<void(Session&)>& change, const QString& mergeKey,
                     const QString& typing)
{
    if (typing.isEmpty() || typing != d->typing.key || d->undo.index() != d->typing.index)
        d->typing = {typing, d->undo.index(), d->session};
    Session edited = d->session;
    change(edited);
    d->settle(edited, d->session, d->typing.before);
    if (edited == d->session)
        return;
    d->undo.push(new SessionStep(
        text, d->session, std::move(edited), mergeKey, [this]() -> const Session& { return d->session; },
        [this](Session next) { d->put(this, std::move(next)); }));
    d->typing.index = d->undo.index();
}

void Workspace::reset(Session session)
{
    d->jobs.cancel(kCompileJob); // another was to come
    d->settle(session, session, session);
    d->typing = {};
    d->undo.clear();
    d->put(this, std::move(session));
}

void Workspace::prepare(const Session& session, std::function<void()> ready)
{
    d->evaluations.remember(kRememberedEach * session.strategies.size());
    std::vector<LegalForm> open;
    const auto want = [&](LegalForm form) {
        if (!d->evaluations.knows(form, session.rules))
            open.push_back(std::move(form));
    };
    for (const SessionStrategy& strategy : session.strategies) {
        want(form_of(strategy));
        if (strategy.last_legal)
            want(*strategy.last_legal);
    }
    d->jobs.cancel(kCompileJob);
    if (open.size() <= kCompiledAtOnce)
        return ready();
    const std::size_t count = open.size();
    d->jobs.start(
        kCompileJob, tr("Compiling %1 strategies").arg(count),
        [open = std::move(open), rules = session.rules](const JobContext& context) {
            std::vector<std::shared_ptr<Known>> out;
            for (const LegalForm& form : open) {
                if (context.cancelled())
                    break;
                context.report(static_cast<double>(out.size()) / static_cast<double>(open.size()));
                out.push_back(evaluated(form, rules));
            }
            return out;
        },
        [this, ready = std::move(ready)](std::vector<std::shared_ptr<Known>> compiled) {
            for (std::shared_ptr<Known>& known : compiled)
                d->evaluations.adopt(std::move(known));
            ready();
        });
}

const StrategyResult& Workspace::result(const std::string& id) const
{
    static const StrategyResult none;
    const auto at = d->results.find(id);
    return at == d->results.end() ? none : at->second;
}

const SessionStrategy* Workspace::selected() const { return d->session.find(d->session.selected); }

const SessionStrategy* Workspace::baseline() const { return d->session.find(d->session.baseline); }

CompileRun Workspace::lastCompile() const { return d->compiled; }

QString Workspace::letter(const std::string& id) const
{
    const SessionStrategy* strategy = d->session.find(id);
    return strategy ? QString::fromStdString(letters_of(strategy->letter)) : QString();
}

void Workspace::select(const Selection& selection)
{
    if (d->session.selection == selection)
        return;
    d->session.selection = selection;
    Q_EMIT selectionChanged();
}

void Workspace::selectStrategy(const std::string& id)
{
    if (d->session.selected == id || !d->session.find(id))
        return;
    d->session.selected = id;
    Q_EMIT sessionChanged();
}

void Workspace::showView(const std::string& view)
{
    if (d->session.view == view)
        return;
    d->session.view = view;
    Q_EMIT viewChanged();
}

Json Workspace::viewState(const std::string& view) const
{
    const auto at = d->session.views.find(view);
    return at == d->session.views.end() ? Json() : at->second;
}

void Workspace::setViewState(const std::string& view, Json state)
{
    if (viewState(view) == state)
        return;
    if (state.is_null())
        d->session.views.erase(view);
    else
        d->session.views[view] = std::move(state);
    Q_EMIT viewStateChanged(view);
}

PartState Workspace::partState(const std::string& view, const std::string& part) const
{
    const auto parts = d->session.parts.find(view);
    if (parts == d->session.parts.end())
        return {};
    const auto at = parts->second.find(part);
    return at == parts->second.end() ? PartState() : at->second;
}

void Workspace::setPartState(const std::string& view, const std::string& part, const PartState& state)
{
    if (partState(view, part) == state)
        return;
    if (state != PartState()) {
        d->session.parts[view][part] = state;
    } else {
        d->session.parts[view].erase(part);
        if (d->session.parts[view].empty())
            d->session.parts.erase(view);
    }
    Q_EMIT viewStateChanged(view);
}

JobRunner& Workspace::jobs() { return d->jobs; }

void Workspace::setOracles(std::vector<OracleFactory> factories)
{
    d->references.setFactories(std::move(factories));
    for (std::size_t i = 0; i < oracle::sources().size(); ++i)
        d->evaluations.forget_reference(i);
    d->othersAnswer(*this);
}

void Workspace::setOracle(std::string_view key, OracleFactory factory)
{
    std::vector<OracleFactory> factories = d->references.factories();
    factories[oracle::place_of(key)] = std::move(factory);
    d->references.setFactories(std::move(factories));
    d->evaluations.forget_reference(oracle::place_of(key));
    d->othersAnswer(*this);
}

OracleFactory Workspace::oracleFactory(std::string_view key) const
{
    return d->references.factories()[oracle::place_of(key)];
}

oracle::Identity Workspace::oracleIdentity(std::string_view key) const
{
    return d->references.identity(oracle::place_of(key));
}

bool Workspace::waitForReferences(int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (d->jobs.stale(References::kJob)) {
        const auto left = milliseconds - timer.elapsed();
        if (left <= 0)
            return false;
        QEventLoop loop;
        connect(&d->jobs, &JobRunner::finished, &loop, &QEventLoop::quit);
        QTimer::singleShot(static_cast<int>(left), &loop, &QEventLoop::quit);
        loop.exec();
    }
    return true;
}

} // namespace blueprinting::ui
