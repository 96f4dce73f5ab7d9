#include "core/certificate/checks.h"
#include "core/certificate/published.h"
#include "core/certificate/read.h"
#include "core/certificate/write.h"
#include "tests/fuzz/round_trip.h"
#include "tests/fuzz/target.h"

namespace blueprinting::fuzz {
namespace {

namespace cert = certificate;

/// A part of the published certificate, small enough to be altered many times.
cert::Certificate few_cells()
{
    const EmbeddedFile file = cert::published_certificate();
    auto out = std::move(*cert::read_certificate(*JsonDocument::parse(std::string(file.bytes), "")));
    out.cells.resize(4);
    out.manifest->expected.resize(4);
    return out;
}

Json as_json(const Result<std::string>& text) { return text ? Json::parse(*text) : Json(); }

} // namespace

std::string check(std::string_view input)
{
    const auto read_certificate = [](const JsonDocument& document) { return cert::read_certificate(document); };
    const auto read_manifest = [](const JsonDocument& document) {
        auto manifest = cert::read_manifest(document);
        if (manifest)
            manifest->file.clear(); // the name is of the file, not of what it holds
        return manifest;
    };
    std::string problem = check_round_trip(input, read_certificate, [](const cert::Certificate& value) {
        return as_json(cert::write_certificate(value));
    });
    if (problem.empty())
        problem = check_round_trip(input, read_manifest,
                                   [](const cert::Manifest& value) { return as_json(cert::write_manifest(value)); });
    if (!problem.empty())
        return problem;
    // Whatever reads can be reviewed: each check answers, and says why.
    const auto document = JsonDocument::parse(std::string(input), "input");
    if (!document)
        return {};
    const auto certificate = cert::read_certificate(*document);
    if (!certificate)
        return {};
    const cert::Assessment assessment = cert::assess(*certificate);
    const auto fitted = cert::refit(*certificate, assessment.set, {});
    for (const cert::CheckResult& each : cert::run_checks(*certificate, nullptr, assessment, &fitted))
        if (each.reason.empty())
            return "the check " + std::string(cert::to_string(each.check)) + " gives no reason";
    return {};
}

std::vector<std::string> seeds()
{
    cert::Certificate later = few_cells();
    later.extra["admitted"] = Json::parse(R"({"shapes":[[1,1,1,1]]})");
    later.cells[0].extra["geometry"] = Json::parse(R"({"hidden_size":2560})");
    later.cells[0].candidates[0].features.extra["area"] = 7;
    later.fit.rerank_shapes = {"tp1cp4"};
    later.cells[1].facts.ep = 2;
    const EmbeddedFile list = cert::published_manifest();
    auto manifest = std::move(*cert::read_manifest(*JsonDocument::parse(std::string(list.bytes), "")));
    manifest.cells.resize(3);
    return {*cert::write_certificate(few_cells()), *cert::write_certificate(later), *cert::write_manifest(manifest)};
}

} // namespace blueprinting::fuzz
