#pragma once
#include "ui/frame/quick_fix.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace blueprinting::ui {

/// The laws that one row of the editor breaks: each in words, with a button for each way out. Hidden while there is none.
class LawNotes : public QWidget {
    Q_OBJECT
public:
    explicit LawNotes(QWidget* parent = nullptr);

    struct Note {
        strategy::Violation violation;
        std::vector<QuickFix> fixes;
        QString why = {}; ///< where no value of the one field would do: which other one is in the way
    };
    /// Leaves what stands there alone where it already says this: a button under the mouse must not be replaced.
    void show(std::vector<Note> notes);
    [[nodiscard]] std::size_t count() const { return m_notes.size(); }

Q_SIGNALS:
    void fixChosen(const QuickFix& fix, strategy::Field broken);

private:
    void rebuild();

    std::vector<Note> m_notes;
    QVBoxLayout* m_layout = nullptr;
};

} // namespace blueprinting::ui
