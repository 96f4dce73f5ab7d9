#pragma once
#include "ui/style/tone.h"

#include <QLabel>

namespace blueprinting::ui {

/// A label whose colour is a tone of the theme and stays so when the theme is switched. Its text is plain unless it is
/// told otherwise, and foreign text in it is made visible (ui/style/foreign_text.h).
class ToneLabel : public QLabel {
    Q_OBJECT
public:
    enum class Size { body, small, headline, fixed };

    explicit ToneLabel(const QString& text = {}, Tone tone = Tone::text, QWidget* parent = nullptr);

    struct Look {
        Tone tone = Tone::text;
        Size size = Size::body;
        bool bold = false;
        bool wraps = false;
        bool selectable = false; ///< by the pointer
    };
    ToneLabel(const QString& text, const Look& look, QWidget* parent = nullptr);

    void setText(const QString& text);
    void setTone(Tone tone);
    [[nodiscard]] Tone tone() const { return m_tone; }
    void setSize(Size size);
    void setBold(bool bold);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyTone();
    void applyFont();

    Tone m_tone;
    Size m_size = Size::body;
    bool m_bold = false;
    bool m_applying = false;
};

} // namespace blueprinting::ui
