#include "ui/frame/field_tips.h"

#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/workspace/field_words.h"

namespace blueprinting::ui {
namespace {

using strategy::Field;

/// What a number counts; of what is chosen, that it is none.
QString unit_of(const strategy::FieldRow& row)
{
    if (!row.unit.empty())
        return in_window(row.unit);
    switch (row.kind) {
    case strategy::Kind::tier: return Words::tr("number of a tier of the system, from 0");
    case strategy::Kind::choice: return Words::tr("none; one of the list");
    case strategy::Kind::text: return Words::tr("none; words of its own");
    case strategy::Kind::flag: return Words::tr("none; on or off");
    case strategy::Kind::integer: break;
    }
    return Words::tr("a whole number from 1");
}

/// The law of a degree says what its tier asks of it as well: the same for all of them.
QString law_of(const strategy::FieldRow& row)
{
    if (row.kind == strategy::Kind::tier)
        return Words::tr("the system has this tier; the product of all degrees on it is at most its size,\n"
                         "and divides the size if the tier must be filled");
    if (row.tier)
        return Words::tr("%1;\nwith the other degrees on its tier, no more than the tier connects")
            .arg(in_window(row.law));
    return in_window(row.law);
}

} // namespace

QString FieldTip::text() const { return Words::tr("%1\nUnit: %2\nLaw: %3").arg(meaning, unit, law); }

FieldTip field_tip(Field field)
{
    if (field == Field::model)
        return {Words::tr("Transformer that is trained or serves: a preset, or one from a file."),
                Words::tr("blocks, hidden size and tokens of a sequence, as said below it"),
                Words::tr("every size is at least 1; TP and PP divide them")};
    const strategy::FieldRow& row = strategy::row(field);
    return {in_window(row.meaning), unit_of(row), law_of(row)};
}

FieldTip field_tip(FreeField field)
{
    switch (field) {
    case FreeField::name:
        return {Words::tr("What the strategy is called in lists, charts and files."), Words::tr("none; any text"),
                Words::tr("not empty")};
    case FreeField::system:
        return {
            Words::tr("GPU, its memory and its networks: a preset, or one from a file."),
            Words::tr("matrix rate, memory rate and capacity, as said below it"),
            Words::tr("it has a matrix rate and a vector rate for the datatype, and the network tiers that are named")};
    }
    return {};
}

QString whats_this(Field field)
{
    const QString tip = field_tip(field).text();
    if (field == Field::model)
        return tip;
    const strategy::FieldRow& row = strategy::row(field);
    QStringList names;
    if (!row.typed.empty())
        names << Words::tr("%1 in an execution file").arg(shown(row.typed));
    if (!row.key.empty())
        names << Words::tr("%1 in Calculon's file").arg(shown(row.key));
    if (!row.option.empty())
        names << Words::tr("%1 on the command line").arg(shown(row.option));
    return names.isEmpty() ? tip : Words::tr("%1\nWritten: %2").arg(tip, names.join(QStringLiteral(", ")));
}

FieldTip word_tip(Field field, std::int64_t value)
{
    FieldTip out = field_tip(field);
    out.meaning = in_window(strategy::row(field).words[static_cast<std::size_t>(value)].meaning);
    return out;
}

} // namespace blueprinting::ui
