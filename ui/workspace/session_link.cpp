#include "ui/workspace/session_link.h"

#include "core/base/digest.h"
#include "core/base/json_document.h"
#include "ui/workspace/session_json.h"

#include <QByteArray>
#include <QStringList>
#include <QtEndian>

namespace blueprinting::ui {
namespace {

const QString kScheme = QStringLiteral("blueprinting:");
constexpr int kVersion = 1;
constexpr qsizetype kDigits = 16;
constexpr qsizetype kLengthBytes = 4; ///< that qCompress() puts first

QByteArray digits_of(const QByteArray& bytes)
{
    const Digest digest = Digest::of_bytes({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    return QByteArray::fromStdString(digest.hex()).left(kDigits);
}

Diagnostic refused(const char* code, const QString& why) { return {Severity::error, code, "link", why.toStdString()}; }

Diagnostic malformed(const QString& what)
{
    return refused("session.link.malformed",
                   QStringLiteral("%1; a link reads blueprinting:1:, 16 hexadecimal digits, \":\" and a text of the "
                                  "letters A-Z, a-z, 0-9, - and _")
                       .arg(what));
}

QString without_space(const QString& text)
{
    QString out;
    out.reserve(text.size());
    for (const QChar c : text)
        if (!c.isSpace())
            out += c;
    return out;
}

} // namespace

Result<QString> session_link(const Session& session)
{
    const Result<std::string> text = session_text(session);
    if (!text)
        return text.failure_as<QString>();
    const QByteArray bytes = qCompress(QByteArray::fromStdString(*text), 9);
    if (bytes.size() > kMostLinkBytes || static_cast<qsizetype>(text->size()) > kMostLinkedBytes)
        return refused(
            "session.link.too_large",
            QStringLiteral("the session takes %1 bytes compressed, and a link holds at most %2; save it as a file")
                .arg(bytes.size())
                .arg(kMostLinkBytes));
    return kScheme + QString::number(kVersion) + u':' + QString::fromLatin1(digits_of(bytes)) + u':' +
           QString::fromLatin1(bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

bool looks_like_link(const QString& text) { return text.trimmed().startsWith(kScheme); }

Result<Session> session_from_link(const QString& text)
{
    if (!looks_like_link(text))
        return malformed(QStringLiteral("this text does not begin with \"blueprinting:\""));
    // Base64 takes four letters for three bytes; what stands before it and white space are few.
    if (text.size() > kMostLinkBytes * 2)
        return refused("session.link.too_large", QStringLiteral("the link has %1 characters, and at most %2 are read")
                                                     .arg(text.size())
                                                     .arg(kMostLinkBytes * 2));
    const QStringList parts = without_space(text).split(u':');
    if (parts.size() != 4)
        return malformed(QStringLiteral("it has %1 parts between colons, not 4").arg(parts.size()));
    if (parts[1] != QString::number(kVersion))
        return refused("session.link.version",
                       QStringLiteral("this program reads links of version %1, and this one says \"%2\"")
                           .arg(kVersion)
                           .arg(parts[1].left(20)));
    const auto decoded = QByteArray::fromBase64Encoding(
        parts[3].toLatin1(), QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return malformed(QStringLiteral("a letter of its last part is none of base64url"));
    const QByteArray& bytes = *decoded;
    if (QString::fromLatin1(digits_of(bytes)) != parts[2])
        return refused("session.link.damaged",
                       QStringLiteral("the link is not whole: its digits say %1, and what follows them gives %2")
                           .arg(parts[2].left(20), QString::fromLatin1(digits_of(bytes))));
    if (bytes.size() > kMostLinkBytes)
        return refused("session.link.too_large", QStringLiteral("it holds %1 bytes compressed, and at most %2 are read")
                                                     .arg(bytes.size())
                                                     .arg(kMostLinkBytes));
    const qsizetype length = bytes.size() < kLengthBytes ? 0 : qFromBigEndian<quint32>(bytes.constData());
    if (length == 0 || length > kMostLinkedBytes)
        return refused("session.link.too_large",
                       QStringLiteral("it says that its session has %1 bytes; 1 to %2 are read")
                           .arg(length)
                           .arg(kMostLinkedBytes));
    const QByteArray session = qUncompress(bytes);
    if (session.size() != length)
        return refused("session.link.damaged",
                       QStringLiteral("its session does not unpack to the %1 bytes that it says").arg(length));
    const auto document = JsonDocument::parse(session.toStdString(), "link");
    if (!document)
        return document.failure_as<Session>();
    return session_from_json(*document);
}

} // namespace blueprinting::ui
