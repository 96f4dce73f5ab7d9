#pragma once
#include <QHeaderView>

namespace blueprinting::ui {

/// Header of a TableView: glyphs before their words, a second line over grouped columns, the words of a difference
/// column set about its zero line.
class TableHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit TableHeader(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    /// Width that this section's words need.
    [[nodiscard]] int wantedWidth(int section) const;
    /// Frames the section that the keyboard stands on; −1 for none.
    void setKeyboardSection(int section);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] bool grouped() const;
    [[nodiscard]] int lineHeight() const;

    int m_keyboard = -1;
};

} // namespace blueprinting::ui
