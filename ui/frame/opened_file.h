#pragma once
#include "core/base/digest.h"
#include "ui/workspace/document.h"
#include "ui/workspace/view.h"

#include <QString>

#include <optional>

namespace blueprinting::ui {

/// A file as far as it was read: no document where its view is to read it, no kind where it is of none.
struct ReadFile {
    QString path;
    std::optional<Result<JsonDocument>> document;
    std::optional<DocumentKind> kind;
    Digest content = {}; ///< of its bytes; empty where there is no document
};

/// What became of a file, so that "small.json " or "It " may stand before it: "is now the model of GPT-175B full".
struct OpenedFile {
    QString became;
    QList<Notice::Action> actions = {}; ///< what can be done about it
    bool notice = true;                 ///< false where the view that comes to the front says it
    Diagnostics findings = {};          ///< of reading it, which `became` tells in words
};

/// What files that are opened at once have given already: a second one of the kind must not take its place.
struct OpenedTogether {
    bool session = false;
    bool model = false;
    bool system = false;
};

} // namespace blueprinting::ui
