#include "ui/compare/compare_text.h"

#include "ui/workspace/reference_words.h"

#include <cmath>

namespace blueprinting::ui::compare {

namespace {

/// The word where there is no value; empty where there is one. Stands in the error's column, over the empty value.
QString state_word(const oracle::Answer* answer, oracle::State state)
{
    return answer ? state_words(*answer, state) : Words::tr("asking…");
}

QString percent_error(double error) { return shown(format::percent(error, 2)); }

} // namespace

QString gib(Bytes bytes, int decimals) { return shown(format::fixed(bytes.value() / kGibibyte, decimals)); }

QString capacity_gib(Bytes capacity)
{
    const double size = capacity.value() / kGibibyte;
    return gib(capacity, size == std::round(size) ? 0 : 1);
}

bool boundless(Bytes capacity) { return capacity.value() > 1e6 * kGibibyte; }

TimeUnit time_unit(double largest)
{
    TimeUnit unit{QStringLiteral("s"), 1, format::Series(4)};
    if (largest > 0 && largest < 1e-3)
        unit = {QStringLiteral("µs"), 1e6, format::Series(4)};
    else if (largest > 0 && largest < 1)
        unit = {QStringLiteral("ms"), 1e3, format::Series(4)};
    unit.series.add(largest * unit.per_second);
    return unit;
}

ReferenceText seconds_reference(const oracle::Answer* answer, double seconds, const TimeUnit& how)
{
    const oracle::Figure figure = answer ? answer->total_seconds : oracle::Figure{};
    if (const QString word = state_word(answer, figure.state); !word.isEmpty())
        return {{}, {word, Tone::secondary}};
    const double error = oracle::relative_error_percent(seconds, figure.value);
    return {{how.text(figure.value), Tone::text}, {percent_error(error), sign_tone(error)}};
}

ReferenceText memory_reference(const oracle::Answer* answer, Bytes bytes, const format::Series& how)
{
    const oracle::Figure figure = answer ? answer->memory_bytes : oracle::Figure{};
    if (const QString word = state_word(answer, figure.state); !word.isEmpty())
        return {{}, {word, Tone::secondary}};
    const double difference = bytes.value() - figure.value;
    ReferenceText text{{shown(how.text(figure.value / kGibibyte)), Tone::text}, {}};
    if (std::abs(difference) < 1e6) {
        const QString sign = difference > 0 ? QStringLiteral("+") : QString();
        text.error = {Words::tr("%1 bytes")
                          .arg(sign + shown(format::integer(static_cast<std::int64_t>(std::llround(difference))))),
                      sign_tone(difference, 0.5)};
    } else {
        const double error = oracle::relative_error_percent(bytes.value(), figure.value);
        text.error = {percent_error(error), sign_tone(error)};
    }
    return text;
}

} // namespace blueprinting::ui::compare
