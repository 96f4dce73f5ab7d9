#include "ui/schedule/lesson_panel.h"

#include "resources/resources.h"
#include "ui/style/explorer_style.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

using namespace schedule;

/// "33", "33,5", "9 units", "27.3 %".
std::optional<double> typed_number(QString typed)
{
    typed = typed.trimmed();
    qsizetype end = 0;
    while (end < typed.size() && (typed[end].isDigit() || QStringLiteral(".,-−").contains(typed[end])))
        ++end;
    typed.truncate(end);
    typed.replace(QLatin1Char(','), QLatin1Char('.')).replace(QChar(0x2212), QLatin1Char('-'));
    bool ok = false;
    const double value = typed.toDouble(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

/// A radio button's text does not wrap; this one's label does, and picks the button.
class Choice : public QWidget {
public:
    Choice(const QString& words, int index, QButtonGroup* group, QWidget* parent) : QWidget(parent)
    {
        m_button = new QRadioButton(this);
        m_button->setObjectName(QStringLiteral("schedule.lesson.choice%1").arg(index));
        m_button->setAccessibleName(words);
        group->addButton(m_button, index);
        auto* label = new ToneLabel(words, {.wraps = true}, this);
        label->setBuddy(m_button);
        bare<QHBoxLayout>(this, 6, {{m_button, 0, Qt::AlignTop}, {label, 1}});
    }

protected:
    void mousePressEvent(QMouseEvent*) override { m_button->setChecked(true); }

private:
    QRadioButton* m_button;
};

} // namespace

Result<std::vector<Lesson>> carried_lessons()
{
    load_resources();
    Diagnostics problems;
    std::vector<Lesson> out;
    const QDir folder(QStringLiteral(":/lessons"));
    for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) {
            problems.push_back(
                {Severity::error, "file.unreadable", "", "lesson " + name.toStdString() + " cannot be read"});
            continue;
        }
        const auto document = JsonDocument::parse(file.readAll().toStdString(), name.toStdString());
        auto lesson = document ? read_lesson(*document) : document.failure_as<Lesson>();
        if (lesson)
            out.push_back(std::move(lesson).value());
        else
            problems.insert(problems.end(), lesson.diagnostics().begin(), lesson.diagnostics().end());
    }
    if (!problems.empty())
        return problems;
    return out;
}

LessonPanel::LessonPanel(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("schedule.lesson"));
    const int pad = metrics::kPanelPadding;
    auto* column = bare<QVBoxLayout>(this, 8, {makeHead(), {makePage(), 1}, makeFoot()});
    column->setContentsMargins(pad, pad, pad, pad);

    const auto lessons = carried_lessons();
    if (lessons)
        m_lessons = *lessons;
    else
        m_text->setText(shown(to_line(lessons.diagnostics().front())));
    for (const Lesson& lesson : m_lessons)
        m_choice->addItem(QStringLiteral("%1. %2").arg(m_choice->count() + 1).arg(shown(lesson.title)));
    for (std::size_t i = 0; i < m_lessons.size(); ++i)
        m_choice->setItemData(static_cast<int>(i), shown(m_lessons[i].about), Qt::ToolTipRole);
}

