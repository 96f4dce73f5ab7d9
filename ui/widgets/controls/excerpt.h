#pragma once
#include <QWidget>

namespace blueprinting::ui {

class ToneLabel;

/// One line of a refused file with a caret under the place, in the fixed font, with a copy action: where a message
/// alone does not show what is wrong.
struct ExcerptText {
    QString title; ///< "Why certificate-cut.json was refused"
    std::size_t line = 0;
    QString text;        ///< the part of the line that is shown, "…" where it is cut
    int caret = -1;      ///< index into text, -1 for none
    QString explanation; ///< below: what probably happened
};

class Excerpt : public QWidget {
    Q_OBJECT
public:
    explicit Excerpt(QWidget* parent = nullptr);
    void setExcerpt(const ExcerptText& excerpt);

private:
    ToneLabel* m_title;
    ToneLabel* m_explanation;
    QWidget* m_code;
    ExcerptText m_text;
};

/// Cuts a long line to about `width` characters around a column (from 0).
ExcerptText excerpt_of(const QString& title, std::size_t line, const QString& whole_line, int column, int width = 60);

} // namespace blueprinting::ui
