#include "ui/widgets/ask_where.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QWidget>

namespace blueprinting::ui {

namespace {

QString ending_of(const QString& filter)
{
    static const QRegularExpression pattern(QStringLiteral("\\*\\.(\\w+)"));
    return pattern.match(filter).captured(1);
}

} // namespace

QString ask_where_to_save(QWidget* parent, const QString& title, const QString& name, const QStringList& filters)
{
    QFileDialog dialog(parent, title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(ending_of(filters.value(0)));
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) { dialog.setDefaultSuffix(ending_of(filter)); });
    QWidget* window = parent->window();
    if (const QString folder = window->property(kLastFolder).toString(); !folder.isEmpty() && QDir(folder).exists()) // it may be gone since
        dialog.setDirectory(folder);
    dialog.selectFile(QString(name).replace(QLatin1Char('/'), QLatin1Char('-')));
    if (dialog.exec() != QDialog::Accepted)
        return {};
    const QString path = dialog.selectedFiles().value(0);
    window->setProperty(kLastFolder, QFileInfo(path).absolutePath());
    return path;
}

QString unknown_ending(const QString& path, const QString& known)
{
    const QString ending = QFileInfo(path).suffix();
    return ending.isEmpty() ? QStringLiteral("%1 has no ending that says what to write: %2").arg(path, known)
                            : QStringLiteral("%1 ends in .%2; what can be written are %3").arg(path, ending, known);
}

} // namespace blueprinting::ui
