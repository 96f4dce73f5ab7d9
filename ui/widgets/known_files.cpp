#include "ui/widgets/known_files.h"

#include <QFileInfo>
#include <QWidget>

namespace blueprinting::ui {
namespace {

QString key_of(const QString& path)
{
    const QFileInfo file(path);
    return file.exists() ? file.canonicalFilePath() : file.absoluteFilePath();
}

} // namespace

KnownFiles::KnownFiles(QWidget* window) : QObject(window) {}

KnownFiles* KnownFiles::of(const QWidget* widget)
{
    for (const QWidget* each = widget; each; each = each->parentWidget())
        if (auto* known = each->findChild<KnownFiles*>(QString(), Qt::FindDirectChildrenOnly))
            return known;
    return nullptr;
}

void KnownFiles::remember(const QString& path, const Digest& content) { m_content[key_of(path)] = content; }

std::optional<Digest> KnownFiles::content(const QString& path) const
{
    const auto at = m_content.find(key_of(path));
    return at == m_content.end() ? std::nullopt : std::optional(at->second);
}

} // namespace blueprinting::ui
