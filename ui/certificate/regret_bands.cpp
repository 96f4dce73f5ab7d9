#include "ui/certificate/regret_bands.h"

#include "core/base/format.h"
#include "ui/certificate/gate_lines.h"
#include "ui/certificate/review_text.h"
#include "ui/style/fonts.h"
#include "ui/style/theme.h"
#include "ui/widgets/qt_chart.h"

#include <QBarCategoryAxis>
#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <limits>

namespace blueprinting::ui {
namespace {

constexpr double kGroup = 0.62; ///< of a band's width: its two bars

QString limit_text(double value) { return QString::fromStdString(format::fixed(value, 0)); }

} // namespace

RegretBands regret_bands(const Review& review)
{
    RegretBands out;
    const certificate::Evaluation* evaluation = review.evaluation();
    if (!evaluation)
        return out;
    out.bands.push_back({RegretBandsChart::tr("0"), 0, {}, {}});
    double from = 0;
    for (const GateLine& gate : regret_gates()) {
        out.bands.push_back({from > 0 ? RegretBandsChart::tr("%1–%2").arg(limit_text(from), limit_text(gate.value))
                                      : RegretBandsChart::tr("≤ %1").arg(limit_text(gate.value)),
                             gate.value,
                             {},
                             {}});
        from = gate.value;
    }
    out.bands.push_back(
        {RegretBandsChart::tr("> %1").arg(limit_text(from)), std::numeric_limits<double>::infinity(), {}, {}});
    std::vector<double> worst(out.bands.size() * 2, -1);
    for (std::size_t i = 0; i < evaluation->outcomes.size(); ++i) {
        const double regret = evaluation->outcomes[i].regret_pct;
        const auto band =
            static_cast<std::size_t>(std::find_if(out.bands.begin(), out.bands.end() - 1,
                                                  [&](const RegretBands::Band& each) { return regret <= each.to; }) -
                                     out.bands.begin());
        const bool held = review.held_out[i];
        (held ? out.held_out : out.fitted) += 1;
        RegretBands::Part& part = held ? out.bands[band].held_out : out.bands[band].fitted;
        part.cells += 1;
        if (double& most = worst[band * 2 + (held ? 0 : 1)]; regret > most) {
            most = regret;
            part.worst = QString::fromStdString(review.set().keys[i]);
        }
    }
    return out;
}

RegretBandsChart::RegretBandsChart(QWidget* parent)
    : WalkedChart(tr("Cells by regret"), parent),
      m_scene(std::make_unique<QGraphicsScene>()),
      m_chart(bare_chart(*m_scene)),
      m_bars(new QBarSeries),
      m_across(new QBarCategoryAxis),
      m_up(new QValueAxis)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_chart->addSeries(m_bars);
    m_chart->addAxis(m_across, Qt::AlignBottom);
    m_chart->addAxis(m_up, Qt::AlignLeft);
    m_bars->setBarWidth(kGroup);
    m_bars->append(new QBarSet(tr("held out")));
    m_bars->append(new QBarSet(tr("fitted on")));
    m_bars->attachAxis(m_across);
    m_bars->attachAxis(m_up);
    m_up->setRange(0, 100);
    m_up->setTickCount(3);
    m_up->setLabelFormat(QStringLiteral("%.0f"));
    m_up->setTitleText(tr("Cells (%)"));
    m_across->setTitleText(tr("Regret (%)"));
    m_across->setGridLineVisible(false);
    m_up->setLineVisible(false);
    for (std::size_t i = 0; i < regret_gates().size(); ++i) {
        auto* line = new QLineSeries;
        // Between the band that ends at this gate and the next one.
        const double x = static_cast<double>(i) + 1.5;
        line->append(x, 0);
        line->append(x, 100);
        m_chart->addSeries(line);
        line->attachAxis(m_across);
        line->attachAxis(m_up);
        m_gates.push_back(line);
    }
    setLegend({{tr("held out"), &Theme::held_out, false, Glyph::none, false},
               {tr("fitted on"), &Theme::fitted, false, Glyph::none, false}});
}

