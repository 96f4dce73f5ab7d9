#include "ui/widgets/ask_where.h"

#include <QFileDialog>
#include <QRegularExpression>

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
    dialog.selectFile(QString(name).replace(QLatin1Char('/'), QLatin1Char('-')));
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

} // namespace blueprinting::ui
