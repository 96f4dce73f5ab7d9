#include "ui/measured/run_colors.h"

#include <array>

namespace blueprinting::ui {

QColor run_color(std::size_t family, const Theme& theme)
{
    static constexpr std::array<QRgb, kRunFamilies> kLight{0xFF7A2E4E, 0xFF2F7F86, 0xFF8A6FB0, 0xFFB8860B, 0xFF6B7F3A,
                                                           0xFF1F2F5C, 0xFF6F7782, 0xFFA9B1BA, 0xFFC7437F};
    static constexpr std::array<QRgb, kRunFamilies> kDark{0xFFD48BAA, 0xFF5FBDC6, 0xFFB79BDB, 0xFFE0B04A, 0xFFA9BF6E,
                                                          0xFF8FA4DB, 0xFFA5AEB9, 0xFF6B7480, 0xFFF07FB3};
    return QColor::fromRgb((theme.appearance == Appearance::dark ? kDark : kLight)[family % kRunFamilies]);
}

} // namespace blueprinting::ui
