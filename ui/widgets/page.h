#pragma once
#include "ui/widgets/named.h"
#include "ui/widgets/page_scroll.h"

#include <QSplitter>

#include <initializer_list>

/// What every view's page is put together from.
namespace blueprinting::ui {

/// Parts beside or below each other, all of them always in sight; the one at `stretch` takes what the others leave.
template <class Splitter = QSplitter>
Splitter* split(Qt::Orientation orientation, std::initializer_list<QWidget*> parts, int stretch = -1)
{
    auto* out = new Splitter(orientation);
    out->setChildrenCollapsible(false);
    for (QWidget* part : parts)
        out->addWidget(part);
    if (stretch >= 0)
        out->setStretchFactor(stretch, 1);
    return out;
}

/// Content that scrolls where there is no room for all of it. With an accessible name the keyboard comes to it, too;
/// else only to what is in it.
PageScroll* page_of(QWidget* content, const char* name, const QString& accessible_name = {});

/// A view: what it answers above what it shows.
void lay_page(QWidget* view, QWidget* answer, QWidget* shown);

/// A layout that leaves all of its widget to what stands in it.
template <class Layout>
Layout* bare(QWidget* parent, int spacing = -1)
{
    auto* out = parent ? new Layout(parent) : new Layout;
    out->setContentsMargins(0, 0, 0, 0);
    if (spacing >= 0)
        out->setSpacing(spacing);
    return out;
}

} // namespace blueprinting::ui
