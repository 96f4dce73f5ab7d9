#pragma once
#include "ui/style/tone.h"
#include "ui/widgets/forward.h"

#include <QWidget>

namespace blueprinting::ui {

/// The first twelve digits of a digest, the whole of it in the tooltip, and a button that copies it.
class DigestLabel : public QWidget {
    Q_OBJECT
public:
    explicit DigestLabel(QWidget* parent = nullptr);
    void setDigest(const QString& hex);
    void setTone(Tone tone);
    [[nodiscard]] QString digest() const { return m_hex; }

private:
    QString m_hex;
    ToneLabel* m_label;
    QToolButton* m_copy;
};

} // namespace blueprinting::ui
