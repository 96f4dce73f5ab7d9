#pragma once
#include "ui/widgets/controls/filter_bar.h"
#include "ui/workspace/view.h"

namespace blueprinting::ui {

/// The bar of active filters, each removable, and what they narrow: every table of a view shows the rows that hold a
/// text, and which, the session says. Makes no other choice than its session's: it can stand alone. GUI thread.
class SessionFilters : public FilterBar {
    Q_OBJECT
public:
    explicit SessionFilters(Workspace& workspace, QWidget* parent = nullptr);

    /// Chips as the session says; the keyboard goes to `view` where the bar that held it is gone. Null for none.
    void refresh(View* view);
    /// Tables of this view as the session says; from now on what is typed into them is kept there.
    void narrow(View& view);
    void clearAll();

private:
    void remove(const QString& key);

    Workspace& m_workspace;
};

/// Lets a person find in the table that has the keyboard, else in the first one that is seen.
void find_in_table(const View& view);

} // namespace blueprinting::ui
