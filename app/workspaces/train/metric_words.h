// Why: a run stores its metrics by name and as plain numbers; a person reads titles and units.
#pragma once
#include <QtCore/QString>
#include <string>

namespace fovea {

// "mean F1 0.912", "top-5 accuracy 98.20 %", "PSNR 28.1 dB"; a metric that is not known by its name.
QString metricWords(const std::string& name, double value);

}  // namespace fovea
