#include "ui/certificate/gate_list.h"

#include "ui/certificate/review_text.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/verdict_word.h"

#include <QGridLayout>
#include <QPainter>

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// Share of the allowance that is used; past it the whole bar is bad.
class AllowanceBar : public QWidget {
public:
    explicit AllowanceBar(QWidget* parent) : QWidget(parent)
    {
        setFixedHeight(6);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    void setShare(double share, bool passed)
    {
        m_share = share;
        m_passed = passed;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = theme_of(this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.track);
        const QRectF track = rect();
        painter.drawRoundedRect(track, 2, 2);
        // Nothing used is a sliver, so that it reads as "none" and not as "missing".
        QRectF used = track;
        used.setWidth(std::max(3.0, track.width() * std::clamp(m_share, 0.0, 1.0)));
        painter.setBrush(m_passed ? theme.good : theme.bad);
        painter.drawRoundedRect(used, 2, 2);
    }

private:
    double m_share = 0;
    bool m_passed = true;
};

} // namespace

GateList::GateList(QWidget* parent) : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(metrics::kControlGap);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    for (std::size_t i = 0; i < certificate::kGates.size(); ++i) {
        const QString id = QString::fromLatin1(certificate::to_string(certificate::kGates[i]).data(),
                                               static_cast<int>(certificate::to_string(certificate::kGates[i]).size()));
        Row row{new IconLabel(this), new ToneLabel(gate_name(certificate::kGates[i]), Tone::text, this),
                new ToneLabel({}, Tone::text, this),
                new ToneLabel(gate_limit(certificate::kGates[i]), Tone::secondary, this), nullptr};
        for (QWidget* part :
             {static_cast<QWidget*>(row.icon), static_cast<QWidget*>(row.name), static_cast<QWidget*>(row.limit)})
            part->setToolTip(plain_tooltip(gate_tip(certificate::kGates[i])));
        row.name->setObjectName(QStringLiteral("gateName_") + id);
        row.value->setObjectName(QStringLiteral("gateValue_") + id);
        row.value->setBold(true);
        row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row.limit->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row.limit->setMinimumWidth(QFontMetrics(body_font(this)).horizontalAdvance(QStringLiteral("≥ 90")) + 20);
        const int line = static_cast<int>(i) * 3;
        grid->addWidget(row.icon, line, 0);
        grid->addWidget(row.name, line, 1);
        grid->addWidget(row.value, line, 2);
        grid->addWidget(row.limit, line, 3);
        if (certificate::kGates[i] != certificate::Gate::clear_misses) {
            row.bar = new AllowanceBar(this);
            grid->addWidget(row.bar, line + 1, 1, 1, 3);
            grid->setRowMinimumHeight(line + 2, 4);
        }
        m_rows.push_back(row);
    }
    grid->setRowStretch(static_cast<int>(m_rows.size()) * 3, 1);
}

void GateList::setGates(const std::array<certificate::GateResult, 5>& gates, bool judged)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const certificate::GateResult& gate = gates[i];
        const bool count = gate.gate == certificate::Gate::clear_misses;
        const Row& row = m_rows[i];
        const bool known = gate.value.has_value();
        if (!known)
            row.icon->setIcon(icon(Icon::minus, Tone::secondary), metrics::kRowIcon, verdict_word(std::nullopt));
        else if (!judged)
            row.icon->setIcon(icon(Icon::info, Tone::secondary), metrics::kRowIcon, tr("as stated"));
        else
            row.icon->setIcon(icon(gate.passed ? Icon::check : Icon::cross, gate.passed ? Tone::good : Tone::bad),
                              metrics::kRowIcon, verdict_word(gate.passed));
        row.value->setText(percent_figure(gate.value, count ? 0 : 1));
        row.value->setTone(!judged || !known ? Tone::secondary : gate.passed ? Tone::text : Tone::bad);
        const QString tip = gate_tip(gate.gate);
        row.value->setToolTip(plain_tooltip(
            known && !count ? tr("%1 %").arg(percent_figure(gate.value, 4)) + QLatin1Char('\n') + tip : tip));
        if (row.bar) {
            static_cast<AllowanceBar*>(row.bar)->setShare(known && judged ? gate.allowance_used : 0, gate.passed);
            row.bar->setVisible(judged && known);
            row.bar->setToolTip(plain_tooltip(
                known ? tr("%1 % of the allowance is used").arg(percent_figure(gate.allowance_used * 100, 0)) +
                            QLatin1Char('\n') + tip
                      : tip));
        }
    }
}

} // namespace blueprinting::ui
