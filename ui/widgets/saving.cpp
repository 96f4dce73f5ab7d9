#include "ui/widgets/saving.h"

#include "core/base/file.h"
#include "core/base/replace_file.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/known_files.h"
#include "ui/widgets/save_choice.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QPointer>
#include <QRegularExpression>
#include <QWidget>

namespace blueprinting::ui {

namespace {

QString ending_of(const QString& filter)
{
    static const QRegularExpression pattern(QStringLiteral("\\*\\.([\\w.]+)"));
    return pattern.match(filter).captured(1);
}

void write_there(QWidget* parent, const SaveWords& words, const QString& path, const Replaceable& replaceable,
                 const SaveWriter& writer, const std::function<void(const SaveOutcome&)>& say)
{
    writer(path, replaceable, [=, parent = QPointer(parent)](const Result<Done>& done) {
        if (!parent || done.cancelled())
            return;
        SaveOutcome outcome{path, done.diagnostics()};
        if (done) {
            if (KnownFiles* known = KnownFiles::of(parent))
                if (const Result<Digest> content = content_digest(path.toStdString()))
                    known->remember(path, *content);
        } else {
            SaveWords again = words;
            again.name = QFileInfo(path).fileName();
            outcome.elsewhere = [=] {
                if (parent)
                    save_where_asked(parent, again, writer, say);
            };
            if (outcome.problems.front().code == kFileChanged)
                outcome.overwrite = [=] {
                    if (parent)
                        write_there(parent, words, path, std::nullopt, writer, say);
                };
        }
        say(outcome);
    });
}

} // namespace

QString ask_where_to_save(QWidget* parent, const QString& title, const QString& name, const QStringList& filters)
{
    QFileDialog dialog(parent, title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(ending_of(filters.value(0)));
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
                     [&dialog](const QString& filter) { dialog.setDefaultSuffix(ending_of(filter)); });
    QWidget* window = parent->window();
    if (const QString folder = window->property(kLastFolder).toString();
        !folder.isEmpty() && QDir(folder).exists()) // it may be gone since
        dialog.setDirectory(folder);
    dialog.selectFile(QString(name).replace(QLatin1Char('/'), QLatin1Char('-')));
    const QString choice = parent->property(kSaveChoice).toString();
    QCheckBox* box = nullptr;
    if (!choice.isEmpty()) {
        dialog.setOption(QFileDialog::DontUseNativeDialog); // into the system's own nothing can be put
        box = new QCheckBox(choice, &dialog);
        box->setObjectName(QLatin1String(kSaveChoice));
        box->setChecked(parent->property(kSaveChosen).toBool());
        if (auto* grid = qobject_cast<QGridLayout*>(dialog.layout()))
            grid->addWidget(box, grid->rowCount(), 0, 1, -1);
    }
    if (dialog.exec() != QDialog::Accepted)
        return {};
    if (box)
        parent->setProperty(kSaveChosen, box->isChecked());
    const QString path = dialog.selectedFiles().value(0);
    window->setProperty(kLastFolder, QFileInfo(path).absolutePath());
    return path;
}

Digest agreed_to_replace(const QWidget* parent, const QString& path)
{
    if (const KnownFiles* known = KnownFiles::of(parent))
        if (const auto content = known->content(path))
            return *content;
    const Result<Digest> now = content_digest(path.toStdString());
    return now ? *now : Digest();
}

Result<Done> write_whole_file(const QString& path, const QByteArray& bytes, const Replaceable& replaceable)
{
    const std::string_view view(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return replaceable ? replace_file(path.toStdString(), view, *replaceable)
                       : write_file_atomically(path.toStdString(), view);
}

Result<Done> write_whole_file(const QString& path, const TextMaker& make, const Replaceable& replaceable)
{
    const std::filesystem::path file = path.toStdString();
    const auto write = [&] { return write_file_atomically(file, make); };
    return replaceable ? replace_file(file, *replaceable, write) : write();
}

QString not_written_text(const QString& path, const Diagnostics& problems)
{
    const QFileInfo file(path);
    const QString folder = QDir::toNativeSeparators(file.absolutePath());
    if (!QFileInfo::exists(file.absolutePath()))
        return Words::tr("There is no folder %1.").arg(folder);
    QString reason = problems.empty() ? QString() : shown(problems.front().message);
    if (!reason.endsWith(QLatin1Char('.')))
        reason += QLatin1Char('.');
    return Words::tr("In the folder %1: %2").arg(folder, reason);
}

SaveWriter at_once(std::function<Result<Done>(const QString& path, const Replaceable& replaceable)> write)
{
    return [write = std::move(write)](const QString& path, const Replaceable& replaceable,
                                      const std::function<void(const Result<Done>&)>& done) {
        done(write(path, replaceable));
    };
}

void save_where_asked(QWidget* parent, const SaveWords& words, const SaveWriter& writer,
                      const std::function<void(const SaveOutcome&)>& say)
{
    const QString path = ask_where_to_save(parent, words.title, words.name, words.filters);
    if (!path.isEmpty())
        write_there(parent, words, path, agreed_to_replace(parent, path), writer, say);
}

QString unknown_ending(const QString& path, const QString& known)
{
    const QString ending = QFileInfo(path).suffix();
    return ending.isEmpty() ? QStringLiteral("%1 has no file ending; allowed are %2").arg(path, known)
                            : QStringLiteral("%1 ends in .%2; allowed are %3").arg(path, ending, known);
}

} // namespace blueprinting::ui
