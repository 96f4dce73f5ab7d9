#include "ui/workspace/strategy_names.h"

#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <QStringList>

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// "175B" of gpt3-175B; empty where the name's last part is no size.
QString size_of(const QString& model)
{
    const QString last = model.mid(model.lastIndexOf(QLatin1Char('-')) + 1);
    const bool digits = std::ranges::any_of(last, [](QChar c) { return c.isDigit(); });
    return digits ? last : QString();
}

/// Whether the word is the size or ends in it as a part of its own: "GPT-175B", not "1175B".
bool ends_in(const QString& word, const QString& size)
{
    if (size.isEmpty() || !word.endsWith(size, Qt::CaseInsensitive))
        return false;
    const qsizetype before = word.size() - size.size() - 1;
    return before < 0 || (!word[before].isLetterOrNumber() && word[before] != QLatin1Char('.'));
}

bool begins_with_words(const QString& name, const QString& words)
{
    return !words.isEmpty() && name.startsWith(words, Qt::CaseInsensitive) &&
           (name.size() == words.size() || name[words.size()].isSpace());
}

} // namespace

QString model_words(const QString& name, const QString& model)
{
    if (begins_with_words(name, model))
        return name.left(model.size());
    const qsizetype space = name.indexOf(QLatin1Char(' '));
    const QString first = space < 0 ? name : name.left(space);
    return ends_in(first, size_of(model)) ? first : QString();
}

QString name_beside(const SessionStrategy& beside)
{
    const QString model = shown(beside.model.name).simplified();
    const QString words = model_words(shown(beside.name).simplified(), model);
    const QString stem = words.isEmpty() ? model : words;
    return stem.isEmpty() ? Words::tr("New strategy") : Words::tr("%1 new").arg(stem);
}

std::optional<std::string> name_for_model(const std::string& name, const model::TransformerModel& before,
                                          const model::TransformerModel& now)
{
    if (before.name == now.name || now.name.empty())
        return std::nullopt;
    const QString old = shown(name);
    const QString words = model_words(old, shown(before.name));
    if (words.isEmpty())
        return std::nullopt;
    return (shown(now.name) + old.mid(words.size())).toStdString();
}

QString other_model_named(const Session& session, const SessionStrategy& strategy)
{
    const QStringList words = shown(strategy.name).simplified().split(QLatin1Char(' '));
    const auto named = [&](const QString& model) {
        return std::ranges::any_of(words, [&](const QString& word) {
            return word.compare(model, Qt::CaseInsensitive) == 0 || ends_in(word, size_of(model));
        });
    };
    const QString own = shown(strategy.model.name);
    if (named(own))
        return {};
    QStringList models;
    for (const SessionStrategy& other : session.strategies)
        models << shown(other.model.name);
    for (const model::Preset& preset : model::presets())
        models << shown(preset.model.name);
    const auto at = std::ranges::find_if(
        models, [&](const QString& model) { return model != own && !model.isEmpty() && named(model); });
    return at == models.end() ? QString() : *at;
}

} // namespace blueprinting::ui
