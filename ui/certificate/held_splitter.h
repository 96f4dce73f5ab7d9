#pragma once
#include <QSplitter>

namespace blueprinting::ui {

/// A splitter that keeps one of its two parts at a size, and gives the rest to the other, until a person drags it.
class HeldSplitter : public QSplitter {
    Q_OBJECT
public:
    explicit HeldSplitter(Qt::Orientation orientation, QWidget* parent = nullptr);

    /// Pixels along the splitter, more where the part needs more; 0 leaves both to themselves. Forgets what was
    /// dragged.
    void hold(int part, int size);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();

    int m_part = 0;
    int m_size = 0;
    bool m_dragged = false;
};

} // namespace blueprinting::ui
