#pragma once
#include "ui/style/icon.h"
#include "ui/widgets/forward.h"

#include <QWidget>

namespace blueprinting::ui {

/// What stands where there is nothing to show: what would fill the place and how to do it. No empty axes, no zeros.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);
    void setContent(Icon name, const QString& title, const QString& text);
    QPushButton* addAction(const QString& text, const QIcon& icon = {}, bool primary = false);
    void setHint(const QString& hint); ///< below the actions: "or drop a JSON file on the window"
    void setExtra(QWidget* extra);     ///< at the bottom: the excerpt of a refused file

private:
    IconLabel* m_icon;
    ToneLabel* m_title;
    ToneLabel* m_text;
    QHBoxLayout* m_actions;
    ToneLabel* m_hint;
    QVBoxLayout* m_extra;
};

} // namespace blueprinting::ui
