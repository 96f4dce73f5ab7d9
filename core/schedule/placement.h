#pragma once
#include "core/schedule/plan.h"

namespace blueprinting::schedule {

/// The chunks of a plan where its kind places them: what comes before and after each on its path. Stages are devices
/// here. Immutable.
class Placement {
public:
    struct Site {
        std::uint32_t stage = 0;
        std::uint32_t chunk = 0;
        bool operator==(const Site&) const = default;
    };

    /// Of a checked request.
    explicit Placement(const Request& request);

    /// The chunk that takes its output, or gives its input; nothing at the end of a path.
    [[nodiscard]] std::optional<Site> next(std::uint32_t stage, std::uint32_t chunk) const
    {
        return site(place(stage, chunk), 1);
    }
    [[nodiscard]] std::optional<Site> previous(std::uint32_t stage, std::uint32_t chunk) const
    {
        return site(place(stage, chunk), -1);
    }
    /// Only where exists().
    [[nodiscard]] const Place& place(std::uint32_t stage, std::uint32_t chunk) const
    {
        return m_places[stage * m_chunks + chunk];
    }
    /// Of a written order devices may hold different numbers of chunks: whether this one is there.
    [[nodiscard]] bool exists(std::uint32_t stage, std::uint32_t chunk) const
    {
        return place(stage, chunk).virtual_stage < m_length;
    }
    [[nodiscard]] const Site& at(std::uint32_t path, std::uint32_t virtual_stage) const
    {
        return m_sites[path * static_cast<std::size_t>(m_length) + virtual_stage];
    }
    /// Whether the microbatch is one of the chunk's path: of several paths each has an equal share, in order.
    [[nodiscard]] bool runs(std::uint32_t stage, std::uint32_t chunk, std::uint32_t microbatch) const
    {
        return exists(stage, chunk) && place(stage, chunk).path == std::uint64_t{microbatch} * m_paths / m_items;
    }
    [[nodiscard]] std::int64_t length() const { return m_length; } ///< virtual stages of a path
    [[nodiscard]] std::uint32_t paths() const { return static_cast<std::uint32_t>(m_paths); }
    /// Of each path.
    [[nodiscard]] double items() const { return static_cast<double>(m_items / m_paths); }

    /// Whether what a forward (else a backward) of a chunk gives is used on another device.
    [[nodiscard]] bool leaves(std::uint32_t stage, std::uint32_t chunk, bool forward) const
    {
        const auto to = forward ? next(stage, chunk) : previous(stage, chunk);
        return to && to->stage != stage;
    }
    /// Times of a chunk as they stand on the compute queue: transfers added where they are charged and paid.
    [[nodiscard]] ChunkTimes queue_times(const Plan& plan, std::uint32_t stage, std::uint32_t chunk) const;

private:
    [[nodiscard]] std::optional<Site> site(const Place& from, std::int64_t steps) const
    {
        const std::int64_t g = from.virtual_stage + steps;
        return g < 0 || g >= m_length ? std::nullopt
                                      : std::optional(m_sites[static_cast<std::size_t>(from.path * m_length + g)]);
    }

    std::size_t m_chunks;
    std::uint64_t m_items;
    std::uint64_t m_paths;
    std::int64_t m_length;
    std::vector<Place> m_places;
    std::vector<Site> m_sites; ///< by path and virtual stage
};

} // namespace blueprinting::schedule
