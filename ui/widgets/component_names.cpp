#include "ui/widgets/component_names.h"

#include <QCoreApplication>

#include <algorithm>

namespace blueprinting::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("blueprinting::ui::component_names", text); }

} // namespace

QString component_title(cost::Component component)
{
    using cost::Component;
    switch (component) {
    case Component::forward: return tr("Forward");
    case Component::backward: return tr("Backward");
    case Component::recompute: return tr("Recompute");
    case Component::optimizer: return tr("Optimizer");
    case Component::tensor_parallel: return tr("Tensor parallel");
    case Component::pipeline_parallel: return tr("Pipeline parallel");
    case Component::data_parallel: return tr("Data parallel");
    case Component::recommunication: return tr("Recommunication");
    case Component::pipeline_bubble: return tr("Pipeline bubble");
    }
    return {};
}

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

QString memory_title(cost::MemoryPart part)
{
    using cost::MemoryPart;
    switch (part) {
    case MemoryPart::weights: return tr("Weights");
    case MemoryPart::weight_gradients: return tr("Weight gradients");
    case MemoryPart::optimizer: return tr("Optimizer");
    case MemoryPart::activations: return tr("Activations");
    case MemoryPart::activation_checkpoints: return tr("Checkpoints");
    case MemoryPart::activation_gradients: return tr("Activation gradients");
    }
    return {};
}

QString memory_key(cost::MemoryPart part)
{
    const std::string_view name = cost::to_string(part);
    return QStringLiteral("memory.") + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

ColorToken memory_color(cost::MemoryPart part)
{
    const auto place = std::find(kMemoryStack.begin(), kMemoryStack.end(), part);
    return ColorToken::memory(static_cast<std::size_t>(place - kMemoryStack.begin()));
}

} // namespace blueprinting::ui
