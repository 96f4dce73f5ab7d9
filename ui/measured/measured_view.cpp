#include "ui/measured/measured_view.h"

#include "core/strategy/derived.h"
#include "ui/measured/error_plot.h"
#include "ui/measured/run_panel.h"
#include "ui/measured/words.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/command_line.h"
#include "ui/workspace/measurements.h"
#include "ui/workspace/problems_dialog.h"
#include "ui/workspace/refusal.h"
#include "ui/workspace/stale_mark.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kLeastPage = 80; ///< pixels: what scrolls may become so low

/// What the run is of, by its own name or the row's.
SessionModel model_of(const measured::Row& row)
{
    SessionModel out = row.plain ? SessionModel(row.plain->model) : SessionModel(row.modern->model);
    if (out.name.empty())
        out.name = row.model_name;
    if (out.description)
        out.description->name = out.name;
    return out;
}

} // namespace

MeasuredView::MeasuredView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("measured"), tr("Measured"), parent),
      m_answer(named(new AnswerLine, "answer")),
      m_stack(new QStackedWidget),
      m_empty(named(new EmptyState, "measuredEmpty"))
{
    m_export = new QMenu(this);
    auto* content = new QWidget;
    auto* inside = bare<QVBoxLayout>(content, metrics::kPanelGap);
    inside->addWidget(makeBar());
    m_columns = split(Qt::Vertical, {makeErrors(), makeLower()}, 0);
    m_columns->installEventFilter(this);
    connect(m_columns, &QSplitter::splitterMoved, this, [this] { m_split_by_hand = true; });
    inside->addWidget(m_columns, 1);
    m_stack->addWidget(page_of(content, "measuredScroll"));
    m_stack->addWidget(m_empty);
    m_stack->setMinimumHeight(kLeastPage); // the answer above it is never cut for it
    m_again = m_empty->addAction(tr("Read them"));
    m_again->setObjectName(QStringLiteral("readRuns"));
    m_again->hide();
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_cancelled = false;
        load();
    });
    lay_page(this, m_answer, m_stack);
    connect(&workspace.jobs(), &JobRunner::finished, this, [this](const QString& kind, bool landed) {
        if (kind != kJob && kind != PublishedRuns::kJob)
            return;
        m_cancelled = !landed;
        m_rest->setVisible(!landed && PublishedRuns::of(this->workspace()).partial());
        if (landed)
            return;
        m_asked.clear(); // what was to come does not
        if (!m_runs) {
            sayNotRead(tr("Reading the measured runs was cancelled"),
                       tr("Nothing is shown of them until they are read."));
            m_again->show();
            m_answer->setAnswer(tr("The measured runs were not read"), {});
        }
    });
    connect(&PublishedRuns::of(workspace), &PublishedRuns::settled, this, [this](bool landed) {
        if (landed && (!m_runs || m_source != PublishedRuns::of(this->workspace()).runs().get()))
            load();
    });
}

void MeasuredView::refresh()
{
    const bool other = restore();
    const bool partial = PublishedRuns::of(workspace()).partial();
    if (other || ((!m_runs || partial) && m_failure.empty() && !m_cancelled && !busy()))
        load();
    else if (m_runs)
        evaluate();
    if (!m_runs && busy())
        m_answer->setAnswer(tr("Reading the measured runs…"), {});
}

/// What is wanted, once the published runs are there.
void MeasuredView::load()
{
    m_again->hide();
    m_stack->setCurrentIndex(m_runs ? 0 : 1);
    if (!m_runs)
        m_empty->setContent(Icon::table, tr("Reading the measured runs"),
                            tr("Each is priced in both views; this takes a moment."));
    PublishedRuns& published = PublishedRuns::of(workspace());
    if (!published.failure().empty())
        return landed(published.failure());
    published.want(); // and this again when they are
    if (!published.runs())
        return;
    std::vector<RunsFile> wanted = m_files;
    if (!m_asked.isEmpty()) {
        const QString& path = m_asked.front();
        std::erase_if(wanted, [&](const RunsFile& file) { return file.path == path; }); // it is read again
        wanted.push_back({path, ""});
    }
    if (wanted.empty())
        return landed(AllRuns{published.runs(), published.runs()->size(), {}, {}});
    workspace().jobs().start(
        kJob, tr("Pricing own runs"),
        [runs = published.runs(), have = m_own, wanted](const JobContext& context) {
            return with_own_runs(runs, have, wanted, context.token(), [&context](std::size_t done, std::size_t all) {
                PublishedRuns::report(context, done, all);
            });
        },
        [this](Result<AllRuns> runs) { landed(std::move(runs)); });
}

