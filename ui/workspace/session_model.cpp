#include "ui/workspace/session_model.h"

#include "core/strategy/derived.h"

namespace blueprinting::ui {
namespace {

/// The sizes that a description has in common with a model of six numbers; 0 where it has no such size.
model::TransformerModel sizes_of(const model::Description& whole)
{
    const auto* heads = std::get_if<model::MultiHeadAttention>(&whole.attention.kind);
    return {whole.name,     whole.hidden,          whole.mlp.feedforward,
            whole.sequence, whole.attention.heads, heads ? heads->head_size : 0,
            whole.blocks};
}

} // namespace

SessionModel::SessionModel(const model::Description& whole)
{
    if (auto numbers = model::plain_model(whole)) {
        static_cast<model::TransformerModel&>(*this) = *std::move(numbers);
        name = whole.name;
        return;
    }
    static_cast<model::TransformerModel&>(*this) = sizes_of(whole);
    description = whole;
}

bool is_modern(const SessionModel& model, const strategy::Execution& execution)
{
    return !model.plain() || strategy::has_new_switch(execution);
}

std::vector<strategy::Violation> violations_of(const SessionModel& model, const system::SystemProfile& system,
                                               const strategy::Execution& execution, strategy::Rules rules)
{
    if (is_modern(model, execution))
        return strategy::violations(model.whole(), system, execution, rules);
    return strategy::violations(model.numbers(), system, execution, rules);
}

std::vector<strategy::LawBlock> law_blocks_of(const std::vector<strategy::Violation>& broken, const SessionModel& model,
                                              const system::SystemProfile& system, const strategy::Execution& execution,
                                              strategy::Rules rules)
{
    if (is_modern(model, execution))
        return strategy::law_blocks(broken, model.whole(), system, execution, rules);
    return strategy::law_blocks(broken, model.numbers(), system, execution, rules);
}

} // namespace blueprinting::ui
