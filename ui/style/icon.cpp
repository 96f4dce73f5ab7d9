#include "ui/style/icon.h"
#include "resources/resources.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <algorithm>
#include <array>
#include <cmath>

namespace blueprinting::ui {

namespace {

/// File names in the order of Icon.
constexpr std::array<const char*, kIcons> kNames{
    "book",         "cancel",   "chart",     "check", "close",  "columns", "console", "copy",        "cross",
    "dock",         "document", "duplicate", "error", "export", "eye",     "eye-off", "filter",      "fit",
    "help",         "info",     "link",      "lock",  "minus",  "more",    "new",     "open",        "pause",
    "play",         "plus",     "redo",      "reset", "save",   "search",  "star",    "star-filled", "step-back",
    "step-forward", "table",    "trash",     "undo",  "warning"};

constexpr double kDrawnSize = 20; ///< view box of every icon
constexpr double kStroke = 1.5;

QColor color_for(Tone tone, QIcon::Mode mode)
{
    const Theme& theme = theme_of();
    return mode == QIcon::Disabled ? theme.disabled : color_of(theme, tone);
}

/// Engines draw at paint time, so that theme and scale may change under a living icon. Pixmaps are cached under a key
/// that holds all they depend on.
class TonedEngine : public QIconEngine {
public:
    explicit TonedEngine(Tone tone) : m_tone(tone) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        // The device's own ratio is 1 where a widget is rendered into a picture; the transform knows.
        const QTransform transform = painter->deviceTransform();
        const qreal scale = std::clamp(std::hypot(transform.m11(), transform.m12()), 1.0, 4.0);
        painter->drawPixmap(rect, drawn(rect.size(), scale, mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        // Qt asks in device pixels here.
        return drawn(QSize(qRound(size.width() / scale), qRound(size.height() / scale)), scale, mode);
    }

protected:
    [[nodiscard]] virtual QString key() const = 0;
    virtual void render(QPainter& painter, const QRectF& rect, const QColor& color) const = 0;
    [[nodiscard]] Tone tone() const { return m_tone; }

private:
    QPixmap drawn(const QSize& size, qreal scale, QIcon::Mode mode) const
    {
        const QColor color = color_for(m_tone, mode);
        const QString name = QStringLiteral("blueprinting/%1/%2x%3@%4/%5")
                                 .arg(key())
                                 .arg(size.width())
                                 .arg(size.height())
                                 .arg(scale)
                                 .arg(color.rgba(), 0, 16);
        QPixmap pixmap;
        if (QPixmapCache::find(name, &pixmap))
            return pixmap;
        pixmap = QPixmap(size * scale);
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        render(painter, QRectF(QPointF(0, 0), QSizeF(size)), color);
        painter.end();
        QPixmapCache::insert(name, pixmap);
        return pixmap;
    }

    Tone m_tone;
};

class SvgEngine final : public TonedEngine {
public:
    SvgEngine(Icon name, Tone tone) : TonedEngine(tone), m_name(name) {}
    [[nodiscard]] QIconEngine* clone() const override { return new SvgEngine(m_name, tone()); }

private:
    [[nodiscard]] QString key() const override { return QString::fromLatin1(kNames[static_cast<std::size_t>(m_name)]); }
    void render(QPainter& painter, const QRectF& rect, const QColor& color) const override
    {
        load_resources();
        QFile file(QStringLiteral(":/icons/%1.svg").arg(key()));
        if (!file.open(QIODevice::ReadOnly))
            return;
        QByteArray text = file.readAll();
        const double side = std::min(rect.width(), rect.height());
        text.replace("currentColor", color.name().toLatin1());
        text.replace("stroke-width=\"1.5\"",
                     "stroke-width=\"" + QByteArray::number(kStroke * kDrawnSize / std::max(side, 1.0)) + "\"");
        QSvgRenderer renderer(text);
        QRectF square(0, 0, side, side);
        square.moveCenter(rect.center());
        renderer.render(&painter, square);
    }

    Icon m_name;
};

class GlyphEngine final : public TonedEngine {
public:
    GlyphEngine(Glyph glyph, Tone tone) : TonedEngine(tone), m_glyph(glyph) {}
    [[nodiscard]] QIconEngine* clone() const override { return new GlyphEngine(m_glyph, tone()); }

private:
    [[nodiscard]] QString key() const override { return QStringLiteral("glyph%1").arg(static_cast<int>(m_glyph)); }
    void render(QPainter& painter, const QRectF& rect, const QColor& color) const override
    {
        draw_glyph(painter, m_glyph, rect, color);
    }

    Glyph m_glyph;
};

} // namespace

QIcon icon(Icon name, Tone tone) { return QIcon(new SvgEngine(name, tone)); }

QIcon glyph_icon(Glyph glyph, Tone tone) { return QIcon(new GlyphEngine(glyph, tone)); }

void draw_glyph(QPainter& painter, Glyph glyph, const QRectF& rect, const QColor& color, const QColor& under)
{
    if (glyph == Glyph::none)
        return;
    const QPointF c = rect.center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, glyph == Glyph::diamond || glyph == Glyph::ring);
    switch (glyph) {
    case Glyph::none: break;
    case Glyph::filled: painter.fillRect(QRectF(c.x() - 5, c.y() - 5, 10, 10), color); break;
    case Glyph::outlined:
        painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(c.x() - 4.3, c.y() - 4.3, 8.6, 8.6));
        break;
    case Glyph::diamond: {
        painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.setBrush(under);
        const double r = 5;
        painter.drawPolygon(
            QPolygonF({{c.x(), c.y() - r}, {c.x() + r, c.y()}, {c.x(), c.y() + r}, {c.x() - r, c.y()}}));
        break;
    }
    case Glyph::ring:
        painter.setPen(QPen(color, 1.5));
        painter.setBrush(under);
        painter.drawEllipse(c, 4.5, 4.5);
        break;
    case Glyph::upright: painter.fillRect(QRectF(c.x() - 1.25, c.y() - 6.5, 2.5, 13), color); break;
    }
    painter.restore();
}

QIcon application_icon()
{
    load_resources();
    return QIcon(QStringLiteral(":/blueprinting-explorer.svg"));
}

} // namespace blueprinting::ui
