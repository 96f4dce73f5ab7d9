#include "ui/search/search_view.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/search/search_answer.h"
#include "ui/search/search_bar.h"
#include "ui/search/search_law.h"
#include "ui/search/search_words.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/held_splitter.h"
#include "ui/widgets/page.h"
#include "ui/workspace/figures.h"
#include "ui/workspace/letters.h"

#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {
namespace {

constexpr int kLeastSearchPage = 80; ///< pixels: what scrolls may become so low
constexpr int kMostAxes = 300;       ///< the parallel axes need no more

} // namespace

SearchView::SearchView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("search"), tr("Search"), parent),
      m_answer(named(new AnswerLine, "answer")),
      m_stack(new QStackedWidget),
      m_empty(named(new EmptyState, "searchEmpty"))
{
    m_bar = named(new SearchBar, "searchBar");
    connect(m_bar, &SearchBar::askEdited, this, &SearchView::ask);
    connect(m_bar, &SearchBar::boundsToggled, this, [this](bool on) {
        SearchLook look = m_look;
        look.bounds = on;
        setLook(look);
        showAll();
    });
    auto* content = new QWidget;
    m_columns = new HeldSplitter(Qt::Horizontal);
    m_rows = new HeldSplitter(Qt::Vertical);
    m_rows->addWidget(makeUpper());
    m_rows->addWidget(makeAxes());
    m_rows->addWidget(makeLower());
    // What more devices give is a plot with a table below it.
    m_rows->share([this](int room) {
        const bool scaling = m_pictures->currentIndex() == 1;
        const int axes = m_axes_panel->isHidden() ? 0 : std::min(room * 27 / 100, kMostAxes);
        const int upper = (room - axes) * (scaling ? 63 : 56) / 100;
        return QList<int>{upper, axes, room - axes - upper};
    });
    m_columns->addWidget(makeLeft());
    m_columns->addWidget(m_rows);
    makeExports();
    bare<QVBoxLayout>(content, metrics::kPanelGap, {m_bar, {m_columns, 1}});
    m_stack->addWidget(page_of(content, "searchScroll"));
    m_stack->addWidget(m_empty);
    m_stack->setMinimumHeight(kLeastSearchPage);
    m_again = named(new QPushButton(tr("Search again")), "searchAgain");
    m_again->hide();
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_cancelled = false;
        m_wanted.reset();
        refresh();
    });
    m_answer->addWidget(m_again);
    lay_page(this, m_answer, m_stack);
    JobRunner& jobs = workspace.jobs();
    connect(&jobs, &JobRunner::progressed, this, [this](const QString& kind) {
        if (kind == kJob)
            takePartial();
    });
    connect(&jobs, &JobRunner::finished, this, [this](const QString& kind, bool landed) {
        if (kind != kJob || landed)
            return;
        m_cancelled = true;
        if (isVisible())
            showAll();
    });
}

bool SearchView::busy() const
{
    const JobRunner& jobs = workspace().jobs();
    return jobs.stale(kJob) || jobs.stale(kCloudJob) || jobs.stale(kMineJob) || jobs.stale(kNeighbourJob) ||
           jobs.stale(kLawJob) || jobs.stale(kFileJob);
}

void SearchView::refresh()
{
    const Session& session = workspace().session();
    const SessionStrategy* selected = workspace().selected();
    if (!selected)
        return;
    m_ask = search_ask_of(state());
    const SearchLook look = search_look_of(workspace().viewState(kLook));
    const bool other_brush = !(look.brush == m_look.brush);
    m_look = look;
    if (!m_asked || !(m_asked->ask == m_ask) || !(m_asked->form == form_of(*selected)))
        m_asked = {m_ask, form_of(*selected), question_for(m_ask, *selected)};
    if (const auto& question = m_asked->question; question) {
        m_failure.clear();
        Wanted wanted{*question, {}, session.selected};
        for (const SessionStrategy& each : session.strategies)
            if (each.visible || each.id == session.selected)
                wanted.strategies.push_back(each);
        if (!m_wanted || !(*m_wanted == wanted))
            start(std::move(wanted));
    } else {
        m_failure = question.diagnostics();
        m_wanted.reset();
        for (const QString& kind : {kJob, kCloudJob, kMineJob, kNeighbourJob, kLawJob})
            workspace().jobs().cancel(kind);
        m_cancelled = false;
    }
    if (other_brush && m_cloud)
        m_within = m_look.brushed() ? m_cloud->within(m_look.brush) : std::vector<char>();
    followFile();
    showAll();
}

