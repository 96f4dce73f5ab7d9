#include "ui/schedule/schedule_fields.h"

#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace blueprinting::ui {

QString TimeSpin::textFromValue(double value) const
{
    if (value == minimum() && !specialValueText().isEmpty())
        return specialValueText();
    QString text = QString::number(value, 'f', decimals());
    while (text.contains(QLatin1Char('.')) && text.endsWith(QLatin1Char('0')) && !text.endsWith(QLatin1String(".0")))
        text.chop(1);
    return text;
}

void fit_to_number(QAbstractSpinBox* spin, int least)
{
    constexpr int around = 32; // frame, padding and arrows
    spin->setFixedWidth(std::max(least, spin->fontMetrics().horizontalAdvance(spin->text()) + around));
}

QWidget* labelled(QWidget* parent, const QString& label, QWidget* field)
{
    auto* pair = new QWidget(parent);
    auto* text = new ToneLabel(label, Tone::secondary, pair);
    text->setBuddy(field);
    bare<QHBoxLayout>(pair, 5, {text, field});
    return pair;
}

QWidget* beside(QWidget* parent, std::initializer_list<QWidget*> fields)
{
    auto* box = new QWidget(parent);
    auto* row = bare<QHBoxLayout>(box, 6);
    for (QWidget* field : fields)
        row->addWidget(field);
    row->addStretch(1);
    return box;
}

QToolButton* tool_button(QWidget* parent, Icon name, const QString& object, const QString& meaning)
{
    auto* out = new QToolButton(parent);
    out->setObjectName(object);
    out->setIcon(icon(name));
    out->setAutoRaise(true);
    out->setToolTip(meaning);
    out->setAccessibleName(meaning);
    return out;
}

} // namespace blueprinting::ui