void MeasuredView::landed(Result<AllRuns> runs)
{
    if (runs.cancelled())
        return;
    const auto& published = PublishedRuns::of(workspace()).runs();
    if (!published) {
        m_failure = runs.diagnostics();
        m_answer->setAnswer(tr("The measured runs could not be read"), refusal_text(m_failure));
        return sayNotRead(tr("The measured runs could not be read"), refusal_text(m_failure));
    }
    const bool asked = !m_asked.isEmpty();
    if (!runs) {
        refuseOwn(runs.diagnostics());
        if (!m_runs || !asked)
            show({published, published->size(), {}, {}});
    } else {
        if (asked) { // the last that was read
            std::erase_if(m_files, [&](const RunsFile& file) { return file.path == m_asked.front(); });
            m_files.push_back(runs->own.back()->file);
        }
        show(*std::move(runs));
        if (asked)
            keep();
    }
    if (asked)
        m_asked.removeFirst();
    if (!m_asked.isEmpty() || m_source != published.get()) // more is published than when the job began
        load();
}

void MeasuredView::show(AllRuns all)
{
    m_failure.clear();
    m_runs = std::move(all.runs);
    m_published = all.published;
    m_source = PublishedRuns::of(workspace()).runs().get();
    m_own = std::move(all.own);
    m_shown = {}; // what was found is of other runs
    m_words = {};
    m_next_family = next_family(*m_runs);
    m_faces = run_faces(set(), m_next_family);
    m_rows.clear();
    for (std::size_t i = 0; i < m_runs->size(); ++i)
        m_rows[m_runs->row(i).id] = i;
    m_stack->setCurrentIndex(0);
    fillFilters();
    evaluate();
    QStringList lost;
    for (const AllRuns::Lost& file : all.lost)
        lost << (file.changed ? tr("%1 (it was changed since)").arg(QFileInfo(file.path).fileName())
                              : QFileInfo(file.path).fileName());
    if (!lost.isEmpty())
        Q_EMIT noticeRaised({Tone::caution, tr("%1 could not be opened again.").arg(lost.join(QStringLiteral(", "))),
                             tr("The session names these own runs by file and content.")});
}

void MeasuredView::sayNotRead(const QString& headline, const QString& why)
{
    m_empty->setContent(Icon::table, headline, why);
    m_stack->setCurrentIndex(1);
}

void MeasuredView::refuseOwn(const Diagnostics& why)
{
    QStringList names;
    for (const RunsFile& file : m_files)
        names << QFileInfo(file.path).fileName();
    const QString file = m_asked.isEmpty() ? names.join(QStringLiteral(", ")) : QFileInfo(m_asked.front()).fileName();
    Notice notice{Tone::bad, tr("%1 was refused.").arg(file), tr("%1 Nothing was changed.").arg(refusal_text(why))};
    if (why.size() > 1)
        notice.actions << Notice::Action{tr("All %1 problems…").arg(why.told()), std::nullopt, [this, file, why] {
                                             show_problems(this, tr("%1 was refused").arg(file), why);
                                         }};
    Q_EMIT noticeRaised(notice);
}

