#include "app/workspaces/train/metric_words.h"

#include <QtCore/QCoreApplication>
#include <algorithm>
#include <array>

namespace fovea {
namespace {

struct Wording {
  const char* name;
  const char* words;  // %1 is the number
  double factor = 1;
  int digits = 4;
};

// Means over the classes are what a confusion matrix gives.
constexpr std::array kWordings{
    Wording{"top_5", QT_TRANSLATE_NOOP("Metric", "top-5 accuracy %1 %"), 100, 2},
    Wording{"confusion_precision", QT_TRANSLATE_NOOP("Metric", "precision %1")},
    Wording{"confusion_recall", QT_TRANSLATE_NOOP("Metric", "recall %1")},
    Wording{"confusion_f1", QT_TRANSLATE_NOOP("Metric", "F1 %1")},
    Wording{"confusion_iou", QT_TRANSLATE_NOOP("Metric", "mean IoU %1")},
    Wording{"mean_absolute_error", QT_TRANSLATE_NOOP("Metric", "mean absolute error %1")},
    Wording{"root_mean_squared_error", QT_TRANSLATE_NOOP("Metric", "root mean squared error %1")},
    Wording{"psnr", QT_TRANSLATE_NOOP("Metric", "PSNR %1 dB"), 1, 2},
    Wording{"ssim", QT_TRANSLATE_NOOP("Metric", "SSIM %1")},
    Wording{"perplexity", QT_TRANSLATE_NOOP("Metric", "perplexity %1"), 1, 3},
};

std::size_t placeOf(const std::string& name) {
  const auto known = [&](const Wording& wording) { return name == wording.name; };
  return std::size_t(std::find_if(kWordings.begin(), kWordings.end(), known) - kWordings.begin());
}

// A metric that is not known goes by its name.
QString wordsOf(const std::string& name, double value) {
  if (const std::size_t place = placeOf(name); place < kWordings.size()) {
    const Wording& wording = kWordings[place];
    return QCoreApplication::translate("Metric", wording.words).arg(value * wording.factor, 0, 'f', wording.digits);
  }
  return QStringLiteral("%1 %2").arg(QString::fromStdString(name)).arg(value, 0, 'f', 4);
}

}  // namespace

QStringList metricWords(MetricValues metrics) {
  std::sort(metrics.begin(), metrics.end(), [](const auto& a, const auto& b) {
    return std::pair(placeOf(a.first), a.first) < std::pair(placeOf(b.first), b.first);
  });
  QStringList words;
  for (const auto& [name, value] : metrics) words << wordsOf(name, value);
  return words;
}

}  // namespace fovea
