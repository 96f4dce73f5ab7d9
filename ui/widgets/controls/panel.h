#pragma once
#include "ui/style/tone.h"
#include "ui/widgets/forward.h"

#include <QWidget>

#include <vector>

class QBoxLayout;

namespace blueprinting::ui {

/// A box with a hairline: a bold title at the left, a note or widgets at the right of it, and a body below.
class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(const QString& title = {}, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    [[nodiscard]] QString title() const;
    /// Quiet text at the right of the title, with more of it in a tip.
    void setNote(const QString& note, Tone tone = Tone::secondary, const QString& tip = {});
    /// At the right of the title; an expanding widget (a Legend) takes all that the title leaves.
    void addHeaderWidget(QWidget* widget);
    /// Stands where the title would: a switch whose words say what the panel shows. Null: the title again.
    void setLead(QWidget* lead);
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }
    /// Height of everything but the body, and width of the body, in a panel of this width: whatever its present one is.
    [[nodiscard]] int heightAround(int width) const;
    [[nodiscard]] int innerWidth(int width) const;
    /// Legends of panels that stand above each other, all this wide, stand at the same place: where one has to go below
    /// its title, all do.
    friend void align_legends(const std::vector<Panel*>& panels, int width);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showHeader();

    QWidget* m_header;
    QBoxLayout* m_header_layout;
    ToneLabel* m_title;
    ToneLabel* m_note;
    QWidget* m_lead = nullptr;
    QVBoxLayout* m_body;
    int m_extras = 0;
};

void align_legends(const std::vector<Panel*>& panels, int width);

} // namespace blueprinting::ui
