#pragma once
#include <QSplitter>

#include <functional>

namespace blueprinting::ui {

/// A splitter that gives its parts their sizes, whatever its own, until a person drags it.
class HeldSplitter : public QSplitter {
    Q_OBJECT
public:
    explicit HeldSplitter(Qt::Orientation orientation, QWidget* parent = nullptr);

    /// Sizes of the parts by the room that they have together, in pixels; none leaves them to themselves.
    using Share = std::function<QList<int>(int room)>;
    void share(Share share);
    /// Of two parts one at a size, more where it needs more, the rest to the other; 0 leaves both to themselves.
    /// Forgets what was dragged.
    void hold(int part, int size);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void place();
    [[nodiscard]] int along(const QSize& size) const;

    Share m_share;
    bool m_dragged = false;
};

} // namespace blueprinting::ui
