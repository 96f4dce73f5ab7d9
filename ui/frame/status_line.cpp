#include "ui/frame/status_line.h"

#include "ui/style/explorer_style.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace blueprinting::ui {
namespace {

constexpr int kProgressSteps = 1000;

std::optional<Icon> icon_of(Tone tone)
{
    switch (tone) {
    case Tone::good: return Icon::check;
    case Tone::caution: return Icon::warning;
    case Tone::bad: return Icon::error;
    case Tone::secondary: return Icon::info;
    default: return std::nullopt;
    }
}

bool same(const StatusItem& a, const StatusItem& b)
{
    return a.tone == b.tone && a.text == b.text && a.fixed == b.fixed && a.tooltip == b.tooltip;
}

} // namespace

StatusLine::StatusLine(JobRunner& jobs, QWidget* parent) : QStatusBar(parent), m_jobs(jobs)
{
    setObjectName(QStringLiteral("statusLine"));
    setSizeGripEnabled(false);
    setContentsMargins(0, 0, 0, 0);
    m_facts = new QWidget(this);
    m_layout = new QHBoxLayout(m_facts);
    m_layout->setContentsMargins(metrics::kPanelPadding - 4, 1, 0, 0);
    m_layout->setSpacing(metrics::kControlGap);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->setMinimumWidth(1); // what stands in it follows its width, not the other way round
    m_facts->installEventFilter(this);
    addWidget(m_facts, 1);

    m_job = new QWidget(this);
    m_jobText = named(new ToneLabel({}, Tone::secondary, m_job), "jobText");
    m_progress = named(new QProgressBar(m_job), "jobProgress");
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(140, 6);
    m_cancel = named(new QToolButton(m_job), "jobCancel", tr("Cancel the running work"));
    m_cancel->setIcon(icon(Icon::cancel, Tone::secondary));
    m_cancel->setIconSize(QSize(14, 14));
    m_cancel->setAutoRaise(true);
    m_cancel->setToolTip(tr("Cancel"));
    m_cancel->setFixedSize(22, 22);
    auto* row = bare<QHBoxLayout>(m_job, metrics::kControlGap, {m_jobText, m_progress, m_cancel});
    row->setContentsMargins(0, 1, metrics::kControlGap, 0);
    m_job->setVisible(false);
    addPermanentWidget(m_job);

    connect(m_cancel, &QToolButton::clicked, this, [this] { m_jobs.cancel(m_jobKind); });
    connect(&m_jobs, &JobRunner::progressed, this, &StatusLine::showJobs);
    connect(&m_jobs, &JobRunner::finished, this, &StatusLine::showJobs);
}

void StatusLine::setItems(const QList<StatusItem>& items)
{
    if (std::equal(items.begin(), items.end(), m_items.begin(), m_items.end(), same))
        return;
    m_items = items;
    for (StatusItem& item : m_items)
        for (QString* text : {&item.text, &item.brief, &item.fixed})
            *text = line_text(*text);
    if (!sameParts())
        makeFacts();
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        fill(m_shown[i], m_items[static_cast<qsizetype>(i)]);
    m_facts->setAccessibleName(text());
    fit();
}

bool StatusLine::sameParts() const
{
    return std::equal(m_shown.begin(), m_shown.end(), m_items.begin(), m_items.end(),
                      [](const Fact& fact, const StatusItem& item) {
                          return (fact.mark != nullptr) == icon_of(item.tone).has_value() &&
                                 (fact.fixed != nullptr) == !item.fixed.isEmpty();
                      });
}

void StatusLine::makeFacts()
{
    for (const Fact& fact : m_shown) {
        fact.group->hide();
        fact.group->setParent(nullptr); // gone for whoever looks, now
        fact.group->deleteLater();
    }
    m_shown.clear();
    while (QLayoutItem* item = m_layout->takeAt(0))
        delete item;
    for (const StatusItem& item : m_items) {
        Fact fact{.group = new QWidget(m_facts)};
        auto* row = bare<QHBoxLayout>(fact.group, metrics::kControlGap);
        if (!m_shown.empty()) {
            auto* rule = new QFrame(fact.group);
            rule->setFrameShape(QFrame::VLine);
            rule->setFixedSize(9, 14);
            row->addWidget(rule);
        }
        if (icon_of(item.tone)) {
            fact.mark = new IconLabel(fact.group);
            row->addWidget(fact.mark);
        }
        fact.text = named(new ToneLabel({}, Tone::secondary, fact.group), "statusFact");
        row->addWidget(fact.text);
        if (!item.fixed.isEmpty()) {
            const ToneLabel::Look look{.tone = Tone::secondary, .size = ToneLabel::Size::fixed, .selectable = true};
            fact.fixed = named(new ToneLabel({}, look, fact.group), "statusDigest");
            row->addWidget(fact.fixed);
        }
        m_layout->addWidget(fact.group);
        fact.group->show(); // at once: the layout would do so a moment later, and the line would be empty until then
        m_shown.push_back(fact);
    }
    m_layout->addStretch(1);
}

