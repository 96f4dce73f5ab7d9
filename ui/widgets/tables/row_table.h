#pragma once
#include "ui/style/color_token.h"
#include "ui/style/icon.h"

#include <QAbstractTableModel>
#include <QVariant>

#include <functional>
#include <optional>
#include <vector>

namespace blueprinting::ui {

/// How a column is drawn and aligned.
enum class ColumnKind {
    text,
    number,     ///< right-aligned, digits of equal width
    fixed,      ///< digests and ids
    difference, ///< a bar from a zero line that the whole column shares; drawn from the raw value
    share       ///< a bar from the left; drawn from the raw value
};

struct Column {
    QString id; ///< stable: what remembers hidden columns
    QString
        header; ///< difference columns: two or three words parted by '|', set left of, on and right of the zero line
    QString tooltip = {};
    ColumnKind kind = ColumnKind::text;
    Glyph glyph = Glyph::none; ///< before the header
    QString group = {};        ///< a second header line over neighbouring columns with the same group
    bool stretch = false;      ///< takes what the others leave
    int least = 0;             ///< stretching columns: pixels that they keep; 0: enough for a few letters
    bool hidden = false;       ///< at first; people can show it
    bool saved_only = false;   ///< says in words what the table shows otherwise: never seen, always copied and saved
    int width = 0;             ///< pixels; 0: as wide as its contents
    double bar_range = 0;      ///< value of a full (half) bar; 0: the largest in the column
    double bar_limit = 0;      ///< difference columns: dotted lines at ± this; 0: none
    bool bar_track = false;    ///< share columns: the whole range behind the bar
    bool names = false;        ///< says what the rows are, and cannot be hidden; where no column does, the first
    QString saved_as =
        {}; ///< heading where it is copied and saved, quantity and unit; empty: the header, behind its group
    double saved_unit =
        1; ///< one unit of that heading, as a raw value: 1e-6 where raw values are seconds and it says µs
    bool operator==(const Column&) const = default;
};

struct Cell {
    QVariant value = {}; ///< raw: sorts, is copied, and is what bars are drawn from; invalid sorts last
    QString text = {};   ///< as shown, made by core/base/format
    Tone tone = Tone::text;
    bool bold = false;
    QString note = {};     ///< quiet, behind the text: "last legal 4"
    ColorToken color = {}; ///< swatch before the text, or the bar's colour (difference bars have their own)
    bool hatched = false;
    std::optional<Icon> icon = std::nullopt;
    Tone icon_tone = Tone::text;
    QString chip = {}; ///< letter of a strategy, its place in `chip_place`
    std::size_t chip_place = 0;
    QString tooltip = {};
    int indent = 0; ///< levels
    ColorToken background = {};
    bool operator==(const Cell&) const = default;
};

/// A column of figures; `id` names it in sessions and files.
Column number_column(const char* id, const QString& header, const QString& tooltip, bool hidden = false);
/// The column with its heading and unit for what is copied and saved.
Column saved_as(Column column, const QString& heading, double unit = 1);
/// A number with its text, and a text that sorts as itself.
Cell number_cell(double value, const QString& text, Tone tone = Tone::text, bool bold = false);
Cell text_cell(const QString& text, Tone tone = Tone::text, bool bold = false);
/// A tick or a cross.
Cell verdict_cell(bool passed, const QString& text = {});

enum class RowKind {
    plain,
    group, ///< its first cell spans the table; the rows up to the next group belong to it
    total, ///< bold; stays at the end (or the start) however the table is sorted
    note   ///< its first cell spans the table; stays at the end
};
enum class RowTint { none, caution, bad };

struct TableRow {
    QString key = {}; ///< what the row is about: links selection between views, survives new rows
    std::vector<Cell> cells = {};
    RowKind kind = RowKind::plain;
    RowTint tint = RowTint::none;
    bool marked = false; ///< accent bar without tint: related to what is selected
    bool joined = false; ///< belongs with the row below: no rule between the two
    bool operator==(const TableRow&) const = default;
};

enum TableRole {
    ValueRole = Qt::UserRole + 1, ///< raw value
    CellRole,                     ///< the whole Cell, its texts as they are shown
    ExactTextRole,                ///< what it says, foreign text in it as it is: for what is copied and saved
    KeyRole,                      ///< row key
    RowKindRole,                  ///< int of RowKind
    RowTintRole,                  ///< int of RowTint
    MarkedRole,                   ///< bool
    JoinedRole,                   ///< bool
    GroupRole,                    ///< int: row of the group that this row belongs to, −1 for none
    CollapsedRole,                ///< bool: a group whose rows are folded away (answered by RowFilter)
    ColumnRole,                   ///< header: the whole Column, its texts as they are shown
    BarRangeRole                  ///< header: value of a full bar
};

/// The one model behind every table: columns and rows as plain values, with names as they are; what it shows of them is
/// made visible (ui/style/foreign_text.h). Rows with the same keys and kinds change in place, others reset the model.
/// GUI thread.
class RowTable : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit RowTable(std::vector<Column> columns = {}, QObject* parent = nullptr);

    void setColumns(std::vector<Column> columns); ///< resets; drops the rows where the number of columns changes
    void setRows(std::vector<TableRow> rows); ///< each with one cell per column, group and note rows with at least one
    /// For long tables: cells are made when they are asked for. `value` is what sorts; both must be cheap and total.
    void setSource(int rows, std::function<Cell(int row, int column)> cell,
                   std::function<QVariant(int row, int column)> value, std::function<QString(int row)> key);
    [[nodiscard]] const std::vector<Column>& columns() const { return m_columns; }
    [[nodiscard]] const std::vector<TableRow>& rows() const { return m_rows; } ///< empty with a source
    [[nodiscard]] int rowOf(const QString& key) const;                         ///< −1 for none
    [[nodiscard]] bool hasSpans() const { return m_spans; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    [[nodiscard]] Cell cell(int row, int column) const; ///< as it was given
    [[nodiscard]] double barRange(int column) const;
    void measure();

    std::vector<Column> m_columns;
    std::vector<Column> m_shown_columns; ///< as the header shows them: each cell asks for its own
    std::vector<TableRow> m_rows;
    std::vector<int> m_groups;     ///< per row
    std::vector<double> m_largest; ///< |value| per column, for bars
    bool m_spans = false;
    int m_source_rows = 0;
    std::function<Cell(int, int)> m_source_cell;
    std::function<QVariant(int, int)> m_source_value;
    std::function<QString(int)> m_source_key;
};

} // namespace blueprinting::ui

Q_DECLARE_METATYPE(blueprinting::ui::Cell)
Q_DECLARE_METATYPE(blueprinting::ui::Column)
