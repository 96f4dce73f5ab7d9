#pragma once
#include "ui/workspace/session.h"

#include <QString>

#include <optional>
#include <string>

/// Names of strategies begin with the model that they are of, until a person calls them something else: "GPT-175B
/// full". Pure.
namespace blueprinting::ui {

/// The words at the beginning of a name that stand for this model: its name, or words that end in its size ("175B" of
/// gpt3-175B). Empty where the name does not begin so.
QString model_words(const QString& name, const QString& model);

/// Of a plain strategy that is added beside this one: "GPT-175B new". What else stands in the other's name says how
/// that one was made, and is not taken over.
QString name_beside(const SessionStrategy& beside);

/// The name once the strategy has another model: what stood for the old one gives way to the new one's name. Nothing
/// where the name does not begin with the old one: a person chose it.
std::optional<std::string> name_for_model(const std::string& name, const model::TransformerModel& before,
                                          const model::TransformerModel& now);

/// The model that a name speaks of although the strategy has another one, of those that the program carries or the
/// session has; empty where there is none.
QString other_model_named(const Session& session, const SessionStrategy& strategy);

} // namespace blueprinting::ui
