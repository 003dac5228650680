// Why: a run stores its metrics by name and as plain numbers; a person reads titles and units.
#pragma once
#include <QtCore/QStringList>

#include "core/train/metric_values.h"

namespace fovea {

// "top-5 accuracy 98.20 %", "F1 0.9120", "PSNR 28.10 dB": each of them, always in the same order.
QStringList metricWords(MetricValues metrics);

}  // namespace fovea
