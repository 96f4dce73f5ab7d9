#include "ui/compare/compare_pair.h"

#include "ui/compare/compare_reasons.h"
#include "ui/compare/compare_text.h"
#include "ui/widgets/fit_words.h"

#include <utility>

namespace blueprinting::ui::compare {

namespace {

const Contender* at(const Contest& contest, int index)
{
    return index < 0 ? nullptr : &contest.contenders[static_cast<std::size_t>(index)];
}

} // namespace

Pair pair_of(const Contest& contest)
{
    Pair pair{at(contest, contest.baseline), at(contest, contest.other)};
    if (!pair.right)
        std::swap(pair.left, pair.right);
    return pair;
}

QString unfit_note(const Pair& pair)
{
    QStringList notes;
    for (const Contender* one : {pair.left, pair.right})
        if (one && !one->fits())
            notes << Words::tr("%1 %2").arg(said(*one), does_not_fit(one->evidence()));
    return notes.join(QStringLiteral(", "));
}

QString header_name(const Contender& one, qsizetype most) { return one.name.size() > most ? one.letter : one.name; }

QString column_name(const Contender& one)
{
    const QString name = header_name(one, kMostHeader);
    return one.current() ? name : Words::tr("last legal %1").arg(name);
}

QString saved_name(const Contender& one, const QString& unit)
{
    QString name = one.letter.isEmpty() ? one.name : QStringLiteral("%1 %2").arg(one.letter, one.name);
    if (!one.current())
        name = Words::tr("last legal %1").arg(name);
    if (!one.fits())
        name = Words::tr("%1, %2").arg(name, does_not_fit(one.evidence()));
    return unit.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, unit);
}

QString column_tip(const Contender& one)
{
    const QString name = one.name.size() > kFewLetters ? one.name : QString();
    return one.fits() ? name : Words::tr("%1 %2").arg(one.name, does_not_fit(one.evidence()));
}

Cell absent_cell(const QString& why)
{
    return {{}, QStringLiteral("–"), Tone::secondary, false, {}, {}, false, std::nullopt, Tone::text, {}, 0, why};
}
Cell inference_has_none() { return absent_cell(Words::tr("Inference has none")); }

} // namespace blueprinting::ui::compare
