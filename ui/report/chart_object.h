#pragma once
#include "ui/report/report.h"

#include <QObject>
#include <QTextFormat>
#include <QTextObjectInterface>

namespace blueprinting::ui {

/// Charts within the text of a document, drawn as lines and letters, not as dots.
class ChartObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    static constexpr int kType = QTextFormat::UserObject + 1;
    static constexpr int kWhich = QTextFormat::UserProperty + 1; ///< place in `drawings`

    /// No chart takes more room than this; the drawings must outlive the document.
    ChartObject(std::vector<const ReportDrawing*> drawings, QSizeF room);
    QSizeF intrinsicSize(QTextDocument* document, int at, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& place, QTextDocument* document, int at,
                    const QTextFormat& format) override;

private:
    [[nodiscard]] const ReportDrawing& drawing(const QTextFormat& format) const;

    std::vector<const ReportDrawing*> m_drawings;
    QSizeF m_room;
};

} // namespace blueprinting::ui
