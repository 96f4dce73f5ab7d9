#pragma once
#include "ui/style/theme.h"

#include <QWidget>

class QPainter;

namespace blueprinting::ui {

inline constexpr int kChipSide = 20;

/// The lettered square of a strategy; the letter, not the colour, is its identity.
void draw_chip(QPainter& painter, const QRectF& rect, const QString& letter, const QColor& color, const QColor& ink);

/// The same as a widget. `place` is the strategy's place in the session, from 0.
class ChipLabel : public QWidget {
    Q_OBJECT
public:
    explicit ChipLabel(const QString& letter = {}, std::size_t place = 0, QWidget* parent = nullptr);
    void setChip(const QString& letter, std::size_t place);
    [[nodiscard]] QString letter() const { return m_letter; }
    [[nodiscard]] QSize sizeHint() const override { return {kChipSide, kChipSide}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_letter;
    std::size_t m_place;
};

} // namespace blueprinting::ui
