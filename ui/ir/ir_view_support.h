#pragma once
#include <QScrollArea>
#include <QString>

#include <utility>
#include <vector>

class QComboBox;

namespace blueprinting::ui {

/// A frameless area that scrolls this content; the content takes the keyboard, not the area.
QScrollArea* scrolling(QWidget* content, Qt::ScrollBarPolicy horizontal);

/// Fills a box with choices (text, key) and picks the one with this key, the first where there is none. Keeps quiet.
void fill(QComboBox* box, std::vector<std::pair<QString, QString>> choices, const QString& current);

} // namespace blueprinting::ui
