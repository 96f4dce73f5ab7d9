#pragma once
#include <QString>

#include <vector>

class QWidget;

/// The pages of the guide, carried as Markdown in the resources. GUI thread.
namespace blueprinting::ui {

struct GuidePage {
    QString id;    ///< of the view that it explains; "window" and "fields" for the two that explain no view
    QString title; ///< its first heading
    QString text;  ///< Markdown
};
/// In the order of the views that are given; views without a page have none here.
std::vector<GuidePage> guide_pages(const std::vector<QString>& views);

/// A window of its own, one of each, with the page of this name in front; the first page where there is none.
void show_guide(QWidget* parent, const std::vector<QString>& views, const QString& page);

} // namespace blueprinting::ui
