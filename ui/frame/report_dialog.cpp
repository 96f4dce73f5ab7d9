#include "ui/frame/report_dialog.h"

#include "ui/style/words.h"
#include "ui/widgets/named.h"

#include <QDateEdit>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

namespace blueprinting::ui {

std::optional<ReportWords> ask_report_words(QWidget* parent, const ReportWords& proposed)
{
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("reportDialog"));
    dialog.setWindowTitle(Words::tr("Report"));
    auto* form = new QFormLayout(&dialog);
    auto* says = new QLabel(
        Words::tr("The report holds the inputs with their digests, the comparison, the view in front, and a\n"
                  "certificate or a calibration that this session opened. The same session gives the same file."));
    says->setTextFormat(Qt::PlainText);
    form->addRow(says);
    auto* name = named(new QLineEdit(proposed.reviewer), "reportName", Words::tr("Name on the report"));
    name->setPlaceholderText(Words::tr("leave empty to sign by hand"));
    name->setMaxLength(200);
    form->addRow(Words::tr("&Name"), name);
    auto* date = named(new QDateEdit(proposed.date), "reportDate", Words::tr("Date on the report"));
    date->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
    date->setCalendarPopup(true);
    form->addRow(Words::tr("&Date"), date);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    if (dialog.exec() != QDialog::Accepted)
        return std::nullopt;
    return ReportWords{name->text().trimmed(), date->date()};
}

} // namespace blueprinting::ui
