#pragma once
#include <QLayout>

#include <vector>

namespace blueprinting::ui {

/// Widgets in lines that wrap, like words.
class FlowLayout : public QLayout {
    Q_OBJECT
public:
    explicit FlowLayout(QWidget* parent = nullptr, int horizontal_gap = 8, int vertical_gap = 6);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;

private:
    int arrange(const QRect& rect, bool apply) const;

    std::vector<QLayoutItem*> m_items; ///< owned, as a layout owns its items
    int m_horizontal_gap;
    int m_vertical_gap;
};

} // namespace blueprinting::ui
