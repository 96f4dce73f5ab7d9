#pragma once
#include <QMap>
#include <QStringList>

#include <optional>

/// For each subcommand a use that is complete, so that a test can change one thing of it: what is refused then is that
/// thing.
namespace blueprinting::testing {

/// Options and their values, in no order; what stands without a name first.
struct Use {
    QStringList positionals;
    QMap<QString, QString> options;

    [[nodiscard]] QStringList arguments(const QStringList& subcommand) const
    {
        QStringList out = subcommand + positionals;
        for (auto each = options.begin(); each != options.end(); ++each)
            out << each.key() << each.value();
        return out;
    }
};

/// Nothing for a subcommand that is not known here: a new one is to be added.
inline std::optional<Use> complete_use(const QStringList& subcommand)
{
    const QMap<QString, QString> inputs{
        {"--model", "gpt3-175B"}, {"--system", "a100_80g"}, {"--execution", "seqsel-tab5/gpt3-175B/full"}};
    const QString name = subcommand.join(' ');
    if (name == "estimate")
        return Use{{}, inputs};
    if (name == "schedule")
        return Use{{}, {{"--kind", "1f1b"}, {"--stages", "4"}, {"--microbatches", "8"}}};
    if (name == "schedule compare")
        return Use{{"--table"}, {{"--stages", "4"}, {"--microbatches", "8"}}};
    if (name == "trace")
        return Use{{BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean"}, {}};
    if (name == "search")
        return Use{{},
                   {{"--model", "gpt3-175B"},
                    {"--system", "a100_80g"},
                    {"--devices", "64"},
                    {"--batch", "64"},
                    {"--tp", "8"},
                    {"--pp", "8"}}};
    if (name == "inspect")
        return Use{{}, {{"--execution", "seqsel-tab5/gpt3-175B/full"}, {"--stage", "model"}}};
    if (name == "diff")
        return Use{{"seqsel-tab5/gpt3-175B/full", "seqsel-tab5/gpt3-175B/seqsel"}, {}};
    if (name == "model")
        return Use{{"Llama-3.1-8B"}, {}};
    if (name == "recipe export")
        return Use{{}, {{"--to", "megatron"}, {"--execution", "seqsel-tab5/gpt3-175B/full"}}};
    if (name == "recipe import")
        return Use{{"recipe.txt"}, {}};
    if (name == "rates")
        return Use{{}, {{"--model", "Llama-3.1-8B"}, {"--tokens-per-second-per-gpu", "1000"}}};
    if (name == "presets")
        return Use{{"models"}, {}};
    if (name == "certificate build")
        return Use{{"evidence.jsonl"}, {}};
    if (name.startsWith("certificate "))
        return Use{{"published"}, {}};
    if (name == "verify")
        return Use{{"checkpoint.json"}, {}};
    if (name == "accounting" || name == "gate" || name == "calibrate" || name == "measured")
        return Use{};
    return std::nullopt;
}

} // namespace blueprinting::testing
