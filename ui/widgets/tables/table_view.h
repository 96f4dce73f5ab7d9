#pragma once
#include "core/base/result.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/part.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/tables/row_filter.h"
#include "ui/widgets/tables/row_table.h"

#include <QTableView>

#include <map>
#include <set>

namespace blueprinting::ui {

class TableHeader;

/// The one table of the program over a RowTable: sorts by raw value (a third click gives the given order back),
/// filters, hides columns, collapses groups, copies as TSV (all digits) and Markdown (as shown). It shows whole rows.
/// One row is picked at a time. Left and Right choose a column, whose header is framed then; Alt+Up and Alt+Down sort
/// by it. As a Part it keeps order, columns shown and hidden and their widths, folded groups, and the picked row where
/// the view does not tell it by setCurrentKey().
class TableView : public QTableView, public Part {
    Q_OBJECT
public:
    explicit TableView(RowTable* table, QWidget* parent = nullptr);

    [[nodiscard]] RowTable* table() const { return m_table; }
    [[nodiscard]] RowFilter* filter() const { return m_filter; }

    /// Key of the picked row, empty for none. Setting it does not emit; a row that was not picked before is scrolled
    /// into view (at once, or when it comes to be seen), out of a folded group if need be.
    [[nodiscard]] QString currentKey() const;
    void setCurrentKey(const QString& key);
    /// Picks this row until a person picks another, without emitting: for a table whose picked row nothing but itself
    /// knows.
    void pickAtFirst(const QString& key);

    /// Sorts by this column; no or an unknown id: the given order. Other columns may come meanwhile: the rows are
    /// sorted by it whenever the table has it.
    void sortBy(const QString& id, Qt::SortOrder order = Qt::AscendingOrder);
    /// The order until a person asks for another.
    void sortAtFirst(const QString& id, Qt::SortOrder order);
    /// Id of the column that the rows are sorted by; empty in the given order.
    [[nodiscard]] QString sortedBy() const;

    void setColumnShown(const QString& id, bool shown); ///< a person's wish; the column that names the rows stays
    [[nodiscard]] bool isColumnShown(const QString& id) const;
    /// Columns that the view leaves out as things are now; a person's wish to see one goes before.
    void setColumnsLeftOut(const QStringList& ids);
    /// A menu with every column as a switch, for a "Columns" button; it stays open, and cannot hide the column that
    /// names the rows.
    [[nodiscard]] QMenu* makeColumnsMenu(QWidget* parent);

    /// Where rows may scroll, totals above them stay in sight. Off by default.
    void setTotalsFirst(bool first);
    /// As high as all its rows: no scrolling of its own. Off by default.
    void setHeightFollowsRows(bool follow);

    /// Leaves the rows that hold this text. Setting it does not emit.
    void setFindText(const QString& text);
    /// Where the text to find is typed in this table's stead: a field of the view beside it.
    void setFindField(QLineEdit* field) { m_find_field = field; }
    /// A table of few rows leaves finding to another one of the view.
    void setFindsIn(TableView* table) { m_finds_in = table; }
    /// Ctrl+F: the keyboard goes to where the text is typed.
    void startFind();

    /// Rows and columns that are shown, without drawn bars; headings name quantity and unit, each once. TSV has all
    /// digits in the heading's unit, Markdown what is shown.
    [[nodiscard]] QString toTsv() const;
    [[nodiscard]] QString toMarkdown() const;
    /// What Markdown is made of: rows as they are shown, headings first, and which columns are numbers.
    struct ShownRows {
        std::vector<QStringList> rows;
        std::vector<bool> right_aligned;
    };
    [[nodiscard]] ShownRows shownRows() const;
    /// Writes the rows that are shown: all digits for .tsv and .csv, as shown for .md. table.format.unknown for another
    /// ending, file.*.
    Result<Done> exportTo(const QString& path, const Replaceable& replaceable = std::nullopt) const;
    /// The file that the rows are of: what is saved and copied names it in a last column. Empty for none.
    void setSource(const QString& source) { m_source = source; }
    [[nodiscard]] QString source() const { return m_source; }
    /// Asks where and writes there; says saved().
    void saveAs();
    /// Copy and save, for a menu.
    void addExportActions(QMenu* menu);

