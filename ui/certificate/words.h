#pragma once
#include <QCoreApplication>

namespace blueprinting::ui {

/// What this room says outside its classes, in one translation context: Words::tr("…").
struct CertificateWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::Certificate)
};

} // namespace blueprinting::ui