QLayout* LessonPanel::makeHead()
{
    m_choice = named(new QComboBox(this), "schedule.lesson.list", tr("Lesson"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(10);
    auto* close = named(new QToolButton(this), "schedule.lesson.close", tr("Close the lesson"));
    close->setIcon(icon(Icon::close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the lesson and go back to what was shown before"));
    auto* head = bare<QHBoxLayout>(nullptr, -1, {{m_choice, 1}, close});
    connect(m_choice, &QComboBox::activated, this, [this](int index) { go(static_cast<std::size_t>(index), 0); });
    connect(close, &QToolButton::clicked, this, &LessonPanel::closed);
    return head;
}

/// What a step says and asks, which scrolls.
QWidget* LessonPanel::makePage()
{
    auto* page = new QWidget(this);
    const auto paragraph = [&](const QString& name, Tone tone) {
        auto* label = new ToneLabel(QString(), {.tone = tone, .wraps = true, .selectable = true}, page);
        label->setObjectName(name);
        return label;
    };
    m_place = paragraph(QStringLiteral("schedule.lesson.place"), Tone::secondary);
    m_place->setSize(ToneLabel::Size::small);
    m_text = paragraph(QStringLiteral("schedule.lesson.text"), Tone::text);
    m_ask = paragraph(QStringLiteral("schedule.lesson.ask"), Tone::text);
    m_ask->setBold(true);
    m_answers = new QVBoxLayout;
    m_check = named(new QPushButton(tr("Check"), page), "schedule.lesson.check");
    set_primary(m_check);
    connect(m_check, &QPushButton::clicked, this, &LessonPanel::check);
    m_give_up = named(new QPushButton(tr("Show me"), page), "schedule.lesson.give_up");
    m_give_up->setToolTip(tr("Says the answer, and shows all figures"));
    connect(m_give_up, &QPushButton::clicked, this, &LessonPanel::giveUp);
    auto* verdict = new QHBoxLayout;
    verdict->setSpacing(6);
    m_mark = new IconLabel(page);
    m_verdict = paragraph(QStringLiteral("schedule.lesson.verdict"), Tone::text);
    lay_out(verdict, {{m_mark, 0, Qt::AlignTop}, {m_verdict, 1}});
    auto* body = bare<QVBoxLayout>(page, 10,
                                   {m_place,
                                    m_text,
                                    m_ask,
                                    m_answers,
                                    {m_check, 0, Qt::AlignLeft},
                                    {m_give_up, 0, Qt::AlignLeft},
                                    verdict,
                                    Laid::rest()});
    body->setContentsMargins(0, 0, 6, 0);
    return scroll_of(page, "");
}

QLayout* LessonPanel::makeFoot()
{
    m_back = named(new QPushButton(tr("Back"), this), "schedule.lesson.back");
    m_next = named(new QPushButton(tr("Next"), this), "schedule.lesson.next");
    auto* foot = bare<QHBoxLayout>(nullptr, -1, {m_back, Laid::rest(), m_next});
    connect(m_back, &QPushButton::clicked, this, [this] {
        if (m_step > 0)
            go(m_lesson, m_step - 1);
    });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_step + 1 < m_lessons[m_lesson].steps.size())
            go(m_lesson, m_step + 1);
        else if (m_lesson + 1 < m_lessons.size())
            go(m_lesson + 1, 0);
        else
            Q_EMIT closed();
    });
    return foot;
}

void LessonPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(this);
    style_paint::box(painter, QRectF(rect()), theme.panel, theme.hairline, 1, metrics::kRadius);
}

void LessonPanel::go(std::size_t lesson, std::size_t step)
{
    if (lesson >= m_lessons.size() || step >= m_lessons[lesson].steps.size())
        return;
    turnTo(lesson, step);
    Q_EMIT sceneWanted(m_lessons[lesson].steps[step].scene);
}

void LessonPanel::turnTo(std::size_t lesson, std::size_t step)
{
    if (lesson >= m_lessons.size() || step >= m_lessons[lesson].steps.size())
        return;
    m_lesson = lesson;
    m_step = step;
    const auto schedules = schedules_of(m_lessons[lesson].steps[step].scene);
    m_schedules = schedules ? *schedules : std::vector<Schedule>();
    show();
}

void LessonPanel::show()
{
    const Lesson& lesson = m_lessons[m_lesson];
    const LessonStep& step = lesson.steps[m_step];
    m_choice->setCurrentIndex(static_cast<int>(m_lesson));
    m_choice->setToolTip(shown(lesson.title + ": " + lesson.about)); // the list is narrow where the window is
    m_place->setText(tr("Step %1 of %2").arg(m_step + 1).arg(lesson.steps.size()));
    m_text->setText(shown(step.text));
    m_open = true;
    if (step.question) {
        showQuestion(*step.question);
    } else {
        delete m_answer_box;
        m_answer_box = nullptr;
        m_options = nullptr;
        m_number = nullptr;
        m_ask->setText(shown(step.task->ask));
    }
    m_check->setText(step.question ? tr("Check") : tr("Is it so?"));
    m_give_up->setVisible(true);
    m_mark->hide();
    m_verdict->clear();
    m_back->setEnabled(m_step > 0);
    const bool last = m_step + 1 == lesson.steps.size();
    m_next->setText(!last ? tr("Next") : m_lesson + 1 < m_lessons.size() ? tr("Next lesson") : tr("Done"));
    set_primary(m_next, false);
}

