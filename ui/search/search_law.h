#pragma once
#include "core/search/law_example.h"
#include "ui/search/search_ask.h"

#include <QString>

namespace blueprinting::ui {

/// An example of a law in words: the strategy, what the law says of it, and which bound or field it hangs on. Where
/// there is none, that.
QString law_example_text(const std::string& code, const std::optional<search::LawExample>& example,
                         const SearchAsk& ask);

} // namespace blueprinting::ui
