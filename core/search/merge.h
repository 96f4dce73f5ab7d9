#pragma once
#include "core/base/result.h"
#include "core/base/text_stream.h"
#include "core/search/findings_json.h"

#include <filesystem>
#include <vector>

namespace blueprinting::search {

/// Joins the tables of all shards of a question (write_strategies) into what one run would have written, byte for
/// byte: rows by devices and number, without the last two columns. It reads along with the writing, so that tables of
/// any size are never whole in memory. search.merge.no_shard (a row without question and shard, or a head that is
/// another), search.merge.different, .missing and .doubled before a byte is written; the codes of reading a file. Any
/// thread.
Result<Done> merge_tables(const std::vector<std::filesystem::path>& files, TableForm form, const TextSink& sink);

} // namespace blueprinting::search
