#include "ui/frame/status_line.h"

#include "ui/style/explorer_style.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/tone_label.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>

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
    addWidget(m_facts, 1);

    m_job = new QWidget(this);
    auto* row = new QHBoxLayout(m_job);
    row->setContentsMargins(0, 1, metrics::kControlGap, 0);
    row->setSpacing(metrics::kControlGap);
    m_jobText = new ToneLabel({}, Tone::secondary, m_job);
    m_jobText->setObjectName(QStringLiteral("jobText"));
    m_progress = new QProgressBar(m_job);
    m_progress->setObjectName(QStringLiteral("jobProgress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(140, 6);
    m_cancel = new QToolButton(m_job);
    m_cancel->setObjectName(QStringLiteral("jobCancel"));
    m_cancel->setIcon(icon(Icon::cancel, Tone::secondary));
    m_cancel->setIconSize(QSize(14, 14));
    m_cancel->setAutoRaise(true);
    m_cancel->setToolTip(tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel the running work"));
    m_cancel->setFixedSize(22, 22);
    row->addWidget(m_jobText);
    row->addWidget(m_progress);
    row->addWidget(m_cancel);
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
    const auto old = m_facts->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget* widget : old) {
        widget->hide();
        widget->deleteLater();
    }
    while (QLayoutItem* item = m_layout->takeAt(0))
        delete item;
    bool first = true;
    for (const StatusItem& item : items) {
        if (!first) {
            auto* rule = new QFrame(m_facts);
            rule->setFrameShape(QFrame::VLine);
            rule->setFixedSize(9, 14);
            m_layout->addWidget(rule);
        }
        first = false;
        if (const auto mark = icon_of(item.tone)) {
            auto* label = new IconLabel(m_facts);
            label->setIcon(icon(*mark, item.tone), metrics::kRowIcon);
            m_layout->addWidget(label);
        }
        auto* text = new ToneLabel(item.text, item.tone == Tone::bad ? Tone::bad : Tone::secondary, m_facts);
        text->setToolTip(item.tooltip);
        m_layout->addWidget(text);
        if (!item.fixed.isEmpty()) {
            auto* fixed = new ToneLabel(item.fixed, Tone::secondary, m_facts);
            fixed->setSize(ToneLabel::Size::fixed);
            fixed->setToolTip(item.tooltip);
            fixed->setTextInteractionFlags(Qt::TextSelectableByMouse);
            m_layout->addWidget(fixed);
        }
    }
    m_layout->addStretch(1);
    m_facts->setAccessibleName(text());
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
        std::find_if(running.begin(), running.end(), [](const JobInfo& job) { return !job.title.isEmpty(); });
    m_job->setVisible(shown != running.end());
    if (shown == running.end())
        return;
    m_jobKind = shown->kind;
    const QString text = shown->text.isEmpty() ? shown->title : shown->title + QStringLiteral(": ") + shown->text;
    m_jobText->setText(text);
    m_progress->setAccessibleName(text);
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
