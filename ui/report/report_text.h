#pragma once
#include "ui/report/report.h"

namespace blueprinting::ui {

/// The pieces that both forms of a report share, as the markup that browsers and Qt's documents read alike.
QString facts_html(const ReportFacts& facts);
QString table_html(const ReportTable& table);
QString head_html(const Report& report);
QString part_head_html(const ReportPart& part);
QString sign_off_html(const Report& report);

} // namespace blueprinting::ui