    [[nodiscard]] PartState partState() const override;
    void setPartState(const PartState& state) override;

    /// Width in which every column that is shown has all that it wants.
    [[nodiscard]] int contentWidth() const { return m_content_width; }
    [[nodiscard]] QModelIndex indexAt(const QPoint& at) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void keyPicked(const QString& key);     ///< by the user, mouse or keyboard
    void keyActivated(const QString& key);  ///< Enter or double click
    void saved(const SaveOutcome& outcome); ///< or not
    void findTyped(const QString& text);    ///< the rows are filtered already

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
    void initViewItemOption(QStyleOptionViewItem* option) const override;

private:
    void installDelegates();
    void fitColumns();
    void fitLater();
    void restoreAfterReset();
    void applySort();
    void followKey(const QString& key);
    void fold(const QString& key, bool folded);
    void reveal();
    void unfoldAround(int source_row);
    void showKeyboard();
    void placeFind();
    [[nodiscard]] std::vector<int> savedColumns() const; ///< those shown but for drawn bars
    [[nodiscard]] QStringList savedHeadings() const;     ///< of these; none twice
    [[nodiscard]] std::vector<QStringList> rawRows() const;
    void toggleGroup(const QModelIndex& index);
    void fillColumnsMenu(QMenu* menu);
    [[nodiscard]] int namingColumn() const;
    void fillSortMenu(QMenu* menu);
    [[nodiscard]] QString columnName(int column) const;
    [[nodiscard]] int contentHeight() const;
    [[nodiscard]] int endOfRows() const; ///< of those in sight, which are whole ones
    [[nodiscard]] int columnOf(const QString& id) const;

    QString m_source;
    RowTable* m_table;
    RowFilter* m_filter;
    TableHeader* m_header;
    QLineEdit* m_find = nullptr;       ///< over the first row, while text is typed
    QLineEdit* m_find_field = nullptr; ///< of the view
    TableView* m_finds_in = nullptr;   ///< of the same view
    int m_content_width = 0;
    std::map<QString, int> m_user_sized; ///< columns whose width a person set
    std::set<QString> m_hidden;
    std::set<QString> m_shown; ///< hidden at first, and shown by a person
    QStringList m_left_out;    ///< by the view
    struct Order {
        QString column; ///< id; empty: the given order
        Qt::SortOrder order = Qt::AscendingOrder;
        bool operator==(const Order&) const = default;
    };
    Order m_order, m_first_order;
    bool m_ordering = false;  ///< sorting ourselves
    bool m_resetting = false; ///< the columns are about to be others
    QString m_key;
    QString m_first_key;
    bool m_told = false;      ///< the view says which row is picked
    bool m_reveal = false;    ///< the picked row is still to be scrolled to
    bool m_following = false; ///< setting the current row ourselves
    bool m_fitting = false;
    bool m_fit_pending = false;
    bool m_height_follows = false;
    bool m_ring = false; ///< the keyboard is in use: show where it is
};

/// What a table says, as text: columns in order, numbers plain (core/base/delimited.h).
QString rows_to_tsv(const std::vector<QStringList>& rows);
/// With a last column, "file", that holds the source in every row below the header; as they are where it is empty.
std::vector<QStringList> rows_with_source(std::vector<QStringList> rows, const QString& source);
QString rows_to_csv(const std::vector<QStringList>& rows);
/// One line a row; names stand as they are, whatever they look like.
QString rows_to_markdown(const std::vector<QStringList>& rows, const std::vector<bool>& right_aligned);
/// A number as these write it; empty for none.
QString plain_figure(double value);

/// A view with a table of its own, found by `id`.
TableView* make_table(const char* id, std::vector<Column> columns = {}, const QString& accessible_name = {});

} // namespace blueprinting::ui
