#pragma once
#include "core/base/digest.h"

#include <QObject>
#include <QString>

#include <map>
#include <optional>

class QWidget;

namespace blueprinting::ui {

/// What a window last read from files or wrote to them, so that what others have done to one since is noticed before it
/// is replaced. One a window; GUI thread.
class KnownFiles : public QObject {
    Q_OBJECT
public:
    explicit KnownFiles(QWidget* window);
    /// Of the window that this widget is in, or of the one that its dialog belongs to; null where it has none.
    static KnownFiles* of(const QWidget* widget);

    /// `content`: digest of the bytes that were read or written.
    void remember(const QString& path, const Digest& content);
    /// Nothing where this window never read or wrote it.
    [[nodiscard]] std::optional<Digest> content(const QString& path) const;

private:
    std::map<QString, Digest> m_content; ///< by path, links followed
};

} // namespace blueprinting::ui