void StatusLine::fill(const Fact& fact, const StatusItem& item) const
{
    if (const auto mark = icon_of(item.tone))
        fact.mark->setIcon(icon(*mark, item.tone), metrics::kRowIcon);
    fact.text->setTone(item.tone == Tone::bad ? Tone::bad : Tone::secondary);
    if (fact.fixed) {
        fact.fixed->setText(item.fixed);
        fact.fixed->setToolTip(plain_tooltip(item.tooltip));
    }
}

void StatusLine::fit()
{
    // What the facts need beside their texts; the texts share the rest.
    constexpr int slack = 4;
    int room = m_facts->width() - m_layout->contentsMargins().left() - m_layout->contentsMargins().right() - slack;
    std::vector<QString> texts;
    int wanted = 0;
    const auto width = [this](std::size_t i, const QString& text) {
        return m_shown[i].text->fontMetrics().horizontalAdvance(text) + 3;
    };
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        const StatusItem& item = m_items[static_cast<qsizetype>(i)];
        m_shown[i].text->setFixedWidth(1);
        room -= m_shown[i].group->sizeHint().width() - 1 + m_layout->spacing();
        texts.push_back(item.text);
        wanted += width(i, item.text);
    }
    for (std::size_t i = texts.size(); i-- > 0 && wanted > room;) {
        const QString& brief = m_items[static_cast<qsizetype>(i)].brief;
        if (brief.isEmpty() || width(i, brief) >= width(i, texts[i]))
            continue;
        wanted += width(i, brief) - width(i, texts[i]);
        texts[i] = brief;
    }
    // Each gets what it needs or an equal share of what is left, the shortest first.
    std::vector<std::size_t> order(texts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return width(a, texts[a]) < width(b, texts[b]); });
    auto sharing = static_cast<int>(order.size());
    for (const std::size_t i : order) {
        const int given = std::min(width(i, texts[i]), std::max(room / sharing, 12));
        room -= given;
        --sharing;
        const StatusItem& item = m_items[static_cast<qsizetype>(i)];
        ToneLabel* label = m_shown[i].text;
        label->setFixedWidth(given);
        label->setText(given < width(i, texts[i]) ? label->fontMetrics().elidedText(texts[i], Qt::ElideRight, given - 3)
                                                  : texts[i]);
        label->setAccessibleName(item.text);
        label->setToolTip(plain_tooltip(item.tooltip.isEmpty() ? item.text : item.tooltip));
    }
    // At once: texts and their places must not be seen apart.
    for (const Fact& fact : m_shown)
        fact.group->layout()->activate();
    m_layout->activate();
}

void StatusLine::fitJob()
{
    const bool narrow = width() < 1200;
    m_progress->setFixedSize(narrow ? 60 : 140, 6);
    const QString text = m_jobText->fontMetrics().elidedText(m_jobWhole, Qt::ElideRight, width() / (narrow ? 6 : 3));
    m_jobText->setText(text);
    m_jobText->setFixedWidth(m_jobText->fontMetrics().horizontalAdvance(text) + 3);
    m_jobText->setToolTip(plain_tooltip(m_jobWhole));
    m_jobText->setAccessibleName(m_jobWhole);
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_facts && (event->type() == QEvent::Resize || event->type() == QEvent::FontChange))
        fit();
    return QStatusBar::eventFilter(watched, event);
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QStatusBar::resizeEvent(event);
    fitJob();
}

QString StatusLine::text() const
{
    QStringList parts;
    for (const StatusItem& item : m_items)
        parts << (item.fixed.isEmpty() ? item.text : item.text + QLatin1Char(' ') + item.fixed);
    return parts.join(QStringLiteral(" | "));
}

void StatusLine::showJobs()
{
    const std::vector<JobInfo> running = m_jobs.running();
    const auto shown =
        std::ranges::find_if(running, [](const JobInfo& job) { return !job.title.isEmpty() || !job.text.isEmpty(); });
    m_job->setVisible(shown != running.end());
    if (shown == running.end())
        return;
    m_jobKind = shown->kind;
    const QString text = shown->text.isEmpty()    ? shown->title
                         : shown->title.isEmpty() ? shown->text
                                                  : shown->title + QStringLiteral(": ") + shown->text;
    m_jobWhole = line_text(text);
    fitJob();
    m_progress->setAccessibleName(m_jobWhole);
    m_progress->setRange(0, shown->fraction < 0 ? 0 : kProgressSteps);
    m_progress->setValue(static_cast<int>(std::clamp(shown->fraction, 0.0, 1.0) * kProgressSteps));
}

void StatusLine::paintEvent(QPaintEvent*)
{
    // QStatusBar would draw a frame around each item.
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_PanelStatusBar, &option, &painter, this);
}

} // namespace blueprinting::ui
