#pragma once
#include <QAbstractButton>

namespace blueprinting::ui {

/// Text in the accent colour that leads somewhere; underlined under the pointer and the keyboard. As wide as its text
/// and elided, with the whole in the tooltip, where there is less room.
class LinkButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit LinkButton(const QString& text = {}, QWidget* parent = nullptr);
    void setText(const QString& text); ///< foreign text in it is made visible

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace blueprinting::ui
