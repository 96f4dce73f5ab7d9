#pragma once
#include "ui/widgets/forward.h"

#include <QString>

#include <vector>

namespace blueprinting::ui {

struct KeyEntry {
    QString group; ///< the menu
    QString what;
    QString keys;
};
/// Every action of the menu and its submenus that has keys.
void collect_keys(const QMenu* menu, std::vector<KeyEntry>& keys);

/// Windows of their own that leave the main window usable; one of each.
void show_keys(QWidget* parent, const std::vector<KeyEntry>& keys);
void show_about(QWidget* parent);

} // namespace blueprinting::ui
