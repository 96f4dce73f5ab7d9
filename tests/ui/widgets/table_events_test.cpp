#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/tables/table_header.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyle>
#include <QTimer>

using namespace blueprinting::ui;
namespace testing = blueprinting::testing;

/// A table as a person drives it: header clicks, keys, the menu, the field to find rows in.
class TableEventsTest : public QObject {
    Q_OBJECT

    static TableRow row(const QString& key, double value, const QString& text)
    {
        return {key, {text_cell(key), number_cell(value, text), number_cell(-value, QString::number(-value))}};
    }
    QStringList shown() const
    {
        QStringList keys;
        for (int i = 0; i < m_view->model()->rowCount(); ++i)
            keys << m_view->model()->index(i, 0).data(KeyRole).toString();
        return keys;
    }
    void clickHeader(int section)
    {
        auto* header = m_view->horizontalHeader();
        QTest::mouseClick(
            header->viewport(), Qt::LeftButton, {},
            QPoint(header->sectionViewportPosition(section) + header->sectionSize(section) / 2, header->height() - 8));
    }
    /// Opens the context menu as the menu key does, lets `act` use it, and closes it.
    void withMenu(QWidget* at, const std::function<void(QWidget*)>& act)
    {
        bool opened = false;
        QTimer::singleShot(0, this, [&] {
            QWidget* popup = QApplication::activePopupWidget();
            opened = popup != nullptr;
            if (popup) {
                act(popup);
                popup->close();
            }
        });
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, at->rect().center(), at->mapToGlobal(at->rect().center()));
        QApplication::sendEvent(at, &menu);
        QVERIFY(opened);
    }
    static QAction* action(QWidget* menu, const QString& name)
    {
        for (QAction* one : menu->actions()) {
            if (one->objectName() == name)
                return one;
            if (one->menu())
                if (QAction* inner = action(one->menu(), name))
                    return inner;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void init()
    {
        m_table = std::make_unique<RowTable>(std::vector<Column>{{"name", "Name"},
                                                                 {"value", "Value (s)", {}, ColumnKind::number},
                                                                 {"minus", "Minus (s)", {}, ColumnKind::number}});
        m_view = std::make_unique<TableView>(m_table.get());
        m_view->setObjectName("table");
        // As texts "10" < "9" < "9e-3"; as values 0.009 < 9 < 10.
        m_table->setRows(
            {row("nine", 9, "9"), row("ten", 10, "10"), row("little", 0.009, "9e-3"), row("two", 2, "2.0")});
        m_view->setAttribute(Qt::WA_DontShowOnScreen);
        m_view->resize(420, 220);
        m_view->show();
        QApplication::setActiveWindow(m_view.get());
        QCoreApplication::processEvents();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_view->model(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void cleanup()
    {
        m_tester.reset();
        m_view.reset();
        m_table.reset();
    }

    void headerClicksSortByValue()
    {
        const QStringList given = shown();
        clickHeader(1);
        QCOMPARE(shown(), (QStringList{"little", "two", "nine", "ten"}));
        clickHeader(1);
        QCOMPARE(shown(), (QStringList{"ten", "nine", "two", "little"}));
        clickHeader(1);
        QCOMPARE(shown(), given);
        clickHeader(0);
        QCOMPARE(shown(), (QStringList{"little", "nine", "ten", "two"}));
    }

    void keysSort()
    {
        m_view->setFocus(Qt::TabFocusReason);
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QCOMPARE(m_view->currentIndex().column(), 1);
        QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(m_view->sortedBy(), QString("value"));
        QCOMPARE(shown(), (QStringList{"little", "two", "nine", "ten"}));
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(shown(), (QStringList{"ten", "nine", "two", "little"}));
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(m_view->sortedBy(), QString("minus"));
        QCOMPARE(shown(), (QStringList{"little", "two", "nine", "ten"}));
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::AltModifier); // once more: the given order
        QCOMPARE(m_view->sortedBy(), QString());
        QCOMPARE(shown(), (QStringList{"nine", "ten", "little", "two"}));
        QCOMPARE(m_view->currentKey(), QString("ten")); // sorting picks nothing else
    }

    /// The keyboard comes to a table in which nothing is picked, and rows go: nobody picked anything.
    void onlyKeysAndClicksPick()
    {
        QSignalSpy picked(m_view.get(), &TableView::keyPicked);
        for (const auto reason : {Qt::TabFocusReason, Qt::OtherFocusReason, Qt::ShortcutFocusReason}) {
            m_view->clearFocus();
            m_view->setFocus(reason);
            QVERIFY(m_view->hasFocus());
            QVERIFY(m_view->currentKey().isEmpty() && !m_view->currentIndex().isValid());
        }
        QCOMPARE(picked.size(), 0);
        // The first arrow key leads to the first row, the next to the second.
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->currentKey(), QString("nine"));
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->currentKey(), QString("ten"));
        QCOMPARE(picked.size(), 2);
        // The picked row is filtered away: none of the others takes its place, and it is picked when it comes again.
        m_view->setFindText("t");
        m_view->setFindText("two");
        QCOMPARE(shown(), QStringList{"two"});
        m_table->setRows({row("nine", 9, "9"), row("two", 2, "2.0")});
        QCOMPARE(m_view->currentKey(), QString("ten"));
        QVERIFY(!m_view->selectionModel()->hasSelection());
        m_table->setRows({row("nine", 9, "9"), row("ten", 10, "10"), row("two", 2, "2.0")});
        m_view->setFindText({});
        QCOMPARE(m_view->selectionModel()->selectedRows().value(0).data(KeyRole).toString(), QString("ten"));
        QCOMPARE(picked.size(), 2);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          m_view->visualRect(m_view->model()->index(2, 0)).center());
        QCOMPARE(m_view->currentKey(), QString("two"));
        QCOMPARE(picked.size(), 3);
    }

    void theHeaderShowsWhatTheKeyboardWouldSort()
    {
        const auto framed = [this](int section) {
            const QImage image = testing::draw(*m_view, m_view->size());
            const auto* header = m_view->horizontalHeader();
            const QRect place(header->x() + header->sectionViewportPosition(section), header->y(),
                              header->sectionSize(section), header->height());
            return testing::count_pixels(image.copy(place), light_theme().accent) > header->sectionSize(section);
        };
        QVERIFY(!framed(0));
        m_view->setFocus(Qt::TabFocusReason);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QVERIFY(framed(0) && !framed(1));
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QVERIFY(!framed(0) && framed(1));
    }

    void theMenuSorts()
    {
        withMenu(m_view->viewport(), [](QWidget* menu) { action(menu, "sort.value")->trigger(); });
        QCOMPARE(shown(), (QStringList{"little", "two", "nine", "ten"}));
        withMenu(m_view->viewport(), [](QWidget* menu) {
            QVERIFY(action(menu, "sort.value")->isChecked());
            action(menu, "sortDescending")->trigger();
        });
        QCOMPARE(shown(), (QStringList{"ten", "nine", "two", "little"}));
        withMenu(m_view->viewport(), [](QWidget* menu) { action(menu, "sortGiven")->trigger(); });
        QCOMPARE(shown(), (QStringList{"nine", "ten", "little", "two"}));
    }

    void typedTextFilters()
    {
        m_view->startFind();
        auto* field = m_view->findChild<QLineEdit*>("tableFind");
        QVERIFY(field && field->isVisible());
        QTest::keyClicks(field, "t");
        QCOMPARE(shown(), (QStringList{"ten", "little", "two"}));
        QTest::keyClicks(field, "W");
        QCOMPARE(shown(), (QStringList{"two"}));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
        QCOMPARE(shown(), (QStringList{"two"})); // still in force
        m_view->setFindText({});
        QCOMPARE(shown().size(), 4);
    }

    void columnsAreHiddenByTheMenu()
    {
        withMenu(m_view->viewport(), [](QWidget* menu) { action(menu, "show.minus")->trigger(); });
        QVERIFY(m_view->isColumnHidden(2));
        withMenu(m_view->viewport(), [](QWidget* menu) {
            QVERIFY(!action(menu, "sort.minus"));
            action(menu, "show.minus")->trigger();
        });
        QVERIFY(!m_view->isColumnHidden(2));
        // What names the rows cannot be hidden.
        m_view->setColumnShown("value", false);
        m_view->setColumnShown("minus", false);
        m_view->setColumnShown("name", false);
        QVERIFY(m_view->isColumnShown("name") && !m_view->isColumnHidden(0));
        withMenu(m_view->viewport(), [this](QWidget* menu) {
            QVERIFY(!action(menu, "show.name")->isEnabled());
            action(menu, "showAll")->trigger();
            QVERIFY(!m_view->isColumnHidden(1) && !m_view->isColumnHidden(2));
        });
    }

    void theColumnsMenuStaysOpen()
    {
        const std::unique_ptr<QMenu> menu(m_view->makeColumnsMenu(m_view.get()));
        menu->popup(m_view->mapToGlobal(QPoint(0, 0)));
        QVERIFY(menu->isVisible());
        for (const char* name : {"show.value", "show.minus"})
            QTest::mouseClick(menu.get(), Qt::LeftButton, {}, menu->actionGeometry(action(menu.get(), name)).center());
        QVERIFY(menu->isVisible() && m_view->isColumnHidden(1) && m_view->isColumnHidden(2));
        QVERIFY(!action(menu.get(), "show.value")->isChecked());
        menu->setActiveAction(action(menu.get(), "show.value"));
        QTest::keyClick(menu.get(), Qt::Key_Space);
        QVERIFY(menu->isVisible() && !m_view->isColumnHidden(1));
        QTest::mouseClick(menu.get(), Qt::LeftButton, {}, menu->actionGeometry(action(menu.get(), "showAll")).center());
        QVERIFY(menu->isVisible() && !m_view->isColumnHidden(2) && action(menu.get(), "show.minus")->isChecked());
        QTest::keyClick(menu.get(), Qt::Key_Escape);
        QVERIFY(!menu->isVisible());
    }

    /// Whatever the rows are sorted by, its name and the arrow have room.
    void theArrowHasRoomBesideTheName()
    {
        Column narrow = number_column("narrow", QStringLiteral("Δ (s)"), {});
        Column bar{QStringLiteral("bar"), QStringLiteral("−|+")};
        bar.kind = ColumnKind::difference;
        bar.stretch = true;
        m_table->setColumns({{"name", "Name"}, narrow, number_column("plain", QStringLiteral("Δ (s)"), {}), bar});
        m_table->setRows({{"a", {text_cell("a"), number_cell(1, "1"), number_cell(1, "1"), number_cell(1, {})}},
                          {"b", {text_cell("b"), number_cell(2, "2"), number_cell(1, "1"), number_cell(-1, {})}}});
        QHeaderView* header = m_view->horizontalHeader();
        const int mark = header->style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, header);
        const int margin = header->style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header);
        for (const int column : {1, 2, 0}) {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 6, header->height() / 2));
            QCOMPARE(header->sortIndicatorSection(), column);
            QFont bold = header->font();
            bold.setBold(true);
            const QString name = m_table->headerData(column, Qt::Horizontal).toString();
            QTRY_VERIFY(header->sectionSize(column) >= QFontMetrics(bold).horizontalAdvance(name) + mark + 2 * margin);
        }
        // A column of bars has an arrow, too.
        const auto head = [&] {
            QImage picture(header->size(), QImage::Format_RGB32);
            header->render(&picture);
            return picture.copy(header->sectionViewportPosition(3), 0, header->sectionSize(3), header->height());
        };
        const QImage before = head();
        m_view->sortBy("bar");
        QCoreApplication::processEvents();
        QVERIFY(head() != before);
    }

    void copiesAsTsvAndMarkdown()
    {
        m_view->setColumnShown("minus", false);
        m_view->sortBy("value");
        m_view->setFocus();
        QTest::keySequence(m_view.get(), QKeySequence::Copy);
        // Raw values, in the order and with the columns that are shown.
        QCOMPARE(QApplication::clipboard()->text(),
                 QString("Name\tValue (s)\nlittle\t0.009\ntwo\t2\nnine\t9\nten\t10\n"));
        withMenu(m_view->viewport(), [](QWidget* menu) { action(menu, "copyMarkdown")->trigger(); });
        QCOMPARE(QApplication::clipboard()->text(), QString("| Name | Value (s) |\n| --- | ---: |\n| little | 9e-3 "
                                                            "|\n| two | 2.0 |\n| nine | 9 |\n| ten | 10 |\n"));
        withMenu(m_view->viewport(), [](QWidget* menu) { action(menu, "copyTsv")->trigger(); });
        QCOMPARE(QApplication::clipboard()->text(), m_view->toTsv());
    }

    void whatIsPickedElsewhereScrollsIntoView()
    {
        std::vector<TableRow> many;
        for (int i = 0; i < 200; ++i)
            many.push_back(row(QString("row %1").arg(i), i, QString::number(i)));
        m_table->setRows(many);
        QCoreApplication::processEvents();
        const auto seen = [this] {
            const QRect place = m_view->visualRect(m_view->currentIndex());
            return place.top() >= 0 && place.bottom() <= m_view->viewport()->height();
        };
        m_view->setCurrentKey("row 150");
        QVERIFY(seen());
        // Who scrolls away is not pulled back by new numbers, nor by the same key again.
        m_view->verticalScrollBar()->setValue(0);
        m_view->setCurrentKey("row 150");
        many[3].cells[1] = number_cell(33, "33");
        m_table->setRows(many);
        many.push_back(row("one more", 0, "0"));
        m_table->setRows(many);
        QCoreApplication::processEvents();
        QCOMPARE(m_view->verticalScrollBar()->value(), 0);
        m_view->setCurrentKey("row 199");
        QVERIFY(seen());
        // Picked before its rows come.
        m_view->setCurrentKey("row 240");
        for (int i = 200; i < 300; ++i)
            many.push_back(row(QString("row %1").arg(i), i, QString::number(i)));
        m_table->setRows(many);
        QCOMPARE(m_view->currentIndex().data(KeyRole).toString(), QString("row 240"));
        QVERIFY(seen());
        // Picked while the table is out of sight, on another page.
        m_view->hide();
        m_view->setCurrentKey("row 10");
        m_view->show();
        QCoreApplication::processEvents();
        QVERIFY(seen());
    }

    void aFoldedGroupOpensForWhatIsPicked()
    {
        m_table->setRows({{"g", {text_cell("group")}, RowKind::group}, row("a", 1, "1"), row("b", 2, "2")});
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          m_view->visualRect(m_view->model()->index(0, 0)).center());
        QCOMPARE(shown(), (QStringList{"g"}));
        m_view->setCurrentKey("b");
        QCOMPARE(shown(), (QStringList{"g", "a", "b"}));
        QCOMPARE(m_view->currentIndex().row(), 2);
    }

    /// As first shown it has nothing to keep; each thing done to it is in its state by names, and taken back is out of
    /// it again.
    void whatAPersonDoesIsItsState()
    {
        int changes = 0;
        m_view->setPartListener([&] { ++changes; });
        QVERIFY(m_view->partState() == PartState());
        clickHeader(1);
        clickHeader(1);
        QVERIFY(m_view->partState().sorted == "value" && m_view->partState().descending);
        QCOMPARE(changes, 2);
        clickHeader(1);
        QVERIFY(m_view->partState() == PartState());
        withMenu(m_view->viewport(), [](QWidget* menu) { action(menu, "show.minus")->trigger(); });
        QCOMPARE(m_view->partState().hidden, std::set<std::string>{"minus"});
        QCOMPARE(changes, 4);
        withMenu(m_view->viewport(), [](QWidget* menu) { action(menu, "show.minus")->trigger(); });
        QVERIFY(m_view->partState() == PartState());
        // What the view does is not a person's doing.
        m_view->setColumnsLeftOut({"minus"});
        QVERIFY(m_view->isColumnHidden(2));
        QVERIFY(m_view->partState() == PartState());
        withMenu(m_view->viewport(), [](QWidget* menu) { action(menu, "show.minus")->trigger(); });
        QVERIFY(!m_view->isColumnHidden(2));
        QCOMPARE(m_view->partState().shown, std::set<std::string>{"minus"});
        m_view->setCurrentKey("two");
        QCOMPARE(m_view->partState().row, std::string());
    }

    void aPickedRowIsKeptWhereNothingElseTellsIt()
    {
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          m_view->visualRect(m_view->model()->index(2, 0)).center());
        QCOMPARE(m_view->partState().row, std::string("little"));
        PartState other;
        other.row = "ten";
        QSignalSpy picked(m_view.get(), &TableView::keyPicked);
        m_view->setPartState(other);
        QCOMPARE(m_view->currentKey(), QString("ten"));
        QCOMPARE(picked.size(), 1); // what follows from it follows
        m_view->setPartState({});
        QVERIFY(m_view->currentKey().isEmpty());
        m_view->pickAtFirst("two");
        QCOMPARE(m_view->currentKey(), QString("two"));
        QVERIFY(m_view->partState() == PartState());
        m_view->setPartState(other);
        m_view->pickAtFirst("nine");
        QCOMPARE(m_view->currentKey(), QString("ten"));
        m_view->setPartState({});
        QCOMPARE(m_view->currentKey(), QString("nine"));
    }

    /// The state of a table that has none of its columns yet, or has others in between: it waits, and what it does not
    /// know stays in it.
    void aStateWaitsForItsColumns()
    {
        PartState left;
        left.sorted = "value";
        left.descending = true;
        left.hidden = {"minus", "gone"};
        left.widths = {{"name", 133}};
        left.folded = {"g"};
        RowTable table;
        TableView view(&table);
        view.setAttribute(Qt::WA_DontShowOnScreen);
        view.resize(420, 220);
        view.setPartState(left);
        view.show();
        const std::vector<TableRow> rows{{"g", {text_cell("group")}, RowKind::group},
                                         row("a", 1, "1"),
                                         {"h", {text_cell("other")}, RowKind::group},
                                         row("b", 2, "2"),
                                         row("c", 3, "3")};
        const auto keys = [&] {
            QStringList out;
            for (int i = 0; i < view.model()->rowCount(); ++i)
                out << view.model()->index(i, 0).data(KeyRole).toString();
            return out;
        };
        table.setColumns(m_table->columns());
        table.setRows(rows);
        QCoreApplication::processEvents();
        QCOMPARE(keys(), (QStringList{"g", "h", "c", "b"}));
        QVERIFY(view.isColumnHidden(2));
        QCOMPARE(view.columnWidth(0), 133);
        // Other columns in other places, none to sort by: the given order, and no other column in its stead.
        table.setColumns({{"minus", "Minus"}, {.id = "name", .header = "Name", .names = true}, {"other", "Other"}});
        table.setRows(rows);
        QCoreApplication::processEvents();
        QCOMPARE(view.sortedBy(), QString());
        QCOMPARE(keys(), (QStringList{"g", "h", "b", "c"}));
        QVERIFY(view.isColumnHidden(0) && !view.isColumnHidden(1));
        QCOMPARE(view.columnWidth(1), 133);
        table.setColumns(m_table->columns());
        table.setRows(rows);
        QCoreApplication::processEvents();
        QCOMPARE(keys(), (QStringList{"g", "h", "c", "b"}));
        QVERIFY(view.partState() == left);
        view.setPartState({});
        QCoreApplication::processEvents();
        QCOMPARE(keys(), (QStringList{"g", "a", "h", "b", "c"}));
        QVERIFY(!view.isColumnHidden(2));
        QVERIFY(view.partState() == PartState());
    }

    void anOrderAtFirstIsNoPersonsOrder()
    {
        m_view->sortAtFirst("value", Qt::DescendingOrder);
        QCOMPARE(shown(), (QStringList{"ten", "nine", "two", "little"}));
        QVERIFY(m_view->partState() == PartState());
        m_view->sortBy({});
        QVERIFY(m_view->partState().sorted == "");
        m_view->setPartState({});
        QCOMPARE(shown(), (QStringList{"ten", "nine", "two", "little"}));
    }

    /// Rows that would be cut at the lower edge are not begun, and nothing is picked where none is seen.
    void rowsInSightAreWhole()
    {
        std::vector<TableRow> many;
        for (int i = 0; i < 50; ++i)
            many.push_back(row(QString("row %1").arg(i), i, QString::number(i)));
        m_table->setRows(many);
        QCoreApplication::processEvents();
        const int each = m_view->verticalHeader()->defaultSectionSize();
        m_view->resize(420, 220 + each - (m_view->viewport()->height() % each) +
                                each / 2); // half a row more than whole ones
        QCoreApplication::processEvents();
        const int height = m_view->viewport()->height();
        QCOMPARE(height % each, each / 2);
        const QImage seen = m_view->viewport()->grab().toImage();
        const QColor empty = m_theme->theme().panel;
        for (int y = height - each / 2; y < height; ++y)
            for (int x = 0; x < seen.width(); ++x)
                QCOMPARE(seen.pixelColor(x, y), empty);
        QVERIFY(testing::count_pixels(seen.copy(0, height - each / 2 - each, seen.width(), each), empty) <
                seen.width() * each);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(30, height - 3));
        QVERIFY(m_view->currentKey().isEmpty());
        // The last row can be reached, whole.
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
        const QRect last = m_view->visualRect(m_view->model()->index(49, 0));
        QCOMPARE(last.bottom() + 1, height);
    }

    void lastLegalFiguresAreQuiet()
    {
        Cell cell = number_cell(1.5, "1.50", Tone::bad, true);
        cell.color = &Theme::below_fill;
        cell.background = Tone::caution;
        const Cell quiet = last_legal(cell);
        QCOMPARE(quiet.text, cell.text);
        QCOMPARE(quiet.value, cell.value);
        QVERIFY(quiet.tone == Tone::secondary && !quiet.bold && quiet.background.isNone());
        const Theme theme = light_theme();
        QCOMPARE(quiet.color.in(theme), faded(theme.below_fill, theme.panel)); // 38 % over the panel
        QVERIFY(last_legal(Cell{}).color.isNone());
        QCOMPARE(last_legal_words(), QString("last legal figures"));
    }

private:
    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<RowTable> m_table;
    std::unique_ptr<TableView> m_view;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

BLUEPRINTING_UI_TEST(TableEventsTest)
#include "table_events_test.moc"
