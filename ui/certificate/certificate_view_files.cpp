#include "core/base/file.h"
#include "core/certificate/beside.h"
#include "ui/certificate/certificate_view.h"
#include "ui/certificate/holdout_builder.h"
#include "ui/certificate/paged_switch.h"
#include "ui/certificate/review_text.h"
#include "ui/certificate/side_panel.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/excerpt.h"
#include "ui/widgets/named.h"
#include "ui/workspace/document.h"
#include "ui/workspace/refusal.h"

#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>

/// Opening, refusing, fitting, and what the session keeps of the view.
namespace blueprinting::ui {
namespace {

namespace cert = certificate;

const QString kOwn = QStringLiteral("certificate.own");
const QString kHoldout = QStringLiteral("certificate.holdout");

/// Fits below this are over before a person sees a progress bar.
constexpr std::size_t kWorthSaying = 500;

/// What probably happened to a file, in one or two sentences; empty where the place says it all.
QString explanation(const std::string& bytes, const Diagnostic& diagnostic)
{
    const auto lines = static_cast<std::size_t>(std::ranges::count(bytes, '\n')) + 1;
    const bool at_end = diagnostic.location && diagnostic.code == "json.syntax" && diagnostic.location->line >= lines;
    if (at_end)
        return CertificateView::tr("The file ends at byte %1, in line %2. A certificate ends with a closing brace, so "
                                   "this copy was probably cut short.")
            .arg(count_figure(bytes.size()))
            .arg(lines);
    if (!diagnostic.path.empty())
        return CertificateView::tr("The field is %1.").arg(shown(diagnostic.path));
    return {};
}

/// This review under another manifest. Whoever opened a certificate may hold any against it; the example stands for no
/// choice of theirs, so that a manifest of another campaign is refused there, by the certificate that it needs.
Result<Review> held_against(const Review& review, bool example, const QString& path)
{
    Result<Review> held = with_manifest(review, path);
    if (!held || !example || cert::lists_a_cell_of(*held->manifest, *held->certificate))
        return held;
    const auto& cells = held->manifest->cells;
    std::string needed = "the certificate that it belongs to";
    if (!cells.empty())
        needed += ", with the cell " + cells.front().key;
    const std::string none =
        cells.empty() ? "it lists no cell"
                      : "none of its " + std::to_string(cells.size()) + " cells is in the published certificate";
    SourceLocation place{path.toStdString(), 0, 0};
    if (const auto document = JsonDocument::read(path.toStdString()))
        place = document->locate("/cells");
    return Diagnostic{Severity::error, "certificate.other_campaign", "/cells", none + "; open " + needed + ", first",
                      std::move(place)};
}

cert::RefitRequest request_of(const Holdout& holdout, const JobContext& context)
{
    cert::RefitRequest request;
    request.patterns = holdout.patterns;
    request.dropped = holdout.dropped;
    request.cancel = context.token();
    request.progress = [context](double share) { context.report(share); };
    return request;
}

} // namespace

bool CertificateView::busy() const
{
    const JobRunner& jobs = workspace().jobs();
    return jobs.stale(kReadJob) || jobs.stale(kOwn) || jobs.stale(kHoldout);
}

bool CertificateView::opens(const QString& kind) const
{
    return kind == QLatin1String("certificate") || kind == QLatin1String("manifest");
}

Result<Done> CertificateView::open(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (QFileInfo(absolute).size() > kReadAtOnce) {
        readAsJob(absolute, {}, false);
        return Done{};
    }
    const auto document = JsonDocument::read(absolute.toStdString());
    const auto kind = document ? sniff(*document) : document.failure_as<DocumentKind>();
    Result<Done> done = !kind                             ? kind.failure_as<Done>()
                        : *kind == DocumentKind::manifest ? openManifest(absolute)
                                                          : openCertificate(absolute, {});
    if (done)
        sayOpened();
    else
        refused(absolute, done.diagnostics(), {.notice = false, .manifest = kind && *kind == DocumentKind::manifest});
    return done;
}

Result<Done> CertificateView::openCertificate(const QString& path, const QString& manifest_path)
{
    auto review = open_review(path, manifest_path, {});
    if (!review)
        return review.failure_as<Done>();
    take(m_review ? with_manifest_of(std::move(*review), *m_review) : std::move(*review), false);
    return Done{};
}

Result<Done> CertificateView::openManifest(const QString& path)
{
    if (!m_review)
        showExample();
    if (!m_review)
        return Diagnostic{Severity::error, "certificate.no_certificate", "",
                          "this is the manifest of a campaign; open the certificate that it belongs to first",
                          SourceLocation{path.toStdString(), 0, 0}};
    auto review = held_against(*m_review, m_example, path);
    if (!review)
        return review.failure_as<Done>();
    m_example = false;
    review->manifest_chosen = true;
    m_review = std::make_shared<const Review>(std::move(*review));
    remember();
    showChecks();
    return Done{};
}

void CertificateView::openPublished()
{
    Q_EMIT noticeCleared();
    if (const auto done = openCertificate(QLatin1String(kPublishedPath), {}))
        sayOpened();
    else
        refused(QLatin1String(kPublishedPath), done.diagnostics(), {});
}

/// Which certificate stands here now, and what it is held against.
void CertificateView::sayOpened()
{
    const Review& review = *m_review;
    const QString manifest = name_in_sentence(review.manifest_file);
    Q_EMIT noticeRaised({Tone::text,
                         tr("Under review: %1.").arg(subject_of(review)),
                         review.manifest ? tr("It is compared with %1.").arg(manifest)
                                         : tr("No manifest is open, and some checks need one: open it, too."),
                         {}});
}

void CertificateView::chooseFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a certificate"), {}, tr("JSON files (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    Q_EMIT noticeCleared();
    if (const auto done = open(path); !done)
        refused(path, done.diagnostics(), {.manifest = m_example});
}

void CertificateView::refused(const QString& path, const Diagnostics& diagnostics, Refused what)
{
    const QString file = QFileInfo(path).fileName();
    if (m_example && !what.manifest) {
        // Who opens a certificate wants to see it, or why not; another would only mislead. A manifest never stands
        // alone.
        m_declined = true;
        close();
    }
    if (!m_review && !diagnostics.empty()) {
        QWidget* extra = nullptr;
        if (const auto bytes = read_file(path.toStdString())) {
            const RefusedLine line = refused_line(*bytes, diagnostics.front());
            if (line.line > 0 && line.column >= 0) {
                ExcerptText text = excerpt_of(tr("Why %1 was refused").arg(file), line.line, line.text, line.column);
                text.explanation = explanation(*bytes, diagnostics.front());
                auto* excerpt = named(new Excerpt, "refusedExcerpt");
                excerpt->setExcerpt(text);
                extra = excerpt;
            }
        }
        m_empty->setExtra(extra);
    }
    if (what.notice)
        Q_EMIT noticeRaised({Tone::bad,
                             tr("%1 was refused.").arg(file),
                             refusal_text(diagnostics) + tr(" Nothing was changed."),
                             {{tr("Open another…"), Icon::open, [this] { chooseFile(); }}}});
}

void CertificateView::readAsJob(const QString& path, const QString& manifest_path, bool keep_picks)
{
    struct Read {
        Result<Review> review;
        bool manifest;
    };
    m_reading = path;
    workspace().jobs().start(
        kReadJob, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path, manifest_path, keep_picks, open = m_review, example = m_example](const JobContext& context) {
            Read read{open_review(path, manifest_path, context.token()), false};
            read.manifest = open && !read.review && !read.review.cancelled() &&
                            read.review.diagnostics().front().code == "certificate.kind";
            if (read.manifest)
                read.review = held_against(*open, example, path);
            else if (read.review && open && !keep_picks)
                read.review = with_manifest_of(std::move(*read.review), *open);
            if (read.manifest && read.review)
                read.review->manifest_chosen = true;
            return read;
        },
        [this, path, keep_picks](Read read) {
            m_reading.clear();
            if (read.review) {
                const bool same = m_review && m_review->certificate == read.review->certificate;
                take(std::move(*read.review), keep_picks || same);
                if (!keep_picks)
                    sayOpened();
            } else if (!read.review.cancelled()) {
                refused(path, read.review.diagnostics(), {.manifest = read.manifest});
            }
            Q_EMIT statusChanged();
        });
    Q_EMIT statusChanged();
}

