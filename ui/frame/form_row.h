#pragma once
#include "ui/frame/law_notes.h"
#include "ui/widgets/forward.h"

#include <QWidget>

namespace blueprinting::ui {

/// One row of the editor: a label in a column of 78 px, fields flush with it, and below them the derived fact and the
/// laws that the fields break.
class FormRow : public QWidget {
    Q_OBJECT
public:
    /// `label` may be empty: the fields then stand where the others' fields do.
    explicit FormRow(const QString& name, const QString& label = {}, QWidget* parent = nullptr);

    /// Beside the ones before it; `stretch` as in a box layout.
    void addField(QWidget* field, int stretch = 0);
    /// A small word before a field of its own ("TP"), which it names for those who cannot see it. It takes the field's
    /// tool tip: set that first. Returns the word.
    ToneLabel* addLabelled(const QString& word, QWidget* field, int stretch = 0);
    void addStretch();
    /// Names the first field for the keyboard and for those who cannot see it. The label takes its tool tip: set that
    /// first.
    void setBuddy(QWidget* field);
    /// Of a row whose label stands for several controls.
    void setLabelTip(const QString& tip);

    void setFact(const QString& fact);
    /// A grey tag below the fact: what must be known of it at a glance; empty where there is nothing.
    void setTag(const QString& tag);
    /// Says why what stands in a field is not taken; nothing where it is.
    void setRefusal(const QString& why);
    [[nodiscard]] LawNotes& notes() { return *m_notes; }

private:
    ToneLabel* m_label = nullptr;
    QHBoxLayout* m_fields = nullptr;
    ToneLabel* m_fact = nullptr;
    ToneLabel* m_tag = nullptr;
    ToneLabel* m_refusal = nullptr;
    LawNotes* m_notes = nullptr;
};

} // namespace blueprinting::ui
