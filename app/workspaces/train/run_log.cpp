#include "app/workspaces/train/run_log.h"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>
#include <QtWidgets/QScrollBar>
#include <algorithm>
#include <cmath>

#include "app/workspaces/train/metric_words.h"
#include "app/workspaces/train/run_table_model.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr int kMostLines = 5000;

QString line(const QTime& time, const QString& words) {
  return time.toString("HH:mm:ss") + "  " + words;
}

QDateTime localTime(const std::string& utc) {
  return QDateTime::fromString(QString::fromStdString(utc), Qt::ISODate).toLocalTime();
}

// Returns a line of the log; without a known time the text is still aligned.
QString pastLine(const std::string& utc, const QString& words) {
  return utc.empty() ? QStringLiteral("          ") + words : line(localTime(utc).time(), words);
}

// A line of the log, or of a part of it that is still to be put in order.
struct LogEntry {
  std::int64_t step;
  QString text;
};

void sortLog(std::vector<LogEntry>& entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const LogEntry& a, const LogEntry& b) { return a.step < b.step; });
}

QString validationWords(double loss, double accuracy, const MetricValues& metrics) {
  QString words;
  if (std::isfinite(loss)) words += RunLog::tr(", validation loss %1").arg(numberText(loss, 'f', 4));
  if (std::isfinite(accuracy)) words += RunLog::tr(", accuracy %1 %").arg(numberText(accuracy * 100, 'f', 2));
  for (const QString& metric : metricWords(metrics)) words += RunLog::tr(", %1").arg(metric);
  return words;
}

QString withinWords(const ValidationRecord& validation) {
  return RunLog::tr("step %1").arg(validation.step) +
         validationWords(validation.loss, validation.accuracy, validation.metrics);
}

QString epochWords(const EpochRecord& epoch) {
  // The curves of another program tell neither the training loss of a whole epoch nor its duration.
  const bool trained = epoch.seconds > 0 || std::isfinite(epoch.trainLoss);
  QString words = trained
                      ? RunLog::tr("epoch %1: train loss %2").arg(epoch.epoch).arg(numberText(epoch.trainLoss, 'f', 4))
                      : RunLog::tr("epoch %1").arg(epoch.epoch);
  words += validationWords(epoch.validationLoss, epoch.validationAccuracy, epoch.validationMetrics);
  return trained ? words + RunLog::tr(", %1 s").arg(numberText(epoch.seconds, 'f', 1)) : words;
}

QString checkpointWords(const CheckpointRecord& checkpoint) {
  return RunLog::tr("saved %1").arg(QString::fromStdString(checkpoint.file.filename().string()));
}

bool isOver(RunStatus status) {
  return status != RunStatus::Created && status != RunStatus::Running && status != RunStatus::Paused;
}

QString endWords(const RunRecord& run) {
  const QString status = runStatusWords(run.status);
  if (!run.error.empty()) return RunLog::tr("%1: %2").arg(status, coreMessage(run.error));
  if (!run.origin.empty()) return status;
  return RunLog::tr("%1: %2 of %3 epochs").arg(status).arg(run.epochsDone).arg(run.settings.epochs);
}

}  // namespace

RunLog::RunLog(QWidget* parent) : QPlainTextEdit(parent) {
  setReadOnly(true);
  setProperty("kind", "log");
  setMaximumBlockCount(kMostLines);
  setAccessibleName(tr("Log"));
  setFrameShape(QFrame::NoFrame);
  // The range changes before the value, so a log at its end keeps following the latest line.
  connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &RunLog::follow);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this,
          [this](int value) { following_ = value >= verticalScrollBar()->maximum(); });
}

void RunLog::follow() {
  if (following_) verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void RunLog::showPast(const ThinnedHistory& history) {
  const RunRecord& run = history.run;
  std::vector<LogEntry> entries;
  for (const RunMark& mark : history.marks)
    entries.push_back({mark.step, pastLine(mark.recorded, coreMessage(mark.text))});
  for (std::size_t i = 0; i < history.epochs.size(); ++i)
    entries.push_back(
        {history.epochs[i].step, pastLine(i < history.epochTimes.size() ? history.epochTimes[i] : std::string(),
                                          epochWords(history.epochs[i]))});
  for (const ValidationRecord& validation : history.validations)
    entries.push_back({validation.step, pastLine({}, withinWords(validation))});
  for (const CheckpointRecord& checkpoint : history.checkpoints)
    entries.push_back({checkpoint.step, pastLine(checkpoint.created, checkpointWords(checkpoint))});
  sortLog(entries);

  QStringList lines;
  if (const QDateTime started = localTime(run.started); started.isValid()) {
    const QString date = QLocale().toString(started.date(), QLocale::ShortFormat);
    lines << line(started.time(), run.device.empty()
                                      ? tr("started on %1").arg(date)
                                      : tr("started on %1, %2").arg(date, QString::fromStdString(run.device)));
  }
  for (LogEntry& entry : entries) lines << std::move(entry.text);
  if (isOver(run.status)) lines << pastLine(run.finished, endWords(run));
  setPlainText(lines.join('\n'));
  following_ = true;
  follow();
  lastEpoch_ = history.epochs.empty() ? 0 : history.epochs.back().epoch;
}

void RunLog::showEvent(QShowEvent* event) {
  QPlainTextEdit::showEvent(event);
  following_ = true;
  follow();
}

void RunLog::addEpochs(std::span<const EpochRecord> epochs, std::span<const ValidationRecord> within) {
  std::vector<LogEntry> entries;
  for (const EpochRecord& epoch : epochs) {
    if (epoch.epoch <= lastEpoch_) continue;
    lastEpoch_ = epoch.epoch;
    entries.push_back({epoch.step, epochWords(epoch)});
  }
  for (const ValidationRecord& validation : within) entries.push_back({validation.step, withinWords(validation)});
  sortLog(entries);
  QStringList words;
  for (LogEntry& entry : entries) words << std::move(entry.text);
  addNow(words);
}

void RunLog::addCheckpoints(std::span<const CheckpointRecord> checkpoints) {
  QStringList words;
  for (const CheckpointRecord& checkpoint : checkpoints) words << checkpointWords(checkpoint);
  addNow(words);
}

// Appends them together, since each call of appendPlainText() lays out the end of the text.
void RunLog::addNow(QStringList words) {
  if (words.isEmpty()) return;
  const QTime now = QTime::currentTime();
  for (QString& each : words) each = line(now, each);
  appendPlainText(words.join('\n'));
}

}  // namespace fovea
