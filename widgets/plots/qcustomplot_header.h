// Why: QCustomPlot's header uses Qt's keywords, which Fovea is built without. Included only by the sources of this
// room; no other code depends on QCustomPlot.
#pragma once
#include <QtCore/QtCore>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
