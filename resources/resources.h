#pragma once

namespace blueprinting {

/// Makes ":/icons/…" and the other resources known: a static library's resources register only when something calls
/// into it. Does nothing the second time. GUI thread.
void load_resources();

} // namespace blueprinting
