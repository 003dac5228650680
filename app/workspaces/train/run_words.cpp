#include "app/workspaces/train/run_words.h"

#include <QCoreApplication>
#include <QStringList>
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr std::size_t kListedNames = 6;

struct RunWords {
  Q_DECLARE_TR_FUNCTIONS(RunWords)
};

QString listOf(const QStringList& names) {
  if (names.size() <= qsizetype(kListedNames)) return names.join(QStringLiteral(", "));
  const int more = int(names.size()) - int(kListedNames);
  return RunWords::tr("%1 and %n more", nullptr, more)
      .arg(names.mid(0, qsizetype(kListedNames)).join(QStringLiteral(", ")));
}

QStringList texts(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& name : names) list << QString::fromStdString(name);
  return list;
}

}  // namespace

QString workerStateWords(WorkerState state) {
  switch (state) {
    case WorkerState::Idle:
      return RunWords::tr("Idle");
    case WorkerState::Preparing:
      return RunWords::tr("Preparing");
    case WorkerState::Training:
      return RunWords::tr("Training");
    case WorkerState::Validating:
      return RunWords::tr("Validating");
    case WorkerState::Paused:
      return RunWords::tr("Paused");
    case WorkerState::Finished:
      return RunWords::tr("Finished");
    case WorkerState::Stopped:
      return RunWords::tr("Stopped");
    case WorkerState::Failed:
      return RunWords::tr("Failed");
  }
  return {};
}

QString stepWaitWords(const StepTimes& times, int loaderThreads) {
  const StepWait wait = stepWait(times);
  if (wait == StepWait::Nothing) return {};
  const auto percent = [&](double seconds) { return numberText(100 * seconds / times.total(), 'f', 0); };
  const QString shares = RunWords::tr("Compute %1 %, data %2 %, host %3 %")
                             .arg(percent(times.compute), percent(times.data), percent(times.host));
  if (wait == StepWait::Compute) return RunWords::tr("%1: the device is kept busy.").arg(shares);
  if (wait == StepWait::Host)
    return RunWords::tr(
               "%1: the step waits for the host, which measures, records, looks at layers or saves; a larger logging "
               "interval or fewer checkpoints help.")
        .arg(shares);
  const QString data = loaderThreads > 0
                           ? RunWords::tr("%1: the step waits for data, which %n threads load", nullptr, loaderThreads)
                           : RunWords::tr("%1: the step waits for data");
  return RunWords::tr("%1; fewer or simpler transforms, smaller pictures or a faster disk help.").arg(data.arg(shares));
}

QString startingWeightsWords(const StartingWeights& weights) {
  const auto all = weights.taken + static_cast<std::int64_t>(weights.fresh.size());
  QString words = weights.fresh.empty()
                      ? RunWords::tr("Begins with the weights of the checkpoint")
                      : RunWords::tr("Begins with %1 of %2 weights of the checkpoint").arg(weights.taken).arg(all);
  QStringList moved;
  for (const auto& [was, is] : weights.moved)
    moved << RunWords::tr("%1 as %2").arg(QString::fromStdString(was), QString::fromStdString(is));
  if (!moved.isEmpty()) words += RunWords::tr("; found under another name: %1").arg(listOf(moved));
  if (!weights.fresh.empty()) words += RunWords::tr("; fresh: %1").arg(listOf(texts(weights.fresh)));
  if (!weights.unused.empty()) words += RunWords::tr("; not used: %1").arg(listOf(texts(weights.unused)));
  return words + QLatin1Char('.');
}

}  // namespace fovea
