#pragma once
#include "core/search/findings_json.h"

namespace blueprinting::search {

/// All of a shard's findings that the whole's are made of, with the question they answer: {"question", "digest",
/// "top", "counts": [{"strategies", "legal", "fitting", "refused", "refused_alone", "front", "top", "band",
/// "marginals", "smallest"}]}, each found strategy as [number, seconds, bytes, fits].
Json part_json(const Answers& answers);

/// The answer of a shard, read from what answers_json() wrote of it: reader.* and the codes of the question.
/// search.merge.no_shard where it has no part.
Result<Answers> read_part(const JsonDocument& document);

/// What one run would have found, of the answers of all shards of a question, in any order; `names` are the files they
/// are of, for messages. Seconds are added up. search.merge.different, search.merge.missing, search.merge.doubled.
/// Where a band has more members than a shard carries, it is counted once more.
Result<Answers> joined(std::vector<Answers> parts, const std::vector<std::string>& names, const CancelToken& cancel);

/// Whether shards with these names, questions and places make one whole; empty where they do.
struct ShardOf {
    std::string name, question;
    Shard shard;
};
Diagnostics not_one_whole(const std::vector<ShardOf>& shards);

} // namespace blueprinting::search
