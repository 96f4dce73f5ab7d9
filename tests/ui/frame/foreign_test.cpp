#include "tests/ui/frame/foreign_fixture.h"
#include "ui/style/foreign_text.h"
#include "ui/style/menu_text.h"
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/controls/message_bar.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFileDialog>
#include <QGroupBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSet>
#include <QTabBar>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTimer>
#include <QToolTip>
#include <QXmlStreamReader>

#include <algorithm>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// By Unicode's own tables: what a line of text obeys. Isolates that close are the program's own, around right-to-left
/// names.
QString obeyed(const QString& text)
{
    int open = 0;
    for (const uint c : text.toUcs4()) {
        const auto character = static_cast<char32_t>(c);
        const QChar::Category category = QChar::category(character);
        const QChar::Direction direction = QChar::direction(character);
        const bool blank = character == U'\n' || character == U'\t';
        open += character == 0x2068 ? 1 : character == 0x2069 ? -1 : 0;
        const bool turns = direction == QChar::DirLRE || direction == QChar::DirLRO || direction == QChar::DirRLE ||
                           direction == QChar::DirRLO || direction == QChar::DirPDF || direction == QChar::DirLRI ||
                           direction == QChar::DirRLI || character == 0x200E || character == 0x200F ||
                           character == 0x061C;
        if ((category == QChar::Other_Control && !blank) || category == QChar::Separator_Line ||
            category == QChar::Separator_Paragraph || category == QChar::Other_Surrogate || turns || open < 0)
            return QStringLiteral("U+%1").arg(c, 4, 16, QLatin1Char('0'));
    }
    return open != 0 ? QStringLiteral("U+2068 that does not close") : QString();
}

QString printable(const QString& text)
{
    return QString::fromLatin1(text.left(160).toUtf8().toPercentEncoding(" <>&;,.:()=|'\"/\\"));
}

/// Gathers what the window shows, and what is wrong with it.
class Surfaces {
public:
    void text(const QString& where, const QString& text)
    {
        if (text.isEmpty())
            return;
        ++m_count;
        if (m_met.contains(text))
            return; // looked at already
        m_met.insert(text);
        m_all += text + u'\n';
        if (const QString what = obeyed(text); !what.isEmpty())
            m_faults.insert(QStringLiteral("%1 in %2: %3").arg(what, where, printable(text)));
        // Escaped once too often: the text would be read as it is.
        if (text.contains(QStringLiteral("&lt;b&gt;x")) || text.contains(QStringLiteral("&lt;img")))
            m_faults.insert(QStringLiteral("escaped for nothing in %1: %2").arg(where, printable(text)));
    }
    void fault(const QString& what) { m_faults.insert(what); }

    void action(const QString& where, QAction* action)
    {
        text(where + QStringLiteral(", action"), action->text());
        text(where + QStringLiteral(", action's tooltip"), action->toolTip());
        text(where + QStringLiteral(", action's status"), action->statusTip());
        if (action->menu())
            menu(where, action->menu());
    }
    void menu(const QString& where, QMenu* menu)
    {
        if (!m_menus.insert(menu).second)
            return;
        Q_EMIT menu->aboutToShow();
        text(where + QStringLiteral(", menu"), menu->title());
        for (QAction* each : menu->actions())
            action(where + u'/' + menu->title(), each);
    }

