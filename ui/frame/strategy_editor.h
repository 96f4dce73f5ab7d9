#pragma once
#include "ui/frame/modern_fields.h"
#include "ui/widgets/forward.h"
#include "ui/workspace/workspace.h"

#include <QWidget>

#include <map>
#include <optional>

namespace blueprinting::ui {

class FindingsMark;
class FormRow;
class IntegerField;

/// The fields of the selected strategy. Every change is an undo step of the workspace; changes of one field in one
/// visit are one step. Broken laws stand under their fields, the strategy stays editable. GUI thread.
class StrategyEditor : public QWidget {
    Q_OBJECT
public:
    explicit StrategyEditor(Workspace& workspace, QWidget* parent = nullptr);

    /// Puts the selected strategy's fields and laws on the screen.
    void refresh();
    /// Applies what is being typed, without waiting for rest.
    void commit();
    /// The first field that breaks a law, else the name.
    [[nodiscard]] QWidget* firstFocus() const;
    /// Where a field can be changed. One that is shut off leads to the field that opens it: v to the schedule, a tier
    /// to its degree.
    struct Place {
        QString title; ///< "TP (tensor-parallel degree)"
        QString value; ///< "8"
        QWidget* control = nullptr;
    };
    /// The fields that the selected strategy has, from top to bottom.
    [[nodiscard]] std::vector<Place> places() const;
    /// Every field shows what the strategy has: after undoing, nothing stays that was refused before.
    void takeBackAllRefused();

Q_SIGNALS:
    void openModelRequested();
    void openSystemRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildIdentity(QVBoxLayout* form);
    void buildDegrees(QVBoxLayout* form);
    void buildMemory(QVBoxLayout* form);
    void buildRecompute(QVBoxLayout* form);
    void buildTarget(QVBoxLayout* form);
    void buildModern(QVBoxLayout* form);
    void buildLayout(QVBoxLayout* form);
    /// What each module of the menu frees and adds.
    void showModuleCosts(QMenu& menu);
    void offerLayout(const SessionStrategy& strategy);
    void buildModules(QVBoxLayout* form);
    FormRow* addRow(QVBoxLayout* form, const QString& name, const QString& label = {});
    /// A field and what shows it.
    struct Placed {
        strategy::Field field;
        std::vector<QWidget*> controls; ///< in the order of preference; a group has several
        FormRow* row = nullptr;
        std::vector<QWidget*> shown; ///< what is there where the execution has the field, and else is not
    };
    /// Controls of a field by its kind, not yet in a row.
    IntegerField* makeNumber(strategy::Field field);
    QComboBox* makeCombo(strategy::Field field);
    /// Puts a control beside those of the row, after `word` if there is one. What is shown with the field is the row,
    /// or where others stand in it the control and its word. Returns the word.
    ToneLabel* place(strategy::Field field, FormRow* row, QWidget* control, int stretch = 0, const QString& word = {});
    /// A row of its own, after the kind of the field.
    FormRow* addOwnRow(QVBoxLayout* form, strategy::Field field);
    [[nodiscard]] const Placed* placed(strategy::Field field) const;

    void fillField(const Placed& placed, const SessionStrategy& strategy, bool other);
    void fillChoice(strategy::Field field, QComboBox* combo, const SessionStrategy& strategy);
    /// The groups of what only models beyond six numbers have.
    void fillModern(const SessionStrategy& strategy);
    void fillModernField(strategy::Field field, QWidget* control, const SessionStrategy& strategy, const QString& why);
    [[nodiscard]] bool folded(const FieldGroup& group) const;
    /// Fields that only training or only inference has are there or absent.
    void showTitle();
    void showPurpose(const strategy::Execution& execution);
    void showLaws(const SessionStrategy& strategy, const StrategyResult& result);
    /// Marks the fields whose text is not taken and says what is, beside the fields that break a law.
    void showRefusals();
    void mark();
    /// The field that this control changes, if it is one of those that laws speak of.
    [[nodiscard]] std::optional<strategy::Field> fieldOf(const QObject* control) const;
    /// The block of broken laws that stands for this field: its own, the one that offers it as another way out, or
    /// one in its row that has no field of its own (the stated number of GPUs).
    [[nodiscard]] const strategy::LawBlock* blockOf(strategy::Field field) const;
    /// From the field that has the keyboard to what is offered under it.
    void enterOffers(const QObject* control);
    /// Says beside what is offered how to come there from this control; null: nowhere.
    void showKey(const QObject* control);
    /// Gives the keyboard to a field, or to what opens it.
    void focusField(strategy::Field field);
    /// Takes back a text that was refused, if this control has one.
    bool takeBackRefused(QObject* control);
    /// Where a field can be changed; of one that is shut off, what opens it.
    [[nodiscard]] QWidget* fieldFor(strategy::Field field) const;
    /// The controls of a field, in the order of preference.
    [[nodiscard]] std::vector<QWidget*> controlsOf(strategy::Field field) const;
    [[nodiscard]] QWidget* controlOf(strategy::Field field) const;
    [[nodiscard]] FormRow* rowOf(strategy::Field field) const;

    void change(const QString& step, const std::function<void(SessionStrategy&)>& change, const QString& mergeKey = {},
                int typing = 0);
    void changeExecution(const QString& step, const std::function<void(strategy::Execution&)>& change);
    void nameEdited(const QString& text);
    void numberEdited(strategy::Field field, qint64 value, int typing = 0);
    void nextLegal(strategy::Field field, int direction);
    void valueChosen(strategy::Field field, std::int64_t value, const QString& label);

    Workspace& m_workspace;
    bool m_refreshing = false;
    std::string m_shown; ///< id of the strategy in the fields
    std::string m_nameShown;
    bool m_nameRefused = false;
    std::vector<QWidget*> m_broken; ///< fields that break a law
    int m_visit = 0;                ///< counts the times a field was entered: an undo step ends with the visit

    ToneLabel* m_title = nullptr; ///< elided to its width
    IconLabel* m_titleIcon = nullptr;
    ToneLabel* m_titleLaws = nullptr;
    ToneLabel* m_rules = nullptr; ///< only while they are not the strict ones
    QLineEdit* m_name = nullptr;
    QComboBox* m_model = nullptr;
    FindingsMark* m_findings = nullptr;
    IntegerField* m_sequence = nullptr; ///< of a model that is described
    QComboBox* m_system = nullptr;
    SegmentedSwitch* m_purpose = nullptr;
    std::vector<Placed> m_placed; ///< from top to bottom
    struct Group {
        FieldGroup group;
        QWidget* head;
        QToolButton* button;
        ToneLabel* summary;
    };
    std::vector<Group> m_groups;
    ToneLabel* m_dataTierWord = nullptr; ///< before the tier of the data-parallel groups, or of the replicas
    ToneLabel* m_shardingNote = nullptr;
    QToolButton* m_evenLayout = nullptr; ///< offers a layout that evens the stages
    std::map<QString, FormRow*> m_rows;
};

} // namespace blueprinting::ui
