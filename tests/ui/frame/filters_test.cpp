#include "tests/support/test_main.h"
#include "ui/frame/session_filters.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/filters.h"

#include <QVBoxLayout>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// A view of one table with three rows.
class TableOnly : public View {
public:
    explicit TableOnly(Workspace& workspace) : View(workspace, QStringLiteral("only"), QStringLiteral("Only"))
    {
        table = make_table("rows", {{QStringLiteral("name"), QStringLiteral("Name")}}, QStringLiteral("Rows"));
        std::vector<TableRow> rows;
        for (const char* name : {"alpha", "beta", "gamma"})
            rows.push_back({QString::fromLatin1(name), {text_cell(QString::fromLatin1(name))}});
        table->table()->setRows(rows);
        (new QVBoxLayout(this))->addWidget(table);
    }
    void refresh() override {}
    QWidget* firstFocus() override { return table; }

    TableView* table;
};

QStringList texts(const SessionFilters& bar)
{
    QStringList out;
    for (const FilterChip& chip : bar.filters())
        out << chip.text;
    return out;
}

} // namespace

/// The filters of a session without a window around them.
class FiltersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void chipsFollowTheSessionAndTakeFiltersAway()
    {
        Workspace workspace;
        SessionFilters bar(workspace);
        set_filter(workspace, filter_field::engine, {"matrix", "vector"});
        set_filter(workspace, filter_field::phase, {"forward"});
        bar.refresh(nullptr);
        QCOMPARE(bar.filters().size(), std::size_t{3});
        const QString gone = bar.filters()[1].key;
        const QString left = texts(bar)[0];
        Q_EMIT bar.removed(gone);
        bar.refresh(nullptr);
        QCOMPARE(bar.filters().size(), std::size_t{2});
        QCOMPARE(texts(bar)[0], left);
        workspace.undoStack().undo();
        bar.refresh(nullptr);
        QCOMPARE(bar.filters().size(), std::size_t{3});
        bar.clearAll();
        bar.refresh(nullptr);
        QVERIFY(bar.filters().empty());
    }

    void aTableShowsTheRowsThatTheSessionAsksFor()
    {
        Workspace workspace;
        SessionFilters bar(workspace);
        TableOnly view(workspace);
        set_filter(workspace, std::string(filter_field::table) + "only.rows", {"et"});
        bar.narrow(view);
        QCOMPARE(view.table->model()->rowCount(), 1);
        QCOMPARE(view.table->model()->index(0, 0).data().toString(), QString("beta"));
        Q_EMIT view.table->findTyped(QStringLiteral("a"));
        QCOMPARE(filter_values(workspace.session(), std::string(filter_field::table) + "only.rows"),
                 std::vector<std::string>{"a"});
        bar.narrow(view);
        QCOMPARE(view.table->model()->rowCount(), 3);
    }

private:
    std::unique_ptr<ThemeController> m_theme;
};

BLUEPRINTING_UI_TEST(FiltersTest)
#include "filters_test.moc"
