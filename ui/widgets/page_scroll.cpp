#include "ui/widgets/page_scroll.h"

#include <QCoreApplication>
#include <QEvent>
#include <QTimer>

namespace blueprinting::ui {

PageScroll::PageScroll(QWidget* parent) : QScrollArea(parent), m_later(new QTimer(this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    m_later->setSingleShot(true);
    m_later->setInterval(0);
    connect(m_later, &QTimer::timeout, this, &PageScroll::layOut);
}

/// What is made later stands in what was there: its layout is that one's.
void PageScroll::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    if (!widget())
        return;
    for (QWidget* each : widget()->findChildren<QWidget*>())
        each->installEventFilter(this); // again moves it to the front, no more
    m_later->start();
}

bool PageScroll::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        m_later->start();
    return QScrollArea::eventFilter(watched, event);
}

void PageScroll::layOut()
{
    QEvent request(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(this, &request);
}

} // namespace blueprinting::ui
