#pragma once
#include "ui/workspace/session.h"

#include <QString>

namespace blueprinting::ui {

/// A session as one line of text that a message can carry: "blueprinting:1:" + the first 16 hexadecimal digits of the
/// SHA-256 of what follows ":" + base64url of the session file's bytes, compressed (a four-byte length, then a zlib
/// stream). Any thread.

/// What a link may hold compressed, in bytes. Beyond it a file is the better way; and whatever a link claims, its
/// session takes no more than about a thousand times as much.
inline constexpr qsizetype kMostLinkBytes = 192 * 1024;
/// What a link's session may take as a file, in bytes.
inline constexpr qsizetype kMostLinkedBytes = 32 * 1024 * 1024;

/// session.link.too_large where the session needs more.
Result<QString> session_link(const Session& session);

/// White space around and inside is passed over: mail breaks lines. session.link.malformed where it is no link,
/// session.link.version for another number, session.link.damaged where the digits do not fit, session.link.too_large,
/// and what session_from_json() says.
Result<Session> session_from_link(const QString& text);

/// Whether it begins as a link does.
bool looks_like_link(const QString& text);

} // namespace blueprinting::ui