RegretBandsChart::~RegretBandsChart() = default;

void RegretBandsChart::setBands(RegretBands bands)
{
    if (bands == m_bands)
        return;
    m_bands = std::move(bands);
    m_cursor = -1;
    QStringList names;
    for (const RegretBands::Band& band : m_bands.bands)
        names << band.name;
    m_across->setCategories(names);
    for (int split = 0; split < 2; ++split) {
        QBarSet* set = m_bars->barSets()[split];
        set->remove(0, set->count());
        for (int band = 0; band < static_cast<int>(m_bands.bands.size()); ++band)
            set->append(share({band, split}));
    }
    update();
}

const RegretBands::Part& RegretBandsChart::part(const Place& place) const
{
    const RegretBands::Band& band = m_bands.bands[static_cast<std::size_t>(place.band)];
    return place.split == 0 ? band.held_out : band.fitted;
}

double RegretBandsChart::share(const Place& place) const
{
    const std::size_t all = cellsOf(place.split);
    return all == 0 ? 0 : 100.0 * static_cast<double>(part(place).cells) / static_cast<double>(all);
}

void RegretBandsChart::lay(const QSizeF& size, const Theme& theme) const
{
    const QFont small = small_font(this);
    for (QAbstractAxis* axis : std::initializer_list<QAbstractAxis*>{m_across, m_up}) {
        axis->setLabelsFont(small);
        axis->setTitleFont(small);
        axis->setLabelsColor(theme.secondary);
        axis->setTitleBrush(theme.secondary);
        axis->setGridLinePen(QPen(theme.grid, 1));
        axis->setLinePen(QPen(theme.hairline, 1));
    }
    const std::array<QColor, 2> fills{theme.held_out, theme.fitted};
    for (int split = 0; split < 2; ++split) {
        QBarSet* set = m_bars->barSets()[split];
        set->setBrush(fills[static_cast<std::size_t>(split)]);
        set->setPen(QPen(theme.panel, 1));
    }
    for (QLineSeries* gate : m_gates)
        gate->setPen(QPen(theme.secondary, 1, Qt::DashLine));
    m_scene->setSceneRect(QRectF(QPointF(0, 0), size));
    m_chart->setGeometry(QRectF(QPointF(0, 0), size));
}

QRectF RegretBandsChart::barIn(std::size_t band, int split) const
{
    const double half = kGroup / 2;
    const double left = static_cast<double>(band) - half + split * half;
    const QPointF top = m_chart->mapToPosition(QPointF(left, share({static_cast<int>(band), split})), m_bars);
    const QPointF base = m_chart->mapToPosition(QPointF(left + half, 0), m_bars);
    return {top, base};
}

QRectF RegretBandsChart::bar(std::size_t band, int split) const
{
    lay(size(), theme_of(this));
    return barIn(band, split);
}

void RegretBandsChart::paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const QFont small = small_font(this);
    if (m_bands.bands.empty()) {
        painter.setFont(small);
        painter.setPen(theme.secondary);
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Nothing could be scored, so no cell has a regret."));
        return;
    }
    lay(area.size(), theme);
    render_scene(*m_scene, painter, area);
    painter.save();
    painter.translate(area.topLeft());
    painter.setFont(small_number_font(this));
    const double height = QFontMetricsF(painter.font()).height();
    for (std::size_t band = 0; band < m_bands.bands.size(); ++band)
        for (int split = 0; split < 2; ++split) {
            const Place place{static_cast<int>(band), split};
            const QRectF bar = barIn(band, split);
            const std::size_t cells = part(place).cells;
            painter.setPen(cells > 0 ? theme.text : theme.secondary);
            const QString text = cellsOf(split) > 0 ? count_figure(cells) : QStringLiteral("–");
            painter.drawText(QRectF(bar.left() - 20, bar.top() - height - 1, bar.width() + 40, height), Qt::AlignCenter,
                             text);
            if (on_screen && showsCursor() && m_cursor == static_cast<int>(band) * 2 + split) {
                painter.setPen(QPen(theme.accent, 1.5));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(bar.adjusted(-2, -2, 2, 1));
            }
        }
    painter.setFont(small);
    painter.setPen(theme.secondary);
    for (std::size_t i = 0; i < m_gates.size(); ++i) {
        const QPointF top = m_chart->mapToPosition(m_gates[i]->at(1), m_gates[i]);
        painter.drawText(QRectF(top.x() + 4, top.y(), 120, height), Qt::AlignLeft | Qt::AlignVCenter,
                         regret_gates()[i].name);
    }
    painter.restore();
}

