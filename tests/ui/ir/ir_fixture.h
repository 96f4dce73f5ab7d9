#pragma once
#include "tests/support/test_main.h"
#include "ui/ir/ir_view.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QComboBox>

namespace blueprinting::ui {

/// The IR view over the starting session (GPT-175B full and seqsel), on seqsel, refreshed as the frame does.
struct IrFixture {
    Workspace workspace;
    IrView view{workspace};

    IrFixture()
    {
        workspace.selectStrategy(id(1));
        view.setAttribute(Qt::WA_DontShowOnScreen);
        view.resize(1240, 830);
        view.show();
        view.refresh();
        QObject::connect(&workspace, &Workspace::sessionChanged, &view, &IrView::refresh);
        QObject::connect(&workspace, &Workspace::selectionChanged, &view, &IrView::refresh);
    }
    template <class T>
    T* child(const QString& name) const
    {
        T* found = view.findChild<T*>(name);
        if (!found)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    [[nodiscard]] std::string id(std::size_t place) const { return workspace.session().strategies[place].id; }
    [[nodiscard]] QString selectedTask() const { return QString::fromStdString(workspace.session().selection.task); }
    void pick(const QString& task)
    {
        Selection selection = workspace.session().selection;
        selection.task = task.toStdString();
        workspace.select(selection);
    }
    void press(const char* segments, const QString& text)
    {
        for (auto* button : child<QWidget>(segments)->findChildren<QAbstractButton*>())
            if (button->text() == text)
                QTest::mouseClick(button, Qt::LeftButton);
    }
    void choose(const char* box, const QString& text)
    {
        auto* combo = child<QComboBox>(box);
        const int index = combo->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        combo->setCurrentIndex(index);
    }
    /// Changes seqsel's tensor parallelism, as the editor does.
    void setTensor(std::int64_t degree)
    {
        workspace.edit(QStringLiteral("TP"), [this, degree](Session& session) {
            auto& execution = session.find(id(1))->execution;
            std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).tensor.degree = degree;
            execution.num_procs.reset();
        });
    }
    void setRecompute(strategy::RecomputePolicy policy)
    {
        workspace.edit(QStringLiteral("recompute"), [this, policy](Session& session) {
            auto& execution = session.find(id(1))->execution;
            std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).recompute = policy;
            if (policy == strategy::RecomputePolicy::none)
                execution.all_gather_redo = false;
        });
    }
};

} // namespace blueprinting::ui
