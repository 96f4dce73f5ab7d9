#pragma once
#include <QScrollArea>

class QTimer;

namespace blueprinting::ui {

/// Scrolls a page that is as wide as there is room and as high as what it holds needs. Qt forgets to ask how large the
/// page wants to be where something deep in it changes while it, or a part of it, is hidden; this one asks after every
/// change of a layout in it, so that the page is as high and wide whether its figures came before it was looked at or
/// after.
class PageScroll : public QScrollArea {
    Q_OBJECT
public:
    explicit PageScroll(QWidget* parent = nullptr);

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void layOut();

    QTimer* m_later;
};

} // namespace blueprinting::ui