void SearchView::ask(const SearchAsk& ask, const QString& step, const QString& field)
{
    const bool turns = field == u"reserve" || field == u"band" || field == u"price";
    workspace().edit(
        step,
        [&](Session& session) {
            if (Json state = to_json(ask); state.is_null())
                session.views.erase(id().toStdString());
            else
                session.views[id().toStdString()] = std::move(state);
        },
        turns ? QStringLiteral("search.") + field : QString());
}

void SearchView::setLook(const SearchLook& look)
{
    m_look = look;
    workspace().setViewState(kLook, to_json(look));
}

void SearchView::start(Wanted wanted)
{
    m_cancelled = false;
    m_other = true;
    m_wanted = wanted;
    m_box = std::make_shared<Box>();
    for (const QString& kind : {kCloudJob, kMineJob, kNeighbourJob, kLawJob})
        workspace().jobs().cancel(kind);
    workspace().jobs().start(
        kJob, tr("Searching strategies"),
        [wanted = std::move(wanted), box = m_box](const JobContext& context) -> Result<SearchRunPtr> {
            Session session;
            session.strategies = wanted.strategies;
            session.selected = wanted.selected;
            const auto partial = [&](SearchRunPtr run) {
                const double share =
                    run->total > 0 ? static_cast<double>(run->done) / static_cast<double>(run->total) : -1;
                {
                    const std::lock_guard lock(box->mutex);
                    box->newest = std::move(run);
                }
                context.report(share);
            };
            return run_search(
                wanted.question, search_subjects(wanted.question, session), partial,
                [&](double share) { context.report(share); }, context.token());
        },
        [this](Result<SearchRunPtr> run) { landed(run); });
}

/// What has been found so far; where nothing is kept of the present question yet, it is shown at once.
void SearchView::takePartial()
{
    if (!m_box)
        return;
    SearchRunPtr newest;
    {
        const std::lock_guard lock(m_box->mutex);
        newest = std::exchange(m_box->newest, nullptr);
    }
    if (!newest || newest->found.empty())
        return;
    m_run = std::move(newest);
    m_other = false;
    forgetDetails();
    if (isVisible())
        showAll();
}

void SearchView::landed(const Result<SearchRunPtr>& run)
{
    m_box.reset();
    if (!run) {
        m_failure = run.diagnostics();
        showAll();
        return;
    }
    m_run = *run;
    m_other = false;
    forgetDetails();
    startDetails();
    showAll();
}

/// Each strategy of the number of devices that is looked at, and how the session's own stands among them.
void SearchView::startDetails()
{
    const auto at = count();
    if (!at || !m_run->complete)
        return;
    if (m_run->found[*at].refused.contains(m_law))
        showLaw(shown(m_law));
    JobRunner& jobs = workspace().jobs();
    jobs.start(
        kCloudJob, tr("Gathering every legal strategy"),
        [run = m_run, at = *at](const JobContext& context) { return SearchCloud::collect(run, at, context.token()); },
        [this, run = m_run](Result<SearchCloudPtr> cloud) {
            if (!cloud || run != m_run)
                return;
            m_cloud = *std::move(cloud);
            m_all_bins.reset();
            m_within = m_look.brushed() ? m_cloud->within(m_look.brush) : std::vector<char>();
            showUpper();
            showLower();
        });
    const SearchSubject* mine = m_run->selected();
    if (!mine || mine->count != *at)
        return;
    jobs.start(
        kMineJob, {},
        [run = m_run, execution = mine->execution](const JobContext& context) {
            return search::explain(run->question, execution, context.token());
        },
        [this, run = m_run](Result<search::Explanation> mine_now) {
            if (run != m_run || !mine_now)
                return;
            m_mine = *std::move(mine_now);
            showAnswer();
            showLower();
        });
}

