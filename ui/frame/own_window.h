#pragma once
#include "ui/style/metrics.h"

#include <QDialog>
#include <QScreen>
#include <QVBoxLayout>

namespace blueprinting::ui {

/// The window of this name that leaves the main window usable: one of each, made by `fill` the first time. GUI thread.
template <class Fill>
QDialog* show_one(QWidget* parent, const QString& name, const QString& title, const QSize& size, const Fill& fill)
{
    auto* dialog = parent->findChild<QDialog*>(name, Qt::FindDirectChildrenOnly);
    if (!dialog) {
        dialog = new QDialog(parent);
        dialog->setObjectName(name);
        dialog->setWindowTitle(title);
        auto* layout = new QVBoxLayout(dialog);
        layout->setContentsMargins(metrics::kPanelPadding, metrics::kPanelPadding, metrics::kPanelPadding,
                                   metrics::kPanelPadding);
        fill(dialog, layout);
    }
    // No larger than the screen has room for, with its frame; what does not fit scrolls.
    if (!dialog->isVisible()) {
        const QSize room = parent->screen()->availableSize() - QSize(32, 64);
        dialog->setMinimumSize(QSize(240, 160).boundedTo(room));
        dialog->resize((dialog->property("opened").toBool() ? dialog->size() : size).boundedTo(room));
        dialog->setProperty("opened", true);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

} // namespace blueprinting::ui
