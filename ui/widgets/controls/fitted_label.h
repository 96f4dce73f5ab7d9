#pragma once
#include "ui/widgets/controls/tone_label.h"

namespace blueprinting::ui {

/// A label that asks for no width of its own: on one line it is cut in its middle, on several lines any word that no
/// line has room for. The whole stands in the tooltip while something is cut, behind a tooltip of its own.
class FittedLabel : public ToneLabel {
    Q_OBJECT
public:
    explicit FittedLabel(const QString& text = {}, Tone tone = Tone::text, QWidget* parent = nullptr);

    void setWhole(const QString& text, const QString& tooltip = {});
    [[nodiscard]] QString whole() const { return m_whole; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();

    QString m_whole, m_tooltip;
    bool m_sized = false;
};

} // namespace blueprinting::ui
