#pragma once
#include "core/base/digest.h"
#include "core/base/result.h"
#include "core/base/text_stream.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

class QWidget;

/// The one way in which the program writes a file for a person: it asks where, looks whether what stands there is what
/// was last seen of it, writes the whole file or nothing, and says what became of it. GUI thread.
namespace blueprinting::ui {

/// Property of a window: the folder of the file that was chosen last.
inline constexpr char kLastFolder[] = "lastFolder";

/// Asks for a file to write, in the folder where the last one of this window was. A name without an ending gets that of
/// the chosen format, the first in the parentheses of its filter: "PNG (*.png)". Empty where nothing was chosen.
QString ask_where_to_save(QWidget* parent, const QString& title, const QString& name, const QStringList& filters);

/// What may be replaced: a file with this content, none where it is empty; whatever stands there where there is no
/// value.
using Replaceable = std::optional<Digest>;

/// What a person agrees to lose by choosing this file: what this window last knew of it, or, where it never read or
/// wrote it, what stands there now.
Digest agreed_to_replace(const QWidget* parent, const QString& path);

/// All of the bytes or nothing; file.changed where what stands there is not `replaceable`.
Result<Done> write_whole_file(const QString& path, const QByteArray& bytes,
                              const Replaceable& replaceable = std::nullopt);
/// The same of a text that is never whole in memory.
Result<Done> write_whole_file(const QString& path, const TextMaker& make, const Replaceable& replaceable);

/// What became of a file that was to be written.
struct SaveOutcome {
    QString path;
    Diagnostics problems;                 ///< empty where it was written
    std::function<void()> elsewhere = {}; ///< asks again where
    std::function<void()> overwrite =
        {}; ///< writes it whatever stands there by now; empty unless that is what was in the way
    [[nodiscard]] bool written() const { return problems.empty(); }
};
/// "In the folder /a: cannot be written: Permission denied." Of a folder that is missing: that it is.
QString not_written_text(const QString& path, const Diagnostics& problems);

/// What to ask for.
struct SaveWords {
    QString title;       ///< of the dialog
    QString name;        ///< proposed
    QStringList filters; ///< "PNG (*.png)"
};
/// Writes the file, now or by a job, and then says how that went, in the GUI thread.
using SaveWriter = std::function<void(const QString& path, const Replaceable& replaceable,
                                      const std::function<void(const Result<Done>&)>& done)>;
/// One that is done when it returns.
SaveWriter at_once(std::function<Result<Done>(const QString& path, const Replaceable& replaceable)> write);

/// Asks, has it written and says what became of it; says nothing where nothing was chosen, or where `parent` is gone by
/// then.
void save_where_asked(QWidget* parent, const SaveWords& words, const SaveWriter& writer,
                      const std::function<void(const SaveOutcome&)>& say);

/// Why nothing was written to `path`: its ending is none of those `known` (".png, .svg"), or it has none.
QString unknown_ending(const QString& path, const QString& known);

} // namespace blueprinting::ui
