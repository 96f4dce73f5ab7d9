#pragma once
#include <QWidget>

class QBoxLayout;

namespace blueprinting::ui {

class ToneLabel;

/// What a view opens with: one bold line that states its result with numbers, one quiet line that says why. Both come
/// from the view model. Long text wraps; nothing is cut. Where the view is too narrow for both, the buttons stand below the lines.
class AnswerLine : public QWidget {
    Q_OBJECT
public:
    explicit AnswerLine(QWidget* parent = nullptr);

    void setAnswer(const QString& headline, const QString& why);
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString why() const;
    /// A button of the view, at the right.
    void addWidget(QWidget* widget);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void arrange();

    ToneLabel* m_headline;
    ToneLabel* m_why;
    QBoxLayout* m_row;
    QWidget* m_buttons = nullptr; ///< from the first button on
};

} // namespace blueprinting::ui
