#pragma once
#include "core/base/json_document.h"

#include <filesystem>

namespace blueprinting::ui {

/// What a file is by its content; its name and suffix do not matter.
enum class DocumentKind {
    session,
    calculon_model,
    description, ///< of a model that says more than six numbers
    system,
    execution,
    execution_list,
    hugging_face_config,
    certificate,
    manifest,
    report,
    checkpoint,
    runs,
    search
};
/// As View::opens is asked: "session", "model", "description", "system", "execution", "executions", "config",
/// "certificate", "manifest", "report", "checkpoint", "runs", "search".
std::string_view to_string(DocumentKind kind);
/// For people: "a Calculon model file".
std::string_view described(DocumentKind kind);

/// Of a JSON text, by its schema where it says one, else by the keys that only one kind has. document.unknown (with
/// line and column, the keys found and the kinds known) for everything else. Whether the file is sound is for the
/// kind's own reader to say.
Result<DocumentKind> sniff(const JsonDocument& document);

/// Whether this text is of an object whose own key "schema" names a layout-cost certificate, told without parsing it,
/// so that a large one costs a reading of its bytes. The same words deeper inside, or within another value, do not
/// count.
bool names_certificate(std::string_view text);

/// Whether this text begins as measured runs do: a first line that is one row of them, or the names of a table's
/// columns. Looks at that line alone.
bool names_runs(std::string_view text);

} // namespace blueprinting::ui
