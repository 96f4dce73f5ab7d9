#pragma once
#include "core/search/points.h"
#include "ui/search/search_run.h"
#include "ui/widgets/charts/chart_widget.h"

namespace blueprinting::ui {

/// What each value of each knob can reach, as bars on one zero line.
struct KnobBar {
    strategy::Field field{};
    std::int64_t value = 0;
    QString text;                 ///< "8", "RS+AG"
    std::optional<double> behind; ///< percent behind the best; nothing where nothing that counts has the value
    std::optional<double> ring;   ///< the selected strategy with only this changed
    bool ring_fits = true;
    bool own = false;    ///< the selected strategy's value
    bool brushed = true; ///< within the filter
    QString hover;
    bool operator==(const KnobBar&) const = default;
};
struct KnobGroup {
    strategy::Field field{};
    QString title;
    std::vector<KnobBar> bars;
    bool operator==(const KnobGroup&) const = default;
};
struct KnobPicture {
    std::vector<KnobGroup> groups;
    std::optional<double> own; ///< how far the selected strategy is behind
    QString letter;
    std::size_t chip = 0;
    double end = 40; ///< of the axis; what is beyond is cut and says its number
    bool operator==(const KnobPicture&) const = default;
};

KnobPicture knob_picture(const SearchRun& run, std::size_t count, const search::Brush& brush,
                         const std::vector<search::Neighbour>& neighbours);

/// Where everything goes. Pure.
struct KnobLayout {
    QRectF plot;
    std::vector<std::vector<QRectF>> places; ///< of each bar of each group, from the top of the plot to below its label
    std::vector<std::vector<QRectF>> bars;   ///< filled part
    std::vector<QRectF> titles;
};
KnobLayout layout_knobs(const KnobPicture& picture, const QRectF& area, double line);

/// A click on a value, or Return, asks for it to be filtered by.
class KnobChart : public ChartWidget {
    Q_OBJECT
public:
    explicit KnobChart(const QString& title, QWidget* parent = nullptr);
    void setPicture(KnobPicture picture);
    [[nodiscard]] const KnobPicture& picture() const { return m_picture; }
    [[nodiscard]] KnobLayout places() const;
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {640, 190}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {420, 130}; }

Q_SIGNALS:
    void valuePicked(int field, qint64 value);

protected:
    [[nodiscard]] bool hasData() const override { return !m_picture.groups.empty(); }
    void clicked(const QPointF& at) override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return m_cursor >= 0; }
    void pickCursor() override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    [[nodiscard]] const KnobBar* bar(int place) const;
    [[nodiscard]] int placeAt(const QPointF& at) const;
    [[nodiscard]] KnobLayout layoutIn(const QRectF& area) const;

    KnobPicture m_picture;
    int m_cursor = -1; ///< over the bars of all groups
};

} // namespace blueprinting::ui
