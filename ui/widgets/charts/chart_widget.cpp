#include "ui/widgets/charts/chart_widget.h"

#include "core/base/file.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSvgGenerator>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace blueprinting::ui {

namespace {

constexpr double kMargin = 12;
constexpr double kPictureScale = 2; ///< PNG pixels per unit
constexpr int kPictureQuality = 80; ///< packed quickly: a person waits, and a chart is small either way
constexpr double kHeadGap = 8;
constexpr double kZoomStep = 1.25;
constexpr double kPanStep = 0.1; ///< of the chart's size, by one press of a key

/// A page around the chart that the wheel would scroll.
bool page_scrolls(const QWidget* chart)
{
    for (const QWidget* around = chart->parentWidget(); around && !around->isWindow(); around = around->parentWidget())
        if (const auto* page = qobject_cast<const QAbstractScrollArea*>(around))
            if (page->verticalScrollBar()->maximum() > page->verticalScrollBar()->minimum())
                return true;
    return false;
}

/// What stands above a chart in a file: the title with the legend beside it in one or two lines, else below it.
struct Head {
    double height = 0;
    std::vector<QRectF> legend; ///< from the upper left of the head
};

Head head_of(const ChartWidget& chart, double width)
{
    const QFontMetricsF bold(bold_font(&chart));
    const QFontMetricsF small(small_font(&chart));
    const double room = width - bold.horizontalAdvance(chart.heading()) - 24;
    Head head{bold.height(), {}};
    if (chart.legend().empty())
        return head;
    head.legend = layout_legend(chart.legend(), small, std::max(room, 1.0), Qt::AlignRight);
    const bool beside = room >= 160 && head.legend.back().top() < 2 * small.height();
    if (!beside)
        head.legend = layout_legend(chart.legend(), small, width, Qt::AlignLeft);
    for (QRectF& place : head.legend) {
        place.translate(beside ? width - room : 0, beside ? 0 : bold.height() + kHeadGap / 2);
        head.height = std::max(head.height, place.bottom());
    }
    return head;
}

QSize export_size(const ChartWidget& chart)
{
    const QSize size = chart.size().expandedTo(QSize(480, 160));
    return size + QSize(static_cast<int>(2 * kMargin),
                        static_cast<int>(std::ceil(head_of(chart, size.width()).height + kHeadGap + 2 * kMargin)));
}

/// Qt's own names for a family ("Sans Serif") mean nothing elsewhere: the family that was drawn with, then any like it.
QByteArray with_families_resolved(const QByteArray& svg)
{
    static const QRegularExpression family(QStringLiteral("font-family=\"([^\",]+)\""));
    const QString text = QString::fromUtf8(svg);
    QString out;
    qsizetype from = 0;
    for (auto found = family.globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        const QFontInfo drawn{QFont(match.captured(1))};
        out += text.mid(from, match.capturedStart() - from) +
               QStringLiteral("font-family=\"'%1', %2\"")
                   .arg(drawn.family().toHtmlEscaped(),
                        drawn.fixedPitch() ? QStringLiteral("monospace") : QStringLiteral("sans-serif"));
        from = match.capturedEnd();
    }
    return (out + text.mid(from)).toUtf8();
}

} // namespace

ChartWidget::ChartWidget(const QString& title, QWidget* parent) : QWidget(parent), m_title(line_text(title))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(m_title);
}

void ChartWidget::setTitle(const QString& title)
{
    m_title = line_text(title);
    setAccessibleName(m_title);
}

QString ChartWidget::heading() const
{
    return m_source.isEmpty() ? m_title : tr("%1 – %2").arg(m_title, line_text(m_source));
}

std::vector<QStringList> ChartWidget::savedRows() const { return rows_with_source(dataRows(), m_source); }

void ChartWidget::setLegend(std::vector<LegendItem> legend)
{
    m_legend = std::move(legend);
    for (LegendItem& item : m_legend)
        item.name = line_text(item.name);
}

void ChartWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter, rect(), theme_of(this), true);
}

QString ChartWidget::hoverText(const QPointF&) const { return {}; }

void ChartWidget::clicked(const QPointF&) {}

