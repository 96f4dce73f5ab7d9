#pragma once
#include "core/search/explore.h"

#include <span>

namespace blueprinting::search {

/// What is left of some strategies: values of knobs, and stretches of time and memory. All of it together.
struct Brush {
    struct Knob {
        strategy::Field field;
        std::vector<std::int64_t> values;
        bool operator==(const Knob&) const = default;
    };
    std::vector<Knob> knobs;
    double least_seconds = 0, most_seconds = std::numeric_limits<double>::infinity();
    double least_bytes = 0, most_bytes = std::numeric_limits<double>::infinity();
    bool operator==(const Brush&) const = default;
};

/// The strategies that count of a space that is looked at: kept only while a person does, as columns of small numbers,
/// so that a brush over a million of them answers at once. Immutable once built; any thread.
class Points {
public:
    static constexpr std::size_t kMost = 1'000'000;

    /// Those that count, by number. search.too_many where they are more than `most`. Cancelled as explore().
    static Result<Points> collect(const Searched& searched, const CancelToken& cancel, std::size_t most = kMost);

    [[nodiscard]] std::span<const Found> all() const { return m_all; }
    /// The knobs of the layout, and the place of a point's value among a knob's.
    [[nodiscard]] const std::vector<Layout::Knob>& knobs() const { return m_knobs; }
    [[nodiscard]] std::size_t place(std::size_t knob, std::size_t point) const { return m_places[knob][point]; }
    /// The same of all points at once.
    [[nodiscard]] std::span<const std::uint16_t> places(std::size_t knob) const { return m_places[knob]; }

    /// The points within a brush, ascending.
    [[nodiscard]] std::vector<std::uint32_t> within(const Brush& brush) const;
    /// How many of some points have each pair of values of two knobs: by place in the first, by place in the second.
    [[nodiscard]] std::vector<std::uint64_t> ribbons(std::span<const std::uint32_t> points, std::size_t first,
                                                     std::size_t second) const;

private:
    std::vector<Found> m_all;
    std::vector<Layout::Knob> m_knobs;
    std::vector<std::vector<std::uint16_t>> m_places; ///< by knob
};

} // namespace blueprinting::search
