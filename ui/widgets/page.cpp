#include "ui/widgets/page.h"

#include "ui/style/metrics.h"

#include <QVBoxLayout>

namespace blueprinting::ui {

namespace {

template <class Area>
Area* around(QWidget* content, const char* name, const QString& accessible_name)
{
    auto* out = named(new Area, name);
    out->setAccessibleName(accessible_name);
    if (accessible_name.isEmpty())
        out->setFocusPolicy(Qt::NoFocus);
    out->setFrameShape(QFrame::NoFrame);
    out->setWidgetResizable(true);
    out->setWidget(content);
    out->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false); // setWidget has turned it on
    return out;
}

} // namespace

PageScroll* page_of(QWidget* content, const char* name, const QString& accessible_name)
{
    return around<PageScroll>(content, name, accessible_name);
}

QScrollArea* scroll_of(QWidget* content, const char* name, const QString& accessible_name, bool across)
{
    auto* out = around<QScrollArea>(content, name, accessible_name);
    if (!across)
        out->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return out;
}

void lay_out(QBoxLayout* layout, std::initializer_list<Laid> parts)
{
    for (const Laid& part : parts)
        if (part.widget)
            layout->addWidget(part.widget, part.stretch, part.at);
        else if (part.layout)
            layout->addLayout(part.layout, part.stretch);
        else if (part.pixels > 0)
            layout->addSpacing(part.pixels);
        else
            layout->addStretch(part.stretch);
}

void lay_page(QWidget* view, QWidget* answer, QWidget* shown)
{
    bare<QVBoxLayout>(view, metrics::kPanelGap, {answer, {shown, 1}});
}

} // namespace blueprinting::ui
