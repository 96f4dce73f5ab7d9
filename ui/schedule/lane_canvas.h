#pragma once
#include "ui/schedule/lane_paint.h"
#include "ui/widgets/charts/chart_widget.h"

#include <QImage>
#include <QTimer>

class QScrollBar;

namespace blueprinting::ui {

/// Lanes of all stages over time. The pointer explains what it is over; dragging moves, the wheel zooms at the pointer,
/// dragging on the axis or with Shift measures Δt, a click on the axis sets the playhead. Keys: A D W S move, + − zoom,
/// F fits, arrows walk over commands and gaps, Escape takes back cursor and measure. Of an order that someone wrote
/// cells are dragged along their own lane and into the tray of those that are not placed, with Alt onto another to make
/// a pair; by keys: Alt with Left and Right, Delete, Enter, J. Draws only what is visible. GUI thread.
class LaneCanvas : public ChartWidget {
    Q_OBJECT
public:
    explicit LaneCanvas(QWidget* parent = nullptr);

    void setChart(LaneChart chart);
    [[nodiscard]] const LaneChart& chart() const { return m_chart; }
    /// Component that is picked in another view (its cells stay, the others fade) and stage (its name is marked).
    void setPicked(const std::string& component, int stage);
    /// Asks for the height of one group alone, and scrolls to the others: where a lesson must be seen beside it.
    void setModest(bool modest);

    [[nodiscard]] LaneLayout places() const; ///< as drawn now
    [[nodiscard]] const std::optional<std::pair<double, double>>& measured() const { return m_measured; }
    [[nodiscard]] LaneHit focused() const { return m_keyboard ? m_cursor : m_hover; } ///< what is framed and explained

    void fit();
    void zoom(double factor, double about); ///< `about`: a time that stays where it is
    void move(double share);                ///< of the visible time
    void scrollLanes(double pixels);
    /// Lanes as high as a person wants them; none: what fits.
    void setLaneHeight(std::optional<double> height);

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    /// One row a command of every group, raw.
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rangeChanged(bool all, double begin, double end); ///< once it has come to rest
    void laneHeightChanged();
    /// A group's written order is to be this; `field` says what was done, as ScheduleView::editScene() takes it.
    void orderEdited(int group, const QString& order, const QString& field);
    void cellRefused(const QString& why);
    void timePicked(double time);
    void groupPicked(int group);
    void stagePicked(int stage);
    void playToggled();
    void stepped(int direction);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void addOwnActions(QMenu* menu) override;

private:
    enum class Drag { none, pressed, move, measure, window, left_edge, right_edge, cell };

    [[nodiscard]] QRectF area() const;
    void setRange(double begin, double end);
    void settle();
    void updateScrollBar();
    void claimHeight();
    void hover(const QPointF& at);
    void dragWindow(const QPointF& at);
    /// Whether this is a command of an order that someone wrote, and so may be moved; placed, or in the tray.
    [[nodiscard]] bool canMove(const LaneHit& hit) const;
    [[nodiscard]] bool inTray(const LaneHit& hit) const { return hit.group >= 0 && hit.unplaced >= 0; }
    [[nodiscard]] bool isPair(const LaneHit& hit) const;
    [[nodiscard]] int unitAt(const LaneHit& hit, double x) const; ///< before which a cell dropped there would stand
    [[nodiscard]] int unitOf(const LaneHit& hit) const;
    [[nodiscard]] QString nameOf(const LaneHit& hit) const;
    [[nodiscard]] schedule::Slot slotOf(const LaneHit& hit) const;
    [[nodiscard]] const schedule::WrittenOrder& orderOf(const LaneHit& hit) const;
    /// Hands on the order; the keyboard, where it is used, stays with the command.
    void changeOrder(const LaneHit& hit, const schedule::WrittenOrder& order, const QString& field);
    void follow(int group, const schedule::Slot& slot, std::uint32_t stage);
    void dropCell(const QPointF& at, bool joins);
    void moveUnit(const LaneHit& hit, int place);
    void putAside(const LaneHit& hit);
    void putIn(const LaneHit& hit, std::optional<int> place); ///< none: where it can run first
    void join(const LaneHit& hit, const LaneHit& with);
    void joinOrPart(const LaneHit& hit); ///< with the next of its lane
    [[nodiscard]] bool editKey(QKeyEvent* event);
    void addEditActions(QMenu* menu);
    void paintCaret(QPainter& painter, const LaneLayout& layout, const Theme& theme) const;
    void paintOverview(QPainter& painter, const LaneLayout& layout, const Theme& theme) const;
    void walk(int along, int across);
    [[nodiscard]] bool walkTray(int along, int across);                   ///< within the tray, out of it, or into it
    [[nodiscard]] LaneHit hitAt(int group, int stage, double time) const; ///< `time` in the group's own
    void setCursorHit(const LaneHit& hit);
    void announceHit(const LaneGroup& group, const LaneHit& hit);
    void clickedOn(const LaneHit& hit, const QPointF& at);
    void goToPeak(int group, int device);
    [[nodiscard]] LaneHit explained() const; ///< focused(), or what is pinned

    LaneChart m_chart;
    std::string m_component;
    int m_stage = -1;
    double m_scroll = 0;
    bool m_modest = false;
    int m_least = 140; ///< height in which what it shows can be read
    LaneHit m_hover;
    LaneHit m_cursor;
    LaneHit m_dragged;      ///< the command that is being moved
    bool m_joining = false; ///< onto another, to make a pair
    LaneHit m_pinned;       ///< a peak that was gone to: explained where nothing else is
    bool m_keyboard = false;
    QPointF m_pointer;
    Drag m_drag = Drag::none;
    bool m_measures = false; ///< the press began a measure
    QPointF m_pressed;
    std::pair<double, double> m_pressed_range;
    double m_pressed_scroll = 0;
    std::optional<std::pair<double, double>> m_measured;
    double m_measured_y = 0;
    QScrollBar* m_bar;
    QTimer m_rest;
    /// All lanes over all time, drawn once for what it is of.
    struct Overview {
        QImage image;
        std::vector<const void*> of;
        QSize size;
        std::uint32_t panel = 0;
    };
    mutable Overview m_overview;
};

} // namespace blueprinting::ui
