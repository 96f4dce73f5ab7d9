#pragma once
#include <QIcon>
#include <QWidget>

namespace blueprinting::ui {

/// An icon that is only looked at; follows theme and scale. Says in words what it shows where `meaning` is given.
class IconLabel : public QWidget {
    Q_OBJECT
public:
    explicit IconLabel(QWidget* parent = nullptr);
    IconLabel(const QIcon& icon, int side, QWidget* parent = nullptr);
    void setIcon(const QIcon& icon, int side, const QString& meaning = {});
    [[nodiscard]] QSize sizeHint() const override { return {m_side, m_side}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QIcon m_icon;
    int m_side = 16;
};

} // namespace blueprinting::ui
