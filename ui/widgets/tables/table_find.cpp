#include "ui/widgets/named.h"
#include "ui/widgets/tables/table_view.h"

#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>

/// Finding rows by what they say.
namespace blueprinting::ui {

void TableView::setFindText(const QString& text)
{
    m_filter->setText(text);
    if (m_find && m_find->text() != text) {
        const QSignalBlocker quiet(m_find);
        m_find->setText(text);
    }
}

void TableView::startFind()
{
    if (m_finds_in)
        return m_finds_in->startFind();
    if (m_find_field) {
        m_find_field->setFocus(Qt::ShortcutFocusReason);
        m_find_field->selectAll();
        return;
    }
    if (!m_find) {
        m_find = named(new QLineEdit(this), "tableFind", tr("Rows that hold this text"));
        m_find->setPlaceholderText(tr("Rows that hold…"));
        m_find->setClearButtonEnabled(true);
        m_find->installEventFilter(this);
        connect(m_find, &QLineEdit::textChanged, this, [this](const QString& text) {
            m_filter->setText(text);
            Q_EMIT findTyped(text);
        });
        const QSignalBlocker quiet(m_find);
        m_find->setText(m_filter->text());
    }
    m_find->show();
    placeFind();
    m_find->raise();
    m_find->selectAll();
    m_find->setFocus(Qt::ShortcutFocusReason);
}

/// At the right under the header, over the rows.
void TableView::placeFind()
{
    if (!m_find || m_find->isHidden())
        return;
    const QSize size(std::min(220, viewport()->width()), m_find->sizeHint().height());
    m_find->setGeometry(QRect(QPoint(viewport()->geometry().right() - size.width(), viewport()->y() + 2), size));
}

/// The field stays while the keyboard is in it; Enter and Escape lead back to the rows.
bool TableView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_find) {
        if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
            m_find->hide();
        if (event->type() == QEvent::KeyPress) {
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
                setFocus(Qt::ShortcutFocusReason);
                return true;
            }
        }
        // Escape means this here, before any shortcut of the window.
        if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    return QTableView::eventFilter(watched, event);
}

} // namespace blueprinting::ui
