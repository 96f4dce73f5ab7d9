#pragma once
#include "ui/widgets/forward.h"

#include <QAbstractListModel>
#include <QDialog>

#include <functional>
#include <vector>

class QListView;

namespace blueprinting::ui {

/// One thing that the palette can do or find.
struct PaletteEntry {
    QString title;  ///< "Duplicate strategy"
    QString group;  ///< "Strategy", "View", "Component": what it is
    QString detail; ///< its keys, or what it is about
    std::function<void()> run;
};

/// How well a text answers to what was typed; 0 is not at all. Every letter must occur in order, not minding case. The
/// whole text or whole words of it come before the initials of its words, these before starts of words, and these
/// before letters that are strewn about; among equals, starts of words and runs of letters count more. Pure.
int palette_score(const QString& typed, const QString& text);

/// Type to narrow, Up and Down to choose, Return to run, Escape to leave.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* parent = nullptr);

    /// Opens over the window with these entries; in their order while nothing is typed. `asks` stands where the typing
    /// goes.
    void popup(std::vector<PaletteEntry> entries, const QString& asks = {});

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Model;
    void narrow(const QString& typed);
    void run();

    Model* m_model = nullptr;
    QLineEdit* m_input = nullptr;
    QListView* m_list = nullptr;
    ToneLabel* m_nothing = nullptr; ///< in the list's stead where nothing answers
};

} // namespace blueprinting::ui
