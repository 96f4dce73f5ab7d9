#pragma once
#include "core/strategy/parallelism.h"
#include "core/system/system_profile.h"
#include "ui/workspace/part_json.h"
#include "ui/workspace/session_model.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace blueprinting::ui {

/// A form of a strategy that broke no law.
struct LegalForm {
    SessionModel model;
    system::SystemProfile system;
    strategy::Execution execution;
    bool operator==(const LegalForm&) const = default;
};

/// One strategy of a session with all that it needs: the session file stands alone. May be illegal.
struct SessionStrategy {
    std::string id;   ///< "s1": stable within the session, never shown
    std::string name; ///< what people call it
    SessionModel model;
    system::SystemProfile system;
    strategy::Execution execution;
    bool visible = true;
    /// Only while the present fields break a law: what they last were before. Workspace keeps it.
    std::optional<LegalForm> last_legal = std::nullopt;
    /// 0 is A (see letters.h): its own for as long as it is in the session, whatever its place. Below 0 there is none
    /// yet; Workspace gives one.
    int letter = -1;
    bool operator==(const SessionStrategy&) const = default;
};

/// What reading a file told about a model: it stands beside every strategy that has the model, until a person dismisses
/// it or no strategy has the model any more (see findings.h).
struct ModelFindings {
    SessionModel model;
    std::string file;     ///< name of the file, without its folder
    Diagnostics findings; ///< without their places: the file may change or go
    bool operator==(const ModelFindings&) const = default;
};

/// What is picked; the same in every view. Empty strings and -1 mean nothing.
struct Selection {
    std::string component; ///< cost::to_string(Component), or a memory part's name prefixed "memory."
    std::string task;      ///< "attn.q/forward": task name / phase, the same across checkpoints and strategies
    int stage = -1;
    bool operator==(const Selection&) const = default;
};

/// Everything that the screen follows from. A plain value: saved, reopened, compared, undone by keeping the old one.
/// A session that Workspace or session_from_json hands out is sound: at least one strategy, every id and letter its
/// own, and `selected` and `baseline` among them.
struct Session {
    std::vector<SessionStrategy> strategies; ///< in the order shown
    std::string selected;                    ///< id
    std::string baseline;                    ///< id
    std::string view = "compare";            ///< id of the tab in front
    Selection selection;
    strategy::Rules rules = strategy::Rules::strict;
    std::vector<ModelFindings> findings; ///< no two of one model
    std::map<std::string, Json>
        views;   ///< what a view keeps of its own (filters, switches, options, opened files), by its id
    Parts parts; ///< how its tables are sorted, what of them is hidden, folded or made wider, what of its
                 ///< charts is in sight: what is not as at first. Where something is scrolled to, what
                 ///< has the keyboard and how wide splitters stand belongs to the window
    bool operator==(const Session&) const = default;

    [[nodiscard]] const SessionStrategy* find(const std::string& id) const;
    [[nodiscard]] SessionStrategy* find(const std::string& id);
};

/// GPT-175B full against seqsel on 64 A100s: what the program starts on.
Session starting_session();

/// An id that no strategy of the session has.
std::string fresh_id(const Session& session);
/// `wanted`, or `wanted` with the least number behind it that no strategy's name has: "GPT-175B full 2".
std::string fresh_name(const Session& session, const std::string& wanted);
/// The strategy's place, or -1.
std::ptrdiff_t place_of(const Session& session, const std::string& id);

} // namespace blueprinting::ui
