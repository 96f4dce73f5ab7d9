#include "ui/workspace/reference_words.h"

#include "ui/style/shown.h"
#include "ui/style/words.h"

namespace blueprinting::ui {
namespace {

} // namespace

bool speaks(const oracle::Answer* answer)
{
    return !answer || !answer->refusal.empty() || answer->total_seconds.state != oracle::State::not_covered ||
           answer->memory_bytes.state != oracle::State::not_covered;
}

std::vector<bool> speaking(const ReferenceAnswers& answers)
{
    std::vector<bool> out;
    for (const auto& answer : answers)
        out.push_back(speaks(answer.get()));
    return out;
}

bool unanswered(const oracle::Answer& answer)
{
    return answer.total_seconds.state == oracle::State::not_covered && !answer.refusal.empty();
}

QString state_words(const oracle::Answer& answer, oracle::State state)
{
    if (state == oracle::State::not_covered && unanswered(answer))
        return Words::tr("no answer");
    switch (state) {
    case oracle::State::value: return {};
    case oracle::State::not_covered: return Words::tr("not covered");
    case oracle::State::not_published: return Words::tr("not published");
    case oracle::State::refused: return Words::tr("refused");
    }
    return {};
}

QString not_covered(const oracle::Source& source)
{
    return Words::tr("%1: %2").arg(shown(source.words.name), shown(source.words.not_covered));
}

LeftOut left_out(const std::vector<bool>& speaking)
{
    QStringList names, why;
    for (std::size_t i = 0; i < speaking.size(); ++i)
        // A run stands beside the strategy that it was added with; that the others have none goes without saying.
        if (const oracle::Source& source = oracle::sources()[i];
            !speaking[i] && source.kind != oracle::Kind::measured) {
            names << shown(source.words.header);
            why << not_covered(source);
        }
    if (names.isEmpty())
        return {};
    return {Words::tr("%1: not covered").arg(names.join(QStringLiteral(", "))), why.join(QLatin1Char('\n'))};
}

Glyph glyph_of(const oracle::Source& source)
{
    switch (source.kind) {
    case oracle::Kind::recorded:
    case oracle::Kind::live: return Glyph::diamond;
    case oracle::Kind::paper: return Glyph::upright;
    case oracle::Kind::measured: return Glyph::ring;
    }
    return Glyph::none;
}

} // namespace blueprinting::ui
