#pragma once
#include <QObject>

class QWidget;

namespace blueprinting::ui {

/// What the fields in all views have in common. The wheel scrolls the page: it changes a number or a choice only where
/// that has the keyboard. Undo and redo are the session's: what is typed in a number's field is applied first and taken
/// back as the step it is, since a history of its own would leave a key that seems to do nothing. A line of text keeps
/// its own history. Fields of other windows, of dialogs and of docks are left alone. GUI thread.
class FieldManners : public QObject {
    Q_OBJECT
public:
    /// Of the views of `window`, for as long as it lives.
    explicit FieldManners(QWidget* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_window;
};

} // namespace blueprinting::ui
