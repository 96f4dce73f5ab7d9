#include "ui/workspace/command_line.h"

#include "core/base/canonical_json.h"
#include "core/base/foreign_text.h"
#include "core/model/description_json.h"
#include "core/model/released.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "ui/style/foreign_text.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

QString text_of(const Json& value)
{
    const Result<std::string> text = canonical_json(value);
    // It is pasted into a terminal.
    return text ? shell_quoted(QString::fromStdString(visible_json(*text))) : QString();
}

/// Whether its name alone stands for it.
bool is_known(const SessionModel& model)
{
    if (model.plain()) {
        const model::TransformerModel* preset = model::find_preset(model.name);
        return preset && *preset == model.numbers();
    }
    const model::ReleasedModel* released = model::find_released(model.name);
    return released && released->description == *model.description;
}

Json spelled_out(const SessionModel& model)
{
    return model.plain() ? model::to_calculon(model) : model::to_json(*model.description);
}

QString execution_text(const LegalForm& form, strategy::Rules rules, bool known_model, bool known_system)
{
    // A published strategy's name stands for its execution alone, but is only understood beside its own model and
    // system.
    if (known_model && known_system)
        for (const strategy::Preset& preset : strategy::presets()) {
            strategy::Execution execution = preset.execution;
            forget_redundant_processors(execution);
            if (execution == form.execution && preset.model == form.model.name && preset.system == form.system.name)
                return shell_quoted(QString::fromStdString(preset.name));
        }
    // The flat form that people know, where it says everything; else the typed one.
    const Json flat = strategy::to_calculon(form.execution);
    const Result<JsonDocument> document = JsonDocument::parse(flat.dump(), "");
    if (document)
        if (Result<strategy::Execution> read = strategy::from_mapping(*document, document->root(), "", rules)) {
            strategy::Execution plain = form.execution;
            forget_redundant_processors(*read);
            forget_redundant_processors(plain);
            if (*read == plain)
                return text_of(flat);
        }
    return text_of(strategy::to_json(form.execution));
}

} // namespace

QString shell_quoted(const QString& text)
{
    const bool safe = !text.isEmpty() && std::ranges::all_of(text, [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || QStringLiteral("-_./:=,").contains(c);
    });
    if (safe)
        return text;
    if (line_text(text) != text) {
        // What a terminal obeys would be obeyed when it is pasted, quoted or not.
        QString out = QStringLiteral("$'");
        for (const char byte : text.toUtf8()) {
            const bool plain = byte >= ' ' && byte <= '~' && byte != '\'' && byte != '\\';
            out += plain ? QString(QLatin1Char(byte))
                         : QStringLiteral("\\x%1").arg(static_cast<unsigned char>(byte), 2, 16, QLatin1Char('0'));
        }
        return out + QLatin1Char('\'');
    }
    return QLatin1Char('\'') + QString(text).replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

QString model_argument(const SessionModel& model)
{
    return is_known(model) ? shell_quoted(QString::fromStdString(model.name)) : text_of(spelled_out(model));
}

QString strategy_arguments(const LegalForm& form, strategy::Rules rules, bool with_system)
{
    const system::SystemProfile* system = system::find_preset(form.system.name);
    const bool known_model = is_known(form.model);
    const bool known_system = system && *system == form.system;
    QString out = QStringLiteral(" --model ") + model_argument(form.model);
    if (with_system)
        out += QStringLiteral(" --system ") + (known_system ? shell_quoted(QString::fromStdString(form.system.name))
                                                            : text_of(system::to_calculon(form.system)));
    out += QStringLiteral(" --execution ") + execution_text(form, rules, known_model, known_system);
    if (rules == strategy::Rules::calculon_compatible)
        out += QStringLiteral(" --calculon-compatible");
    return out;
}

} // namespace blueprinting::ui
