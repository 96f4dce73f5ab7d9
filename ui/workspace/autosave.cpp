#include "ui/workspace/autosave.h"

#include "core/base/canonical_json.h"
#include "core/base/object_reader.h"
#include "ui/workspace/session_json.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr std::string_view kSchema = "blueprinting.autosave.v0";
constexpr int kMostWindows = 100;

std::unique_ptr<FileLock> lock_of(const QString& file) { return FileLock::take(file + QStringLiteral(".lock")); }

Result<Recovered> read(const QString& file)
{
    const Result<JsonDocument> document = JsonDocument::read(file.toStdString());
    if (!document)
        return document.failure_as<Recovered>();
    Diagnostics diagnostics;
    ObjectReader reader(*document, document->root(), "", diagnostics);
    if (const auto schema = reader.string("schema"); schema && *schema != kSchema)
        reader.fail("autosave.schema", "schema",
                    "the schema must be \"" + std::string(kSchema) + "\", not " + shown(*schema));
    OwnFile own;
    own.path = QString::fromStdString(reader.string("file").value_or(""));
    // Those of before say neither: then the session counts as changed, and what its file held as not known.
    if (const auto content = reader.has("content") ? reader.string("content") : std::nullopt) {
        if (Result<Digest> digest = Digest::from_hex(*content))
            own.content = *digest;
        else
            reader.fail(digest.diagnostics().front().code, "content", digest.diagnostics().front().message);
    }
    if (reader.has("modified"))
        own.modified = reader.boolean("modified").value_or(true);
    const Json* session = reader.object("session");
    reader.finish();
    if (!diagnostics.empty() || !session)
        return diagnostics;
    Result<Session> result = session_from_json(*document, *session, "/session");
    if (!result)
        return result.failure_as<Recovered>();
    return Recovered{std::move(*result), std::move(own)};
}

} // namespace

Autosave::Autosave(const QString& folder, Start start)
{
    const QDir dir(folder);
    if (!dir.mkpath(QStringLiteral(".")))
        return;
    // Newest first: what was last worked on is what a person expects back.
    const auto files = start == Start::over
                           ? dir.entryInfoList({QStringLiteral("session-*.json")}, QDir::Files, QDir::Time)
                           : QFileInfoList();
    for (const QFileInfo& left : files) {
        if (!m_found)
            takeOver(left.absoluteFilePath());
        else if (lock_of(left.absoluteFilePath()))
            ++m_others;
    }
    for (int n = 1; m_file.isEmpty() && n <= kMostWindows; ++n) {
        const QString file = dir.absoluteFilePath(QStringLiteral("session-%1.json").arg(n));
        if (QFileInfo::exists(file))
            continue;
        m_lock = lock_of(file);
        if (m_lock && !QFileInfo::exists(file)) // nobody was quicker
            m_file = file;
    }
}

/// Nothing where it is another's, or is gone since it was listed; set aside where it cannot be read.
bool Autosave::takeOver(const QString& file)
{
    std::unique_ptr<FileLock> lock = lock_of(file);
    if (!lock || !QFileInfo::exists(file))
        return false;
    Result<Recovered> result = read(file);
    if (result) {
        m_found = std::move(*result);
        m_file = file;
        m_lock = std::move(lock);
        return true;
    }
    const QString aside = file + QStringLiteral(".unreadable-") +
                          QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-hhmmss-zzz"));
    // Where it cannot be renamed it stays as it is, and this run keeps its session elsewhere.
    const bool renamed = QFile::rename(file, aside);
    m_setAside.push_back({renamed ? aside : file, result.diagnostics().front()});
    return false;
}

Result<std::string> Autosave::bytes(const Session& session, const OwnFile& file)
{
    Json out{{"schema", kSchema},
             {"file", file.path.toStdString()},
             {"modified", file.modified},
             {"session", to_json(session)}};
    if (!file.content.empty())
        out["content"] = file.content.hex();
    return pretty_json(out);
}

void Autosave::discard()
{
    if (!m_file.isEmpty())
        QFile::remove(m_file);
    m_lock.reset();
    m_file.clear();
}

} // namespace blueprinting::ui
