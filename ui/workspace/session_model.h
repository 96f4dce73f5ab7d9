#pragma once
#include "core/model/description.h"
#include "core/strategy/law_blocks.h"

namespace blueprinting::ui {

/// A model as a session has it: its six numbers, and where these do not say all of it, the whole description. What can
/// take six numbers alone asks for plain() first: of a model that says more they are its sizes and no more.
struct SessionModel : model::TransformerModel {
    SessionModel() = default;
    SessionModel(model::TransformerModel plain) : model::TransformerModel(std::move(plain)) {}
    /// Kept whole only where it says more than six numbers.
    explicit SessionModel(const model::Description& whole);

    std::optional<model::Description> description;
    [[nodiscard]] bool plain() const { return !description; }
    [[nodiscard]] model::Description whole() const { return description ? *description : model::describe(*this); }
    friend bool operator==(const SessionModel& a, const SessionModel& b)
    {
        return a.numbers() == b.numbers() && a.description == b.description;
    }
    /// Of the six numbers alone, which say all of a plain one.
    friend bool operator==(const SessionModel& a, const model::TransformerModel& b)
    {
        return a.plain() && a.numbers() == b;
    }
    [[nodiscard]] const model::TransformerModel& numbers() const { return *this; }
};

/// Whether a strategy is priced as a program (core/program): its model says more than six numbers, or it uses what such
/// models' strategies alone have.
bool is_modern(const SessionModel& model, const strategy::Execution& execution);

/// The laws of either kind of model.
std::vector<strategy::Violation> violations_of(const SessionModel& model, const system::SystemProfile& system,
                                               const strategy::Execution& execution, strategy::Rules rules);
std::vector<strategy::LawBlock> law_blocks_of(const std::vector<strategy::Violation>& broken, const SessionModel& model,
                                              const system::SystemProfile& system, const strategy::Execution& execution,
                                              strategy::Rules rules);

} // namespace blueprinting::ui
