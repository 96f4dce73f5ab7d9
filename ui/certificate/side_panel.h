#pragma once
#include "ui/certificate/review.h"
#include "ui/widgets/controls/panel.h"

namespace blueprinting::ui {

class DigestLabel;
class PagedSwitch;
class ProfileForm;

/// Beside the charts: the validation checks with their reasons, the coefficient table with its hash, the profile, and
/// what the file holds beside that (manifest, exclusions, fields that were kept and not used).
class SidePanel : public Panel {
    Q_OBJECT
public:
    explicit SidePanel(QWidget* parent = nullptr);

    void setReview(const Review& review);
    /// A table fitted otherwise, shown beside the shipped one; null for none.
    void setRefit(const certificate::Refit* refit);
    [[nodiscard]] QString page() const;
    void setPage(const QString& id);

Q_SIGNALS:
    void pageChanged(const QString& id); ///< by the user

private:
    QWidget* makeChecks();
    QWidget* makeTable();
    QWidget* makeFile();
    void showReason(const QString& check);
    void showTable();
    void showFile(const Review& review);

    PagedSwitch* m_pages;
    ToneLabel* m_count;
    RowTable* m_checks = nullptr;
    TableView* m_checkList = nullptr;
    ToneLabel* m_reason = nullptr;
    RowTable* m_terms = nullptr;
    ToneLabel* m_tableNote = nullptr;
    DigestLabel* m_hash = nullptr;
    ProfileForm* m_profile = nullptr;
    RowTable* m_file = nullptr;
    std::vector<certificate::CheckResult> m_results;
    certificate::IntegerTable m_shipped;
    std::optional<certificate::IntegerTable> m_refitted;
};

} // namespace blueprinting::ui
