#include "resources/resources.h"

#include <QtCore/qglobal.h>

// Q_INIT_RESOURCE has to stand outside of any namespace.
static void register_resources() { Q_INIT_RESOURCE(resources); }

namespace blueprinting {

void load_resources() { register_resources(); }

} // namespace blueprinting