    void items(const QString& where, const QAbstractItemModel* model, const QModelIndex& parent = {}, int depth = 0)
    {
        if (!model || depth > 3)
            return;
        for (int column = 0; column < model->columnCount(parent); ++column)
            for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)})
                text(where + QStringLiteral(", header"), model->headerData(column, Qt::Horizontal, role).toString());
        for (int row = 0; row < std::min(model->rowCount(parent), 400); ++row)
            for (int column = 0; column < model->columnCount(parent); ++column) {
                const QModelIndex index = model->index(row, column, parent);
                for (const int role :
                     {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole), int(Qt::StatusTipRole)})
                    text(QStringLiteral("%1, item, role %2").arg(where).arg(role), index.data(role).toString());
                if (index.data(CellRole).canConvert<Cell>()) {
                    const Cell cell = index.data(CellRole).value<Cell>();
                    for (const QString& part : {cell.text, cell.note, cell.chip, cell.tooltip})
                        text(where + QStringLiteral(", cell"), part);
                }
                if (column == 0 && model->hasChildren(index))
                    items(where, model, index, depth + 1);
            }
    }

    void svg(const QString& where, const QByteArray& bytes)
    {
        QXmlStreamReader xml(bytes);
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::Characters)
                text(where + QStringLiteral(", drawn"), xml.text().toString());
        if (xml.hasError())
            fault(where + QStringLiteral(" is no XML: ") + xml.errorString());
    }

    void widget(QWidget* widget)
    {
        const QString where =
            QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()), widget->objectName());
        for (const auto& [what, said] :
             {std::pair("name", widget->accessibleName()), std::pair("description", widget->accessibleDescription()),
              std::pair("tooltip", widget->toolTip()), std::pair("status", widget->statusTip()),
              std::pair("title", widget->windowTitle())})
            text(where + QStringLiteral(", ") + QLatin1String(what), said);
        if (const auto* label = qobject_cast<QLabel*>(widget)) {
            QTextDocument page;
            if (label->textFormat() == Qt::RichText)
                page.setHtml(label->text());
            else
                page.setPlainText(label->text());
            text(where, page.toPlainText());
            const bool ours = label->objectName() == QStringLiteral("messageText") ||
                              label->text().startsWith(QStringLiteral("<a href=\"copy\">")) ||
                              label->text().startsWith(QStringLiteral("<b>Blueprinting Explorer"));
            if (label->isVisible() && label->textFormat() != Qt::PlainText && !ours)
                fault(where + QStringLiteral(" takes markup: ") + printable(label->text()));
        }
        if (const auto* button = qobject_cast<QAbstractButton*>(widget))
            text(where, button->text());
        if (const auto* box = qobject_cast<QGroupBox*>(widget))
            text(where, box->title());
        if (const auto* field = qobject_cast<QLineEdit*>(widget))
            text(where + QStringLiteral(", placeholder"), field->placeholderText()); // what is edited is the exact text
        if (const auto* page = qobject_cast<QPlainTextEdit*>(widget))
            text(where, page->toPlainText());
        if (const auto* page = qobject_cast<QTextEdit*>(widget))
            text(where, page->toPlainText());
        if (const auto* tabs = qobject_cast<QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i) {
                text(where, tabs->tabText(i));
                text(where, tabs->tabToolTip(i));
            }
        if (const auto* box = qobject_cast<QComboBox*>(widget))
            items(where, box->model());
        if (const auto* view = qobject_cast<QAbstractItemView*>(widget); view && !qobject_cast<QHeaderView*>(widget))
            items(where, view->model());
        if (auto* menu = qobject_cast<QMenu*>(widget))
            this->menu(where, menu);
        for (QAction* each : widget->actions())
            action(where, each);
        if (auto* chart = qobject_cast<ChartWidget*>(widget)) {
            text(where, chart->title());
            for (const LegendItem& item : chart->legend())
                text(where + QStringLiteral(", legend"), item.name);
            svg(where, chart->encoded(FileFormat::svg, light_theme()));
            hover(where, chart);
        }
    }

    /// What a chart says under the pointer.
    void hover(const QString& where, QWidget* chart)
    {
        if (!chart->isVisible())
            return;
        for (int y = 4; y < chart->height(); y += std::max(9, chart->height() / 12))
            for (int x = 4; x < chart->width(); x += std::max(9, chart->width() / 12)) {
                QMouseEvent move(QEvent::MouseMove, QPointF(x, y), chart->mapToGlobal(QPointF(x, y)), Qt::NoButton,
                                 Qt::NoButton, {});
                QApplication::sendEvent(chart, &move);
                text(where + QStringLiteral(", read-out"), QToolTip::text());
                tip(where);
            }
    }
    /// The tooltip in sight, if any, is no markup.
    void tip(const QString& where)
    {
        for (const QWidget* top : QApplication::topLevelWidgets())
            if (const auto* label = qobject_cast<const QLabel*>(top);
                label && top->inherits("QTipLabel") && top->isVisible()) {
                m_tips += label->textFormat() == Qt::PlainText;
                if (label->textFormat() != Qt::PlainText)
                    fault(where + QStringLiteral(": a tooltip takes markup"));
            }
    }
    void tooltip(QWidget* widget)
    {
        if (widget->toolTip().isEmpty() || !widget->isVisible())
            return;
        QHelpEvent event(QEvent::ToolTip, widget->rect().center(), widget->mapToGlobal(widget->rect().center()));
        QApplication::sendEvent(widget, &event);
        tip(widget->objectName());
    }

    void all(QWidget* root)
    {
        widget(root);
        const auto found = root->findChildren<QWidget*>();
        const std::vector<QPointer<QWidget>> children(found.begin(), found.end()); // looking may take some away
        for (const QPointer<QWidget>& each : children) {
            if (each)
                widget(each);
            if (each)
                tooltip(each);
        }
        QToolTip::hideText();
    }

    [[nodiscard]] int count() const { return m_count; }
    [[nodiscard]] int tips() const { return m_tips; }
    [[nodiscard]] bool holds(const QString& text) const { return m_all.contains(text); }
    [[nodiscard]] QString faults() const { return QStringList(m_faults.begin(), m_faults.end()).join(u'\n'); }

