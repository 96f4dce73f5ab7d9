#pragma once
#include "ui/widgets/controls/answer.h"

#include <QHash>
#include <QRect>
#include <QWidget>

namespace blueprinting::ui {

class ToneLabel;

/// What a view opens with: one bold line that states its result with numbers, one quiet line that says why. Both come
/// from the view model. Long text wraps, a number never parts from its unit, and nothing is cut: the height is that of
/// the width which the buttons leave. Where the view is too narrow for both, the buttons stand below the lines.
class AnswerLine : public QWidget {
    Q_OBJECT
public:
    explicit AnswerLine(QWidget* parent = nullptr);

    void setAnswer(const Answer& answer) { setAnswer(answer.headline, answer.why); }
    void setAnswer(const QString& headline, const QString& why);
    /// As they were set.
    [[nodiscard]] QString headline() const { return m_headline_text; }
    [[nodiscard]] QString why() const { return m_why_text; }
    /// A button of the view, at the right.
    void addWidget(QWidget* widget);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Of the parts in a row of one width.
    struct Places {
        QRect headline, why, buttons;
        int height = 0;
        bool operator==(const Places&) const = default;
    };
    [[nodiscard]] Places places(int width) const;
    [[nodiscard]] Places placesOf(int width) const;
    void arrange();
    void changed();

    QString m_headline_text, m_why_text;
    ToneLabel* m_headline;
    ToneLabel* m_why;
    QWidget* m_buttons = nullptr; ///< from the first button on
    /// By width. Layouts ask for each width a dozen times over, and each time Qt would shape both texts anew.
    mutable QHash<int, Places> m_places;
};

/// The same text in which no line ends between a number and the sign or unit behind it.
QString keep_units(const QString& text);

} // namespace blueprinting::ui
