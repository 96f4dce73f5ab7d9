#include "ui/certificate/gate_lines.h"
#include "ui/certificate/words.h"

#include "core/certificate/gates.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
const std::vector<GateLine>& regret_gates()
{
    static const std::vector<GateLine> gates{
        {certificate::limit_of(certificate::Gate::median_regret), CertificateWords::tr("median")},
        {certificate::limit_of(certificate::Gate::p95_regret), CertificateWords::tr("p95")},
        {certificate::limit_of(certificate::Gate::max_regret), CertificateWords::tr("largest")}};
    return gates;
}

double regret_axis_end(double largest)
{
    // Room for the figure behind the longest bar.
    return std::max(regret_gates().back().value * 1.14, largest * 1.2);
}

std::vector<double> regret_ticks(double end, double from, double to, double least_gap)
{
    const AxisScale scale{0, end, false};
    std::vector<double> wanted{0};
    for (const GateLine& gate : regret_gates())
        wanted.push_back(gate.value);
    for (const double tick : nice_ticks(0, end, 6))
        if (tick > wanted.back())
            wanted.push_back(tick);
    // The largest gate is kept first: where the axis is long, the smaller ones go.
    std::vector<double> kept;
    const double last_gate = regret_gates().back().value;
    const auto apart = [&](double value) {
        return std::all_of(kept.begin(), kept.end(), [&](double other) {
            return std::fabs(scale.position(value, from, to) - scale.position(other, from, to)) >= least_gap;
        });
    };
    for (const double value : {0.0, last_gate})
        kept.push_back(value);
    for (const double value : wanted)
        if (apart(value))
            kept.push_back(value);
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return kept;
}

void draw_dashed(QPainter& painter, double x, double top, double bottom, const QColor& color)
{
    constexpr double dash = 4;
    constexpr double gap = 3;
    for (double y = top; y < bottom; y += dash + gap)
        painter.fillRect(QRectF(std::round(x), y, 1, std::min(dash, bottom - y)), color);
}

} // namespace blueprinting::ui
