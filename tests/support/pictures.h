#pragma once
#include "ui/style/theme_controller.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QWidget>

#include <functional>

/// Drawing widgets into files, for tests that look at what is drawn. The files stay below the build's pictures/ folder.
namespace blueprinting::testing {

/// The widget at this size and scale, laid out and painted as it would be in a window.
inline QImage draw(QWidget& widget, const QSize& size, qreal scale = 1.0)
{
    widget.setAttribute(Qt::WA_DontShowOnScreen);
    widget.resize(size);
    widget.show();
    QApplication::sendPostedEvents();
    QApplication::processEvents();
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(widget.palette().color(QPalette::Window));
    widget.render(&image);
    return image;
}

inline void keep(const QImage& image, const QString& name)
{
    QDir().mkpath(QStringLiteral(BLUEPRINTING_PICTURE_DIR));
    image.save(QStringLiteral(BLUEPRINTING_PICTURE_DIR "/%1.png").arg(name));
}

/// The widget as it stays: `ready` holds, and two pictures on end are the same with all events between them done. One
/// layout can ask for another, so that what is drawn right after the work may still move. `before` runs ahead of each
/// picture. Null after a minute.
inline QImage picture_at_rest(QWidget& widget, const std::function<bool()>& ready,
                              const std::function<void()>& before = {})
{
    QElapsedTimer timer;
    timer.start();
    QImage last;
    while (timer.elapsed() < 60000) {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        if (!ready()) {
            last = {};
            continue;
        }
        if (before)
            before();
        QApplication::processEvents();
        const QImage now = widget.grab().toImage();
        if (now == last)
            return now;
        last = now;
    }
    return {};
}

/// Pixels of exactly this colour.
inline int count_pixels(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y).rgb() == color.rgb();
    return count;
}

} // namespace blueprinting::testing
