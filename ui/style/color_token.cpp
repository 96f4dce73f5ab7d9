#include "ui/style/color_token.h"

#include <algorithm>

namespace blueprinting::ui {

ColorToken ColorToken::family(Family family, std::size_t index)
{
    ColorToken token;
    token.m_family = family;
    token.m_index = index;
    return token;
}

ColorToken ColorToken::mixedWithPanel(double share) const
{
    ColorToken token = *this;
    token.m_share *= share;
    return token;
}

QColor ColorToken::in(const Theme& theme) const
{
    QColor color = Qt::transparent;
    if (m_tone)
        color = color_of(theme, *m_tone);
    else if (m_member)
        color = theme.*m_member;
    switch (m_family) {
    case Family::none: break;
    case Family::component: color = theme.components[m_index % theme.components.size()]; break;
    case Family::further_component: color = theme.further_components[m_index % theme.further_components.size()]; break;
    case Family::model_part: color = theme.model_parts[m_index % theme.model_parts.size()]; break;
    case Family::tier: color = theme.tiers[std::min<std::size_t>(m_index, theme.tiers.size() - 1)]; break;
    case Family::memory: color = theme.memory[m_index % theme.memory.size()]; break;
    case Family::optimizer_part: color = theme.optimizer_parts[m_index % theme.optimizer_parts.size()]; break;
    case Family::term: color = theme.terms[m_index % theme.terms.size()]; break;
    case Family::chip: color = theme.chip(m_index); break;
    }
    return m_share < 1 && color.alpha() > 0 ? mixed(color, theme.panel, m_share) : color;
}

} // namespace blueprinting::ui
