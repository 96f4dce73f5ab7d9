#pragma once
#include "ui/style/tone.h"

#include <optional>

namespace blueprinting::ui {

/// A colour by its meaning, so that view models need no theme and a switch of the theme needs no new rows. Resolved
/// when painted.
class ColorToken {
public:
    ColorToken() = default; ///< no colour
    ColorToken(Tone tone) : m_tone(tone) {}
    /// A single colour of the theme: ColorToken(&Theme::track).
    ColorToken(QColor Theme::*member) : m_member(member) {}
    static ColorToken component(std::size_t index) { return family(Family::component, index); }
    static ColorToken furtherComponent(std::size_t index) { return family(Family::further_component, index); }
    static ColorToken modelPart(std::size_t index) { return family(Family::model_part, index); }
    static ColorToken tier(std::size_t index) { return family(Family::tier, index); }
    static ColorToken memory(std::size_t index) { return family(Family::memory, index); }
    static ColorToken optimizerPart(std::size_t index) { return family(Family::optimizer_part, index); }
    static ColorToken term(std::size_t index) { return family(Family::term, index); }
    static ColorToken chip(std::size_t place) { return family(Family::chip, place); }

    /// The same colour mixed with the panel, `share` of it staying.
    [[nodiscard]] ColorToken mixedWithPanel(double share) const;
    [[nodiscard]] bool isNone() const { return !m_tone && !m_member && m_family == Family::none; }
    [[nodiscard]] QColor in(const Theme& theme) const; ///< transparent where there is none
    bool operator==(const ColorToken&) const = default;

private:
    enum class Family { none, component, further_component, model_part, tier, memory, optimizer_part, term, chip };
    static ColorToken family(Family family, std::size_t index);

    std::optional<Tone> m_tone;
    QColor Theme::*m_member = nullptr;
    Family m_family = Family::none;
    std::size_t m_index = 0;
    double m_share = 1;
};

} // namespace blueprinting::ui
