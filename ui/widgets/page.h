#pragma once
#include "ui/widgets/named.h"
#include "ui/widgets/page_scroll.h"

#include <QBoxLayout>
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

/// The same of a part of a page: it scrolls down only, but where content must not be cut across.
QScrollArea* scroll_of(QWidget* content, const char* name, const QString& accessible_name = {}, bool across = false);

/// A view: what it answers above what it shows.
void lay_page(QWidget* view, QWidget* answer, QWidget* shown);

/// What stands in a row or a column: its share of the room that is left, and where it stands in its place.
struct Laid {
    Laid(QWidget* shown, int share = 0, Qt::Alignment place = {}) : widget(shown), stretch(share), at(place) {}
    Laid(QLayout* inner, int share = 0) : layout(inner), stretch(share) {}
    /// Room that is left, and room that always is.
    [[nodiscard]] static Laid rest(int share = 1) { return {static_cast<QWidget*>(nullptr), share}; }
    [[nodiscard]] static Laid space(int pixels)
    {
        Laid out = rest(0);
        out.pixels = pixels;
        return out;
    }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;
    Qt::Alignment at = {};
    int pixels = 0;
};

void lay_out(QBoxLayout* layout, std::initializer_list<Laid> parts);

/// A layout that leaves all of its widget to what stands in it, with what stands in it.
template <class Layout>
Layout* bare(QWidget* parent, int spacing = -1, std::initializer_list<Laid> parts = {})
{
    auto* out = parent ? new Layout(parent) : new Layout;
    out->setContentsMargins(0, 0, 0, 0);
    if (spacing >= 0)
        out->setSpacing(spacing);
    lay_out(out, parts);
    return out;
}

} // namespace blueprinting::ui
