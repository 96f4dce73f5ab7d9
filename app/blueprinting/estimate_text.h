#pragma once
#include "core/search/batch.h"

#include <string>

namespace blueprinting::cli {

/// An estimate for a person: the answer first, then components, memory, rates and digests.
std::string estimate_text(const search::Inputs& inputs, const search::Evaluation& evaluation, cost::View view);

/// "peak-only" or "evidence".
std::string view_words(cost::View view);

/// "tensor_parallel" as people read it: "tensor parallel".
std::string in_words(std::string_view key);

} // namespace blueprinting::cli