std::vector<QStringList> RegretBandsChart::dataRows() const
{
    std::vector<QStringList> rows{
        {tr("regret (%)"), tr("held-out cells"), tr("of held out"), tr("fitted cells"), tr("of fitted")}};
    for (const RegretBands::Band& band : m_bands.bands)
        rows.push_back({band.name, QString::number(band.held_out.cells), QString::number(m_bands.held_out),
                        QString::number(band.fitted.cells), QString::number(m_bands.fitted)});
    return rows;
}

RegretBandsChart::Place RegretBandsChart::placeAt(const QPointF& at) const
{
    if (m_bands.bands.empty())
        return {};
    lay(size(), theme_of(this));
    if (!m_chart->plotArea().contains(at))
        return {};
    // The whole column answers, so that a bar of one cell is as easy to hit as one of all.
    const double x = m_chart->mapToValue(at, m_bars).x();
    const int band = std::clamp(static_cast<int>(std::lround(x)), 0, static_cast<int>(m_bands.bands.size()) - 1);
    if (std::fabs(x - band) > kGroup / 2)
        return {};
    return {band, x < band ? 0 : 1};
}

QString RegretBandsChart::readOut(const Place& place) const
{
    const RegretBands::Part& found = part(place);
    const QString split = place.split == 0 ? tr("held out") : tr("fitted on");
    if (cellsOf(place.split) == 0)
        return tr("%1: no cell").arg(split);
    QString out = tr("%1, regret %2 %: %3 of %4 cells, %5 %")
                      .arg(split, m_bands.bands[static_cast<std::size_t>(place.band)].name, count_figure(found.cells),
                           count_figure(cellsOf(place.split)), percent_figure(share(place), 1));
    if (place.band > 0 && !found.worst.isEmpty())
        out += tr("\nmost: %1").arg(cell_names(found.worst.toStdString()).whole());
    return out;
}

QString RegretBandsChart::readOutAt(const QPointF& at) const
{
    const Place place = placeAt(at);
    return place.band < 0 ? QString() : readOut(place);
}

void RegretBandsChart::pick(const Place& place)
{
    if (place.band >= 0 && !part(place).worst.isEmpty())
        Q_EMIT cellPicked(part(place).worst);
}

bool RegretBandsChart::step(int, int across)
{
    const int count = static_cast<int>(m_bands.bands.size()) * 2;
    if (count == 0)
        return true;
    m_cursor = std::clamp(m_cursor + across, 0, count - 1);
    announce(readOut({m_cursor / 2, m_cursor % 2}));
    return true;
}

bool RegretBandsChart::hasCursor() const
{
    return m_cursor >= 0 && m_cursor < static_cast<int>(m_bands.bands.size()) * 2;
}

QRectF RegretBandsChart::cursorPlace() const { return bar(static_cast<std::size_t>(m_cursor / 2), m_cursor % 2); }

void RegretBandsChart::pickCursor() { pick({m_cursor / 2, m_cursor % 2}); }

void RegretBandsChart::pickAt(const QPointF& at) { pick(placeAt(at)); }

} // namespace blueprinting::ui
