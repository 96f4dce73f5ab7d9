#include "core/model/transformer_model.h"
#include "core/system/system_profile.h"
#include "tests/fuzz/round_trip.h"
#include "tests/fuzz/target.h"

namespace blueprinting::fuzz {

std::string check(std::string_view input)
{
    return check_round_trip(
        input, [](const JsonDocument& document) -> Result<Json> { return document.root(); },
        [](const Json& value) { return value; });
}

std::vector<std::string> seeds()
{
    std::vector<std::string> out{R"({"a": [1, -2.5e-3, 1e300, true, null, "\u00e9\n\"", {}], "b": {"c": [[]]}})", "[]",
                                 "-0.0", "18446744073709551615", "9007199254740993.0"};
    for (const system::Preset& preset : system::presets())
        out.push_back(system::to_calculon(preset.system).dump(1));
    return out;
}

} // namespace blueprinting::fuzz