/// The session says what is shown; what is not there, or is nothing of ours, is as at first.
/// Whether it means other files than those that are shown.
bool MeasuredView::restore()
{
    const Json kept = state();
    const auto text = [&kept](const char* key) {
        return kept.is_object() && kept.contains(key) && kept.at(key).is_string() ? kept.at(key).get<std::string>()
                                                                                  : std::string();
    };
    m_view = text("view") == to_string(cost::View::peak_only) ? cost::View::peak_only : cost::View::system_evidence;
    m_which_view->setCurrent(shown(to_string(m_view)));
    m_up = RunUp::tokens;
    for (const RunUp up : kRunUps)
        if (text("up") == key_of(up))
            m_up = up;
    m_by = RunFact::source;
    for (const RunFact fact : kRunFacts)
        if (text("by") == key_of(fact))
            m_by = fact;
    m_form->setCurrent(text("form") == "diagonal" ? QStringLiteral("diagonal") : QStringLiteral("error"));
    const std::string tab = text("tab");
    m_tab->setCurrent(tab.empty() ? QStringLiteral("like") : shown(tab));
    m_picked = text("run");
    m_filter = {};
    const Json only = kept.is_object() ? kept.value("only", Json()) : Json();
    for (const RunFact fact : kRunFacts)
        if (const std::string key(key_of(fact)); only.is_object() && only.contains(key) && only.at(key).is_string())
            m_filter.set(fact, only.at(key).get<std::string>());
    if (const std::string without = text("without_grades"); !without.empty())
        for (const measured::Grade grade : measured::kEveryGrade)
            m_filter.grades[static_cast<std::size_t>(grade)] =
                without.find(std::string(to_string(grade))) == std::string::npos;
    m_like_derived = kept.is_object() && kept.value("like_derived", Json()) == true;
    m_like_own = kept.is_object() && kept.value("like_own", Json()) == true;
    std::vector<RunsFile> files = own_files_of(kept);
    if (files == m_files)
        return false;
    m_files = std::move(files);
    m_asked.clear();
    m_runs.reset();
    return true;
}

void MeasuredView::keep()
{
    Json only = Json::object();
    for (const RunFact fact : kRunFacts)
        if (!m_filter.of(fact).empty())
            only[std::string(key_of(fact))] = m_filter.of(fact);
    std::string without;
    for (const measured::Grade grade : measured::kEveryGrade)
        if (!m_filter.grades[static_cast<std::size_t>(grade)])
            without += to_string(grade);
    Json out = Json::object();
    const auto put = [&out](const char* key, const std::string& value, std::string_view at_first) {
        if (value != at_first)
            out[key] = value;
    };
    put("view", std::string(to_string(m_view)), to_string(cost::View::system_evidence));
    put("up", std::string(key_of(m_up)), key_of(RunUp::tokens));
    put("by", std::string(key_of(m_by)), key_of(RunFact::source));
    put("form", m_form->current().toStdString(), "error");
    put("tab", m_tab->current().toStdString(), "like");
    put("run", m_picked, "");
    put("without_grades", without, "");
    if (m_like_derived)
        out["like_derived"] = true;
    if (m_like_own)
        out["like_own"] = true;
    if (!only.empty())
        out["only"] = std::move(only);
    if (!m_files.empty())
        out["own"] = to_json(m_files);
    setState(out.empty() ? Json() : std::move(out));
}

std::optional<std::size_t> MeasuredView::rowOf(const std::string& id) const
{
    const auto at = m_rows.find(id);
    return at == m_rows.end() ? std::nullopt : std::optional(at->second);
}

RunPicture MeasuredView::picture() const
{
    return {set(), m_shown, m_up, m_by, picked(), m_next_family, stripRoom(), m_faces};
}

void MeasuredView::evaluate()
{
    if (!m_runs)
        return;
    m_shown = evaluate_runs(
        set(), {m_filter, m_view, m_by, m_like_derived, m_like_own}, workspace().session(),
        [this](const std::string& id) -> const StrategyResult& { return workspace().result(id); }, m_shown);
    showAll();
}

std::string MeasuredView::picked() const
{
    if (!m_picked.empty())
        return m_picked;
    const RunSubject* subject = m_shown.selected();
    return subject && !subject->listed.nearest.empty() ? m_runs->row(subject->listed.nearest.front().rows.front()).id
                                                       : std::string();
}

void MeasuredView::narrow(RunFact fact, const std::string& value)
{
    m_filter.set(fact, value);
    keep();
    evaluate();
}

void MeasuredView::pick(const QString& id)
{
    m_picked = id.toStdString();
    keep();
    showPicked();
}

