#include "core/schedule/placement.h"

namespace blueprinting::schedule {

Placement::Placement(const Request& request)
    : m_chunks(static_cast<std::size_t>(request.chunks)),
      m_microbatches(static_cast<std::uint64_t>(request.microbatches)),
      m_paths(static_cast<std::uint64_t>(request.kind->paths)),
      m_length(request.stages * request.chunks / request.kind->paths)
{
    for (std::int64_t stage = 0; stage < request.stages; ++stage)
        for (std::int64_t chunk = 0; chunk < request.chunks; ++chunk)
            m_places.push_back(request.kind->placement(request, stage, chunk));
    m_sites.resize(m_places.size());
    for (std::size_t i = 0; i < m_places.size(); ++i)
        m_sites[m_places[i].path * static_cast<std::size_t>(m_length) + m_places[i].virtual_stage] = {
            static_cast<std::uint32_t>(i / m_chunks), static_cast<std::uint32_t>(i % m_chunks)};
}

} // namespace blueprinting::schedule
