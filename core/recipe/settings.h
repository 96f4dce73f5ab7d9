#pragma once
#include "core/base/diagnostic.h"
#include "core/base/units.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The settings of a recipe as its file has them, whatever its format: a name and words.
namespace blueprinting::recipe {

struct Setting {
    std::string name; ///< "tensor-model-parallel-size", "parallelism.tensor_parallel_degree"
    std::vector<std::string> words;
    std::function<SourceLocation()> where; ///< asked only where something is said of it: it takes a walk
    bool used = false;
};

/// Hands out settings by name, the last of several (as the frameworks take it), and collects what is wrong with them.
class Settings {
public:
    Settings(std::vector<Setting> all, std::string place, Diagnostics& problems);

    [[nodiscard]] bool has(std::string_view name) const;
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t least = 1);
    /// A switch: no word, or one that says yes or no.
    bool flag(std::string_view name);
    std::optional<std::string> word(std::string_view name);
    std::vector<std::string> words(std::string_view name);
    /// Known, and says nothing of a strategy whatever its value: listed as not used.
    void ignore(std::string_view name);
    /// Known, and a strategy can only say this value of it: any other is refused.
    void only(std::string_view name, std::string_view value, std::string_view code, std::string_view why);

    /// recipe.value of this setting; `allowed` ends "must be …".
    void refuse_value(std::string_view name, std::string_view allowed);
    /// Of this setting.
    void refuse(std::string_view name, std::string_view code, std::string message);
    /// Of the whole file.
    void refuse(std::string_view code, std::string message);

    /// The names of what was ignored and of what nobody asked for, each once; but an unknown one that speaks of
    /// parallelism is refused.
    std::vector<std::string> unused();

private:
    Setting* take(std::string_view name);

    std::vector<Setting> m_all;
    std::map<std::string, std::vector<std::size_t>, std::less<>> m_by_name; ///< where each stands in them
    std::string m_place;
    Diagnostics& m_problems;
    std::vector<std::string> m_not_used;
};

} // namespace blueprinting::recipe
