#include "ui/widgets/page.h"

#include "ui/style/metrics.h"

#include <QVBoxLayout>

namespace blueprinting::ui {

PageScroll* page_of(QWidget* content, const char* name, const QString& accessible_name)
{
    auto* out = named(new PageScroll, name);
    out->setAccessibleName(accessible_name);
    if (accessible_name.isEmpty())
        out->setFocusPolicy(Qt::NoFocus);
    out->setWidget(content);
    out->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return out;
}

void lay_page(QWidget* view, QWidget* answer, QWidget* shown)
{
    auto* all = bare<QVBoxLayout>(view, metrics::kPanelGap);
    all->addWidget(answer);
    all->addWidget(shown, 1);
}

} // namespace blueprinting::ui
