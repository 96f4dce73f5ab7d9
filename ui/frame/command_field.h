#pragma once
#include <QAbstractButton>

namespace blueprinting::ui {

/// Looks like a search field and opens the command palette when it is clicked, or typed into with the keyboard.
class CommandField : public QAbstractButton {
    Q_OBJECT
public:
    explicit CommandField(const QString& hint, const QString& keys, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_keys;
};

} // namespace blueprinting::ui