private:
    QString m_all;
    QSet<QString> m_met;
    int m_count = 0;
    int m_tips = 0;
    std::set<QString> m_faults;
    std::set<QMenu*> m_menus;
};

/// Looks at each dialog and menu that opens, and turns it away.
class DialogWatch {
public:
    explicit DialogWatch(Surfaces& surfaces) : m_surfaces(surfaces)
    {
        m_timer.setInterval(1);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            if (QWidget* popup = QApplication::activePopupWidget()) {
                m_surfaces.all(popup);
                popup->close();
            } else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
                // A file's name is edited as it is, and what lies in the folder is shown by Qt.
                if (!qobject_cast<QFileDialog*>(dialog))
                    m_surfaces.all(dialog);
                m_seen << (dialog->objectName().isEmpty() ? QString::fromLatin1(dialog->metaObject()->className())
                                                          : dialog->objectName());
                dialog->reject();
            }
        });
        m_timer.start();
    }
    [[nodiscard]] const QStringList& seen() const { return m_seen; }

private:
    Surfaces& m_surfaces;
    QTimer m_timer;
    QStringList m_seen;
};

} // namespace

/// Names that people and files gave, wherever the window shows them: letter by letter, obeyed by nothing.
class ForeignTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

    void openAll(Foreign& f)
    {
        f.openSession();
        for (const ViewEntry& entry : view_entries())
            f.show(qPrintable(entry.id));
        for (const QString& file : f.files()) {
            const auto opened = f.window.openFile(file);
            QVERIFY2(opened, qPrintable(file));
            f.settle();
        }
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void everyViewShowsThemAsTheyAre_data()
    {
        QTest::addColumn<QString>("view");
        for (const ViewEntry& entry : view_entries())
            QTest::newRow(qPrintable(entry.id)) << entry.id;
    }
    void everyViewShowsThemAsTheyAre()
    {
        QFETCH(QString, view);
        Foreign f(*m_theme);
        openAll(f);
        Surfaces surfaces;
        // What is behind switches, too: each page of each switch is brought to the front.
        f.show(qPrintable(view));
        surfaces.all(&f.window);
        const auto buttons = f.window.currentView()->findChildren<QAbstractButton*>();
        for (const QPointer<QAbstractButton>& button :
             std::vector<QPointer<QAbstractButton>>(buttons.begin(), buttons.end()))
            if (button && button->isCheckable() && !button->isChecked() && button->isVisible() && button->isEnabled()) {
                button->click();
                f.settle();
                surfaces.all(f.window.currentView());
            }
        for (const char* id : {"s1", "s3", "s4"}) {
            f.workspace.selectStrategy(id);
            f.settle();
            surfaces.all(&f.window);
        }
        QVERIFY2(surfaces.faults().isEmpty(), qPrintable(surfaces.faults()));
        QVERIFY2(surfaces.count() > 1000, qPrintable(QString::number(surfaces.count())));
        QVERIFY(surfaces.tips() > 0);
        for (const QString& name : Foreign::seen()) // the list of strategies stands beside most views
            QVERIFY2(surfaces.holds(name), qPrintable(name));
    }

    /// Every command of every menu and of the palette; what opens is looked at and turned away.
    void everyDialogShowsThemAsTheyAre()
    {
        Foreign f(*m_theme);
        openAll(f);
        f.window.setUnsavedPrompt({}); // the dialog itself
        Surfaces surfaces;
        DialogWatch watch(surfaces);
        const auto before = f.workspace.session();
        std::vector<QAction*> commands;
        const std::function<void(QMenu*)> gather = [&](QMenu* menu) {
            Q_EMIT menu->aboutToShow();
            for (QAction* action : menu->actions())
                if (action->menu())
                    gather(action->menu());
                else if (!action->isSeparator() && action->isEnabled() &&
                         action->objectName() != QStringLiteral("quitAction"))
                    commands.push_back(action);
        };
        for (QAction* action : f.window.menuBar()->actions())
            if (action->menu())
                gather(action->menu());
        QVERIFY2(commands.size() > 60, qPrintable(QString::number(commands.size())));
        int looked = 0;
        std::vector<QPointer<QAction>> kept(commands.begin(), commands.end());
        for (const QPointer<QAction>& command : kept) {
            if (!command)
                continue;
            const QString name = command->text();
            command->trigger();
            f.settle();
            for (QDialog* dialog : f.window.findChildren<QDialog*>())
                if (dialog->isVisible()) {
                    surfaces.all(dialog);
                    dialog->close();
                }
            surfaces.all(f.find<MessageBar>("messageBar"));
            ++looked;
            if (f.workspace.session().strategies != before.strategies) {
                f.workspace.reset(before);
                f.settle();
            }
        }
        f.window.close(); // asks for the unsaved changes
        QVERIFY2(surfaces.faults().isEmpty(), qPrintable(surfaces.faults()));
        QVERIFY(looked > 50);
        QVERIFY2(watch.seen().contains(QStringLiteral("QMessageBox")) ||
                     watch.seen().contains(QStringLiteral("unsavedChanges")),
                 qPrintable(watch.seen().join(u' ')));
        f.window.setUnsavedPrompt([](const QString&) { return UnsavedChoice::discard; });
    }

    void refusalsShowThemAsTheyAre()
    {
        Foreign f(*m_theme);
        openAll(f);
        Surfaces surfaces;
        for (const QString& file : f.refusedFiles()) {
            QVERIFY2(!f.window.openFile(file), qPrintable(file));
            f.settle();
            surfaces.all(&f.window);
            // All problems, in a window of their own.
            for (QAbstractButton* button : f.find<MessageBar>("messageBar")->findChildren<QAbstractButton*>())
                if (button->isVisible() && button->objectName() != QStringLiteral("messageClose")) {
                    DialogWatch watch(surfaces);
                    button->click();
                    f.settle();
                    for (QDialog* dialog : f.window.findChildren<QDialog*>())
                        if (dialog->isVisible()) {
                            surfaces.all(dialog);
                            dialog->close();
                        }
                    break;
                }
        }
        QVERIFY(!f.window.openFiles(f.refusedFiles()));
        f.settle();
        surfaces.all(&f.window);
        QVERIFY2(surfaces.faults().isEmpty(), qPrintable(surfaces.faults()));
        QVERIFY(surfaces.holds(QStringLiteral("=<b>x\\u001b[31m\\u009b\\u202e\"")));
    }

    /// A label and a message box hold no markup, whoever sets it.
    void labelsTakeNoMarkup()
    {
        const QString markup = QStringLiteral("<b>x</b><img src=\"/nowhere.png\">");
        QMessageBox box(QMessageBox::Warning, markup, markup);
        box.setInformativeText(markup);
        box.show();
        int labels = 0;
        for (const QLabel* label : box.findChildren<QLabel*>())
            if (label->text() == markup) {
                QCOMPARE(label->textFormat(), Qt::PlainText);
                ++labels;
            }
        QCOMPARE(labels, 2);
        QWidget widget;
        widget.setToolTip(markup);
        widget.resize(80, 80);
        widget.show();
        QHelpEvent event(QEvent::ToolTip, QPoint(5, 5), widget.mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(&widget, &event);
        QCOMPARE(QToolTip::text(), markup);
        Surfaces surfaces;
        surfaces.tip(QStringLiteral("any widget"));
        QVERIFY2(surfaces.faults().isEmpty(), qPrintable(surfaces.faults()));
        QCOMPARE(surfaces.tips(), 1);
        QToolTip::hideText();
    }

    void oneFunctionForEachSurface()
    {
        const QString name = QStringLiteral("a\u202e<b>\n&\u2068x\u2069 'q'");
        QCOMPARE(label_text(name), QStringLiteral("a\\u202e<b>\n&\u2068x\u2069 'q'"));
        QCOMPARE(line_text(name), QStringLiteral("a\\u202e<b> &\u2068x\u2069 'q'"));
        QCOMPARE(plain_tooltip(name), label_text(name));
        QCOMPARE(menu_text(name), QStringLiteral("a\\u202e<b> &&\u2068x\u2069 'q'"));
        QCOMPARE(markup_text(name), QStringLiteral("a\\u202e&lt;b&gt; &amp;\u2068x\u2069 &#39;q&#39;"));
        QCOMPARE(name_in_sentence(name), QStringLiteral("a\\u202e<b> &\\u2068x\\u2069 'q'"));
        QCOMPARE(name_in_sentence(QStringLiteral("שלום\u2069!")), QStringLiteral("\u2068שלום\\u2069!\u2069"));
        QCOMPARE(label_text(QStringLiteral("\u2069a\u2068b")), QStringLiteral("\\u2069a\\u2068b")); // they do not close
        QCOMPARE(label_text(QStringLiteral("\U0001F469\u200d\U0001F4BB")),
                 QStringLiteral("\U0001F469\u200d\U0001F4BB"));
        QCOMPARE(label_text(QString(QChar(0xDB40)) + QChar(0xDC41)), QStringLiteral("\\U000e0041")); // a tag
    }
};

BLUEPRINTING_UI_TEST(ForeignTest)
#include "foreign_test.moc"
