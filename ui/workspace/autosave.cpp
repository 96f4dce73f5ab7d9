#include "ui/workspace/autosave.h"

#include "core/base/canonical_json.h"
#include "core/base/object_reader.h"
#include "ui/workspace/session_json.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace blueprinting::ui {
namespace {

constexpr std::string_view kSchema = "blueprinting.autosave.v0";
constexpr int kMostWindows = 100;

std::unique_ptr<QLockFile> try_lock(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(file + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // stale means that the owner is dead, however old the file is
    if (!lock->tryLock(0))
        return nullptr;
    return lock;
}

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
    const auto saved_as = reader.string("file");
    const Json* session = reader.object("session");
    reader.finish();
    if (!diagnostics.empty() || !session)
        return diagnostics;
    Result<Session> result = session_from_json(*document, *session, "/session");
    if (!result)
        return result.failure_as<Recovered>();
    return Recovered{std::move(*result), QString::fromStdString(*saved_as)};
}

} // namespace

Autosave::Autosave(const QString& folder, Start start)
{
    const QDir dir(folder);
    if (!dir.mkpath(QStringLiteral(".")))
        return;
    // Newest first: what was last worked on is what a person expects back.
    const auto files = start == Start::over ? dir.entryInfoList({QStringLiteral("session-*.json")}, QDir::Files, QDir::Time) : QFileInfoList();
    for (const QFileInfo& left : files) {
        m_lock = try_lock(left.absoluteFilePath());
        if (m_lock) {
            m_file = left.absoluteFilePath();
            m_taken = QFileInfo::exists(m_file); // its owner may have ended well a moment ago
            return;
        }
    }
    for (int n = 1; n <= kMostWindows; ++n) {
        const QString file = dir.absoluteFilePath(QStringLiteral("session-%1.json").arg(n));
        if (QFileInfo::exists(file))
            continue;
        m_lock = try_lock(file);
        if (m_lock) {
            m_file = file;
            return;
        }
    }
}

Autosave::~Autosave() = default;

std::optional<Recovered> Autosave::recover()
{
    if (!std::exchange(m_taken, false))
        return std::nullopt;
    Result<Recovered> result = read(m_file);
    if (result)
        return std::move(*result);
    const QString aside = m_file + QStringLiteral(".unreadable-") +
                          QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-hhmmss-zzz"));
    // Where it cannot be renamed it is overwritten by the next autosave: it is of no use to anyone.
    const bool renamed = QFile::rename(m_file, aside);
    m_setAside = SetAside{renamed ? aside : m_file, result.diagnostics().front()};
    return std::nullopt;
}

Result<std::string> Autosave::bytes(const Session& session, const QString& file)
{
    return pretty_json({{"schema", kSchema}, {"file", file.toStdString()}, {"session", to_json(session)}});
}

void Autosave::discard()
{
    if (!m_file.isEmpty())
        QFile::remove(m_file);
    m_lock.reset();
    m_file.clear();
}

} // namespace blueprinting::ui
