#include "app/explorer/logging.h"

#include "core/base/foreign_text.h"

#include <QString>
#include <QtGlobal>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace blueprinting::explorer {
namespace {

void on_qt_message(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (text.contains(QLatin1String("propagateSizeHints")))
        return;                                              // the offscreen platform says this of every window
    const std::string message = visible(text.toStdString()); // it may quote names
    switch (type) {
    case QtDebugMsg: spdlog::debug("{}", message); break;
    case QtInfoMsg: spdlog::info("{}", message); break;
    case QtWarningMsg: spdlog::warn("{}", message); break;
    case QtCriticalMsg: spdlog::error("{}", message); break;
    case QtFatalMsg: spdlog::critical("{}", message); break;
    }
}

} // namespace

void start_logging(bool verbose)
{
    auto logger = std::make_shared<spdlog::logger>("explorer", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    logger->set_level(verbose ? spdlog::level::debug : spdlog::level::err);
    logger->set_pattern("%H:%M:%S.%e %l %v");
    spdlog::set_default_logger(std::move(logger));
    qInstallMessageHandler(on_qt_message);
}

} // namespace blueprinting::explorer
