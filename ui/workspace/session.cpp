#include "ui/workspace/session.h"

#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <cctype>

namespace blueprinting::ui {

const SessionStrategy* Session::find(const std::string& id) const
{
    const auto at = std::ranges::find(strategies, id, &SessionStrategy::id);
    return at == strategies.end() ? nullptr : &*at;
}

SessionStrategy* Session::find(const std::string& id)
{
    return const_cast<SessionStrategy*>(std::as_const(*this).find(id));
}

std::string fresh_id(const Session& session)
{
    for (std::size_t n = 1;; ++n) {
        std::string id = "s" + std::to_string(n);
        if (!session.find(id))
            return id;
    }
}

std::string fresh_name(const Session& session, const std::string& wanted)
{
    const auto taken = [&](const std::string& name) {
        return std::ranges::any_of(session.strategies, [&](const auto& s) { return s.name == name; });
    };
    if (!taken(wanted))
        return wanted;
    // "full 2" counts on to "full 3", not to "full 2 2".
    std::string stem = wanted;
    const auto space = stem.find_last_of(' ');
    if (space != std::string::npos && space > 0 && space + 1 < stem.size() && stem.size() - space <= 4 &&
        std::all_of(stem.begin() + static_cast<std::ptrdiff_t>(space) + 1, stem.end(),
                    [](unsigned char c) { return std::isdigit(c) != 0; }))
        stem.resize(space);
    for (std::size_t n = 2;; ++n) {
        std::string name = stem + " " + std::to_string(n);
        if (!taken(name))
            return name;
    }
}

std::ptrdiff_t place_of(const Session& session, const std::string& id)
{
    const SessionStrategy* strategy = session.find(id);
    return strategy ? strategy - session.strategies.data() : -1;
}

Session starting_session()
{
    Session session;
    for (const auto* name : {"full", "seqsel"}) {
        const strategy::Preset* preset = strategy::find_preset(std::string("seqsel-tab5/gpt3-175B/") + name);
        if (!preset)
            continue;
        const model::TransformerModel* model = model::find_preset(preset->model);
        const system::SystemProfile* system = system::find_preset(preset->system);
        if (!model || !system)
            continue;
        SessionStrategy strategy{fresh_id(session), std::string("GPT-175B ") + name, *model, *system,
                                 preset->execution};
        forget_redundant_processors(strategy.execution);
        strategy.letter = static_cast<int>(session.strategies.size());
        session.strategies.push_back(std::move(strategy));
    }
    if (!session.strategies.empty()) {
        session.baseline = session.strategies.front().id;
        session.selected = session.strategies.back().id;
    }
    return session;
}

} // namespace blueprinting::ui
