#pragma once
#include "ui/frame/quick_fix.h"
#include "ui/widgets/forward.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace blueprinting::ui {

/// The broken laws that stand under one row of the editor: a block for each field, in words, with a button for each way
/// out. Hidden while there is none.
///
/// The buttons are the next stops of Tab behind their field. Alt+Enter leads to them from anywhere in the field
/// (enter), arrow keys go among them, Enter or Space takes one, Escape leads back.
class LawNotes : public QWidget {
    Q_OBJECT
public:
    explicit LawNotes(QWidget* parent = nullptr);

    struct Note {
        strategy::LawBlock block;
        std::vector<QuickFix> fixes;
        QString why = {}; ///< where no value of the one field would do: which other one is in the way
    };
    /// Leaves what stands there alone where it already says this: a button under the mouse must not be replaced.
    /// `control` is the control of a block's field, behind which its buttons stand for the keyboard; null where it has
    /// none.
    void show(std::vector<Note> notes, const std::function<QWidget*(strategy::Field)>& control);
    [[nodiscard]] std::size_t count() const { return m_notes.size(); }
    /// Gives the keyboard to the first way out of what this field breaks; false where there is none.
    bool enter(strategy::Field field);
    /// Says beside the ways out of what this field breaks how the keyboard comes there; nothing: nowhere.
    void hint(std::optional<strategy::Field> field);
    /// The key that leads from a field to its ways out, as people read it.
    static QString key();

Q_SIGNALS:
    void fixChosen(const QuickFix& fix, strategy::Field broken);
    void left(strategy::Field broken); ///< by Escape

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class KeyHint;
    struct Offer {
        QPushButton* button;
        strategy::Field broken;
    };
    void rebuild();
    void add(const Note& note, std::size_t number);
    void addOffers(const Note& note);

    std::vector<Note> m_notes;
    std::vector<Offer> m_offers; ///< as they stand
    std::vector<std::pair<strategy::Field, KeyHint*>> m_hints;
    std::optional<strategy::Field> m_hinted;
    QVBoxLayout* m_layout = nullptr;
};

} // namespace blueprinting::ui