bool ChartWidget::step(int, int) { return false; }

void ChartWidget::setPartState(const PartState& state)
{
    m_waiting.reset();
    if (hasData())
        look(state);
    else if (state != PartState())
        m_waiting = state;
}

void ChartWidget::look(const PartState& state)
{
    m_sight = left_at(zoomAxes(), state);
    sightChanged();
    update();
}

void ChartWidget::dataCame()
{
    if (m_waiting && hasData())
        look(*std::exchange(m_waiting, std::nullopt));
}

void ChartWidget::setSight(const PartState& sight)
{
    m_sight = sight;
    sightChanged();
    sightMoved();
}

void ChartWidget::sightMoved()
{
    update();
    if (!m_waiting)
        partChanged();
}

void ChartWidget::mousePressEvent(QMouseEvent* event)
{
    m_keyboard = false;
    update();
    if (event->button() == Qt::LeftButton) {
        m_press = event->position();
        m_dragged = false;
    }
    QWidget::mousePressEvent(event);
}

void ChartWidget::mouseMoveEvent(QMouseEvent* event)
{
    if (m_press && event->buttons() & Qt::LeftButton) {
        const QPointF moved = event->position() - *m_press;
        if (canDrag() && (m_dragged || moved.manhattanLength() >= QApplication::startDragDistance())) {
            m_dragged = true;
            m_press = event->position();
            setCursor(Qt::ClosedHandCursor);
            QToolTip::hideText();
            panBy(moved);
        }
        return;
    }
    const QString text = hoverText(event->position());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint() + QPoint(12, 4), plain_tooltip(text), this);
    QWidget::mouseMoveEvent(event);
}

void ChartWidget::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_press) {
        m_press.reset();
        if (m_dragged)
            unsetCursor();
        else
            clicked(event->position());
    }
    QWidget::mouseReleaseEvent(event);
}

void ChartWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (canZoom() && event->button() == Qt::LeftButton)
        showWhole();
    else
        QWidget::mouseDoubleClickEvent(event);
}

