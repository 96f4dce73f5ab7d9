#pragma once
#include "core/measured/runs.h"

#include <array>
#include <string>
#include <vector>

namespace blueprinting::ui {

/// By what runs are told apart: in strips, and in filters.
enum class RunFact { source, gpu, tensor, recompute, model, family, year, machine, form };
inline constexpr std::array kRunFacts{RunFact::source,    RunFact::gpu,     RunFact::tensor,
                                      RunFact::recompute, RunFact::model,   RunFact::family,
                                      RunFact::year,      RunFact::machine, RunFact::form};
std::string_view key_of(RunFact fact); ///< "source": in sessions
inline constexpr std::string_view kNotStated = "not stated";

/// What a row says of it; "" where nothing can be said, as of the strategy of a row that cannot be priced, and
/// kNotStated where its source does not say it. Machine: "as priced" or "another machine"; form: "plain" or "modern".
std::string fact_of(const measured::Row& row, RunFact fact);

/// Which runs are shown: of each fact one value, or all.
struct RunFilter {
    std::array<bool, 3> grades{true, true, true};     ///< by Grade
    std::array<std::string, kRunFacts.size()> only{}; ///< by RunFact; "": all

    [[nodiscard]] const std::string& of(RunFact fact) const { return only[static_cast<std::size_t>(fact)]; }
    void set(RunFact fact, std::string value) { only[static_cast<std::size_t>(fact)] = std::move(value); }
    [[nodiscard]] bool lets(const measured::Row& row) const;
    /// How many facts are held to one value.
    [[nodiscard]] int narrowed() const;
    bool operator==(const RunFilter&) const = default;
};

/// The values of a fact among rows that have a price, each once, in their order of size or name.
std::vector<std::string> values_of(const measured::Runs& runs, RunFact fact);

} // namespace blueprinting::ui
