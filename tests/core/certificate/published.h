#pragma once
#include "core/certificate/checks.h"
#include "core/certificate/published.h"
#include "core/certificate/read.h"

#include <QString>
#include <QTest>

#include <set>

/// The published certificate and its manifest, as values that a test may alter.
namespace blueprinting::certificate::testing {

inline Certificate published()
{
    const EmbeddedFile file = published_certificate();
    auto document = JsonDocument::parse(std::string(file.bytes), std::string(file.path));
    auto read = read_certificate(*document);
    return std::move(*read);
}

inline Manifest published_list()
{
    const EmbeddedFile file = published_manifest();
    auto document = JsonDocument::parse(std::string(file.bytes), std::string(file.path));
    auto read = read_manifest(*document);
    return std::move(*read);
}

inline Cell& cell_of(Certificate& certificate, const std::string& key)
{
    for (Cell& cell : certificate.cells)
        if (cell.key == key)
            return cell;
    qFatal("no cell %s", key.c_str());
}

inline std::vector<CheckResult> checks_of(const Certificate& certificate, const Manifest* manifest)
{
    const Assessment assessment = assess(certificate);
    const auto fitted = refit(certificate, assessment.set, {});
    return run_checks(certificate, manifest, assessment, &fitted);
}

/// Names of the checks in this state.
inline std::set<std::string> in_state(const std::vector<CheckResult>& checks, CheckState state)
{
    std::set<std::string> out;
    for (const CheckResult& check : checks)
        if (check.state == state)
            out.emplace(to_string(check.check));
    return out;
}

inline std::string reason_of(const std::vector<CheckResult>& checks, Check check)
{
    for (const CheckResult& each : checks)
        if (each.check == check)
            return each.reason;
    return {};
}

inline QString joined(const std::set<std::string>& names)
{
    QString out;
    for (const std::string& name : names)
        out += (out.isEmpty() ? "" : " ") + QString::fromStdString(name);
    return out;
}

inline QString text(const std::string& value) { return QString::fromStdString(value); }

} // namespace blueprinting::certificate::testing
