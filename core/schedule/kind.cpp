#include "core/schedule/kind.h"

#include "core/schedule/plan.h"

#include <algorithm>

namespace blueprinting::schedule {

namespace rows {
#define BLUEPRINTING_SCHEDULE_KIND(NAME) extern const KindRow NAME;
#include "core/schedule/kinds.def"
#undef BLUEPRINTING_SCHEDULE_KIND
} // namespace rows

#define BLUEPRINTING_SCHEDULE_KIND(NAME) constinit const Kind Kind::NAME(rows::NAME);
#include "core/schedule/kinds.def"
#undef BLUEPRINTING_SCHEDULE_KIND

namespace {

constinit const std::array kTable{
#define BLUEPRINTING_SCHEDULE_KIND(NAME) Kind(rows::NAME),
#include "core/schedule/kinds.def"
#undef BLUEPRINTING_SCHEDULE_KIND
};

template <class Fits>
std::optional<Kind> find(Fits fits)
{
    const auto it = std::find_if(kTable.begin(), kTable.end(), fits);
    return it == kTable.end() ? std::nullopt : std::optional(*it);
}

} // namespace

Place loop(const Request& request, std::int64_t device, std::int64_t chunk)
{
    return {0, static_cast<std::uint32_t>(chunk * request.stages + device)};
}

Place fold(const Request& request, std::int64_t device, std::int64_t chunk)
{
    const std::int64_t place = chunk % 2 == 0 ? device : request.stages - 1 - device;
    return {0, static_cast<std::uint32_t>(chunk * request.stages + place)};
}

Place two_ways(const Request& request, std::int64_t device, std::int64_t chunk)
{
    return {static_cast<std::uint32_t>(chunk),
            static_cast<std::uint32_t>(chunk == 0 ? device : request.stages - 1 - device)};
}

bool KindRow::has(CommandKind kind) const
{
    return std::find(commands.begin(), commands.end(), kind) != commands.end();
}

std::span<const Kind> kinds() { return kTable; }

std::optional<Kind> kind_from(std::string_view code)
{
    return find([&](Kind kind) { return kind->code == code; });
}

std::optional<Kind> kind_of_typed(std::string_view typed_name)
{
    return find([&](Kind kind) {
        const auto& names = kind->typed_names;
        return !typed_name.empty() && std::find(names.begin(), names.end(), typed_name) != names.end();
    });
}

std::vector<std::string_view> kind_codes()
{
    std::vector<std::string_view> out;
    for (const Kind kind : kinds())
        out.push_back(kind->code);
    return out;
}

bool splits_backward(Kind kind) { return kind->has(CommandKind::weight_gradient); }
bool has_backward(Kind kind) { return kind->commands.size() > kForwardAlone.size(); }
bool takes_chunks(Kind kind) { return kind->chunks.most > 1; }

std::int64_t nearest_chunks(Kind kind, std::int64_t chunks)
{
    return std::clamp(chunks, kind->chunks.least, kind->chunks.most);
}

} // namespace blueprinting::schedule
