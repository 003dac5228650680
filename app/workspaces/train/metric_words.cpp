#include "app/workspaces/train/metric_words.h"

#include <QtCore/QCoreApplication>
#include <algorithm>
#include <array>
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

struct Wording {
  const char* name;
  const char* words;  // %1 is the number
  double factor = 1;
  int digits = 4;
};

// Metrics of a confusion matrix are means over the classes.
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
    Wording{"centre_f1", QT_TRANSLATE_NOOP("Metric", "F1 of centres %1")},
    Wording{"box_overlap", QT_TRANSLATE_NOOP("Metric", "overlap of boxes %1")},
    Wording{"perplexity", QT_TRANSLATE_NOOP("Metric", "perplexity %1"), 1, 3},
};

constexpr std::string_view kValidationPrefix = "val_", kTrainingPrefix = "train_";

std::size_t metricPlace(const std::string& name) {
  const auto known = [&](const Wording& wording) { return name == wording.name; };
  return std::size_t(std::find_if(kWordings.begin(), kWordings.end(), known) - kWordings.begin());
}

// Formats a metric; an unknown one is called by its name.
QString wordsOf(const std::string& name, double value) {
  if (const std::size_t place = metricPlace(name); place < kWordings.size()) {
    const Wording& wording = kWordings[place];
    return QCoreApplication::translate("Metric", wording.words)
        .arg(numberText(value * wording.factor, 'f', wording.digits));
  }
  return QStringLiteral("%1 %2").arg(QString::fromStdString(name)).arg(numberText(value, 'f', 4));
}

struct Title {
  const char* name;
  const char* title;
  MetricGoal goal = MetricGoal::None;
  bool share = false;
};

constexpr std::array kTitles{
    Title{"loss", QT_TRANSLATE_NOOP("Metric", "Loss"), MetricGoal::Lowest},
    Title{"accuracy", QT_TRANSLATE_NOOP("Metric", "Accuracy"), MetricGoal::Highest, true},
    Title{"top_5", QT_TRANSLATE_NOOP("Metric", "Top-5 accuracy"), MetricGoal::Highest, true},
    Title{"confusion_precision", QT_TRANSLATE_NOOP("Metric", "Precision"), MetricGoal::Highest},
    Title{"confusion_recall", QT_TRANSLATE_NOOP("Metric", "Recall"), MetricGoal::Highest},
    Title{"confusion_f1", QT_TRANSLATE_NOOP("Metric", "F1"), MetricGoal::Highest},
    Title{"confusion_iou", QT_TRANSLATE_NOOP("Metric", "Mean IoU"), MetricGoal::Highest},
    Title{"mean_absolute_error", QT_TRANSLATE_NOOP("Metric", "Mean absolute error"), MetricGoal::Lowest},
    Title{"root_mean_squared_error", QT_TRANSLATE_NOOP("Metric", "Root mean squared error"), MetricGoal::Lowest},
    Title{"psnr", QT_TRANSLATE_NOOP("Metric", "PSNR in dB"), MetricGoal::Highest},
    Title{"ssim", QT_TRANSLATE_NOOP("Metric", "SSIM"), MetricGoal::Highest},
    Title{"centre_f1", QT_TRANSLATE_NOOP("Metric", "F1 of centres"), MetricGoal::Highest},
    Title{"box_overlap", QT_TRANSLATE_NOOP("Metric", "Overlap of boxes"), MetricGoal::Highest},
    Title{"average_precision", QT_TRANSLATE_NOOP("Metric", "AP"), MetricGoal::Highest},
    Title{"average_precision_50", QT_TRANSLATE_NOOP("Metric", "AP50"), MetricGoal::Highest},
    Title{"average_precision_75", QT_TRANSLATE_NOOP("Metric", "AP75"), MetricGoal::Highest},
    Title{"precision", QT_TRANSLATE_NOOP("Metric", "Precision"), MetricGoal::Highest},
    Title{"recall", QT_TRANSLATE_NOOP("Metric", "Recall"), MetricGoal::Highest},
    Title{"f1", QT_TRANSLATE_NOOP("Metric", "F1"), MetricGoal::Highest},
    Title{"r2", QT_TRANSLATE_NOOP("Metric", "R²"), MetricGoal::Highest},
    Title{"label_error_rate", QT_TRANSLATE_NOOP("Metric", "Label error rate"), MetricGoal::Lowest},
    Title{"exact", QT_TRANSLATE_NOOP("Metric", "Exact transcripts"), MetricGoal::Highest},
    Title{"recall_at_1", QT_TRANSLATE_NOOP("Metric", "Recall at 1"), MetricGoal::Highest},
    Title{"perplexity", QT_TRANSLATE_NOOP("Metric", "Perplexity"), MetricGoal::Lowest},
};
constexpr std::array kLastTitles{
    Title{"learning_rate", QT_TRANSLATE_NOOP("Metric", "Learning rate")},
    Title{"samples_per_second", QT_TRANSLATE_NOOP("Metric", "Samples per second"), MetricGoal::Highest},
};

const Title* titleOf(const std::string& name) {
  for (const Title& title : kTitles)
    if (name == title.name) return &title;
  for (const Title& title : kLastTitles)
    if (name == title.name) return &title;
  return nullptr;
}

// Returns the position of a metric in lists: known first metrics, then unknown ones, then the known last ones.
std::size_t rankOf(const std::string& name) {
  const Title* title = titleOf(name);
  if (!title) return kTitles.size();
  const bool first = title >= kTitles.data() && title < kTitles.data() + kTitles.size();
  return first ? static_cast<std::size_t>(title - kTitles.data())
               : kTitles.size() + 1 + static_cast<std::size_t>(title - kLastTitles.data());
}

}  // namespace

QString metricTitle(const std::string& name) {
  if (const Title* title = titleOf(name)) return QCoreApplication::translate("Metric", title->title);
  return QString::fromStdString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

std::string metricOfSplit(const std::string& name) {
  for (const std::string_view split : {kValidationPrefix, kTrainingPrefix})
    if (name.starts_with(split)) return name.substr(split.size());
  return name;
}

QString splitMetricTitle(const std::string& name) {
  const QString title = metricTitle(metricOfSplit(name));
  if (name.starts_with(kValidationPrefix)) return QCoreApplication::translate("Metric", "%1, validation").arg(title);
  if (name.starts_with(kTrainingPrefix)) return QCoreApplication::translate("Metric", "%1, training").arg(title);
  return title;
}

bool isShareMetric(const std::string& name) {
  const Title* title = titleOf(name);
  return title && title->share;
}

MetricGoal metricGoal(const std::string& name) {
  const Title* title = titleOf(name);
  return title ? title->goal : MetricGoal::None;
}

void sortMetrics(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return std::pair(rankOf(a), a) < std::pair(rankOf(b), b);
  });
}

QStringList metricWords(MetricValues metrics) {
  std::sort(metrics.begin(), metrics.end(), [](const auto& a, const auto& b) {
    return std::pair(metricPlace(a.first), a.first) < std::pair(metricPlace(b.first), b.first);
  });
  QStringList words;
  for (const auto& [name, value] : metrics) words << wordsOf(name, value);
  return words;
}

}  // namespace fovea