std::optional<std::size_t> SearchView::opened() const
{
    if (!m_run)
        return std::nullopt;
    if (m_run->question.devices.size() == 1)
        return 0;
    return m_look.one ? count() : std::nullopt;
}

std::optional<std::size_t> SearchView::count() const
{
    if (!m_run || m_run->found.empty())
        return std::nullopt;
    const auto& devices = m_run->question.devices;
    std::size_t at = m_run->found.size() - 1;
    if (const auto one = std::find(devices.begin(), devices.end(), m_look.devices.value_or(0)); one != devices.end())
        at = static_cast<std::size_t>(one - devices.begin());
    else if (const SearchSubject* mine = m_run->selected())
        at = mine->count;
    return at < m_run->found.size() ? std::optional(at) : std::nullopt;
}

/// The tables speak of this number of devices from now on.
void SearchView::lookAt(std::int64_t devices)
{
    SearchLook look = m_look;
    look.devices = devices;
    look.picked.clear(); // its number is of another space
    setLook(look);
    forgetDetails();
    startDetails();
    showAll();
}

void SearchView::forgetDetails()
{
    m_cloud.reset();
    m_all_bins.reset();
    m_within.clear();
    m_mine.reset();
    m_neighbours.clear();
    m_about.reset();
    m_law_note->hide();
}

/// A strategy that this law alone refuses, as near to the session's as one is found.
void SearchView::showLaw(const QString& code)
{
    m_law = code.toStdString();
    const auto at = count();
    m_law_note->setVisible(false);
    if (!at || m_law.empty() || !m_run->complete)
        return workspace().jobs().cancel(kLawJob);
    const SessionStrategy* selected = workspace().selected();
    workspace().jobs().start(
        kLawJob, tr("Looking for an example"),
        [run = m_run, at = *at, law = m_law,
         near = selected ? selected->execution : strategy::Execution()](const JobContext& context) {
            const auto& alone = run->found[at].refused_alone;
            const auto known = alone.find(law); // what is counted need not be looked for
            using Found = Result<std::optional<search::LawExample>>;
            return known == alone.end() || known->second == 0
                       ? Found(std::optional<search::LawExample>())
                       : search::law_example(run->question, run->layout(at), law, &near, context.token());
        },
        [this, run = m_run, law = m_law](const Result<std::optional<search::LawExample>>& example) {
            if (run != m_run || law != m_law || !example)
                return;
            m_law_note->setText(law_example_text(law, *example, m_ask));
            m_law_note->show();
        });
}

std::optional<strategy::Execution> SearchView::executionOf(const QString& key) const
{
    if (const auto row = file_row_of(key)) {
        if (!m_file || *row >= m_file->rows.size())
            return std::nullopt;
        return m_file->rows[*row].of_file.execution;
    }
    const auto at = count();
    if (!at)
        return std::nullopt;
    if (key.startsWith(QLatin1String("s:"))) {
        for (const SearchSubject& each : m_run->subjects)
            if (shown(each.id) == key.mid(2))
                return each.execution;
        return std::nullopt;
    }
    const auto number = number_of_key(key);
    if (!number || *number >= m_run->layout(*at).strategies())
        return std::nullopt;
    return m_run->layout(*at).at(*number);
}

