#include "ui/workspace/problems_dialog.h"

#include "ui/style/foreign_text.h"
#include "ui/widgets/named.h"
#include "ui/widgets/page.h"
#include "ui/workspace/refusal.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace blueprinting::ui {

void show_problems(QWidget* parent, const QString& title, const Diagnostics& diagnostics)
{
    auto* dialog = named(new QDialog(parent), "problemsDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(line_text(title));
    dialog->resize(640, 320);
    QStringList lines;
    for (const Diagnostic& each : diagnostics)
        lines << QStringLiteral("%1. %2").arg(lines.size() + 1).arg(refusal_text({each}));
    auto* text = named(new QPlainTextEdit(label_text(lines.join(QStringLiteral("\n\n")))), "problems");
    text->setAccessibleName(line_text(title));
    text->setReadOnly(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* all = new QVBoxLayout(dialog);
    lay_out(all, {text, buttons});
    dialog->open();
}

} // namespace blueprinting::ui
