#include "ui/widgets/component_names.h"

#include <QCoreApplication>

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
    using cost::Component;
    switch (component) {
    case Component::forward: return QStringLiteral("forward");
    case Component::backward: return QStringLiteral("backward");
    case Component::recompute: return QStringLiteral("recompute");
    case Component::optimizer: return QStringLiteral("optimizer");
    case Component::tensor_parallel: return QStringLiteral("tensor_parallel");
    case Component::pipeline_parallel: return QStringLiteral("pipeline_parallel");
    case Component::data_parallel: return QStringLiteral("data_parallel");
    case Component::recommunication: return QStringLiteral("recommunication");
    case Component::pipeline_bubble: return QStringLiteral("pipeline_bubble");
    }
    return {};
}

ColorToken component_color(cost::Component component)
{
    return ColorToken::component(static_cast<std::size_t>(component));
}

bool component_hatched(cost::Component component) { return component == cost::Component::pipeline_bubble; }

QString memory_title(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return tr("Weights");
    case MemoryPart::weight_gradients: return tr("Weight gradients");
    case MemoryPart::optimizer: return tr("Optimizer");
    case MemoryPart::activations: return tr("Activations");
    case MemoryPart::checkpoints: return tr("Checkpoints");
    case MemoryPart::activation_gradients: return tr("Activation gradients");
    }
    return {};
}

QString memory_key(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return QStringLiteral("memory.weights");
    case MemoryPart::weight_gradients: return QStringLiteral("memory.weight_gradients");
    case MemoryPart::optimizer: return QStringLiteral("memory.optimizer");
    case MemoryPart::activations: return QStringLiteral("memory.activations");
    case MemoryPart::checkpoints: return QStringLiteral("memory.activation_checkpoints");
    case MemoryPart::activation_gradients: return QStringLiteral("memory.activation_gradients");
    }
    return {};
}

ColorToken memory_color(MemoryPart part) { return ColorToken::memory(static_cast<std::size_t>(part)); }

Bytes bytes_of(const cost::Memory& memory, MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return memory.weights;
    case MemoryPart::weight_gradients: return memory.weight_gradients;
    case MemoryPart::optimizer: return memory.optimizer;
    case MemoryPart::activations: return memory.activations;
    case MemoryPart::checkpoints: return memory.activation_checkpoints;
    case MemoryPart::activation_gradients: return memory.activation_gradients;
    }
    return {};
}

std::size_t memory_index(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return 0;
    case MemoryPart::activations: return 1;
    case MemoryPart::checkpoints: return 2;
    case MemoryPart::weight_gradients: return 3;
    case MemoryPart::activation_gradients: return 4;
    case MemoryPart::optimizer: return 5;
    }
    return 0;
}

} // namespace blueprinting::ui