std::optional<SearchView::About> SearchView::about() const
{
    if (!m_run || !m_run->complete)
        return std::nullopt;
    const QString key = shown(m_look.picked);
    if (const auto execution = executionOf(key)) {
        for (const SearchSubject& each : m_run->subjects)
            if (key == QStringLiteral("s:") + shown(each.id) || each.execution == *execution)
                return About{*execution, each.letter};
        return About{*execution, degrees_text(*execution)};
    }
    if (const SearchSubject* mine = m_run->selected(); mine && mine->count == count())
        return About{mine->execution, mine->letter};
    return std::nullopt;
}

void SearchView::startNeighbours()
{
    const auto wanted = about();
    if (wanted == m_about)
        return;
    m_about = wanted;
    m_neighbours.clear();
    m_no_neighbours.clear();
    if (!wanted)
        return workspace().jobs().cancel(kNeighbourJob);
    workspace().jobs().start(
        kNeighbourJob, {},
        [run = m_run, execution = wanted->execution](const JobContext&) {
            return search::neighbours(run->question, execution);
        },
        [this, run = m_run](Result<std::vector<search::Neighbour>> found) {
            if (run != m_run)
                return;
            if (found)
                m_neighbours = *std::move(found);
            else
                m_no_neighbours = found.diagnostics();
            showLower();
        });
}

void SearchView::pick(const QString& key)
{
    SearchLook look = m_look;
    look.picked = key.toStdString();
    setLook(look);
    showUpper();
    showLower();
}

bool SearchView::addToCompare(const QString& key)
{
    const auto execution = executionOf(key);
    if (!execution || !m_run)
        return false;
    SessionStrategy added{fresh_id(workspace().session()),
                          {},
                          SessionModel(m_run->question.described()),
                          m_run->question.system,
                          *execution};
    strategy::forget_redundant_processors(added.execution);
    const QString wanted = QStringLiteral("%1 %2").arg(shown(added.model.name), degrees_text(*execution));
    added.name = fresh_name(workspace().session(), wanted.toStdString());
    workspace().edit(tr("Add %1").arg(shown(added.name)),
                     [&](Session& session) { session.strategies.push_back(added); });
    const SessionStrategy* now = workspace().session().find(added.id);
    Q_EMIT noticeRaised({Tone::good,
                         tr("%1 is in Compare").arg(shown(added.name)),
                         tr("as %1.").arg(QString::fromStdString(letters_of(now->letter))),
                         {{tr("Show Compare"), std::nullopt, [this] { workspace().showView("compare"); }}}});
    return true;
}

bool SearchView::useAsCurrent(const QString& key)
{
    auto execution = executionOf(key);
    const SessionStrategy* selected = workspace().selected();
    if (!execution || !selected)
        return false;
    strategy::forget_redundant_processors(*execution);
    workspace().edit(tr("Use %1").arg(degrees_text(*execution)),
                     [&](Session& session) { session.find(session.selected)->execution = *execution; });
    return true;
}

QString SearchView::commandLine() const
{
    const SessionStrategy* selected = workspace().selected();
    return selected ? search_command(m_ask, *selected) : QString();
}

QList<StatusItem> SearchView::statusItems() const
{
    QList<StatusItem> out;
    if (m_run) {
        const QString counts =
            m_run->question.devices.size() > 1 ? tr("%1 counts, ").arg(m_run->question.devices.size()) : QString();
        out << StatusItem{
            Tone::text,
            tr("Search: %1%2 strategies in %3%4%5")
                .arg(counts, counted(m_run->done), seconds_text(Seconds(m_run->seconds)),
                     m_run->complete ? tr(", complete") : QString(),
                     system::has_evidence(m_run->question.system) ? QString() : tr("; %1").arg(bound_tag())),
            {},
            {},
            tr("%1 strategies").arg(counted(m_run->done))};
        out << StatusItem{Tone::text,
                          tr("band %1 %: the model cannot order what lies in it")
                              .arg(shown(format::shortest(m_run->question.band_percent))),
                          {},
                          {},
                          tr("band %1 %").arg(shown(format::shortest(m_run->question.band_percent)))};
    }
    return out;
}

} // namespace blueprinting::ui
