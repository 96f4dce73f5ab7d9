#include "ui/widgets/component_names.h"

#include <QCoreApplication>

namespace blueprinting::ui {

namespace {

/// Texts of the tables are literals.
QString tr(std::string_view text)
{
    return QCoreApplication::translate("blueprinting::ui::component_names", text.data());
}

} // namespace

QString component_title(cost::Component component) { return tr(cost::row_of(component).label); }

QString component_short_title(cost::Component component) { return tr(cost::row_of(component).short_label); }

QString component_key(cost::Component component)
{
    const std::string_view name = cost::to_string(component);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

ColorToken component_color(cost::Component component)
{
    return ColorToken::component(static_cast<std::size_t>(component));
}

bool component_hatched(cost::Component component) { return component == cost::Component::pipeline_bubble; }

QString memory_title(cost::MemoryPart part) { return tr(cost::row_of(part).label); }

QString memory_key(cost::MemoryPart part)
{
    const std::string_view name = cost::to_string(part);
    return QStringLiteral("memory.") + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

ColorToken memory_color(cost::MemoryPart part) { return ColorToken::memory(cost::row_of(part).stacked); }

} // namespace blueprinting::ui