void CertificateView::take(Review review, bool keep_picks)
{
    m_review = std::make_shared<const Review>(std::move(review));
    m_example = false;
    m_declined = false;
    m_refused.clear();
    m_places.clear();
    for (std::size_t i = 0; i < m_review->set().keys.size(); ++i)
        m_places.emplace(shown(m_review->set().keys[i]), i);
    if (!keep_picks) {
        m_cell.clear();
        m_holdout = {};
    }
    m_empty->setExtra(nullptr);
    if (!picked()) {
        // The one that a reviewer wants to see first: what the hold-out loses most on.
        m_cell.clear();
        double most = -1;
        if (const cert::Evaluation* evaluation = m_review->evaluation())
            for (const bool held : {true, false}) {
                for (std::size_t i = 0; i < evaluation->outcomes.size() && (held || m_cell.isEmpty()); ++i)
                    if (m_review->held_out[i] == held && evaluation->outcomes[i].regret_pct > most) {
                        most = evaluation->outcomes[i].regret_pct;
                        m_cell = shown(m_review->set().keys[i]);
                    }
            }
        else if (!m_review->set().keys.empty())
            m_cell = shown(m_review->set().keys.front());
    }
    remember();
    showReview();
    fitOwn();
    fitHoldout();
}

void CertificateView::showExample()
{
    auto review = open_review(QLatin1String(kPublishedPath), {}, {});
    if (!review)
        return close();
    m_remembering = true; // it is no part of the session until something is picked
    take(std::move(*review), false);
    m_remembering = false;
    m_example = true;
}

