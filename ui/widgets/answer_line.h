#pragma once
#include <QWidget>

class QHBoxLayout;

namespace blueprinting::ui {

class ToneLabel;

/// What a view opens with: one bold line that states its result with numbers, one quiet line that says why. Both come
/// from the view model. Long text wraps; nothing is cut.
class AnswerLine : public QWidget {
    Q_OBJECT
public:
    explicit AnswerLine(QWidget* parent = nullptr);

    void setAnswer(const QString& headline, const QString& why);
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString why() const;
    /// A button of the view, at the right.
    void addWidget(QWidget* widget);

private:
    ToneLabel* m_headline;
    ToneLabel* m_why;
    QHBoxLayout* m_row;
};

} // namespace blueprinting::ui
