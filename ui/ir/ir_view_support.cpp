#include "ui/ir/ir_view_support.h"

#include "ui/style/foreign_text.h"
#include "ui/widgets/page_scroll.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace blueprinting::ui {

QScrollArea* scrolling(QWidget* content, Qt::ScrollBarPolicy horizontal)
{
    auto* scroll = new PageScroll;
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it takes the keyboard
    scroll->setHorizontalScrollBarPolicy(horizontal);
    scroll->setWidget(content);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return scroll;
}

void fill(QComboBox* box, std::vector<std::pair<QString, QString>> choices, const QString& current)
{
    for (auto& [text, key] : choices)
        text = line_text(text);
    const QSignalBlocker quiet(box);
    bool same = box->count() == int(choices.size());
    for (int i = 0; same && i < box->count(); ++i)
        same = box->itemText(i) == choices[std::size_t(i)].first &&
               box->itemData(i).toString() == choices[std::size_t(i)].second;
    if (!same) {
        box->clear();
        for (const auto& [text, key] : choices)
            box->addItem(text, key);
    }
    box->setCurrentIndex(std::max(0, box->findData(current)));
    box->setToolTip(box->currentText()); // may be elided
}

} // namespace blueprinting::ui
