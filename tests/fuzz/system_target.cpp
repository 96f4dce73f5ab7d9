#include "core/system/system_profile.h"
#include "tests/fuzz/round_trip.h"
#include "tests/fuzz/target.h"

namespace blueprinting::fuzz {

std::string check(std::string_view input)
{
    return check_round_trip(
        input,
        [](const JsonDocument& document) {
            return system::read_calculon_system(document, document.root(), "", "fuzz");
        },
        system::to_calculon);
}

std::vector<std::string> seeds()
{
    std::vector<std::string> out;
    for (const system::Preset& preset : system::presets())
        out.push_back(system::to_calculon(preset.system).dump(1));
    return out;
}

} // namespace blueprinting::fuzz
