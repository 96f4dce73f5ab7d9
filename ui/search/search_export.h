#pragma once
#include "core/search/findings_json.h"
#include "ui/search/search_run.h"
#include "ui/widgets/saving.h"

namespace blueprinting::ui {

/// Writes every legal strategy of a question, or the front alone, as `blueprinting search --output` does. A file that
/// was cancelled is not written. Errors as search::write_strategies() and write_whole_file(). Any thread.
Result<Done> write_search_table(const SearchRunPtr& run, bool front, search::TableForm form, const QString& path,
                                const Replaceable& replaceable, const CancelToken& cancel);

} // namespace blueprinting::ui
