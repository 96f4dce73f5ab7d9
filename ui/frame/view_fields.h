#pragma once
#include <QObject>

class QWidget;

namespace blueprinting::ui {

/// Keeps the manners of numbers and choices (ui/widgets/controls/field_manners.h) in all views of a window, also in
/// those of their fields that come later. A line of text keeps its own history: what it finds or filters by is no step
/// of the session. Fields of other windows, of dialogs and of docks are left alone. GUI thread.
class ViewFields : public QObject {
    Q_OBJECT
public:
    /// For as long as `window` lives.
    explicit ViewFields(QWidget* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_window;
};

} // namespace blueprinting::ui
