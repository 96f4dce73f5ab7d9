#pragma once
#include "core/certificate/ablation.h"
#include "core/certificate/verdict.h"
#include "ui/workspace/jobs.h"

#include <QString>

#include <memory>

/// A certificate as it is being reviewed: the file, what its table makes of it, and what the refit says.
namespace blueprinting::ui {

/// Names of one cell, as charts and tables write them.
struct CellNames {
    QString shape;    ///< "ellavox g3"
    QString family;   ///< "ellavox": without the group
    QString model;    ///< "3.5-4B"
    QString topology; ///< "TP1 CP4"
    /// "ellavox g3, 3.5-4B, TP1 CP4"
    [[nodiscard]] QString whole() const;
    bool operator==(const CellNames&) const = default;
};
CellNames cell_names(const std::string& key);
/// "minimum_effective_span_305" is "min. span 305".
QString candidate_name(const std::string& label);
/// "GDN per rank"
QString term_name(certificate::Term term);

/// Everything that is known of the opened certificate. Never changes once made; the refit adds to a copy.
struct Review {
    QString path; ///< absolute, or "published"
    QString file; ///< name to show
    QString manifest_path;
    QString manifest_file;
    std::shared_ptr<const certificate::Certificate> certificate;
    std::shared_ptr<const certificate::Manifest> manifest; ///< null where none is open
    bool manifest_chosen = false;                          ///< by a person, not for lying beside the certificate
    std::shared_ptr<const certificate::Assessment> assessment;
    std::vector<CellNames> names; ///< one a cell of the assessment's set
    std::vector<bool> held_out;   ///< likewise
    certificate::UnusedFields unused;
    certificate::UnusedFields manifest_unused;
    std::vector<certificate::AblationCase> cases;
    std::shared_ptr<const Result<certificate::Refit>> refit; ///< of the certificate's own split; null until it is made
    std::vector<certificate::CheckResult> checks;
    certificate::Judgement judgement; ///< of the checks, none of which may be left out

    [[nodiscard]] const certificate::CertificateSet& set() const { return assessment->set; }
    [[nodiscard]] const certificate::Cell& cell(std::size_t place) const
    {
        return certificate->cells[set().place[place]];
    }
    /// Absent where the table weighs a term that is not known here.
    [[nodiscard]] const certificate::Evaluation* evaluation() const
    {
        return assessment->evaluation ? &*assessment->evaluation : nullptr;
    }
};

inline constexpr const char* kPublishedPath = "published";

/// Reads a certificate ("published": the one that the program carries) and measures it. An empty manifest path means
/// the one that lies beside it, if any. Any thread.
Result<Review> open_review(const QString& path, const QString& manifest_path, const CancelToken& cancel);
/// The same review with another manifest.
Result<Review> with_manifest(Review review, const QString& manifest_path);
/// A review that takes the place of another one of the same campaign: the manifest of `before` stays where the new one
/// has none, or where a person chose it. Of another campaign, or with the published certificate, nothing stays.
Review with_manifest_of(Review review, const Review& before);
/// With the refit and the checks that need it.
Review with_refit(Review review, std::shared_ptr<const Result<certificate::Refit>> refit);

} // namespace blueprinting::ui
