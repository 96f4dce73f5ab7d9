#pragma once
#include "ui/widgets/controls/message_bar.h"

#include <QTimer>

namespace blueprinting::ui {

/// A confirmation ("Saved mine.json") that stands over the lower edge of its parent: nothing moves for it, the keyboard
/// never comes to it, and it leaves by itself, unless the pointer is on it.
class PassingNote : public MessageBar {
    Q_OBJECT
public:
    static constexpr int kStay = 6000; ///< milliseconds

    explicit PassingNote(QWidget* over);

    /// `lead` is bold; in place of what is said there now.
    void say(const QString& lead, const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QTimer* m_leave; ///< "leave"
};

} // namespace blueprinting::ui
