#include "ui/schedule/run_fields.h"

#include "core/base/written_number.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QComboBox>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <set>

namespace blueprinting::ui {
namespace {

using namespace schedule;

bool has(const Diagnostics& all, std::string_view code)
{
    return std::ranges::any_of(all, [&](const Diagnostic& each) { return each.code == code; });
}

/// "a.json = 0", a line a file; by their whole paths where two have one name.
QString ranks_text(const std::vector<std::pair<std::string, std::optional<std::int64_t>>>& ranks)
{
    std::set<QString> names;
    for (const auto& [file, rank] : ranks)
        names.insert(QFileInfo(shown(file)).fileName());
    QString out;
    for (const auto& [file, rank] : ranks)
        out += (names.size() == ranks.size() ? QFileInfo(shown(file)).fileName() : shown(file)) + QStringLiteral(" =") +
               (rank ? QLatin1Char(' ') + QString::number(*rank) : QString()) + QLatin1Char('\n');
    return out.trimmed();
}

Result<std::map<std::string, std::int64_t>> ranks_from(const QString& text)
{
    std::map<std::string, std::int64_t> out;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const std::string typed = line.trimmed().toStdString();
        if (typed.empty())
            continue;
        const auto at = typed.rfind('=');
        const auto rank = at == std::string::npos
                              ? Result<std::int64_t>(Diagnostic{})
                              : read_whole(QString::fromStdString(typed.substr(at + 1)).trimmed().toStdString(),
                                           WholeRange{0, 1'000'000'000});
        if (!rank)
            return Diagnostic{Severity::error, "trace.rank", "",
                              "\"" + typed + "\" says no rank: write FILE = r, like run.json = 2"};
        const std::string file = QString::fromStdString(typed.substr(0, at)).trimmed().toStdString();
        if (!out.emplace(file, *rank).second)
            return Diagnostic{Severity::error, "trace.rank", "", "\"" + file + "\" stands in two lines"};
    }
    return out;
}

Result<std::vector<SpanPattern>> patterns_in(const QString& text)
{
    if (text.trimmed().isEmpty())
        return std::vector<SpanPattern>{};
    const auto document = JsonDocument::parse(text.toStdString(), "patterns");
    return document ? patterns_from(*document, document->root()) : document.failure_as<std::vector<SpanPattern>>();
}

QPlainTextEdit* box(QWidget* parent, const char* name, const QString& meaning)
{
    auto* out = named(new QPlainTextEdit(parent), name, meaning);
    out->setToolTip(meaning);
    out->setTabChangesFocus(true);
    out->setLineWrapMode(QPlainTextEdit::NoWrap);
    out->setFixedHeight(92);
    return out;
}

/// A text that a person is changing stays.
void put(QPlainTextEdit* edit, QString& before, const QString& text)
{
    if (text == before || (edit->hasFocus() && edit->toPlainText() != before))
        return;
    before = text;
    edit->setPlainText(text);
}

} // namespace

RunFields::RunFields(QWidget* parent) : SceneFields(parent)
{
    m_steps = new QWidget(this);
    m_step = named(new QComboBox(m_steps), "schedule.run.step", tr("Step of the profiler"));
    m_step->setToolTip(tr("Which step of the run is shown"));
    m_replica = named(new QComboBox(m_steps), "schedule.run.replica", tr("Replica"));
    m_replica->setToolTip(tr("Which of the ranks that have the same stages"));
    bare<QHBoxLayout>(m_steps, 6,
                      {new ToneLabel(tr("Step"), Tone::secondary, m_steps), m_step,
                       new ToneLabel(tr("replica"), Tone::secondary, m_steps), m_replica, Laid::rest()});
    m_questions = new QWidget(this);
    const ToneLabel::Look small{.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true};
    m_rank_words = new ToneLabel(tr("Which rank each file is, FILE = r:"), small, m_questions);
    m_ranks = box(m_questions, "schedule.run.ranks", tr("The rank of each file, a line a file, like run.json = 2"));
    m_pattern_words =
        new ToneLabel(tr("What the spans are called, with the groups of the expression that are stage and microbatch:"),
                      small, m_questions);
    m_patterns = box(m_questions, "schedule.run.patterns", tr("Names of the spans, as JSON"));
    m_patterns->setPlaceholderText(QStringLiteral(
        "[{\"name\": \"^fwd s(\\\\d+) m(\\\\d+)$\",\n  \"kind\": \"F\", \"stage\": 1, \"microbatch\": 2}]"));
    m_say = named(new QPushButton(tr("Read the run so"), m_questions), "schedule.run.say");
    m_note = named(new ToneLabel(QString(), small, m_questions), "schedule.run.note");
    bare<QVBoxLayout>(m_questions, 4,
                      {m_rank_words, m_ranks, m_pattern_words, m_patterns, {m_say, 0, Qt::AlignLeft}, m_note});
    bare<QVBoxLayout>(this, 6, {m_steps, m_questions});
    const auto of_run = [&](QComboBox* combo, const char* field, auto&& change) {
        connect(combo, &QComboBox::activated, this, [this, combo, field, change](int index) {
            editGroup(QLatin1String(field), [&](SceneGroup& group) {
                if (group.traces)
                    change(group.traces->options, index, combo->itemText(index));
            });
        });
    };
    of_run(m_step, "run_step",
           [](MeasuredOptions& options, int, const QString& text) { options.iteration = text.toStdString(); });
    of_run(m_replica, "run_replica", [](MeasuredOptions& options, int index, const QString&) {
        options.replica = static_cast<std::size_t>(index);
    });
    connect(m_say, &QPushButton::clicked, this, &RunFields::say);
}

void RunFields::showScene(const Scene& scene, const LaneGroup* group)
{
    const Showing shows(*this, scene);
    const bool of_run = selected().traces && group;
    showSteps(of_run ? group->measured.get() : nullptr);
    m_questions->setVisible(false);
    if (of_run)
        showQuestions(*group);
    setVisible(m_steps->isVisibleTo(this) || m_questions->isVisibleTo(this));
}

void RunFields::showSteps(const MeasuredRun* run)
{
    m_steps->setVisible(run && (run->iterations.size() > 1 || run->replicas > 1));
    m_step->clear();
    m_replica->clear();
    if (!run)
        return;
    for (const std::string& each : run->iterations)
        m_step->addItem(shown(each));
    for (std::size_t i = 0; i < run->replicas; ++i)
        m_replica->addItem(QString::number(i + 1));
    m_step->setCurrentText(shown(run->iteration));
    m_replica->setCurrentIndex(static_cast<int>(selected().traces->options.replica));
}

/// What was not said, and what a person has said of it.
void RunFields::showQuestions(const LaneGroup& group)
{
    const TraceSource& source = *selected().traces;
    const bool stage_is_rank = group.measured && has(group.measured->findings, "trace.stage_is_rank");
    const bool ranks = !source.options.ranks.empty() || has(group.refused, "trace.rank") ||
                       has(group.refused, "trace.rank.twice") || stage_is_rank;
    const bool patterns = !source.patterns.empty() || has(group.refused, "trace.no_spans");
    m_questions->setVisible(ranks || patterns);
    for (QWidget* each : {static_cast<QWidget*>(m_rank_words), static_cast<QWidget*>(m_ranks)})
        each->setVisible(ranks);
    for (QWidget* each : {static_cast<QWidget*>(m_pattern_words), static_cast<QWidget*>(m_patterns)})
        each->setVisible(patterns);
    m_note->setVisible(false);
    std::vector<std::pair<std::string, std::optional<std::int64_t>>> said(source.options.ranks.begin(),
                                                                          source.options.ranks.end());
    for (const Diagnostic& each : group.refused)
        if (each.code == "trace.rank" && each.location)
            said.emplace_back(each.location->file, std::nullopt);
    for (std::size_t i = 0; said.empty() && stage_is_rank && i < group.measured->files.size(); ++i)
        said.emplace_back(group.measured->files[i], group.measured->ranks[i]);
    put(m_ranks, m_ranks_shown, ranks_text(said));
    put(m_patterns, m_patterns_shown,
        source.patterns.empty() ? QString() : QString::fromStdString(to_json(source.patterns).dump(1)));
}

void RunFields::ask() { (m_ranks->isVisibleTo(this) ? m_ranks : m_patterns)->setFocus(); }

void RunFields::say()
{
    const auto ranks = ranks_from(m_ranks->toPlainText());
    const auto patterns = patterns_in(m_patterns->toPlainText());
    if (!ranks || !patterns) {
        const Diagnostics& problems = ranks ? patterns.diagnostics() : ranks.diagnostics();
        m_note->setText(shown(to_line(problems.front())));
        m_note->setVisible(true);
        return;
    }
    m_note->setVisible(false);
    m_ranks_shown = m_ranks->toPlainText();
    m_patterns_shown = m_patterns->toPlainText();
    editGroup(QStringLiteral("run_said"), [&](SceneGroup& group) {
        group.traces->options.ranks = *ranks;
        group.traces->patterns = *patterns;
    });
}

} // namespace blueprinting::ui
