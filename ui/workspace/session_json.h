#pragma once
#include "ui/workspace/session.h"

#include <filesystem>

namespace blueprinting::ui {

inline constexpr std::string_view kSessionSchema = "blueprinting.session.v0";

/// The whole session: models as Calculon model files or, where these cannot say them, as descriptions, systems as
/// Calculon system files, executions in the canonical typed form. session_from_json(to_json(s)) == s for every sound
/// session, legal strategies or not.
Json to_json(const Session& session);

/// Strict: every problem at once with its pointer, line and column. session.schema, session.empty, session.id (missing,
/// twice, or naming no strategy), session.letter (none, or twice; a file without letters has them by the order),
/// session.part, beside the codes of the readers below it.
Result<Session> session_from_json(const JsonDocument& document);
/// The same of a value inside a document (an autosave holds a session).
Result<Session> session_from_json(const JsonDocument& document, const Json& value, const std::string& pointer);

/// The bytes of its file.
Result<std::string> session_text(const Session& session);
/// Replaces the file only by a whole new one, whatever stood there: SessionFile::save looks first.
Result<Done> save_session(const Session& session, const std::filesystem::path& path);

} // namespace blueprinting::ui