/// The row's strategy with its measurement, in one undo step.
void MeasuredView::addPicked()
{
    const auto at = m_runs ? rowOf(picked()) : std::nullopt;
    if (!at)
        return;
    const measured::Row& row = m_runs->row(*at);
    const system::SystemProfile* system = row.system ? system::find_preset(*row.system) : nullptr;
    if (!system || !why_not_added(*m_runs, *at).isEmpty())
        return;
    SessionStrategy added{fresh_id(workspace().session()), fresh_name(workspace().session(), row.id), model_of(row),
                          *system, *row.execution()};
    strategy::forget_redundant_processors(added.execution);
    const auto seconds = row.seconds();
    workspace().edit(tr("Add %1").arg(shown(added.name)), [&](Session& session) {
        session.strategies.push_back(added);
        session.selected = added.id;
        if (seconds)
            add_measurement(session, {measured_form(form_of(added)), *seconds, row.id, row.source});
    });
}

void MeasuredView::openOwn(const QString& path)
{
    m_asked.push_back(path);
    m_cancelled = false;
    Q_EMIT noticeCleared();
    if (m_asked.size() == 1) // else it follows those before it
        load();
}

bool MeasuredView::opens(const QString& kind) const { return kind == u"runs"; }

Result<Done> MeasuredView::open(const QString& path)
{
    openOwn(path);
    return Done{};
}

void MeasuredView::chooseOwn()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open own runs"), {}, tr("Runs (*.jsonl *.csv);;All files (*)"));
    if (!path.isEmpty())
        openOwn(path);
}

/// The file stays what it is; the session no longer names it.
void MeasuredView::closeOwn(const QString& path)
{
    std::erase_if(m_files, [&](const RunsFile& file) { return file.path == path; });
    keep();
    load();
}

QList<QAction*> MeasuredView::exportActions()
{
    fillAll();
    return m_export->actions();
}

QString MeasuredView::commandLine() const
{
    const QString tab = m_tab->current();
    QString out = QStringLiteral("blueprinting measured");
    if (m_filter.of(RunFact::form) == "plain")
        out += QStringLiteral(" --plain");
    const SessionStrategy* selected = workspace().selected();
    const bool like = tab == u"like" && selected && workspace().result(selected->id).current;
    for (const auto& [fact, option] : {std::pair(RunFact::source, " --source "), {RunFact::gpu, " --gpu "}})
        if (!m_filter.of(fact).empty())
            out += QLatin1String(option) + shell_quoted(QString::fromStdString(m_filter.of(fact)));
    QStringList grades;
    for (const measured::Grade grade : measured::kEveryGrade)
        if (m_filter.grades[static_cast<std::size_t>(grade)] &&
            (grade != measured::Grade::c || tab == u"rows" || (like && m_like_derived)))
            grades << shown(to_string(grade));
    if (tab != u"choices" && !grades.isEmpty() && grades != QStringList{QStringLiteral("A"), QStringLiteral("B")})
        out += QStringLiteral(" --grade ") + grades.join(QLatin1Char(','));
    if (tab == u"rows")
        out += QStringLiteral(" --rows");
    else if (tab == u"choices")
        out += QStringLiteral(" --choices");
    else if (like)
        out += strategy_arguments(form_of(*selected), strategy::Rules::strict)
                   .replace(QLatin1String(" --execution "), QLatin1String(" --like "));
    return m_view == cost::View::peak_only ? out + QStringLiteral(" --view peak_only") : out;
}

QList<StatusItem> MeasuredView::statusItems() const
{
    if (!m_runs)
        return {};
    std::size_t priced = 0, expressible = 0;
    for (std::size_t i = 0; i < m_runs->size(); ++i) {
        priced += m_runs->prediction(i).in(cost::View::peak_only) ? 1 : 0;
        expressible += m_runs->row(i).execution() ? 1 : 0;
    }
    const QString rows = count_words(m_runs->size()), are = count_words(expressible);
    const QString said =
        PublishedRuns::of(workspace()).partial()
            ? tr("Measured: %1 rows, %2 of %3 expressible ones priced").arg(rows, count_words(priced), are)
            : tr("Measured: %1 rows, %2 expressible, %3 not").arg(rows, are, count_words(m_runs->size() - expressible));
    return {{Tone::text, said, {}, {}, tr("%1 rows").arg(rows)},
            {Tone::text, tr("nothing is fitted, nothing corrected")}};
}

QWidget* MeasuredView::firstFocus() { return m_errors; }

void MeasuredView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

} // namespace blueprinting::ui
