#include "ui/widgets/verdict_word.h"

#include <QCoreApplication>

namespace blueprinting::ui {
namespace {

struct VerdictWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::VerdictWords)
};

} // namespace

QString verdict_word(std::optional<bool> passed)
{
    if (!passed)
        return VerdictWords::tr("not checked");
    return *passed ? VerdictWords::tr("passed") : VerdictWords::tr("failed");
}

} // namespace blueprinting::ui
