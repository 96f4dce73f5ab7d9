#pragma once
#include "core/program/block_rows.h"
#include "ui/widgets/charts/chart_widget.h"

namespace blueprinting::ui {

/// The ranks of one pipeline stage on their machines, a square each, and who talks to whom over one axis. Ranks count
/// through the axes in the order of the mesh, so a group is every stride-th rank of a run.
struct PlacementPicture {
    std::int64_t world = 1, per_stage = 1, stages = 1;
    std::int64_t machine = 8; ///< ranks that the fastest network connects
    QString axis;             ///< "EP"
    std::int64_t degree = 1, stride = 1;
    std::int64_t inner_tier = 0, outer_tier = 1; ///< what a group's messages use on a machine, and beyond it
    std::int64_t stage = 0;                      ///< the one that is opened
    std::int64_t rank = 0;                       ///< whose group is marked
    bool operator==(const PlacementPicture&) const = default;

    [[nodiscard]] std::int64_t group_of(std::int64_t of) const;
    [[nodiscard]] std::int64_t first_of_group(std::int64_t of) const;
    [[nodiscard]] bool together(std::int64_t a, std::int64_t b) const { return first_of_group(a) == first_of_group(b); }
    [[nodiscard]] std::int64_t machine_of(std::int64_t of) const { return of / machine; }
};

/// Where everything goes. Machines that have no room are left out at the end; those of the marked group stay. Pure.
struct PlacementLayout {
    struct Machine {
        std::int64_t number = 0;
        QRectF box;
        std::vector<std::pair<std::int64_t, QRectF>> ranks;
    };
    std::vector<QRectF> stages; ///< of the overview; empty for one stage
    std::vector<Machine> machines;
    std::int64_t left_out = 0; ///< machines
    QRectF words;              ///< below
};
PlacementLayout layout_placement(const PlacementPicture& picture, const QRectF& area, double line);

/// The pointer, or the arrows, move the rank whose group is marked; a click on a stage opens it.
class PlacementMap : public ChartWidget {
    Q_OBJECT
public:
    explicit PlacementMap(const QString& title, QWidget* parent = nullptr);
    void setPicture(PlacementPicture picture);
    [[nodiscard]] const PlacementPicture& picture() const { return m_picture; }
    [[nodiscard]] PlacementLayout places() const;
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {520, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {300, 200}; }

Q_SIGNALS:
    void rankMarked(qint64 rank);
    void stageOpened(qint64 stage);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void clicked(const QPointF& at) override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return true; }
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    [[nodiscard]] QString wordsOf(std::int64_t rank) const;
    void mark(std::int64_t rank);

    PlacementPicture m_picture;
};

} // namespace blueprinting::ui
