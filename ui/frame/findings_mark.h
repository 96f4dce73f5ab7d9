#pragma once
#include "ui/widgets/forward.h"
#include "ui/workspace/workspace.h"

#include <QWidget>

namespace blueprinting::ui {

/// Under the model of the selected strategy: that reading its file told something which still holds, with ways to read
/// all of it and to dismiss it. Not there where nothing holds. GUI thread.
class FindingsMark : public QWidget {
    Q_OBJECT
public:
    explicit FindingsMark(Workspace& workspace, QWidget* parent = nullptr);
    void refresh();

private:
    Workspace& m_workspace;
    ToneLabel* m_text = nullptr;
};

} // namespace blueprinting::ui
