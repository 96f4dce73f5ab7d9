#pragma once
#include "core/strategy/laws.h"

#include <cstdint>
#include <memory>
#include <span>

/// Laws as sets, for whoever holds many strategies against them: a search cuts whole branches by the laws that speak
/// of a few fields alone.
namespace blueprinting::strategy {

/// Fields as bits.
using FieldSet = std::uint64_t;
constexpr FieldSet only(Field field) { return FieldSet{1} << static_cast<unsigned>(field); }

/// Laws as bits, by the place of their code in law_codes().
using LawSet = std::uint64_t;

/// The codes of all laws, each once, in the order of reporting.
std::span<const std::string_view> law_codes();

/// Rows of the table of laws by the fields that their verdict can depend on, whatever the others are: those that look
/// at one of `touch`, at one of `also` and at none of `miss`. A code may have several rows.
struct LawsThat {
    FieldSet touch = ~FieldSet{0};
    FieldSet also = ~FieldSet{0};
    FieldSet miss = 0;
};

/// All fields that these rows look at; 0 where there is no such row.
FieldSet fields_of(const LawsThat& which);

/// The codes of these rows that an execution breaks. Of all rows the same as violated_codes(), as bits. Pure; any
/// thread.
LawSet broken_laws(const model::TransformerModel& model, const system::SystemProfile& system,
                   const Execution& execution, Rules rules, const LawsThat& which = {});

/// The same of any model whose strategies come by in great number: it is looked at once. Any thread.
class LawCheck {
public:
    /// The system must outlive it.
    LawCheck(std::shared_ptr<const model::Description> model, const system::SystemProfile& system, Rules rules);
    [[nodiscard]] LawSet broken(const Execution& execution, const LawsThat& which = {}) const;

private:
    model::TransformerModel m_shape;
    std::shared_ptr<const model::Description> m_model;
    const system::SystemProfile& m_system;
    Rules m_rules;
    bool m_beyond;
};

/// The six sizes of a description that the laws of models of six numbers speak of; 0 for one that it has not.
model::TransformerModel six_sizes(const model::Description& description);

} // namespace blueprinting::strategy
