#include "app/cli/drive_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "app/cli/ranks.h"
#include "core/backends/communicator.h"
#include "core/train/starting_weights.h"

namespace fovea::cli {
namespace {

void announce(const Context& context, const Trainer& trainer, RunId run, const std::filesystem::path& checkpoints) {
  const TrainingSettings& settings = trainer.settings();
  const SampleStreams* const streams = trainer.streams();
  if (context.json) {
    Json event = {{"event", "start"},
                  {"run", run.index},
                  {"network", trainer.network().name()},
                  {"device", settings.device},
                  {"epochs", settings.epochs},
                  {"batch", settings.batch},
                  {"samples_per_epoch", trainer.samplesPerEpoch()},
                  {"seed", settings.seed},
                  {"checkpoints", checkpoints.string()}};
    if (trainer.ranks() > 1) event["ranks"] = trainer.ranks();
    if (streams) event["streams"] = {{"count", streams->streams()}, {"gaps", streams->gaps()}};
    printJson(event);
    return;
  }
  fmt::print("Training {} on {}: {} samples an epoch, batch {}, {} epochs, {} of memory. Run {}, checkpoints in {}.\n",
             trainer.network().name(), settings.device, countWords(trainer.samplesPerEpoch()), settings.batch,
             settings.epochs, byteWords(trainer.memory().peakBytes()), run.index, checkpoints.string());
  if (trainer.ranks() > 1)
    fmt::print("{} ranks share each batch, {} samples each.\n", trainer.ranks(), settings.batch / trainer.ranks());
  if (streams) fmt::print("{}.\n", streams->words());
}

// Prints the metrics of the best epoch; see EpochRecord::best.
void announceEnd(const Context& context, const Trainer& trainer, const Dataset& data) {
  const TrainingPosition& position = trainer.position();
  const StepTimes times = trainer.times();
  const bool validated = data.size(Split::Validation) > 0, measured = position.bestValidationAccuracy >= 0;
  if (context.json) {
    printJson({{"event", "end"},
               {"epochs", position.epoch},
               {"steps", position.step},
               {"best_epoch", position.bestEpoch},
               {"best_val_accuracy", validated && measured ? numberJson(position.bestValidationAccuracy) : Json()},
               {"best_val_loss", validated ? numberJson(position.bestValidationLoss) : Json()},
               {"waits_for", waitName(stepWait(times))},
               {"seconds_of_steps", {{"compute", times.compute}, {"data", times.data}, {"host", times.host}}},
               {"seconds", position.seconds}});
    return;
  }
  fmt::print("Done in {}: best in epoch {}, {} loss {:.4f}{}.\n", durationWords(position.seconds), position.bestEpoch,
             validated ? "validation" : "training", position.bestValidationLoss,
             measured ? fmt::format(", accuracy {:.2f} %", position.bestValidationAccuracy * 100) : "");
  if (const std::string words = stepWaitText(times, trainer.loading().threads); !words.empty())
    fmt::print("{}\n", words);
}

void announceRecords(const Context& context, const TrainingLoop& loop, double seconds) {
  if (loop.records() == 0) return;
  if (context.json)
    return printJson({{"event", "histograms"}, {"records", loop.records()}, {"seconds", loop.recordSeconds()}});
  fmt::print("Histograms: {} records in {:.2f} s, {:.1f} % of the time.\n", loop.records(), loop.recordSeconds(),
             seconds > 0 ? 100 * loop.recordSeconds() / seconds : 0);
}

void announceWeights(const Context& context, const StartingWeights& weights, const std::string& words) {
  if (!context.json) return fmt::print("{}.\n", words);
  Json moved = Json::object();
  for (const auto& [was, is] : weights.moved) moved[was] = is;
  printJson({{"event", "weights"},
             {"taken", weights.taken},
             {"moved", moved},
             {"fresh", weights.fresh},
             {"unused", weights.unused}});
}

}  // namespace

bool endsAllRuns(const Error& error) {
  return error.code == ErrorCode::Cancelled || error.code == ErrorCode::NoSpace;
}

const char* waitName(StepWait wait) {
  switch (wait) {
    case StepWait::Nothing:
      return "nothing";
    case StepWait::Compute:
      return "compute";
    case StepWait::Data:
      return "data";
    case StepWait::Host:
      return "host";
  }
  return "";
}

Status beginRun(Context& context, const Project& project, NewRun run, const DeviceTeam& devices,
                const std::function<Status()>& begun) {
  const RunDescription& described = run.description;
  FOVEA_CHECK(
      shareRun(context, {described.network, described.settings, run.folder, {}, run.changes}, *devices.leader()));
  FOVEA_TRY(auto trainer, Trainer::create({described.network, described.settings, run.data, run.folder.string(),
                                           run.start, context.cancel},
                                          devices));
  run.description.givenWeights = run.start != nullptr;
  FOVEA_TRY(auto recorder, RunRecorder::begin(project, run.description));
  if (begun) FOVEA_CHECK(begun());
  if (run.start) {
    FOVEA_TRY(const StartingWeights weights, startingWeights(described.network, *run.start));
    const std::string words = startingWords(weights, "“" + run.start->network.name() + "”");
    FOVEA_CHECK(recorder->recordMark(0, words));
    announceWeights(context, weights, words);
  }
  if (trainer->streams()) FOVEA_CHECK(recorder->recordMark(0, trainer->streams()->words()));
  return driveRun(context, *trainer, *recorder, *run.data,
                  {run.start != nullptr, run.changes, 0, run.probe, run.breakpoints, run.layerSteps});
}

void announceSettings(const Context& context, const RunSettings& run) {
  if (context.json) return printJson({{"event", "settings"}, {"settings", settingsEvent(run)}});
  if (const auto words = settingWords(run); !words.empty()) fmt::print("Settings: {}.\n", fmt::join(words, ", "));
}

Status driveRun(Context& context, Trainer& trainer, RunRecorder& recorder, const Dataset& data,
                const DriveOptions& options) {
  FOVEA_CHECK(trainer.probe(options.probe));
  FOVEA_CHECK(trainer.setBreakpoints(options.breakpoints, options.probe.every));
  announce(context, trainer, recorder.run(), recorder.folder());
  if (trainer.ranks() > 1)
    FOVEA_CHECK(recorder.recordMark(trainer.position().step, fmt::format("{} ranks", trainer.ranks())));
  TrainingLoop loop(context, trainer, recorder);
  if (options.saveAtOnce) loop.saveAtOnce();
  loop.setChanges(options.changes);
  loop.stopAfter(options.lastStep);
  if (options.layerSteps.on) loop.stepThroughLayers(options.layerSteps.folder);
  const double before = trainer.position().seconds;
  FOVEA_CHECK(loop.run());
  announceRecords(context, loop, trainer.position().seconds - before);
  if (loop.stoppedAtBreakpoint()) return {};
  announceEnd(context, trainer, data);
  return {};
}

}  // namespace fovea::cli
