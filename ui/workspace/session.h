#pragma once
#include "core/model/transformer_model.h"
#include "core/strategy/parallelism.h"
#include "core/system/system_profile.h"

#include <string>
#include <vector>

namespace blueprinting::ui {

/// One strategy of a session with all that it needs: the session file stands alone. May be illegal.
struct SessionStrategy {
    std::string id;   ///< "s1": stable within the session, never shown
    std::string name; ///< what people call it
    model::TransformerModel model;
    system::SystemProfile system;
    strategy::Execution execution;
    bool visible = true;
    bool operator==(const SessionStrategy&) const = default;
};

/// What is picked; the same in every view. Empty strings and -1 mean nothing.
struct Selection {
    std::string component; ///< cost::to_string(Component), or a memory part's name prefixed "memory."
    std::string task;      ///< "attn.q/forward": task name / phase, the same across checkpoints and strategies
    int stage = -1;
    bool operator==(const Selection&) const = default;
};

/// Everything that the screen follows from. A plain value: saved, reopened, compared, undone by keeping the old one.
struct Session {
    std::vector<SessionStrategy> strategies; ///< in the order shown; the letter of a strategy is its place
    std::string selected;                    ///< id
    std::string baseline;                    ///< id
    std::string view = "compare";            ///< id of the tab in front
    Selection selection;
    strategy::Rules rules = strategy::Rules::strict;
    bool operator==(const Session&) const = default;

    [[nodiscard]] const SessionStrategy* find(const std::string& id) const;
    [[nodiscard]] SessionStrategy* find(const std::string& id);
};

/// GPT-175B full against seqsel on 64 A100s: what the program starts on.
Session starting_session();

} // namespace blueprinting::ui
