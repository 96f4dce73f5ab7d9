#include "ui/widgets/controls/choice_box.h"

#include "ui/style/foreign_text.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace blueprinting::ui {

void fill_choices(QComboBox* box, BoxChoices choices, const QVariant& current)
{
    for (auto& [text, data] : choices)
        text = line_text(text);
    const QSignalBlocker quiet(box);
    BoxChoices present;
    for (int i = 0; i < box->count(); ++i)
        present.emplace_back(box->itemText(i), box->itemData(i));
    if (present != choices) {
        box->clear();
        for (const auto& [text, data] : choices)
            box->addItem(text, data);
    }
    box->setCurrentIndex(box->findData(current));
}

} // namespace blueprinting::ui
