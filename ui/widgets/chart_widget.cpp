#include "ui/widgets/chart_widget.h"
#include "ui/style/fonts.h"
#include "ui/widgets/table_view.h"

#include <QAccessible>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QToolTip>

#include <algorithm>

namespace blueprinting::ui {

namespace {

constexpr double kMargin = 12;
constexpr double kPictureScale = 2; ///< PNG pixels per unit

QSize export_size(const QWidget& chart) { return chart.size().expandedTo(QSize(480, 160)) + QSize(24, 60); }

} // namespace

ChartWidget::ChartWidget(const QString& title, QWidget* parent) : QWidget(parent), m_title(title)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title);
}

void ChartWidget::setTitle(const QString& title)
{
    m_title = title;
    setAccessibleName(title);
}

void ChartWidget::setLegend(std::vector<LegendItem> legend) { m_legend = std::move(legend); }

void ChartWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter, rect(), theme_of(this), true);
}

QString ChartWidget::hoverText(const QPointF&) const { return {}; }

void ChartWidget::mouseMoveEvent(QMouseEvent* event)
{
    const QString text = hoverText(event->position());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint() + QPoint(12, 4), text, this);
    QWidget::mouseMoveEvent(event);
}

void ChartWidget::announce(const QString& text)
{
    setAccessibleDescription(text);
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
    const double line = QFontMetricsF(bold).height();
    painter.drawText(QRectF(inner.left(), inner.top(), inner.width(), line), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const QFont small = small_font(this);
    const double room = inner.width() - QFontMetricsF(bold).horizontalAdvance(m_title) - 24;
    std::vector<QRectF> places = layout_legend(m_legend, QFontMetricsF(small), std::max(room, 120.0), Qt::AlignRight);
    double head = line;
    for (QRectF& place : places) {
        place.translate(inner.right() - std::max(room, 120.0), inner.top());
        head = std::max(head, place.bottom() - inner.top());
    }
    draw_legend(painter, m_legend, places, theme, small);
    paintChart(painter, inner.adjusted(0, head + 8, 0, 0), theme, false);
}

std::optional<ChartFormat> chart_format_of(const QString& path)
{
    for (const auto& [ending, format] : {std::pair(".png", ChartFormat::png), std::pair(".svg", ChartFormat::svg),
                                         std::pair(".pdf", ChartFormat::pdf), std::pair(".csv", ChartFormat::csv)})
        if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return format;
    return std::nullopt;
}

Result<Done> write_whole_file(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return Done{};
    return Diagnostic{Severity::error, "file.write", "",
                      path.toStdString() + " could not be written: " + file.errorString().toStdString()};
}

Result<Done> ChartWidget::exportTo(const QString& path) const
{
    if (const auto format = chart_format_of(path))
        return write_whole_file(path, encoded(*format, theme_of(this)));
    return Diagnostic{Severity::error, "chart.format.unknown", "",
                      path.toStdString() + " has no ending that says what to write: .png, .svg, .pdf or .csv"};
}

QByteArray ChartWidget::encoded(ChartFormat format, const Theme& theme) const
{
    const QSize size = export_size(*this);
    const QRectF area(QPointF(0, 0), size);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    switch (format) {
    case ChartFormat::csv: return rows_to_csv(dataRows()).toUtf8();
    case ChartFormat::png: picture(theme).save(&buffer, "PNG"); break;
    case ChartFormat::svg: {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setViewBox(area);
        generator.setTitle(m_title);
        generator.setResolution(96);
        QPainter painter(&generator);
        paintWhole(painter, area, theme);
        break;
    }
    case ChartFormat::pdf: {
        QPdfWriter writer(&buffer);
        writer.setTitle(m_title);
        writer.setResolution(96);
        writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        QPainter painter(&writer);
        paintWhole(painter, area, theme);
        break;
    }
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
    menu->addAction(tr("Copy picture"), this, [this] { QGuiApplication::clipboard()->setImage(picture(theme_of(this))); })
        ->setObjectName(QStringLiteral("copyPicture"));
    menu->addAction(tr("Copy data"), this, [this] { QGuiApplication::clipboard()->setText(rows_to_tsv(dataRows())); })
        ->setObjectName(QStringLiteral("copyData"));
}

void ChartWidget::addOwnActions(QMenu*) {}

void ChartWidget::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    addOwnActions(&menu);
    addExportActions(&menu);
    menu.exec(event->globalPos());
}

void ChartWidget::saveAs()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save chart"), QString(m_title).replace(QLatin1Char('/'), QLatin1Char('-')) + QStringLiteral(".png"),
        tr("Picture (*.png);;Drawing (*.svg);;Page (*.pdf);;Numbers (*.csv)"));
    if (path.isEmpty())
        return;
    const Result<Done> done = exportTo(path);
    if (done)
        Q_EMIT exported(path);
    else
        Q_EMIT exportFailed(QString::fromStdString(to_line(done.diagnostics().front())));
}

} // namespace blueprinting::ui
