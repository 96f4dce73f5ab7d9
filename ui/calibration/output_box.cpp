#include "ui/calibration/output_box.h"

#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/link_button.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kMostLines = 10;

} // namespace

OutputBox::OutputBox(const QString& title, QWidget* parent)
    : QWidget(parent), m_output(named(new QPlainTextEdit(this), "output"))
{
    auto* name = new ToneLabel(title, {.bold = true}, this);
    auto* copy = named(new LinkButton(tr("Copy")), "copyOutput");
    connect(copy, &QAbstractButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_output->toPlainText()); });
    m_output->setAccessibleName(title);
    m_output->setReadOnly(true);
    m_output->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_output->setTabChangesFocus(true);
    auto* head = bare<QHBoxLayout>(nullptr, -1, {{name, 1}, copy});
    bare<QVBoxLayout>(this, metrics::kControlGap, {head, m_output});
}

void OutputBox::setOutput(const QString& output)
{
    const QFont font = fixed_font(this);
    m_output->setFont(font);
    m_output->setPlainText(label_text(output));
    const int lines = std::min(kMostLines, static_cast<int>(output.count(u'\n')) + 1);
    m_output->setFixedHeight(lines * QFontMetrics(font).lineSpacing() + 2 * metrics::kControlGap + 20);
}

} // namespace blueprinting::ui
