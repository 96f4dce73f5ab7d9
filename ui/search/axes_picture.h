#pragma once
#include "ui/search/search_cloud.h"
#include "ui/search/search_look.h"
#include "ui/style/color_token.h"
#include "ui/widgets/part.h"

/// What parallel axes show of the strategies that count: an axis a knob and one each for memory and time, and between
/// neighbours a ribbon for each pair of values that some strategies have. As plain values; AxesChart draws them.
namespace blueprinting::ui {

struct KnobAxis {
    struct Value {
        std::int64_t value = 0; ///< of a knob; of a measure the step
        QString text;           ///< "8", "RS+AG"; of a measure the two ends of the step
        std::uint64_t count = 0, within = 0;
        bool operator==(const Value&) const = default;
    };
    QString key; ///< path of the field, "bytes" or "seconds"
    QString title;
    bool measure = false;              ///< a stretch of numbers, not some values
    std::vector<Value> values;         ///< from the bottom up
    double low = 0, high = 1;          ///< of a measure: GiB or seconds
    bool open = false;                 ///< its upper end also stands for what is more
    std::vector<std::int64_t> brushed; ///< values that are filtered by; empty for none
    std::optional<Span> stretch;       ///< of a measure what is filtered by, clipped to the axis

    /// Where the middle of a place lies: 0 at the bottom, 1 at the top.
    [[nodiscard]] double share(std::size_t place) const
    {
        return (static_cast<double>(place) + 0.5) / static_cast<double>(values.size());
    }
    bool operator==(const KnobAxis&) const = default;
};

/// Between an axis and the next one: how many strategies have this value here and that one there.
struct AxesRibbon {
    std::size_t from = 0, to = 0; ///< places
    std::uint64_t count = 0;
    bool operator==(const AxesRibbon&) const = default;
};

/// One strategy, drawn as a line of its own.
struct AxesLine {
    enum class Kind { band, picked, subject };
    Kind kind = Kind::band;
    QString letter; ///< of a strategy of the session
    std::size_t chip = 0;
    std::vector<double> at; ///< share of each axis
    QString hover;
    bool operator==(const AxesLine&) const = default;
};

struct AxesPicture {
    std::vector<KnobAxis> axes;                  ///< from left to right
    std::vector<std::vector<AxesRibbon>> all;    ///< of each axis to the next, of all that count
    std::vector<std::vector<AxesRibbon>> within; ///< of those within the filter; empty without one
    std::vector<AxesLine> lines;                 ///< those on top last
    std::uint64_t total = 0;                     ///< that count
    std::uint64_t inside = 0;                    ///< of them within the filter
    bool operator==(const AxesPicture&) const = default;

    [[nodiscard]] bool filtered() const { return !within.empty(); }
};

struct AxesSubject {
    const SearchRun& run;
    std::size_t count = 0;
    const SearchCloud* cloud = nullptr; ///< null: not there yet, so that there are no ribbons
    const std::vector<char>& within;    ///< the cloud's points within the brush; empty without one
    const SearchLook& look;
};

inline constexpr std::size_t kMostBandLines = 200;

AxesPicture axes_picture(const AxesSubject& subject);

/// The keys of a picture's axes with the one at `from` moved to `to`.
std::vector<std::string> moved_axis(const AxesPicture& picture, std::size_t from, std::size_t to);

} // namespace blueprinting::ui
