#include "ui/certificate/review.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include "core/certificate/beside.h"
#include "core/certificate/cell_key.h"
#include "core/certificate/published.h"
#include "core/certificate/read.h"

#include <QFileInfo>

namespace blueprinting::ui {
namespace {

namespace cert = certificate;

Result<JsonDocument> document_of(const QString& path, const EmbeddedFile& carried)
{
    if (path == QLatin1String(kPublishedPath))
        return JsonDocument::parse(std::string(carried.bytes), std::string(carried.path));
    return JsonDocument::read(path.toStdString());
}

Result<cert::Manifest> manifest_at(const QString& path)
{
    const auto document = document_of(path, cert::published_manifest());
    return document ? cert::read_manifest(*document) : document.failure_as<cert::Manifest>();
}

QString file_name(const QString& path, const QString& carried)
{
    return path == QLatin1String(kPublishedPath) ? carried : QFileInfo(path).fileName();
}

void hold(Review& review, const QString& path, cert::Manifest manifest)
{
    review.manifest_path = path;
    review.manifest_file = file_name(path, Words::tr("the published manifest"));
    review.manifest_unused = cert::unused_fields(manifest);
    review.manifest = std::make_shared<const cert::Manifest>(std::move(manifest));
}

} // namespace

QString CellNames::whole() const { return QStringLiteral("%1, %2, %3").arg(shape, model, topology); }

CellNames cell_names(const std::string& key)
{
    const cert::CellKey parts = cert::parse_cell_key(key);
    CellNames names;
    names.family = line_text(shown(cert::shape_label(parts)));
    names.shape =
        parts.group ? QStringLiteral("%1 g%2").arg(names.family, QString::number(*parts.group)) : names.family;
    names.model = line_text(shown(cert::model_label(parts)));
    names.topology = line_text(shown(cert::topology_label(parts)));
    return names;
}

QString candidate_name(const std::string& label)
{
    QString name = line_text(shown(label));
    name.replace(QLatin1String("minimum_effective_span_"), QLatin1String("min. span "));
    return name.replace(u'_', u' ');
}

QString term_name(cert::Term term)
{
    switch (term) {
    case cert::Term::token_per_rank: return Words::tr("per rank");
    case cert::Term::gdn_token_per_rank: return Words::tr("GDN per rank");
    case cert::Term::token_cp_exchange: return Words::tr("CP exchange");
    case cert::Term::attention_token_cp_exchange: return Words::tr("attention CP");
    case cert::Term::token_tp_collective: return Words::tr("TP collective");
    case cert::Term::tiny_segment_per_layer: return Words::tr("tiny segments");
    case cert::Term::gdn_level: return Words::tr("GDN levels");
    case cert::Term::level_cp_per_layer: return Words::tr("CP levels");
    case cert::Term::level_tp_per_layer: return Words::tr("TP levels");
    case cert::Term::gdn_level_tp: return Words::tr("GDN TP levels");
    }
    return {};
}

Result<Review> open_review(const QString& path, const QString& manifest_path, const CancelToken& cancel)
{
    const auto document = document_of(path, cert::published_certificate());
    if (!document)
        return document.failure_as<Review>();
    auto read = cert::read_certificate(*document);
    if (!read)
        return read.failure_as<Review>();
    if (cancel.cancelled())
        return Cancelled{};
    Review review;
    review.path = path;
    review.file = file_name(path, Words::tr("the published certificate"));
    review.certificate = std::make_shared<const cert::Certificate>(std::move(*read));
    review.assessment = std::make_shared<const cert::Assessment>(cert::assess(*review.certificate));
    for (const std::string& key : review.set().keys)
        review.names.push_back(cell_names(key));
    review.held_out.resize(review.names.size());
    for (const std::size_t place : cert::split_of(*review.certificate, review.set()).held_out)
        review.held_out[place] = true;
    review.unused = cert::unused_fields(*review.certificate);
    if (auto cases = cert::ablation_cases(*review.certificate, review.set()))
        review.cases = std::move(*cases);
    if (!manifest_path.isEmpty() || path == QLatin1String(kPublishedPath))
        return with_manifest(std::move(review), manifest_path.isEmpty() ? path : manifest_path);
    if (auto found = cert::manifest_beside(path.toStdString(), *review.certificate))
        hold(review, shown(found->path.string()), std::move(found->manifest));
    return with_refit(std::move(review), nullptr);
}

Result<Review> with_manifest(Review review, const QString& manifest_path)
{
    auto manifest = manifest_at(manifest_path);
    if (!manifest)
        return manifest.failure_as<Review>();
    hold(review, manifest_path, std::move(*manifest));
    auto refit = review.refit;
    return with_refit(std::move(review), std::move(refit));
}

Review with_manifest_of(Review review, const Review& before)
{
    const bool same_campaign = before.manifest && cert::lists_a_cell_of(*before.manifest, *review.certificate);
    if (!same_campaign || review.path == QLatin1String(kPublishedPath) || (review.manifest && !before.manifest_chosen))
        return review;
    review.manifest = before.manifest;
    review.manifest_path = before.manifest_path;
    review.manifest_file = before.manifest_file;
    review.manifest_unused = before.manifest_unused;
    review.manifest_chosen = before.manifest_chosen;
    auto refit = review.refit;
    return with_refit(std::move(review), std::move(refit));
}

Review with_refit(Review review, std::shared_ptr<const Result<cert::Refit>> refit)
{
    review.refit = std::move(refit);
    review.checks =
        cert::run_checks(*review.certificate, review.manifest.get(), *review.assessment, review.refit.get());
    review.judgement = cert::judge_checks(review.checks);
    return review;
}

} // namespace blueprinting::ui
