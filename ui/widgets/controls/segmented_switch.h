#pragma once
#include "ui/widgets/part.h"

#include <QWidget>

#include <vector>

class QButtonGroup;
class QHBoxLayout;

namespace blueprinting::ui {

/// One of a few ways to look at the same thing: joined buttons, one of them down. Arrow keys move between them.
class SegmentedSwitch : public QWidget, public Part {
    Q_OBJECT
public:
    struct Segment {
        QString id;
        QString text;
    };
    explicit SegmentedSwitch(std::vector<Segment> segments, QWidget* parent = nullptr);

    [[nodiscard]] QString current() const;
    /// Does not emit. Ignores an id that is none of the segments'.
    void setCurrent(const QString& id);
    void setText(const QString& id, const QString& text);

    /// Its view keeps nothing of it: the session does, as of a part. Off by default.
    void setKept(bool kept) { m_kept = kept; }
    [[nodiscard]] PartState partState() const override;
    /// Emits, as if it was turned.
    void setPartState(const PartState& state) override;

Q_SIGNALS:
    void currentChanged(const QString& id); ///< by the user

private:
    std::vector<Segment> m_segments;
    QButtonGroup* m_group;
    bool m_kept = false;
};

} // namespace blueprinting::ui
