#include "ui/widgets/controls/digest_label.h"
#include "ui/style/explorer_style.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QToolButton>

namespace blueprinting::ui {

DigestLabel::DigestLabel(QWidget* parent)
    : QWidget(parent), m_label(new ToneLabel({}, {.size = ToneLabel::Size::fixed}, this)), m_copy(new QToolButton(this))
{
    m_copy->setIcon(icon(Icon::copy, Tone::secondary));
    m_copy->setIconSize(QSize(metrics::kRowIcon, metrics::kRowIcon));
    m_copy->setAutoRaise(true);
    m_copy->setToolTip(tr("Copy the whole digest"));
    m_copy->setAccessibleName(tr("Copy the whole digest"));
    set_compact(m_copy);
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_hex); });
    bare<QHBoxLayout>(this, 4, {m_label, m_copy});
}

void DigestLabel::setDigest(const QString& hex)
{
    m_hex = hex;
    m_label->setText(hex.isEmpty() ? QStringLiteral("–") : hex.left(12));
    m_label->setToolTip(hex);
    m_copy->setVisible(!hex.isEmpty());
    setAccessibleName(tr("Digest %1").arg(hex));
}

void DigestLabel::setTone(Tone tone) { m_label->setTone(tone); }

} // namespace blueprinting::ui
