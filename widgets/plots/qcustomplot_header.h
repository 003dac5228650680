// Why: QCustomPlot's header is written with Qt's keywords, which Fovea is built without. Included by the sources of
// this room only: nobody else needs to know what draws the plots.
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