void LessonPanel::showQuestion(const Question& question)
{
    delete m_answer_box;
    m_answer_box = new QWidget;
    m_options = nullptr;
    m_number = nullptr;
    m_ask->setText(shown(question.ask));
    auto* column = new QVBoxLayout(m_answer_box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    if (const auto* choice = std::get_if<ChoiceQuestion>(&question.kind)) {
        m_options = new QButtonGroup(m_answer_box);
        for (std::size_t i = 0; i < choice->choices.size(); ++i)
            column->addWidget(new Choice(shown(choice->choices[i]), static_cast<int>(i), m_options, m_answer_box));
    } else {
        m_number = named(new QLineEdit(m_answer_box), "schedule.lesson.number", tr("Your answer"));
        m_number->setFixedWidth(90);
        connect(m_number, &QLineEdit::returnPressed, this, &LessonPanel::check);
        auto* row = bare<QHBoxLayout>(
            nullptr, -1,
            {m_number,
             new ToneLabel(shown(std::get<NumberQuestion>(question.kind).unit), Tone::secondary, m_answer_box),
             Laid::rest()});
        column->addLayout(row);
    }
    m_answers->addWidget(m_answer_box);
}

QString LessonPanel::heading() const
{
    if (!m_open || m_lesson >= m_lessons.size())
        return {};
    return tr("%1: step %2 of %3")
        .arg(shown(m_lessons[m_lesson].title))
        .arg(m_step + 1)
        .arg(m_lessons[m_lesson].steps.size());
}

Asked LessonPanel::asked() const
{
    Asked out;
    if (!m_open || m_lesson >= m_lessons.size() || !m_lessons[m_lesson].steps[m_step].question)
        return out;
    out.any = true;
    const Question& question = *m_lessons[m_lesson].steps[m_step].question;
    const auto* number = std::get_if<NumberQuestion>(&question.kind);
    const auto* choice = std::get_if<ChoiceQuestion>(&question.kind);
    if (choice && choice->by == ChoiceQuestion::By::given && !choice->told_by_quantity)
        return out;
    switch ((number ? number->quantity : choice->quantity).measure) {
    case Measure::makespan:
    case Measure::iteration: out.makespan = true; break;
    case Measure::bubble_time:
    case Measure::bubble_over_total_percent:
    case Measure::bubble_over_ideal_percent:
    case Measure::bound_distance_percent:
    case Measure::device_bubble:
    case Measure::work: out.bubble = true; break;
    case Measure::peak_activations:
    case Measure::peak_until_weight_gradient:
    case Measure::peak_bytes: out.peak = true; break;
    case Measure::internal_idle: out.idle = true; break;
    case Measure::hand_overs:
    case Measure::weights_factor:
    case Measure::held_alone: break;
    }
    return out;
}

void LessonPanel::say(bool right, bool given, const QString& text)
{
    m_mark->setIcon(right ? icon(Icon::check, Tone::good)
                          : icon(given ? Icon::cross : Icon::info, given ? Tone::bad : Tone::secondary),
                    16,
                    right   ? tr("right")
                    : given ? tr("not right")
                            : tr("no answer yet"));
    m_mark->show();
    m_verdict->setText((right || !given ? QString() : tr("Not quite. ")) + text);
    set_primary(m_next, right);
    if (!right)
        return;
    m_open = false;
    m_give_up->hide();
    Q_EMIT answered();
}

/// The answer, said; of a task its solution, shown.
void LessonPanel::giveUp()
{
    const LessonStep& step = m_lessons[m_lesson].steps[m_step];
    m_open = false;
    m_give_up->hide();
    if (step.task) {
        Q_EMIT sceneWanted(step.task->solution);
        say(true, true, shown(step.task->right));
        return;
    }
    if (m_schedules.empty())
        return;
    const double right = right_answer(*step.question, m_schedules);
    const Verdict verdict = check_answer(*step.question, m_schedules, right);
    m_mark->setIcon(icon(Icon::info, Tone::secondary), 16, tr("shown"));
    m_mark->show();
    const auto* choice = std::get_if<ChoiceQuestion>(&step.question->kind);
    m_verdict->setText(choice ? shown(choice->choices[static_cast<std::size_t>(right)] + ". " + verdict.text)
                              : tr("It is %1. %2").arg(QString::number(right, 'g', 6), shown(verdict.text)));
    set_primary(m_next, true);
    Q_EMIT answered();
}

void LessonPanel::checkTask()
{
    const Verdict verdict = check_task(m_lessons[m_lesson].steps[m_step], m_scene);
    say(verdict.right, true, shown(verdict.text));
}

void LessonPanel::check()
{
    if (!m_lessons[m_lesson].steps[m_step].question)
        return checkTask();
    const Question& question = *m_lessons[m_lesson].steps[m_step].question;
    std::optional<double> given;
    if (m_options && m_options->checkedId() >= 0)
        given = m_options->checkedId();
    else if (m_number)
        given = typed_number(m_number->text());
    Verdict verdict{false,
                    (m_number ? tr("Type a number, such as 4.5.") : tr("Pick one of the answers.")).toStdString()};
    if (given && !m_schedules.empty())
        verdict = check_answer(question, m_schedules, *given);
    say(verdict.right, given.has_value(), shown(verdict.text));
}

} // namespace blueprinting::ui
