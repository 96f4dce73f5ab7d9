#include "ui/widgets/controls/choice_box.h"

#include "ui/style/foreign_text.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QStandardItemModel>

namespace blueprinting::ui {

std::pair<QString, QVariant> heading(const QString& words) { return {words, QVariant()}; }

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
        for (const auto& [text, data] : choices) {
            box->addItem(text, data);
            if (data.isValid())
                continue;
            auto* items = qobject_cast<QStandardItemModel*>(box->model());
            if (QStandardItem* item = items ? items->item(box->count() - 1) : nullptr)
                item->setFlags(Qt::NoItemFlags);
        }
    }
    box->setCurrentIndex(box->findData(current));
}

} // namespace blueprinting::ui