void CertificateView::close()
{
    m_review.reset();
    m_example = false;
    showEmpty();
}

void CertificateView::fitOwn()
{
    struct Fitted {
        std::shared_ptr<const Result<cert::Refit>> refit;
        Review review;
    };
    const auto review = m_review;
    const QString title = review->set().keys.size() < kWorthSaying
                              ? QString()
                              : tr("Refitting %1 cells").arg(count_figure(review->set().keys.size()));
    workspace().jobs().start(
        kOwn, title,
        [review](const JobContext& context) {
            auto refit = std::make_shared<const Result<cert::Refit>>(
                cert::refit(*review->certificate, review->set(), request_of({}, context)));
            return Fitted{refit, with_refit(*review, refit)};
        },
        [this, review](Fitted fitted) {
            if (!m_review || m_review->certificate != review->certificate)
                return;
            // A manifest that was opened meanwhile stays.
            m_review = std::make_shared<const Review>(m_review->manifest == review->manifest
                                                          ? std::move(fitted.review)
                                                          : with_refit(*m_review, fitted.refit));
            showChecks();
            if (m_holdout.empty())
                fitHoldout();
        });
}

void CertificateView::fitHoldout()
{
    if (!m_review || !m_review->evaluation())
        return;
    workspace().jobs().cancel(kHoldout);
    if (m_holdout.empty()) {
        // The certificate's own split is fitted already, or is being fitted.
        if (m_review->refit && *m_review->refit)
            m_builder->setRefit(std::shared_ptr<const cert::Refit>(m_review->refit, &**m_review->refit));
        else if (m_review->refit && !m_review->refit->cancelled())
            m_builder->setProblem(refusal_text(m_review->refit->diagnostics()));
        else
            m_builder->setRefit(nullptr);
        m_side->setRefit(nullptr);
        return;
    }
    m_builder->setRefit(nullptr);
    const auto review = m_review;
    const Holdout holdout = m_holdout;
    const QString title =
        review->set().keys.size() < kWorthSaying ? QString() : tr("Refitting without what is withheld");
    workspace().jobs().start(
        kHoldout, title,
        [review, holdout](const JobContext& context) {
            return cert::refit(*review->certificate, review->set(), request_of(holdout, context));
        },
        [this, review](Result<cert::Refit> refit) {
            if (!m_review || m_review->certificate != review->certificate)
                return;
            if (!refit) {
                m_builder->setProblem(refusal_text(refit.diagnostics()));
                return;
            }
            const auto fitted = std::make_shared<const cert::Refit>(std::move(*refit));
            m_builder->setRefit(fitted);
            m_side->setRefit(fitted.get());
            Q_EMIT statusChanged();
        });
}

void CertificateView::remember()
{
    if (!m_review || m_remembering)
        return;
    m_example = false;
    m_remembering = true;
    setState({{"certificate", m_review->path.toStdString()},
              {"manifest", m_review->manifest_path.toStdString()},
              {"cell", m_cell.toStdString()},
              {"holdout", to_json(m_holdout)},
              {"side", m_side->page().toStdString()},
              {"regret", m_regretPages->current().toStdString()},
              {"candidates", m_candidatesPages->current().toStdString()}});
    m_remembering = false;
}

void CertificateView::restore()
{
    const Json kept = state();
    const QString path = keptText("certificate");
    if (path.isEmpty()) { // a session that has kept nothing yet
        m_regretPages->turnTo(QStringLiteral("cells"));
        m_candidatesPages->turnTo(QStringLiteral("candidates"));
        m_side->setPage(QStringLiteral("checks"));
        if (!m_declined && !m_example && m_reading.isEmpty())
            showExample();
        else if (m_declined && m_review)
            close();
        return;
    }
    m_regretPages->turnTo(keptText("regret"));
    m_candidatesPages->turnTo(keptText("candidates"));
    if (const QString page = keptText("side"); !page.isEmpty())
        m_side->setPage(page);
    const QString cell = keptText("cell");
    const Holdout holdout = holdout_from(kept.contains("holdout") ? kept.at("holdout") : Json());
    if (m_review && m_review->path == path) {
        if (cell != m_cell && m_places.contains(cell))
            pick(cell);
        if (!(holdout == m_holdout)) {
            m_holdout = holdout;
            m_builder->setHoldout(holdout);
            showGates();
            fitHoldout();
        }
        return;
    }
    if (m_reading == path || m_refused == path)
        return;
    m_cell = cell;
    m_holdout = holdout;
    if (QFileInfo(path).size() > kReadAtOnce) {
        readAsJob(path, keptText("manifest"), true);
        return;
    }
    auto review = open_review(path, keptText("manifest"), {});
    if (!review) {
        close();
        m_refused = path;
        refused(path, review.diagnostics(), {});
        return;
    }
    take(std::move(*review), true);
}

} // namespace blueprinting::ui