void ChartWidget::wheelEvent(QWheelEvent* event)
{
    if (!canZoom() || event->angleDelta().y() == 0 ||
        (!(event->modifiers() & Qt::ControlModifier) && page_scrolls(this))) {
        event->ignore(); // the page scrolls
        return;
    }
    zoomBy(std::pow(kZoomStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void ChartWidget::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->modifiers() & Qt::ShiftModifier;
    const auto arrow = [&](int down, int across) {
        if (moves && canZoom())
            return panBy({-across * kPanStep * width(), -down * kPanStep * height()});
        if (moves || !walkBy(down, across))
            QWidget::keyPressEvent(event);
    };
    const QRectF zoomed = zoomAxes().area;
    const QPointF middle = zoomed.isNull() ? QRectF(rect()).center() : zoomed.center();
    switch (event->key()) {
    case Qt::Key_Left: return arrow(0, -1);
    case Qt::Key_Right: return arrow(0, 1);
    case Qt::Key_Up: return arrow(-1, 0);
    case Qt::Key_Down: return arrow(1, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (hasCursor())
            return pickCursor();
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        if (canZoom())
            return zoomBy(kZoomStep, middle);
        break;
    case Qt::Key_Minus:
        if (canZoom())
            return zoomBy(1 / kZoomStep, middle);
        break;
    case Qt::Key_F:
        if (canZoom())
            return showWhole();
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

bool ChartWidget::walkBy(int down, int across)
{
    if (!step(down, across))
        return false;
    m_keyboard = true;
    if (isZoomed() && hasCursor() && zoomAxes().magnified)
        setSight(showing(zoomAxes(), m_sight, cursorPlace()));
    update();
    return true;
}

void ChartWidget::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    m_keyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                 event->reason() == Qt::ShortcutFocusReason;
    if (m_keyboard && !hasCursor())
        walkBy(1, 1);
    update();
}

void ChartWidget::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void ChartWidget::announce(const QString& text)
{
    setAccessibleDescription(label_text(text));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void ChartWidget::paintWhole(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    painter.fillRect(area, theme.panel);
    const QRectF inner = area.adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const QFont bold = bold_font(this);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(QRectF(inner.left(), inner.top(), inner.width(), QFontMetricsF(bold).height()),
                     Qt::AlignLeft | Qt::AlignVCenter, heading());
    Head head = head_of(*this, inner.width());
    for (QRectF& place : head.legend)
        place.translate(inner.topLeft());
    draw_legend(painter, m_legend, head.legend, theme, small_font(this));
    paintChart(painter, inner.adjusted(0, head.height + kHeadGap, 0, 0), theme, false);
}

std::optional<FileFormat> chart_format_of(const QString& path)
{
    const auto format = format_of(path.toStdString());
    for (const FileFormat known : {FileFormat::png, FileFormat::svg, FileFormat::pdf, FileFormat::csv})
        if (format == known)
            return format;
    return std::nullopt;
}

Result<Done> ChartWidget::exportTo(const QString& path, const Replaceable& replaceable) const
{
    if (const auto format = chart_format_of(path))
        return write_whole_file(path, encoded(*format, theme_of(this)), replaceable);
    return Diagnostic{Severity::error, "chart.format.unknown", "",
                      unknown_ending(path, QStringLiteral(".png, .svg, .pdf and .csv")).toStdString()};
}

QByteArray ChartWidget::encoded(FileFormat format, const Theme& theme) const
{
    const QSize size = export_size(*this);
    const QRectF area(QPointF(0, 0), size);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    switch (format) {
    case FileFormat::csv: return rows_to_csv(savedRows()).toUtf8();
    case FileFormat::png: picture(theme).save(&buffer, "PNG", kPictureQuality); break;
    case FileFormat::svg: {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setViewBox(area);
        generator.setTitle(markup_text(heading())); // it is written as it is given
        generator.setResolution(96);
        QPainter painter(&generator);
        paintWhole(painter, area, theme);
        painter.end();
        buffer.close();
        return with_families_resolved(bytes);
    }
    case FileFormat::pdf: {
        QPdfWriter writer(&buffer);
        writer.setTitle(heading());
        writer.setResolution(96);
        writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        QPainter painter(&writer);
        paintWhole(painter, area, theme);
        break;
    }
    default: break;
    }
    buffer.close();
    return bytes;
}

QImage ChartWidget::picture(const Theme& theme) const
{
    const QSize size = export_size(*this);
    QImage image(size * kPictureScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kPictureScale);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintWhole(painter, QRectF(QPointF(0, 0), size), theme);
    return image;
}

void ChartWidget::addExportActions(QMenu* menu)
{
    menu->addAction(tr("Save chart as…"), this, &ChartWidget::saveAs)->setObjectName(QStringLiteral("saveChart"));
    menu->addAction(tr("Copy image"), this, [this] { QApplication::clipboard()->setImage(picture(theme_of(this))); })
        ->setObjectName(QStringLiteral("copyPicture"));
    menu->addAction(tr("Copy data"), this, [this] { QApplication::clipboard()->setText(rows_to_tsv(savedRows())); })
        ->setObjectName(QStringLiteral("copyData"));
}

void ChartWidget::addOwnActions(QMenu*) {}

void ChartWidget::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    addOwnActions(&menu);
    if (canZoom()) {
        QAction* whole = menu.addAction(icon(Icon::fit), tr("Show all"), this, [this] { showWhole(); });
        whole->setObjectName(QStringLiteral("showWhole"));
        whole->setShortcut(Qt::Key_F);
        whole->setEnabled(isZoomed());
        menu.addSeparator();
    }
    addExportActions(&menu);
    menu.exec(event->globalPos());
}

void ChartWidget::saveAs()
{
    save_where_asked(
        this,
        {tr("Save chart"),
         m_title + QStringLiteral(".png"),
         {tr("PNG (*.png)"), tr("SVG (*.svg)"), tr("PDF (*.pdf)"), tr("CSV (*.csv)")}},
        at_once([this](const QString& path, const Replaceable& replaceable) { return exportTo(path, replaceable); }),
        [this](const SaveOutcome& outcome) { Q_EMIT saved(outcome); });
}

} // namespace blueprinting::ui
