#pragma once
#include "ui/widgets/forward.h"

#include <QWidget>

#include <vector>

namespace blueprinting::ui {

class FlowLayout;

struct FilterChip {
    QString key;         ///< handed back when it is removed
    QString text;        ///< "engine: matrix"
    bool locked = false; ///< part of what is shown, cannot be removed
    bool operator==(const FilterChip&) const = default;
};

/// Active filters as chips, each removable by click, Delete or Backspace, all at once where there are several, and how
/// many rows they leave. Hidden where there is neither a filter nor a note.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(QWidget* parent = nullptr);
    void setFilters(const std::vector<FilterChip>& filters, const QString& note = {});
    /// Before the chips, "Filters" at first; none where it is empty.
    void setTitle(const QString& title);
    [[nodiscard]] const std::vector<FilterChip>& filters() const { return m_filters; }
    /// The keyboard goes to the first filter that can be removed.
    void focusFirst();

Q_SIGNALS:
    void removed(const QString& key);
    void cleared(); ///< "Clear all"

private:
    std::vector<FilterChip> m_filters;
    FlowLayout* m_flow;
    ToneLabel* m_title;
    LinkButton* m_clear;
    ToneLabel* m_note;
    std::vector<QWidget*> m_chips;
};

} // namespace blueprinting::ui
