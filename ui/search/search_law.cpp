#include "ui/search/search_law.h"

#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/shown.h"
#include "ui/workspace/field_words.h"

namespace blueprinting::ui {
namespace {

using strategy::Field;
using strategy::Kind;

/// The bound of a field as a person wrote it; empty where there is none.
QString bound_of(Field field, const SearchAsk& ask)
{
    if (const auto bound = ask.bounds.find(field); bound != ask.bounds.end() && !bound->second.empty())
        return shown(bound->second);
    QStringList out;
    if (const auto words = ask.words.find(field); words != ask.words.end())
        for (const std::string& word : words->second)
            out << shown(word);
    if (const auto tiers = ask.tiers.find(field); tiers != ask.tiers.end())
        for (const std::int64_t tier : tiers->second)
            out << QString::number(tier);
    return out.join(QStringLiteral(", "));
}

QString nearest_text(const strategy::Violation& broken)
{
    if (broken.below && broken.above && broken.below != broken.above)
        return SearchWords::tr(" Alone it would be legal with %1 or %2.").arg(*broken.below).arg(*broken.above);
    if (const auto one = broken.below ? broken.below : broken.above)
        return SearchWords::tr(" Alone it would be legal with %1.").arg(*one);
    return {};
}

} // namespace

QString law_example_text(const std::string& code, const std::optional<search::LawExample>& example,
                         const SearchAsk& ask)
{
    if (!example)
        return SearchWords::tr("No strategy breaks “%1” alone: each one breaks another law, too.").arg(law_text(code));
    const strategy::Violation& broken = example->broken;
    const strategy::FieldRow& row = strategy::row(broken.field);
    QString hangs;
    if (const QString bound = bound_of(broken.field, ask); !bound.isEmpty())
        hangs = SearchWords::tr("It hangs on the bound of %1, %2.").arg(field_label(broken.field), bound);
    else if (!row.varies())
        hangs = SearchWords::tr("It hangs on %1, which the question gives.").arg(field_title(broken.field));
    else
        hangs = SearchWords::tr("It hangs on %1, which has no bound.").arg(field_label(broken.field));
    return SearchWords::tr("Only “%1” refuses %2: %3. %4%5")
        .arg(law_text(code), strategy_text(example->execution), shown(broken.message), hangs, nearest_text(broken));
}

} // namespace blueprinting::ui
